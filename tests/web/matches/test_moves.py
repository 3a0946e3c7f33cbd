"""A round entered move by move, at the desk and at the table, and what spectators see of it."""

import json
import re
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from games import GAMES, record
from games.base import Bots, Evidence
from league.models import Club, ClubVisibility, Role, Submission, TranscriptDraft
from league.operations.matches import table_codes, transcript_drafts
from league.operations.seasons import seasons
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
NAMES = ["Ada <b>", "Bruno 🃏", "O'Dov"]


def new_match(game="nain_jaune"):
    club = make.club()
    season = make.season(club, games=[game])
    return make.match(make.session(season), make.players(club, NAMES), game, {})


def bots_round(match, seed=1):
    state, _ = record.start(match.game, match.options, 3)
    played = GAMES[match.game].play_round(
        state, Random(seed), Evidence.TRANSCRIPT, bots=[Bots.RANDOM] * 3
    )
    return played


def desk_address(match):
    return f"/en/desk/matches/{match.pk}/moves/"


class Form:
    """The form of the page as a browser without scripts sends it."""

    def __init__(self, client, address):
        self.client, self.address = client, address

    def send(self, act, headers=None, **fields):
        page = self.client.get(self.address).content.decode()
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        return self.client.post(
            self.address, {**hidden, "act": json.dumps(act), **fields}, headers=headers
        )

    def deal(self, round_):
        for seat in (0, 1):
            fields = {f"card-{seat}": round_["hands"][seat]}
            answer = self.send({"do": "hand", "seat": seat}, **fields)
            assert answer.status_code == 302

    def play(self, moves):
        for move in moves:
            if move["do"] == "pass":
                continue
            fields = {f"card-{move['seat']}": move["cards"]} if "cards" in move else {}
            answer = self.send({key: move[key] for key in move if key != "cards"}, **fields)
            assert answer.status_code == 302, answer.content.decode()


def phone_of(match):
    code = table_codes.renew(match, by=make.user())
    return Form(Client(enforce_csrf_checks=True), f"/en/t/{code}/moves/")


@pytest.mark.parametrize("game", ["nain_jaune", "njet"])
def test_whole_round_is_entered_by_plain_posts_and_stored(client, alice, game):
    match = new_match(game)
    round_, form = bots_round(match), Form(client, desk_address(match))
    form.deal(round_)
    form.play(round_["moves"])
    page = client.get(form.address).content.decode()
    assert "The round is over" in page
    assert form.send({"do": "save"}).status_code == 302
    row = Submission.objects.get()
    assert (row.body["moves"], row.evidence) == (round_["moves"], "transcript")
    assert row.submitted_by == alice


def test_phone_of_the_table_enters_without_account():
    match = new_match()
    round_, form = bots_round(match), phone_of(match)
    form.deal(round_)
    form.play(round_["moves"])
    answer = form.send({"do": "save"})
    assert "saved=1" in answer.url
    assert Submission.objects.get().phone_of_table == match.table


def test_only_legal_cards_can_be_tapped(client, alice):
    match = new_match()
    round_, form = bots_round(match), Form(client, desk_address(match))
    form.deal(round_)
    page = client.get(form.address).content.decode()
    taps = re.findall(r'<button class="tap" name="act" value="([^"]*)"( disabled)?>', page)
    legal = [json.loads(act.replace("&quot;", '"')) for act, disabled in taps if not disabled]
    assert len(taps) == 52
    assert round_["moves"][0] in legal
    assert len(legal) == len(transcript_drafts.entry(match).progress.moves)


def test_illegal_tap_is_refused_with_its_clause(client, alice):
    match = new_match()
    round_, form = bots_round(match), Form(client, desk_address(match))
    form.deal(round_)
    last = {"do": "play", "seat": round_["moves"][0]["seat"], "card": "KD"}
    answer = form.send(last)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    data = form.send(last, headers=JSON).json()
    assert (data["state"], data["reason"]) == ("refused", data["reason"])
    assert data["reason"]


@pytest.mark.parametrize("act", ["", "x", "[]", "{", "[" * 200, '{"do": "hand"}', '"é"', "9" * 400])
def test_unreadable_act_is_refused(client, alice, act):
    match = new_match()
    fields = {"number": 1, "version": 0, "act": act}
    assert client.post(desk_address(match), fields).status_code == 422
    assert not TranscriptDraft.objects.exists()


def test_second_phone_gets_a_conflict_after_the_first_went_on():
    match = new_match()
    round_, form = bots_round(match), phone_of(match)
    form.deal(round_)
    version = transcript_drafts.current(match).version
    form.play(round_["moves"][:2])
    stale = {"number": 1, "version": version, "act": json.dumps(round_["moves"][0])}
    assert form.client.post(form.address, stale).status_code == 409
    data = form.client.post(form.address, stale, headers=JSON).json()
    assert (data["state"], "another phone" in data["reason"]) == ("stale", True)


def test_queued_tap_that_arrives_twice_counts_once():
    match = new_match()
    round_, form = bots_round(match), phone_of(match)
    form.deal(round_)
    version = transcript_drafts.current(match).version
    tap = {"number": 1, "version": version, "key": "k1", "act": json.dumps(round_["moves"][0])}
    for _ in range(2):
        assert form.client.post(form.address, tap, headers=JSON).json()["state"] == "changed"
    moves = [move for move in transcript_drafts.current(match).body["moves"] if "card" in move]
    assert len(moves) == 1


def test_undo_and_discard(client, alice):
    match = new_match()
    round_, form = bots_round(match), Form(client, desk_address(match))
    form.deal(round_)
    form.play(round_["moves"][:3])
    form.send({"do": "undo"})
    assert form.send({"do": "abandon"}).status_code == 302
    assert not TranscriptDraft.objects.exists()


def test_saved_round_sent_again_leads_to_the_match(client, alice):
    match = new_match()
    round_, form = bots_round(match), Form(client, desk_address(match))
    form.deal(round_)
    form.play(round_["moves"])
    version = transcript_drafts.current(match).version
    save = {"number": 1, "version": version, "act": '{"do": "save"}'}
    for _ in range(2):
        assert client.post(form.address, save, headers=JSON).json()["state"] == "left"
    assert Submission.objects.count() == 1


@pytest.mark.parametrize(("role", "status"), [(Role.PLAYER, 403), (None, 404)])
def test_only_people_who_enter_rounds_may_tap(client, role, status):
    match = new_match()
    user = make.user("eve@example.org")
    if role:
        make.member(match.session.season.club, role, "eve@example.org")
    sign_in(client, user)
    assert client.get(desk_address(match)).status_code == status
    fields = {"number": 1, "version": 0, "act": '{"do": "undo"}'}
    assert client.post(desk_address(match), fields).status_code == status


def test_other_games_lead_back_to_the_match(client, alice):
    match = new_match("neurotrio")
    assert client.get(desk_address(match)).url == f"/en/matches/{match.pk}/"


# --- spectators


def follow(match, piece="", client=None):
    return (client or Client()).get(f"/en/matches/{match.pk}/follow/{piece}")


def test_spectators_see_no_hand_and_no_young_move():
    match = new_match()
    round_, form = bots_round(match), phone_of(match)
    assert "No round is being entered" in follow(match).content.decode()
    form.deal(round_)
    form.play(round_["moves"][:6])
    draft = transcript_drafts.current(match)
    for shown in (0, 2):
        draft.entered = [
            int(timezone.now().timestamp()) - (600 if place < shown else 0)
            for place in range(len(draft.entered))
        ]
        draft.save()
        for piece in ("", "live/"):
            text = follow(match, piece).content.decode()
            seen = set(re.findall(r"nain_jaune[^\"]*\.svg#(\w+)\"", text)) - {"chip"}
            boxes = {"7D", "10D", "JC", "QS", "KD"}
            played = {move["card"] for move in draft.body["moves"][:shown] if "card" in move}
            assert seen - boxes <= played
            assert "18 cards in hand" in text or "17 cards in hand" in text


def test_unchanged_piece_is_not_sent_again_until_a_move_is_old_enough():
    match = new_match()
    round_, form = bots_round(match), phone_of(match)
    form.deal(round_)
    form.play(round_["moves"][:1])
    tag = follow(match, "live/")["ETag"]
    page = f"/en/matches/{match.pk}/follow/live/"
    assert Client().get(page, headers={"If-None-Match": tag}).status_code == 304
    TranscriptDraft.objects.update(entered=[0])
    assert Client().get(page, headers={"If-None-Match": tag}).status_code == 200


def test_evening_without_spectators_hides_its_rounds(client, alice):
    match = new_match()
    form = phone_of(match)
    form.deal(bots_round(match))
    assert "follow/" in client.get(f"/en/matches/{match.pk}/").content.decode()
    seasons.update_session(match.session, follow_delay=None)
    assert "cannot be followed" in follow(match).content.decode()
    assert "follow/" not in client.get(f"/en/matches/{match.pk}/").content.decode()


def test_club_for_members_only_hides_its_running_rounds():
    match = new_match()
    Club.objects.update(visibility=ClubVisibility.MEMBERS)
    assert follow(match).status_code == 404
    assert follow(match, "live/").status_code == 404


def test_organiser_sets_the_delay_of_an_evening(client, alice):
    match = new_match()
    address = f"/en/desk/sessions/{match.session_id}/settings/"
    page = client.get(address)
    assert page.status_code == 200
    starts_at = re.search(r'name="starts_at" value="([^"]*)"', page.content.decode())[1]
    fields = {
        "starts_at": starts_at,
        "initial-starts_at": starts_at,
        "place": "",
        "initial-place": "",
        "initial-follow_delay": "5",
    }
    for text, minutes in [("0", 0), ("15", 15), ("", None)]:
        assert client.post(address, {**fields, "follow_delay": text}).status_code == 302
        match.session.refresh_from_db()
        assert match.session.follow_delay == minutes
