"""Laws that hold for every board and every round of Triominos (1-10 of the rules' invariants)."""

from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, record
from games.base import Bots, Evidence, IllegalMove
from games.triominos import final, lattice, play, rules, score, sheet, tiles
from games.triominos.moves import DrawTile, Fail, Pass, Play
from games.triominos.options import Bridge
from games.triominos.score import Bonus, End, Kind
from games.triominos.tiles import TILE_OF, TILES, TRIPLES
from tests.games import triominos_notation as notation
from tests.games.states import options_of
from tests.games.triominos_notation import CAST, check, match, problem_keys, start
from tests.games.triominos_notation import sheet as sheet_of

HOUSES: dict[str, list[object]] = {
    "bridge": ["strict", "loose", "touch3"],
    "after_draw": ["any", "drawn_only"],
    "empty_pool_pass": ["free", "stuck_only"],
    "blocked": ["pass_only", "any_nonplay"],
    "tie": ["shared", "none"],
    "open_zero_choice": [False, True],
    "triple_hexagon": [70, 60, 100],
}
seeds = st.integers(0, 10**6).map(Random)
players = st.integers(2, 6)
bots = st.sampled_from(list(Bots))
houses = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in HOUSES.items()})


def a_round(rng, seats, kind, house):
    return play.play(play.deal(start(seats, **house), rng), rng, [kind] * seats)


rounds = st.builds(a_round, seeds, players, bots, houses)
strict = st.builds(a_round, seeds, players, bots, st.just({}))


def kinds(played, kind):
    return sum(event.kind is kind for event in played.events)


def paid(played, *bonuses):
    return sum(event.bonus in bonuses for event in played.events)


def states(played):
    history = [played.opening]
    for move in played.moves:
        history.append(rules.apply(history[-1], move))
    return history


@given(rounds)
def test_1_tiles_are_conserved(played):
    for state in states(played):
        laid = tiles.rack(TILE_OF[corners] for corners in state.board.cells.values())
        assert laid + sum(state.racks) + state.hidden == tiles.ALL_TILES
        assert laid & sum(state.racks) == 0


@given(rounds)
def test_1_three_draws_for_every_fail_and_all_of_them_from_the_pool(played):
    draws, state = kinds(played, Kind.DRAWS), played.state
    assert 3 * kinds(played, Kind.FAILS) <= draws
    assert draws == len(played.opening.pool) - state.pool_left


@given(rounds)
def test_2_hexagons_paid_are_the_full_points(played):
    full = sum(filled == 6 for filled in played.state.board.filled.values())
    counted = [paid(played, bonus) for bonus in list(Bonus)[2:]]
    assert counted[0] + 2 * counted[1] + 3 * counted[2] == full


@given(strict)
def test_3_bridges_less_tiles_with_three_sides_are_the_holes(played):
    history, closing = states(played), 0
    for before, move in zip(history, played.moves, strict=False):
        if isinstance(move, Play):
            beside = [cell in before.board.cells for cell in lattice.neighbours(move.cell)]
            closing += all(beside)
    assert paid(played, Bonus.BRIDGE) - closing == final.figure(played.state.board).holes


@given(strict)
def test_4_bonuses_come_late_and_not_too_often(played):
    laid = [event for event in played.events if event.kind is Kind.TILES]
    for place, event in enumerate(laid, 1):
        assert event.bonus is not Bonus.BRIDGE or place >= 9
        assert event.bonus in (None, Bonus.OPENING, Bonus.BRIDGE) or place >= 6
    assert 2 * paid(played, *list(Bonus)[1:]) <= len(laid) + 4


@given(rounds)
def test_5_the_scores_add_up(played):
    board = sum(map(sum, played.state.board.cells.values()))
    costs = 5 * kinds(played, Kind.DRAWS) + 10 * kinds(played, Kind.FAILS)
    assert sum(played.state.scores) == board - costs + sum(event.extra for event in played.events)


@given(strict)
def test_6_sums_are_multiples_of_five(played):
    state, total = played.state, sum(played.scores)
    if state.end is End.OUT:
        assert (total + tiles.pips(state.hidden)) % 5 == 0
    fewest = sorted(tiles.pips(rack) for rack in state.racks)
    if state.end is End.BLOCKED and fewest[0] < fewest[1]:
        assert (total + 2 * fewest[0]) % 5 == 0


def shifted(x, y):
    return x + 7, y - 3


def turned(i, j):
    return (i - 3 * j) // 2, (i + j) // 2


def cell_turned(at):
    """Return the cell whose corners are those of this one, turned by 60° about (0, 0)."""
    corners = [lattice.cell(*turned(*lattice.place(point))) for point in lattice.points(at)]
    x = sum(lattice.place(point)[0] for point in corners) // 3
    y = min(lattice.place(point)[1] for point in corners)
    actual = lattice.cell(x, y)
    start = lattice.points(actual).index(corners[0])
    return lattice.place(actual), start


def moved_move(move, how):
    if move["do"] != "play":
        return move
    if how == "shift":
        return move | {"at": list(shifted(*move["at"]))}
    at, first = cell_turned(lattice.cell(*move["at"]))
    corners = move["corners"]
    return move | {"at": list(at), "corners": corners[-first:] + corners[:-first]}


@given(seeds, players, bots, st.sampled_from(["shift", "turn"]))
def test_7_shifting_or_turning_the_board_keeps_the_verdict(rng, seats, kind, how):
    round_: dict[str, Any] = GAMES["triominos"].play_round(
        start(seats), rng, Evidence.TRANSCRIPT, bots=[kind] * 8
    )
    moved = round_ | {"moves": [moved_move(move, how) for move in round_["moves"]]}
    one, other = (check(played, players=seats) for played in (round_, moved))
    assert other.ok
    assert one.totals == other.totals


@given(rounds)
def test_7_a_mirror_makes_tiles_of_three_numbers_illegal(played):
    for corners in played.state.board.cells.values():
        assert (corners[::-1] in TILE_OF) == (len(set(corners)) < 3)
        assert tuple(5 - number for number in corners[::-1]) in TILE_OF


@given(strict, seeds)
def test_8_a_board_is_legal_in_every_connected_order(played, rng):
    left = dict(played.state.board.cells)
    first = rng.choice(list(left))
    board = lattice.lay(lattice.EMPTY, first, left.pop(first))
    while left:
        at = rng.choice([cell for cell in left if lattice.touches(board, cell)])
        rules.check_place(board, at, left[at])
        board = lattice.lay(board, at, left.pop(at))
    assert final.figure(board) == final.figure(played.state.board)


def turns(played):
    """Return the points of every turn."""
    sums, seat = [], None
    for event in played.events:
        begins = event.seat != seat
        sums = [*sums, event.points] if begins else [*sums[:-1], sums[-1] + event.points]
        seat = event.seat
    return sums


TURNS = {
    tile + extra - 5 * draws
    for tile in range(16)
    for extra in (0, 40, 50, 60, 70)
    for draws in range(4)
} | {-25}


@given(strict)
def test_9_points_of_a_turn(played):
    opening, *others = turns(played)
    assert opening in {13, 16, 19, 22, 25, 40, *range(5, 15)}
    assert TURNS.issuperset(others)


def rotated(round_, seats):
    """Return the same round with the last seat first."""
    made = [move | {"seat": (move["seat"] + 1) % seats} for move in round_["moves"]]
    both = {key: [round_[key][-1], *round_[key][:-1]] for key in ("racks", "scores")}
    return round_ | both | {"moves": made}


@given(seeds, players, bots, houses)
def test_10_rotating_the_seats_rotates_the_scores(rng, seats, kind, house):
    state = start(seats, **house)
    round_ = GAMES["triominos"].play_round(state, rng, Evidence.TRANSCRIPT, bots=[kind] * 8)
    one, other = (
        check(played, players=seats, **house) for played in (round_, rotated(round_, seats))
    )
    assert other.totals == (one.totals[-1], *one.totals[:-1])


@given(rounds)
def test_10_turns_go_round(played):
    order = [move.seat for move in played.moves]
    for one, other in pairwise(order):
        assert other in (one, (one + 1) % played.state.players)


@pytest.mark.long
@settings(max_examples=15)  # each looks at thousands of moves
@given(rounds)
def test_exactly_the_legal_moves_apply(played):
    for state in states(played)[1::9]:
        legal = rules.legal_moves(state)
        assert all(rules.apply(state, move) for move in legal)
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (state.end is None)
        applies = [move for move in everything(state) if is_legal(state, move)]
        assert len(applies) == len(legal)


def everything(state):
    """Return every move there is near the board, by the player at turn."""
    seat = state.turn
    near = {x for cell in state.board.cells for x in (cell, *lattice.neighbours(cell))}
    plays = [Play(seat, tile, cell, corners) for cell in near for corners, tile in TILE_OF.items()]
    draws = [DrawTile(seat, tile) for tile in TILES]
    return [*plays, *draws, Fail(seat), Pass(seat)]


def is_legal(state, move):
    try:
        rules.apply(state, move)
    except IllegalMove:
        return False
    return True


@given(seeds, players, bots, houses, st.sampled_from(list(Evidence)))
def test_rounds_of_bots_are_legal_with_every_evidence(rng, seats, kind, house, evidence):
    round_ = GAMES["triominos"].play_round(start(seats, **house), rng, evidence, bots=[kind] * 8)
    verdict = check(round_, players=seats, **house)
    assert problem_keys(verdict) == []
    assert list(verdict.totals) == round_["scores"]


@given(seeds, players, bots, houses, st.integers(1, 9))
def test_small_deals_are_played_too(rng, seats, kind, house, deal):
    house = house | {"deal": deal}
    for evidence in Evidence:
        round_ = GAMES["triominos"].play_round(
            start(seats, **house), rng, evidence, bots=[kind] * 8
        )
        assert problem_keys(check(round_, players=seats, **house)) == []


@given(seeds, players, bots)
def test_all_evidence_of_one_round_gives_the_same_scores(rng, seats, kind):
    played = play.play(play.deal(start(seats), rng), rng, [kind] * seats)
    verdicts = [check(write(played), players=seats) for write in play.WRITERS.values()]
    assert {verdict.totals for verdict in verdicts} == {tuple(played.scores)}


@given(strict)
def test_points_are_the_sum_of_their_items(played):
    verdict = check(play.WRITERS[Evidence.TRANSCRIPT](played), players=played.state.players)
    for points, seat in zip(verdict.totals, verdict.rounds[0].breakdown, strict=True):
        assert sum(item["points"] for item in seat["items"]) == points == seat["points"]


@given(rounds)
def test_no_round_is_out_of_the_bounds_of_a_sheet(played):
    bounds = sheet.bounds(played.state.match)
    assert all(bounds.least <= points <= bounds.most for points in played.scores)
    assert sum(played.scores) >= bounds.least_sum


CHANGES = {
    "seat": lambda move: move | {"seat": 1 - move["seat"]},
    "tile": lambda move: move | {"tile": "510"},
    "points": lambda move: move | {"points": move["points"] + 1},
    "key": lambda move: move | {"colour": "red"},
    "do": lambda move: move | {"do": "wait"},
    "no seat": lambda move: {key: move[key] for key in move if key != "seat"},
}


@given(seeds, st.sampled_from(sorted(CHANGES)), bots)
def test_a_changed_move_is_refused_where_it_was_changed(rng, change, kind):
    round_: dict[str, Any] = GAMES["triominos"].play_round(
        start(), rng, Evidence.TRANSCRIPT, bots=[kind] * 8
    )
    place = rng.randrange(len(round_["moves"]))
    round_["moves"][place] = CHANGES[change](round_["moves"][place])
    assert [path for _, path, _ in problem_keys(check(round_))] == [f"rounds.0.moves.{place}"]


@given(seeds)
def test_a_flipped_tile_is_refused_where_it_lies(rng):
    round_: dict[str, Any] = GAMES["triominos"].play_round(
        start(), rng, Evidence.TRANSCRIPT, bots=[Bots.SENSIBLE] * 8
    )
    flippable = [
        place
        for place, move in enumerate(round_["moves"])
        if move["do"] == "play" and len(set(move["corners"])) == 3
    ]
    place = rng.choice(flippable)
    round_["moves"][place]["corners"].reverse()
    assert problem_keys(check(round_)) == [("flipped", f"rounds.0.moves.{place}", "T1")]


@given(seeds)
def test_a_transcript_that_stops_early_or_goes_on_is_refused(rng):
    round_: dict[str, Any] = GAMES["triominos"].play_round(
        start(), rng, Evidence.TRANSCRIPT, bots=[Bots.SENSIBLE] * 8
    )
    made = round_["moves"]
    round_["moves"] = made[: rng.randrange(len(made))]
    assert check(round_).problems[0].path == "rounds.0.moves"
    round_["moves"] = [*made, made[-1]]
    assert check(round_).problems[0].path == f"rounds.0.moves.{len(made)}"


@given(seeds, players)
def test_a_final_whose_points_are_wrong_by_one_is_refused(rng, seats):
    round_: dict[str, Any] = GAMES["triominos"].play_round(
        start(seats), rng, Evidence.FINAL, bots=[Bots.SENSIBLE] * 8
    )
    del round_["scores"]
    round_["before_end"][rng.randrange(seats)] += rng.choice([-1, 1, 5, 7])
    assert problem_keys(check(round_, players=seats)) == [("impossible_sum", "rounds.0", "T20")]


odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


def places(value, path=()):
    """Yield the paths to everything in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in inner:
        yield (*path, key)
        if isinstance(entry, dict | list):
            yield from places(entry, (*path, key))


@given(seeds, st.sampled_from(list(Evidence)), odd)
def test_odd_values_anywhere_get_a_verdict(rng, evidence, value):
    round_ = match(GAMES["triominos"].play_round(start(), rng, evidence, bots=[Bots.SENSIBLE] * 2))
    *path, last = rng.choice(list(places(round_)))
    changed = inside = deepcopy(round_)
    for key in path:
        inside = inside[key]
    inside[last] = value
    verdict = record.check(changed)
    assert verdict.ok == (not verdict.problems)
    assert all(problem.message("fr") and problem.message() for problem in verdict.problems)


@pytest.mark.parametrize("kind", list(Bots))
@pytest.mark.parametrize("evidence", list(Evidence))
@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_matches_of_bots_are_legal(seats, evidence, kind):
    played = notation.play(Random(seats), CAST[:seats], evidence, bots=kind)
    verdict = record.check(played)
    assert (verdict.ok, verdict.over) == (True, True)


@pytest.mark.long
@pytest.mark.parametrize("bridge", list(Bridge))
def test_sheets_of_many_matches_stay_within_their_bounds(bridge):
    rng = Random(bridge)
    for seats in [2, 3, 4, 5, 6] * 20:
        played = a_round(rng, seats, Bots.RANDOM, {"bridge": bridge.value})
        assert check(sheet_of(*played.scores), players=seats).ok


def test_every_opening_bonus_belongs_to_a_triple():
    assert [
        score.bonus_points(Bonus.OPENING, tile, options_of("triominos")) for tile in TRIPLES
    ] == [
        40,
        *[10] * 5,
    ]
