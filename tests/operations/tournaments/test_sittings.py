"""From the draw to the lock: each step, its way back, and what stands in the way."""

import json
from time import monotonic

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from league.errors import Conflict, Invalid, Stale
from league.models import Format, Match, Sitting
from league.operations.matches import matches, submissions
from league.operations.seating.requests import parse_request
from league.operations.sessions import session_log
from league.operations.tournaments import entrants, tournaments
from league.operations.tournaments.draw import prechecks, seating_requests
from league.operations.tournaments.play import (
    sitting_clock,
    sitting_tables,
    sitting_views,
    sittings,
)
from seating import check as referee
from seating import draw as drawing
from seating import plan, request
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def tournament():
    return make.tournament(here=9)


def tables(sitting):
    return [list(table.players) for table in sitting.tables.order_by("number")]


def codes(refused):
    return [(problem["code"], problem["path"]) for problem in refused.value.problems]


def state(sitting):
    return sitting_views.load_sitting(sitting).state


def draw(tournament, **fields):
    return sittings.draw(tournament, by=None, **fields)[0]


def test_a_draft_seats_all_present_entrants_and_passes_the_referee(tournament):
    sitting = draw(tournament)
    assert (sitting.number, sitting.kind, sitting.state) == (1, "preliminary", "draft")
    assert sorted(len(table) for table in tables(sitting)) == [3, 3, 3]
    assert not Match.objects.exists()
    seating_request, _ = request.read(json.loads(json.dumps(sitting.request)))
    seating_plan, _ = plan.read(
        {key: sitting.plan[key] for key in ("rounds", "cost", "bound", "status")}
    )
    assert referee.check(seating_request, seating_plan).ok


def test_the_same_seed_draws_the_same_again(tournament):
    first = draw(tournament, seed="abc")
    seated = tables(first)
    sittings.discard(first, by=None)
    assert tables(draw(tournament, seed="abc")) == seated
    sittings.discard(Sitting.objects.get(), by=None)
    assert tables(draw(tournament, seed="abd")) != seated


def test_pairs_do_not_repeat_while_that_is_avoidable(tournament):
    make.finished(make.published(tournament))
    sitting = draw(tournament)
    assert (sitting.number, sitting.plan["cost"]["repeat_pair"]) == (2, 0)


def test_publishing_makes_the_matches_and_notes_who_sits_out():
    tournament = make.tournament(here=7, least=3, most=3)
    sitting = make.published(tournament)
    assert [
        [seat.player_id for seat in table.match.seats.all()] for table in sitting.tables.all()
    ] == tables(sitting)
    assert {table.match.options["target"] for table in sitting.tables.all()} == {20}
    (sit_out,) = tournament.season.sit_outs.live()
    assert [sit_out.player_id] == sitting.sit_out
    with pytest.raises(Conflict, match="not possible while"):
        sittings.publish(sitting, by=None)
    assert Match.objects.count() == 2
    following = draw(tournament, provisional=True)
    assert following.sit_out != sitting.sit_out


def test_a_draft_is_not_published_unchecked(tournament):
    with pytest.raises(Conflict, match="not possible while"):
        sittings.publish(draw(tournament), by=None)


def test_withdrawing_takes_all_of_it_back():
    tournament = make.tournament(here=7, least=3, most=3)
    sitting = make.published(tournament)
    match_ids = [table.match_id for table in sitting.tables.all()]
    sittings.withdraw(sitting, by=None)
    assert (state(sitting), Match.objects.count()) == ("checked", 0)
    assert Match.every.filter(pk__in=match_ids).count() == 2
    assert not tournament.season.sit_outs.live().exists()
    sittings.publish(sitting, by=None)
    assert tournament.season.sit_outs.live().count() == 1


def test_a_sitting_with_played_rounds_cannot_be_withdrawn(tournament):
    sitting = make.finished(make.published(tournament), 2)
    with pytest.raises(Conflict, match="these tables: 2") as refused:
        sittings.withdraw(sitting, by=None)
    assert codes(refused) == [("rounds_entered", "tables.2")]
    submissions.withdraw(sitting.tables.get(number=2).match_id, 1, by=None)
    sittings.withdraw(sitting, by=None)


def test_no_draw_while_results_are_missing_unless_it_says_so(tournament):
    make.finished(make.published(tournament), 1)
    with pytest.raises(Conflict) as refused:
        draw(tournament)
    assert codes(refused) == [
        ("result_missing", "sittings.1.tables.2"),
        ("result_missing", "sittings.1.tables.3"),
    ]
    sitting = draw(tournament, provisional=True)
    assert sitting.provisional
    assert "table 2 of round 1" in sitting.note
    assert "table 3 of round 1" in sitting.note
    with pytest.raises(Conflict, match="not published yet"):
        draw(tournament, provisional=True)


def test_a_draw_with_all_results_is_not_provisional(tournament):
    make.finished(make.published(tournament))
    sitting = draw(tournament, provisional=True)
    assert (sitting.provisional, sitting.note) == (False, "")


def test_the_precheck_tells_what_blocks_first():
    tournament = make.tournament(here=2)
    namesakes = make.players(tournament.season.club, ["Player 01"])
    entrants.enter(tournament, [entrants.EntryData(namesakes[0].pk)], by=None)
    findings = prechecks.precheck(tournament)
    assert [(finding.code, finding.blocking) for finding in findings] == [
        ("too_few", True),
        ("not_checked_in", False),
        ("same_name", False),
    ]
    assert findings[1].path == f"entrants.{namesakes[0].pk}"
    with pytest.raises(Conflict, match="at least 3"):
        draw(tournament, provisional=True)


def test_planned_sittings_are_all_there_is():
    tournament = make.tournament(sittings_planned=1)
    make.finished(make.published(tournament))
    with pytest.raises(Conflict, match="All 1 planned"):
        draw(tournament)
    tournaments.change(tournament, sittings_planned=2)
    assert draw(tournament).number == 2


def test_seats_are_changed_by_hand_before_publishing(tournament):
    sitting = draw(tournament)
    seated = tables(sitting)
    seated[0][0], seated[1][0] = seated[1][0], seated[0][0]
    preview = sitting_views.preview_seats(sitting, swap=(seated[0][0], seated[1][0]))
    assert preview.tables == seated
    changed = sittings.arrange(sitting, seated, seen_version=1, by=None)
    assert (tables(sitting), changed.by_hand, changed.version) == (seated, True, 2)
    assert changed.plan["cost"] == preview.after
    with pytest.raises(Stale):
        sittings.arrange(sitting, seated, seen_version=1, by=None)
    make_public = sittings.publish(sittings.check(sitting, by=None), by=None)
    with pytest.raises(Conflict, match="not possible while"):
        sittings.arrange(make_public, seated, by=None)


def test_seats_that_cannot_be_are_refused(tournament):
    sitting = draw(tournament)
    before = tables(sitting)
    first, second, third = tables(sitting)
    stranger = make.players(tournament.season.club, ["Zoé"])[0].pk
    wrong = [[first[0], first[0], first[1]], second[:2], [*third[:2], stranger]]
    with pytest.raises(Invalid) as refused:
        sittings.arrange(sitting, wrong, by=None)
    assert codes(refused) == [
        ("table_size", "tables.1"),
        ("player_twice", "tables.0.1"),
        ("not_here", "tables.2.2"),
        ("missing_player", "tables"),
    ]
    with pytest.raises(Invalid, match="no table"):
        sittings.arrange(sitting, [], by=None)
    assert tables(sitting) == before


def test_a_swap_preview_reports_the_cost_without_storing_it(tournament):
    make.finished(make.published(tournament))
    sitting = draw(tournament)
    one, partner, *_others = tables(tournament.sittings.get(number=1))[0]
    at = next(table for table in tables(sitting) if one in table)
    other = next(player for player in at if player != one)
    preview = sitting_views.preview_seats(sitting, swap=(other, partner))
    assert preview.before["repeat_pair"] == 0
    assert preview.after["repeat_pair"] > 0
    costs = [line for table in preview.explanation["tables"] for line in table["costs"]]
    assert ("repeat_pair", {one, partner}, 1) in [
        (line["rule"], set(line["players"]), line["times"]) for line in costs
    ]
    assert tables(sitting) != preview.tables
    with pytest.raises(Invalid):
        sitting_views.preview_seats(sitting, swap=(partner, partner))


def test_a_draw_from_other_results_is_not_checked():
    tournament = make.tournament(format=Format.SWISS)
    first = make.finished(make.published(tournament))
    sitting = draw(tournament)
    match = first.tables.get(number=1).match_id
    submissions.correct(match, 1, make.sheet(2, 5, 10, 22), by=None)
    with pytest.raises(Conflict, match="changed since") as refused:
        sittings.check(sitting, by=None)
    assert codes(refused) == [("facts_changed", "")]
    sittings.keep_seats(sitting, by=None)
    assert state(sittings.check(sitting, by=None)) == "checked"


def test_after_the_check_players_who_go_are_noticed(tournament):
    sitting = sittings.check(draw(tournament), by=None)
    leaver = tables(sitting)[0][0]
    entrants.drop_out(tournament, [leaver], by=None)
    with pytest.raises(Conflict, match="arrived or left"):
        sittings.publish(sitting, by=None)
    sittings.uncheck(sitting, by=None)
    left = [[player for player in table if player != leaver] for table in tables(sitting)]
    seated = [[*left[0], *left[1][:2]], [*left[1][2:], *left[2]]]
    sittings.arrange(sitting, seated, by=None)
    sittings.publish(sittings.check(sitting, by=None), by=None)


def test_a_match_of_a_sitting_is_called_off_there_alone(tournament):
    sitting = make.published(tournament)
    match = sitting.tables.get(number=3).match
    for call_off in (matches.call_off, lambda match: session_log.call_off(match, by=None)):
        with pytest.raises(Conflict, match="table 3 of tournament round 1 of Open 2026"):
            call_off(match)


def test_after_publishing_seats_change_at_tables_that_wait(tournament):
    sitting = make.finished(make.published(tournament), 1)
    first, second, third = tables(sitting)
    second[0], third[0] = third[0], second[0]
    sitting_tables.swap(sitting, [first, second, third], by=None)
    assert tables(sitting) == [first, second, third]
    match = sitting.tables.get(number=2).match
    assert [seat.player_id for seat in match.seats.all()] == second
    first[0], second[0] = second[0], first[0]
    with pytest.raises(Conflict, match="Rounds have already been entered"):
        sitting_tables.swap(sitting, [first, second, third], by=None)


def test_after_publishing_the_number_of_tables_stays():
    sitting = make.published(make.tournament(here=12))
    everybody = [player for table in tables(sitting) for player in table]
    assert len(tables(sitting)) == 3
    threes = [everybody[first : first + 3] for first in range(0, 12, 3)]
    with pytest.raises(Invalid, match="number of tables is fixed: 3"):
        sitting_tables.swap(sitting, threes, by=None)


def test_a_swap_after_publishing_updates_the_sit_outs():
    tournament = make.tournament(here=7, least=3, most=3)
    sitting = make.published(tournament)
    seated, (waiting,) = tables(sitting), sitting.sit_out
    out, seated[0][0] = seated[0][0], waiting
    sitting_tables.swap(sitting, seated, [out], by=None)
    assert [sit_out.player_id for sit_out in tournament.season.sit_outs.live()] == [out]
    sittings.withdraw(sitting, by=None)
    assert not tournament.season.sit_outs.live().exists()


def test_a_sitting_is_complete_when_its_matches_are(tournament):
    sitting = make.published(tournament)
    sitting_clock.start(sitting, by=None)
    assert state(sitting) == "running"
    with pytest.raises(Conflict) as refused:
        sitting_clock.change_state(sitting, "complete", by=None)
    assert codes(refused) == [("result_missing", f"tables.{number}") for number in (1, 2, 3)]
    make.finished(sitting)
    assert state(sitting_clock.change_state(sitting, "complete", by=None)) == "complete"
    submissions.withdraw(sitting.tables.get(number=1).match_id, 1, by=None)
    assert (state(sitting), sitting_views.load_sitting(sitting).missing) == ("running", [1])


def test_a_locked_sitting_cannot_be_corrected(tournament):
    sitting = make.published(tournament)
    with pytest.raises(Conflict):
        sittings.lock(sitting, by=None)
    make.finished(sitting)
    sittings.lock(sitting, by=None)
    match = sitting.tables.get(number=1).match_id
    with pytest.raises(Conflict, match="locked"):
        submissions.correct(match, 1, make.sheet(5, 22, 10), by=None)
    with pytest.raises(Conflict, match="locked"):
        submissions.withdraw(match, 1, by=None)
    sittings.unlock(sitting, by=None)
    submissions.correct(match, 1, make.sheet(5, 22, 10), by=None)
    assert state(sitting) == "complete"


def test_the_clock_of_a_sitting_stops_and_gives_more_time():
    tournament = make.tournament(minutes=40)
    sitting = make.published(tournament)
    assert sitting_clock.countdown(sitting).seconds_left(sitting.published_at) == 2400
    sitting = sitting_clock.start(sitting, by=None)
    began = sitting.started_at
    table = sitting_clock.set_extra_time(sitting, 1, 5, by=None)
    assert (sitting_clock.countdown(sitting, 5).ends_at - began).seconds == 2700
    assert sitting_clock.countdown(sitting, table.extra_minutes).seconds_left(began) == 2700
    sitting = sitting_clock.pause(sitting, by=None)
    assert sitting_clock.countdown(sitting).ends_at is None
    with pytest.raises(Conflict, match="already stopped"):
        sitting_clock.pause(sitting, by=None)
    sitting = sitting_clock.resume(sitting, by=None)
    with pytest.raises(Conflict, match="already running"):
        sitting_clock.resume(sitting, by=None)
    assert sitting_clock.countdown(sitting).ends_at is not None
    with pytest.raises(Invalid):
        sitting_clock.set_extra_time(sitting, 1, 1441, by=None)
    assert sitting_clock.unstart(sitting, by=None).started_at is None


def test_a_round_robin_is_drawn_completely_and_all_pairs_meet():
    tournament = make.tournament(here=9, format=Format.ROUND_ROBIN, least=3, most=3)
    drafts = sittings.draw(tournament, by=None)
    assert [draft.number for draft in drafts] == [1, 2, 3, 4]
    pairs = {
        frozenset((one, other))
        for draft in drafts
        for table in tables(draft)
        for one in table
        for other in table
        if one != other
    }
    assert len(pairs) == 36
    with pytest.raises(Conflict, match="Round 1"):
        sittings.publish(sittings.check(drafts[1], by=None), by=None)
    for draft in drafts[:2]:
        sitting = sittings.check(draft, by=None) if draft.number == 1 else draft
        make.finished(sittings.publish(sitting, by=None))
    sittings.discard(drafts[2], by=None)
    assert [sitting.number for sitting in tournament.sittings.all()] == [1, 2]


def test_a_king_climbs_a_table():
    tournament = make.tournament(here=9, format=Format.KING, least=3, most=3)
    first = make.finished(make.published(tournament))
    seated, following = tables(first), tables(draw(tournament))
    assert seated[1][0] in following[0]
    assert seated[0][-1] in following[1]
    assert seated[0][0] in following[0]


def test_it_costs_as_many_questions_to_read_many_sittings(tournament):
    make.finished(make.published(tournament))
    with CaptureQueriesContext(
        connection,
    ) as one:
        sitting_views.load_sittings(tournament, hidden=True)
    make.finished(make.published(tournament))
    draw(tournament)
    with CaptureQueriesContext(connection) as many:
        statuses = sitting_views.load_sittings(tournament, hidden=True)
    assert len(many) == len(one)
    assert [stand.state for stand in statuses] == ["complete", "complete", "draft"]
    assert len(sitting_views.load_sittings(tournament, hidden=False)) == 2


def test_the_database_holds_what_the_operations_promise(tournament):
    sitting = make.published(tournament)
    for broken in (
        {"published_at": None},
        {"state": "running"},
        {"state": "locked"},
        {"state": "draft"},
        {"kind": "semi"},
        {"number": 0},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Sitting.objects.filter(pk=sitting.pk).update(**broken)


def test_a_draw_is_dropped_if_an_entrant_leaves_meanwhile(tournament):
    seating_request = seating_requests.next_request(tournament)
    seating_plan = drawing.draw(parse_request(seating_request.request), monotonic)
    entrants.drop_out(tournament, [seating_request.players[0]], by=None)
    with pytest.raises(Conflict, match="changed while"):
        sittings._store(tournament, None, seating_request, seating_plan, "", "", None, False, None)
    assert not Sitting.objects.exists()
