"""A round entered move by move: one draft per match, which phones change in turn."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games import GAMES, record
from games.base import Bots, Evidence
from league.errors import Conflict, Invalid, Stale
from league.models import AuditEntry, Submission, TranscriptDraft
from league.operations.matches import submissions, transcript_drafts
from league.operations.matches.transcript_drafts import Hand, Opener, Seen, Tap, Undo
from league.operations.seasons import seasons
from tests import make

pytestmark = pytest.mark.django_db
NAMES = ["Ada", "Bruno", "Chloé"]


def new_match(game="nain_jaune", players=3, **options):
    club = make.club()
    season = make.season(club, games=[game])
    row = make.match(make.session(season), make.players(club, NAMES[:players]), game, options)
    return row


def bots_round(match, seed=1):
    """Return a round that bots have played from the beginning of the match."""
    state, _ = record.start(match.game, match.options, match.seats.count())
    game = GAMES[match.game]
    played = game.play_round(state, Random(seed), Evidence.TRANSCRIPT, bots=[Bots.RANDOM] * 3)
    return {key: value for key, value in played.items() if key not in {"scores", "opener"}}


def seen(match, key=""):
    draft = transcript_drafts.current(match)
    return Seen(match.rounds_played + 1, draft.version if draft else 0, key)


def act(match, change, key=""):
    return transcript_drafts.act(match.pk, change, seen=seen(match, key), by=None)


def deal(match, round_):
    for seat in (0, 1):
        act(match, Hand(seat, round_["hands"][seat]))


def taps(round_):
    return [Tap(move) for move in round_["moves"] if move["do"] != "pass"]


@pytest.mark.parametrize("game", ["nain_jaune", "njet"])
def test_bots_round_is_entered_tap_by_tap_and_stored(game):
    match = new_match(game)
    round_ = bots_round(match)
    deal(match, round_)
    for tap in taps(round_):
        act(match, tap)
    entry = transcript_drafts.entry(match)
    assert entry.progress.phase == "over"
    accepted = transcript_drafts.save(match.pk, seen=seen(match), by=None)
    assert accepted.submission.body["moves"] == round_["moves"]
    assert accepted.submission.evidence == "transcript"
    assert not TranscriptDraft.objects.exists()


def test_same_act_counts_once_and_another_phone_gets_a_conflict():
    match = new_match()
    round_ = bots_round(match)
    deal(match, round_)
    first, second, *_rest = taps(round_)
    before = seen(match, "a")
    draft = transcript_drafts.act(match.pk, first, seen=before, by=None)
    assert transcript_drafts.act(match.pk, first, seen=before, by=None).version == draft.version
    with pytest.raises(Stale):
        transcript_drafts.act(match.pk, first, seen=before._replace(key="b"), by=None)
    again = transcript_drafts.act(match.pk, second, seen=seen(match, "c"), by=None)
    assert again.version == draft.version + 1


def test_illegal_card_is_refused_with_its_clause_and_leaves_the_draft():
    match = new_match()
    round_ = bots_round(match)
    deal(match, round_)
    before = transcript_drafts.current(match)
    turn = transcript_drafts.entry(match).progress.moves[0]["seat"]
    foreign = round_["hands"][(turn + 1) % 3][0]
    with pytest.raises(Invalid) as refused:
        act(match, Tap({"do": "play", "card": foreign}))
    assert NAMES[turn] in refused.value.detail
    assert refused.value.problems[0]["clause"]
    after = transcript_drafts.current(match)
    assert (after.version, after.body) == (before.version, before.body)


@pytest.mark.parametrize("tap", [{}, {"do": "play"}, {"do": [], "seat": "x"}, {"card": {"a": 1}}])
def test_unreadable_move_is_refused(tap):
    match = new_match()
    deal(match, bots_round(match))
    with pytest.raises(Invalid):
        act(match, Tap(tap))


def test_undo_takes_moves_back_one_by_one_and_then_refuses():
    match = new_match()
    round_ = bots_round(match)
    deal(match, round_)
    bodies = [transcript_drafts.current(match).body]
    for tap in taps(round_)[:5]:
        act(match, tap)
        bodies.append(transcript_drafts.current(match).body)
    for body in reversed(bodies[:-1]):
        act(match, Undo())
        assert transcript_drafts.current(match).body == body
    with pytest.raises(Conflict):
        act(match, Undo())


def test_hand_must_have_the_right_cards():
    match = new_match()
    first, second, _third = bots_round(match)["hands"]
    with pytest.raises(Invalid, match=r"Ada.*17 or 18|Ada"):
        act(match, Hand(0, first[:4]))
    act(match, Hand(0, first))
    for bad in ([*second[:-1], first[0]], [*second[:-1], "ZZ"], [second[0]] * len(second)):
        with pytest.raises(Invalid, match="Bruno"):
            act(match, Hand(1, bad))
    with pytest.raises(Invalid):
        act(match, Hand(7, second))


def test_hands_stay_as_they_are_once_a_card_was_played():
    match = new_match()
    round_ = bots_round(match)
    deal(match, round_)
    act(match, Hand(1, round_["hands"][1]))
    act(match, taps(round_)[0])
    with pytest.raises(Conflict):
        act(match, Hand(1, round_["hands"][1]))


def test_first_njet_can_be_another_players():
    match = new_match("njet")
    deal(match, bots_round(match))
    act(match, Opener(2))
    assert transcript_drafts.entry(match).progress.moves[0]["seat"] == 2
    with pytest.raises(Invalid):
        act(match, Opener(3))


def test_round_stored_otherwise_ends_the_draft():
    match = new_match()
    round_ = bots_round(match)
    deal(match, round_)
    old = seen(match)
    submissions.submit(match.pk, make.sheet(6, -3, -3), by=None)
    match.refresh_from_db()
    assert transcript_drafts.current(match) is None
    with pytest.raises(Conflict):
        transcript_drafts.act(match.pk, Undo(), seen=old, by=None)
    entry = transcript_drafts.entry(match)
    assert (entry.number, entry.version, entry.dealing.opener) == (2, 0, "opener")


def test_saving_twice_stores_one_round():
    match = new_match()
    round_ = bots_round(match)
    deal(match, round_)
    for tap in taps(round_):
        act(match, tap)
    last = seen(match)
    assert transcript_drafts.save(match.pk, seen=last, by=None) is not None
    assert transcript_drafts.save(match.pk, seen=last, by=None) is None
    assert Submission.objects.count() == 1


def test_unfinished_round_is_not_stored():
    match = new_match()
    deal(match, bots_round(match))
    with pytest.raises(Invalid):
        transcript_drafts.save(match.pk, seen=seen(match), by=None)
    assert transcript_drafts.current(match) is not None


def test_start_and_discard_are_in_the_log():
    match = new_match()
    deal(match, bots_round(match))
    transcript_drafts.discard(match.pk, seen=seen(match), by=None)
    transcript_drafts.discard(match.pk, seen=seen(match), by=None)
    kinds = AuditEntry.objects.filter(kind__startswith="table.moves").values_list("kind", flat=True)
    assert [*kinds] == ["table.moves_started", "table.moves_discarded"]


def test_other_games_have_no_entry_move_by_move():
    match = new_match("neurotrio")
    with pytest.raises(Conflict):
        transcript_drafts.entry(match)
    assert not transcript_drafts.is_offered("neurotrio")


def test_spectators_see_moves_after_the_delay_only():
    match = new_match()
    round_ = bots_round(match)
    assert transcript_drafts.followed(match) is None
    deal(match, round_)
    for tap in taps(round_)[:4]:
        act(match, tap)
    draft = transcript_drafts.current(match)
    assert shown(match) == 0
    now = int(timezone.now().timestamp())
    draft.entered = [now - 500, now - 400, *[now - 100] * (len(draft.entered) - 2)]
    draft.save()
    assert shown(match) == 2
    seasons.update_session(match.session, follow_delay=0)
    assert shown(match) == len(draft.entered)
    seasons.update_session(match.session, follow_delay=None)
    assert transcript_drafts.followed(match) is None


def shown(match):
    followed = transcript_drafts.followed(match)
    tables: list[Any] = [step.table for step in followed.steps]
    assert all(hand == [] for table in tables for hand in table["hands"])
    return len(followed.steps) - 1


@pytest.mark.parametrize("minutes", [-1, 241])
def test_delay_is_at_most_four_hours(minutes):
    match = new_match()
    with pytest.raises(Invalid):
        seasons.update_session(match.session, follow_delay=minutes)


def test_undone_move_is_hidden_from_spectators_and_comes_again_later():
    match = new_match()
    round_ = bots_round(match)
    deal(match, round_)
    act(match, taps(round_)[0])
    TranscriptDraft.objects.update(entered=[int(timezone.now().timestamp()) - 3600])
    assert shown(match) == 1
    act(match, Undo())
    act(match, taps(round_)[0])
    assert shown(match) == 0
    moved = timezone.now() + timedelta(minutes=6)
    assert transcript_drafts.current(match).entered[0] < moved.timestamp()
