"""Matches that end before their rules say so: forfeit, the clock, no result; and back again."""

import pytest

from league.errors import Conflict, Invalid, Stale
from league.models import Match
from league.operations.matches import submissions
from league.operations.results import stopped_matches
from league.operations.sessions import session_log
from league.operations.tournaments import audit_log, tournaments
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import sitting_views, sittings
from scoring import projection
from scoring.models import Result
from tests import make

pytestmark = pytest.mark.django_db
ENDS = {"forfeit", "abandon"}


@pytest.fixture
def match():
    """Return a match after one round, with scores of 22, 10 and 5 and a target of 50."""
    return make.played(make.match(), (22, 10, 5))


def seated(match):
    return [seat.player_id for seat in match.seats.all()]


def facts(match):
    live = Result.objects.live().filter(match_id=match.pk).order_by("seat")
    return list(live.values_list("score", "place"))


def tables_are_right(season):
    for table in season.tables.all():
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []


def test_a_forfeiting_player_is_last_and_others_rank_by_totals(match):
    first = seated(match)[0]
    stopped = stopped_matches.stop(match, forfeited=[first], reason="  Ill,  went home ", by=None)
    assert (stopped.over, stopped.places, stopped.forfeits) == (True, [3, 1, 2], [first])
    assert Match.objects.get().stop_reason == "Ill, went home"
    assert facts(match) == [(22, 3), (10, 1), (5, 2)]
    tables_are_right(match.session.season)


def test_players_who_forfeit_together_share_the_last_place(match):
    stopped = stopped_matches.stop(match, forfeited=seated(match)[:2], by=None)
    assert stopped.places == [2, 2, 1]


def test_when_the_time_is_up_the_totals_count(match):
    assert stopped_matches.stop(match, by=None).places == [1, 2, 3]
    assert facts(match) == [(22, 1), (10, 2), (5, 3)]


def test_no_round_follows_a_stop(match):
    stopped_matches.stop(match, by=None)
    for act in (
        lambda: submissions.submit(match.pk, make.sheet(22, 10, 5), by=None),
        lambda: submissions.withdraw(match.pk, 1, by=None),
    ):
        with pytest.raises(Conflict) as refused:
            act()
        assert [problem["code"] for problem in refused.value.problems] == ["match_stopped"]
    assert facts(match) == [(22, 1), (10, 2), (5, 3)]


def test_many_rounds_at_once_hear_where_a_match_was_stopped(match):
    stopped_matches.stop(match, by=None)
    locked = {match.pk: submissions.lock_match(match.pk)}
    entry = submissions.RoundEntry(match.pk, None, make.sheet(22, 10, 5))
    with pytest.raises(Conflict) as refused:
        submissions.add_all(locked, [entry], by=None)
    assert refused.value.problems[0]["path"] == "rounds.0"


def test_a_correction_keeps_the_stop(match):
    first = seated(match)[0]
    stopped_matches.stop(match, forfeited=[first], by=None)
    corrected = submissions.correct(match.pk, 1, make.sheet(22, 5, 10), by=None).match
    assert (corrected.over, corrected.places) == (True, [3, 2, 1])
    assert facts(match) == [(22, 3), (5, 2), (10, 1)]
    assert Match.objects.get().stopped_at is not None


def test_a_resumed_match_continues_as_if_never_stopped(match):
    stopped_matches.stop(match, forfeited=seated(match)[:1], by=None)
    resumed = stopped_matches.resume(match, by=None)
    assert (resumed.over, resumed.places, resumed.forfeits) == (False, [1, 2, 3], [])
    assert facts(match) == []
    make.played(match, (22, 5, 2), (12, 0, 0))
    assert facts(match) == [(56, 1), (15, 2), (7, 3)]
    tables_are_right(match.session.season)
    with pytest.raises(Conflict, match="not stopped"):
        stopped_matches.resume(match, by=None)


def test_an_impossible_stop_is_refused(match):
    (stranger,) = make.players(match.session.season.club, ["Zoé"])
    with pytest.raises(Invalid, match="is not at this table") as refused:
        stopped_matches.stop(match, forfeited=[seated(match)[0], stranger.pk], by=None)
    assert refused.value.problems[0]["path"] == "forfeited.1"
    with pytest.raises(Invalid, match="At least one player must stay"):
        stopped_matches.stop(match, forfeited=seated(match), by=None)
    with pytest.raises(Invalid, match="at most 200"):
        stopped_matches.stop(match, reason="x" * 201, by=None)
    with pytest.raises(Stale):
        stopped_matches.stop(match, seen_version=match.version - 1, by=None)
    assert Match.objects.get().stopped_at is None
    stopped_matches.stop(match, by=None)
    with pytest.raises(Conflict, match="already stopped"):
        stopped_matches.stop(match, by=None)
    with pytest.raises(Conflict, match="already stopped"):
        stopped_matches.abandon(match, by=None)


def test_a_finished_match_cannot_be_stopped(match):
    make.played(match, (22, 10, 5), (22, 10, 5))
    with pytest.raises(Conflict, match="already over"):
        stopped_matches.stop(match, by=None)


def test_before_the_first_round_no_player_has_a_result():
    match = make.match()
    with pytest.raises(Conflict) as refused:
        stopped_matches.stop(match, by=None)
    assert refused.value.problems[0]["code"] == "no_rounds"
    abandoned = stopped_matches.abandon(match, reason="The lights went out", by=None)
    assert (abandoned.over, abandoned.stopped_at is None) == (False, False)
    assert stopped_matches.resume(match, by=None).stopped_at is None
    make.played(match, (22, 10, 5))


def test_an_abandoned_match_is_in_no_table_and_occupies_no_player(match):
    stopped_matches.abandon(match, by=None)
    assert facts(match) == []
    assert session_log.busy_players(match.session) == set()
    with pytest.raises(Conflict, match="was stopped"):
        submissions.correct(match.pk, 1, make.sheet(22, 5, 10), by=None)
    stopped_matches.resume(match, by=None)
    assert session_log.busy_players(match.session) == set(seated(match))


def test_in_a_tournament_a_stop_settles_the_table_and_is_noted():
    tournament = make.tournament(here=8, options={"target": 50})
    sitting = make.published(tournament)
    one, other = [table.match for table in sitting.tables.select_related("match")]
    make.played(one, (22, 10, 5, 2))
    stopped_matches.stop(one, forfeited=seated(one)[:1], reason="Ill", by=None)
    stopped_matches.abandon(other, by=None)
    stand = sitting_views.load_sitting(sitting)
    assert (stand.state, [table.state for table in stand.tables]) == (
        "complete",
        ["stopped", "abandoned"],
    )
    assert [finding.code for finding in prechecks.precheck(tournament)] == []
    lines = [line for line in audit_log.lines(tournament) if line.entry.kind in ENDS]
    entries = [(line.entry.kind, line.entry.table, line.player, line.entry.note) for line in lines]
    assert entries == [
        ("forfeit", 1, one.seats.first().player, "Ill"),
        ("abandon", 2, None, ""),
    ]
    sittings.lock(sitting, by=None)
    with pytest.raises(Conflict, match="locked"):
        stopped_matches.resume(one, by=None)
    sittings.unlock(sitting, by=None)
    tournaments.close(tournament, by=None)
    with pytest.raises(Conflict, match="closed"):
        stopped_matches.resume(one, by=None)
    tournaments.reopen(tournament, by=None)
    stopped_matches.resume(other, by=None)
    assert sitting_views.load_sitting(sitting).missing == [2]


def test_a_table_without_result_sends_its_strongest_on():
    tournament = make.tournament(here=8, format="knock_out", go_on=2)
    ranked = tournament.entrants.order_by("pk")
    for rank, entrant in enumerate(ranked, 1):
        entrant.rank = rank
        entrant.save()
    sitting = make.finished(make.published(tournament), 2)
    table = sitting.tables.get(number=1)
    stopped_matches.abandon(table.match, by=None)
    final = sittings.draw(tournament, by=None)[0]
    assert [reason["code"] for reason in final.reasons] == ["no_result"]
    here = {player for final_table in final.tables.all() for player in final_table.players}
    assert here & set(table.players) == set(sorted(table.players)[:2])
