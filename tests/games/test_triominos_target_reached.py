"""T16: sheets and finals may state who touched the target in mid-round, and are checked for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import Evidence
from games.triominos import check_round, moves, play, rules, target_reached
from tests.games import triominos_notation as notation
from tests.games.test_triominos_invariants import bots, houses, players, seeds
from tests.games.triominos_notation import check, problem_keys, sheet


def touched(match, written):
    """Return the seats whose running total touched the target, counted move by move."""
    state = rules.deal(match, written["racks"], written["pool"])
    seats = set()
    for raw in written["moves"]:
        rules.advance(state, moves.read(raw, match.players))
        totals = map(sum, zip(match.totals, state.scores, strict=True))
        seats |= {seat for seat, total in enumerate(totals) if total >= match.options.target}
    return seats


@given(seeds, players, bots, houses, st.integers(1, 250), st.integers(-100, 100))
def test_stated_seats_are_believed_and_end_the_match_as_the_moves_do(
    rng, count, kind, house, target, start
):
    match = notation.start(count, **house, target=target)
    match = match._replace(totals=tuple(min(target - 1, start + seat) for seat in range(count)))
    played = play.play(play.deal(match, rng), rng, [kind] * count)
    written = play.WRITERS[Evidence.TRANSCRIPT](played)
    _verdict, by_moves = check_round(match, written, "rounds.0")
    seats = touched(match, written)
    for evidence in (Evidence.SHEET, Evidence.FINAL):
        weaker = play.WRITERS[evidence](played)
        assert sorted(seats) == weaker.get("reached", [])
        verdict, after = check_round(match, weaker, "rounds.0")
        assert (verdict.ok, after) == (True, by_moves), verdict.problems
        marks = [seat for seat, line in enumerate(verdict.breakdown) if line.get("reached")]
        assert marks == sorted(seats)


def test_a_sheet_without_it_goes_by_the_totals_at_the_end():
    assert not check(sheet(90, -20), target=100).over
    assert check(sheet(90, -20, reached=[0]), target=100).over
    assert not check(sheet(90, -20, reached=[]), target=100).over
    assert check(sheet(100, -20, reached=[0]), target=100).over


@pytest.mark.parametrize("count", range(2, 7))
def test_the_fall_from_the_target_is_at_most_what_draws_can_cost(count):
    match = notation.start(count, target=100)
    most = target_reached.most_lost(match, 100, match.pool)
    others = [10] * (count - 1)
    assert check(sheet(100 - most, *others, reached=[0]), players=count, target=100).ok
    deeper = sheet(99 - most, *others, reached=[0])
    refused = check(deeper, players=count, target=100)
    assert problem_keys(refused) == [("cannot_have_reached", "rounds.0.reached.0", "T16")]


def test_a_higher_peak_leaves_fewer_turns_to_fall():
    match = notation.start(3)
    falls = [
        target_reached.most_lost(match, needed, match.pool) for needed in (1, 85, 86, 400, 1700)
    ]
    assert falls == sorted(falls, reverse=True)
    assert falls[0] > falls[3] > falls[4] >= 0
    assert target_reached.most_lost(match, 10_000, 0) == 0


def test_every_seat_that_cannot_have_touched_the_target_is_named():
    keys = problem_keys(check(sheet(20, 30, reached=[1, 0])))
    assert keys == [("cannot_have_reached", f"rounds.0.reached.{place}", "T16") for place in (0, 1)]


def test_the_message_names_the_player_and_the_totals():
    problem = check(sheet(30, 20), sheet(-10, 25, reached=[1])).problems[0]
    assert problem.message() == (
        "Bob cannot have reached 400 points during this round: nobody can go from 20 up to 400 and "
        "end the same round with 45."
    )
