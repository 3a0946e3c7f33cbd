"""Corrections of results in the browser: what is asked before the click, at the desk and on the
phone."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from league.models import CorrectionProposal, Format, Match, ProposalKind, Role, Season
from league.operations.matches import submissions, table_codes
from league.operations.results import correction_proposals, stopped_matches
from league.operations.results.correction_proposals import ProposedCorrection
from league.operations.tournaments.play import sittings
from tests import make
from tests.operations.ladders.building import a_ladder, ids, play_all
from tests.web.desk import entry, scores, sign_in

pytestmark = pytest.mark.django_db
BETTER = scores(16, 4, 3, seen=1)
JSON = {"Accept": "application/json"}


def world(policy, **fields):
    season = make.season(make.club(), correction_policy=policy, **fields)
    match = make.match(make.session(season), options={"target": 30})
    return make.played(match, [22, 10, 5], [16, 4, 2])


@pytest.fixture
def bob(client):
    """Return a client of a second person who may correct."""

    def signed_in(match):
        bob = Client()
        sign_in(bob, make.member(match.session.season.club, Role.SCORER, "bob@example.org"))
        return bob

    return signed_in


def standing(match):
    return submissions.find(match, 2).scores


def page_of(match):
    return f"/en/desk/matches/{match.pk}/corrections/"


def text(answer):
    return answer.content.decode()


@pytest.mark.parametrize(
    ("policy", "consent", "field"),
    [
        ("warned", {"confirmed": "yes"}, 'name="confirmed" value="yes" required'),
        ("reason", {"reason": "“6” was a 3"}, 'name="reason" maxlength="200" value="" required'),
    ],
)
def test_the_form_asks_before_the_click_and_corrects_once_it_knows(client, policy, consent, field):
    match = world(policy)
    sign_in(client, make.user())
    assert field in " ".join(text(client.get(entry(match, 2))).split())
    answer = client.post(entry(match, 2), BETTER)
    assert answer.status_code == 422
    assert 'value="3"' in text(answer), "what was typed is still there"
    assert standing(match) == [16, 4, 2]
    assert client.post(entry(match, 2), BETTER | consent).status_code == 302
    assert standing(match) == [16, 4, 3]


def test_correcting_a_running_match_needs_no_confirmation(client):
    season = make.season(make.club(), correction_policy="warned")
    match = make.played(make.match(make.session(season)), [22, 10, 5])
    sign_in(client, make.user())
    assert "confirmed" not in text(client.get(entry(match, 1)))
    assert client.post(entry(match, 1), scores(22, 10, 6, seen=1)).status_code == 302
    assert submissions.find(match, 1).scores == [22, 10, 6]


def test_a_correction_is_proposed_and_another_user_approves_it(client, bob):
    match = world("second_person")
    sign_in(client, make.user())
    form = text(client.get(entry(match, 2)))
    assert "Nobody else in this club can approve it" in form
    second = bob(match)
    assert "Nobody else in this club can approve it" not in text(client.get(entry(match, 2)))
    assert client.post(entry(match, 2), BETTER | {"reason": "Misread"}).status_code == 302
    assert standing(match) == [16, 4, 2]
    proposal = CorrectionProposal.objects.get()
    own = text(client.get(page_of(match)))
    assert 'value="approve"' not in own
    assert 'value="withdraw"' in own
    for address in (
        f"/en/matches/{match.pk}/",
        f"/en/desk/sessions/{match.session_id}/",
        f"/en/desk/sessions/{match.session_id}/parts/",
    ):
        assert page_of(match) in text(second.get(address)), address
    shown = text(second.get(page_of(match)))
    assert all(words in shown for words in ("Misread", "Alice", "Chloé", "<b>3</b>"))
    decision = {"do": "approve", "row": proposal.pk}
    assert client.post(page_of(match), decision).status_code == 409
    look = second.post(page_of(match), decision | {"do": "look"})
    assert "What this correction changes" in text(look)
    assert standing(match) == [16, 4, 2]
    assert second.post(page_of(match), decision).status_code == 302
    assert standing(match) == [16, 4, 3]
    assert page_of(match) not in text(second.get(f"/en/matches/{match.pk}/"))


def test_a_proposal_does_not_show_on_the_public_page(client):
    match = world("second_person")
    public = f"/en/matches/{match.pk}/"
    before = text(client.get(public))
    correction = ProposedCorrection(ProposalKind.WITHDRAWAL, 2)
    correction_proposals.propose(match, correction, by=make.user())
    assert text(client.get(public)) == before


def test_a_round_is_taken_back_by_two_and_rejected_by_one(client, bob):
    match = world("second_person")
    sign_in(client, make.user())
    second = bob(match)
    back = {"do": "take_back", "number": "2", "reason": "Played twice"}
    for decision, rounds in (("reject", 2), ("approve", 1)):
        assert client.post(page_of(match), back).status_code == 302
        row = CorrectionProposal.objects.latest("pk")
        second.post(page_of(match), {"do": decision, "row": row.pk})
        assert Match.objects.get().rounds_played == rounds
    assert client.post(page_of(match), back | {"number": "²"}).status_code == 409
    assert client.post(page_of(match), {"do": "nonsense"}).status_code == 404


def test_a_form_sent_twice_is_one_proposal(client):
    match = world("second_person")
    sign_in(client, make.user())
    for _ in range(2):
        assert client.post(entry(match, 2), BETTER).status_code == 302
    assert CorrectionProposal.objects.count() == 1


def test_a_proposal_that_is_outdated_says_so(client, bob):
    match = world("second_person")
    sign_in(client, make.user())
    client.post(entry(match, 2), BETTER)
    submissions.correct(match.pk, 1, make.sheet(22, 9, 5), by=None, approved=True)
    shown = text(bob(match).get(page_of(match)))
    assert "The result has changed since" in shown
    assert 'value="approve"' not in shown


def test_scorers_do_not_decide_whether_a_match_goes_on(client, bob):
    season = make.season(make.club(), correction_policy="second_person")
    match = make.played(make.match(make.session(season)), [22, 10, 5])
    stopped_matches.stop(match, by=None)
    assert bob(match).post(page_of(match), {"do": "go_on"}).status_code == 409
    sign_in(client, make.user())
    assert client.post(page_of(match), {"do": "go_on"}).status_code == 302
    row = CorrectionProposal.objects.get()
    assert not row.body
    assert client.post(page_of(match), {"do": "reject", "row": row.pk}).status_code == 302


def test_once_corrections_are_closed_the_form_says_so(client, monkeypatch):
    match = world("free", corrections_close_after=1)
    sign_in(client, make.user())
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 2, 12, tzinfo=UTC))
    assert "can be corrected until 2 October 2026" in text(client.get(entry(match, 2)))
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 3, 12, tzinfo=UTC))
    shown = text(client.get(entry(match, 2)))
    assert "could be corrected until 2 October 2026" in shown
    assert "Save correction" not in shown
    assert client.post(entry(match, 2), BETTER).status_code == 409
    assert standing(match) == [16, 4, 2]


def test_undoing_asks_for_what_a_correction_needs(client):
    match = world("reason")
    sign_in(client, make.user())
    ref = f"round-{submissions.find(match, 2).pk}"
    address = f"/en/desk/sessions/{match.session_id}/log/{ref}/undo/"
    assert 'name="reason"' in text(client.get(address))
    refused = client.post(address)
    assert refused.status_code == 409
    assert "Give a reason" in text(refused)
    assert client.post(address, {"reason": "Played twice"}).status_code == 302
    assert Match.objects.get().rounds_played == 1


def test_undoing_alone_is_refused_where_two_are_needed(client):
    match = world("second_person")
    sign_in(client, make.user())
    ref = f"round-{submissions.find(match, 2).pk}"
    address = f"/en/desk/sessions/{match.session_id}/log/{ref}/undo/"
    assert page_of(match) in text(client.get(address))
    assert client.post(address).status_code == 409
    assert Match.objects.get().rounds_played == 2


# --- the phone at the table


@pytest.fixture
def phone():
    return Client(enforce_csrf_checks=True)


def code_of(match):
    return f"/en/t/{table_codes.renew(match, by=make.user())}/"


@pytest.mark.parametrize(
    ("policy", "consent"), [("warned", {"confirmed": "yes"}), ("reason", {"reason": "Misread"})]
)
def test_a_phone_corrects_a_result_with_what_the_season_asks_for(phone, policy, consent):
    match = world(policy)
    code = code_of(match)
    assert next(iter(consent)) in text(phone.get(f"{code}last/"))
    form = BETTER | {"number": 2}
    assert phone.post(f"{code}rounds/", form).status_code == 422
    assert phone.post(f"{code}rounds/", form, headers=JSON).json()["state"] == "refused"
    assert standing(match) == [16, 4, 2]
    assert phone.post(f"{code}rounds/", form | consent).status_code == 302
    assert standing(match) == [16, 4, 3]


def test_a_phone_proposes_a_correction_and_the_desk_approves_it(phone, client):
    match = world("second_person")
    code = code_of(match)
    form = BETTER | {"number": 2, "reason": "Misread"}
    assert "Propose correction" in text(phone.get(f"{code}last/"))
    for _ in range(2):
        assert phone.post(f"{code}rounds/", form, headers=JSON).json()["state"] == "stored"
    assert "A correction is proposed" in text(phone.get(code))
    assert standing(match) == [16, 4, 2]
    other = phone.post(f"{code}rounds/", form | {"score-2": 5}, headers=JSON).json()
    assert other["state"] == "refused"
    assert "is already waiting" in other["reasons"][0]
    sign_in(client, make.user())
    row = CorrectionProposal.objects.get()
    assert client.post(page_of(match), {"do": "approve", "row": row.pk}).status_code == 302
    assert standing(match) == [16, 4, 3]


def test_a_phone_is_refused_after_corrections_have_closed(phone, monkeypatch):
    match = world("free")
    code = code_of(match)
    Season.objects.update(corrections_close_after=0)
    season = Season.objects.get()
    later = datetime(2026, 10, 3, tzinfo=UTC)
    monkeypatch.setattr(type(season.club), "today", lambda club: later.date())
    answer = phone.post(f"{code}rounds/", BETTER | {"number": 2}, headers=JSON).json()
    assert answer["state"] == "refused"
    assert "1 October 2026" in answer["reasons"][0]
    assert standing(match) == [16, 4, 2]


# --- the settings of the season


def test_owners_choose_what_a_correction_needs(client):
    season = make.season(make.club())
    address = f"/en/desk/seasons/{season.pk}/settings/"
    form = {
        "name": season.name,
        "starts_on": "2026-09-01",
        "games": ["neurotrio"],
        "confirmation": "nobody",
        "confirm_after_hours": "0",
        "correction_policy": "reason",
        "corrections_close_after": "7",
    }
    otto = Client()
    sign_in(otto, make.member(season.club, Role.ORGANISER, "otto@example.org"))
    assert "Only the club’s admins can change" in text(otto.get(address))
    assert otto.post(address, form).status_code == 302
    assert Season.objects.get().correction_policy == "free"
    sign_in(client, make.user())
    assert client.post(address, form).status_code == 302
    empty = {"corrections_close_after": "", "initial-corrections_close_after": "7"}
    season = Season.objects.get()
    assert (season.correction_policy, season.corrections_close_after) == ("reason", 7)
    assert client.post(address, form | empty).status_code == 302
    assert Season.objects.get().corrections_close_after is None


# --- what a correction would change


def test_ladder_moves_are_previewed_before_correcting(client):
    club = make.club()
    players = ids(make.players(club, ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn"]))
    ladder = a_ladder(club, players[:3], players[3:])
    play_all(ladder)
    match = Match.objects.get(session__season__division__level=1)
    sign_in(client, make.user())
    shown = text(client.post(entry(match, 1), scores(5, 9, 22, seen=1, do="look")))
    shown = " ".join(shown.split())
    assert "Ada would continue in Division 2 instead of Division 1." in shown
    assert submissions.find(match, 1).scores == [22, 9, 5]


def test_changed_seats_are_previewed_before_correcting(client):
    tournament = make.tournament(here=9, format=Format.SWISS, least=3, most=3)
    first = make.finished(make.published(tournament))
    sittings.draw(tournament, by=None)
    match = first.tables.get(number=1).match
    sign_in(client, make.user())
    shown = text(client.post(entry(match, 1), scores(5, 10, 22, seen=1, do="look")))
    assert re.search(r"Player \d\d would have played at table \d instead of table \d\.", shown)
