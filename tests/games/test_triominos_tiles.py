"""T1-T6: the tiles, the opening, the lattice and where a tile may be laid."""

from itertools import permutations

import pytest

from games import record
from games.base import IllegalMove
from games.triominos import lattice, rules, tiles
from games.triominos.tiles import ALL_TILES, FREE, TILES, Tile
from tests.games.triominos_notation import (
    E2,
    after,
    check,
    corners_of,
    lies,
    match,
    midway,
    opening,
    problem_keys,
    transcript,
)


def refused(state, played, last):
    """Return the code and clause with which the last move is refused."""
    with pytest.raises(IllegalMove) as caught:
        after(after(state, played), last)
    return caught.value.problem.code, caught.value.problem.clause


def fits(board, corners, x, y):
    try:
        rules.check_place(lies(board), lattice.cell(x, y), tuple(corners_of(corners)))
    except IllegalMove as illegal:
        return illegal.problem.code
    return "fits"


def test_t1_there_are_56_tiles_with_420_pips():
    assert len(set(TILES)) == 56
    assert tiles.pips(ALL_TILES) == 420
    assert [len(set(tile)) for tile in TILES].count(1) == 6
    assert [len(set(tile)) for tile in TILES].count(2) == 30
    assert [len(set(tile)) for tile in TILES].count(3) == 20


def test_t1_a_tile_ascends_clockwise_from_its_lowest_number():
    assert tiles.turnings(Tile("015")) == [(0, 1, 5), (1, 5, 0), (5, 0, 1)]
    assert (1, 0, 5) not in tiles.TILE_OF


def test_t1_a_triple_has_one_turning_and_all_others_three():
    assert {tile: len(tiles.turnings(Tile(tile))) for tile in ("222", "122", "123")} == {
        "222": 1,
        "122": 3,
        "123": 3,
    }
    assert len(tiles.TILE_OF) == 6 + 3 * 50


def test_t1_what_reads_2_1_3_is_no_tile():
    flipped = transcript("0 play 2-1-3 0:0", "", "")
    assert problem_keys(check(flipped)) == [("flipped", "rounds.0.moves.0", "T1")]


def test_t1_a_tile_that_is_dealt_twice_is_refused():
    played = transcript("", "", "")
    played["racks"][1][0] = played["racks"][0][0]
    missing = ("tiles_missing", "rounds.0", "T1")
    assert problem_keys(check(played)) == [("tile_twice", "rounds.0", "T1"), missing]


@pytest.mark.parametrize(("players", "words"), [(7, "7 of the 56"), (8, "none of the 56")])
def test_t2_seven_or_eight_players_are_refused_with_the_reason(players, words):
    verdict = record.check({**match({}), "players": list("ABCDEFGH"[:players])})
    assert problem_keys(verdict) == [("number_of_players", "players", "T2")]
    assert words in verdict.problems[0].message()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_t2_two_to_six_players_have_seven_tiles_each(players):
    verdict = check(transcript("", *[""] * players), players=players)
    assert problem_keys(verdict) == [("round_goes_on", "rounds.0.moves", "T21")]


def test_t2_one_player_is_too_few():
    assert problem_keys(check({}, players=1)) == [("number_of_players", "players", "T17")]


def test_t2_a_rack_of_six_is_refused():
    played = transcript("", "", "")
    played["racks"][1].pop()
    assert ("rack_size", "rounds.0.racks.1", "T2") in problem_keys(check(played))


def test_t2_a_pool_that_lacks_a_tile_is_refused():
    played = transcript("", "", "")
    played["pool"].pop()
    assert ("pool_size", "rounds.0.pool", "T2") in problem_keys(check(played))


def test_t3_the_highest_triple_opens():
    state = opening("111 455", "222 345", "000 044")
    assert rules.openings(state) == [(1, "222")]
    assert after(state, "1 play 2-2-2 0:0").turn == 2


@pytest.mark.parametrize(
    ("played", "code"),
    [
        ("0 play 1-1-1 0:0", "not_the_opening"),
        ("1 play 3-4-5 0:0", "not_the_opening"),
        ("0 play 2-2-2 0:0", "not_the_opening"),
        ("1 draw", "opening_expected"),
        ("1 pass", "opening_expected"),
        ("1 fail", "opening_expected"),
    ],
)
def test_t3_no_other_tile_opens_and_no_player_draws_before(played, code):
    state = opening("111 455", "222 345")
    assert refused(state, "", played) == (code, "T3")


def test_t3_the_turn_passes_round_from_the_last_seat_to_the_first():
    assert after(opening("", "", "555"), "2 play 5-5-5 0:0").turn == 0


def without_triples(*racks, **how):
    """Return the start of a round with all triples in the pool."""
    return opening(*racks, pool="000 111 222 333 444 555", size=3, **how)


def test_t3_without_a_triple_the_highest_total_opens():
    state = without_triples("012 013 023", "455 014 024")
    assert rules.openings(state) == [(1, "455")]
    assert refused(state, "", "0 play 0-2-3 0:0") == ("not_the_opening", "T3")


def test_t3_any_of_equal_totals_may_open_and_an_engine_takes_the_highest_numbers():
    state = without_triples("345 013 023", "255 014 024")
    assert rules.openings(state) == [(1, "255"), (0, "345")]
    assert after(state, "0 play 3-4-5 0:0").turn == 1
    assert after(state, "1 play 2-5-5 0:0").turn == 0


def test_t3_both_equal_totals_may_be_in_one_hand():
    state = without_triples("345 255 023", "044 014 024")
    assert rules.openings(state) == [(0, "255"), (0, "345")]


def test_t3_a_triple_opens_even_below_a_higher_total():
    assert rules.openings(opening("000 455", "012 013", size=2)) == [(0, "000")]


def test_t3_zero_may_be_chosen_if_the_house_rules_say_so():
    racks = "555 000", "444 012"
    assert rules.openings(opening(*racks, size=2)) == [(0, "555")]
    chosen = opening(*racks, size=2, open_zero_choice=True)
    assert rules.openings(chosen) == [(0, "555"), (0, "000")]
    assert after(chosen, "0 play 0-0-0 0:0").scores == [40, 0]


def test_t3_zero_may_be_chosen_only_by_the_holder_of_the_highest_triple():
    other = opening("555 012", "444 000", size=2, open_zero_choice=True)
    assert rules.openings(other) == [(0, "555")]
    alone = opening("000 012", "455 013", size=2, open_zero_choice=True)
    assert rules.openings(alone) == [(0, "000")]


def test_t5_corners_are_clockwise_from_the_top():
    def coordinates(x, y):
        return [lattice.place(point) for point in lattice.points(lattice.cell(x, y))]

    assert coordinates(0, 0) == [(0, 0), (1, 1), (-1, 1)]
    assert coordinates(0, 1) == [(-1, 1), (1, 1), (0, 2)]
    assert coordinates(-1, -1) == [(-1, -1), (0, 0), (-2, 0)]


def test_t5_cells_across_the_sides():
    def across(x, y):
        return [lattice.place(cell) for cell in lattice.neighbours(lattice.cell(x, y))]

    assert across(0, 0) == [(1, 0), (0, 1), (-1, 0)]
    assert across(0, 1) == [(0, 0), (1, 1), (-1, 1)]
    assert across(-1000, 1000) == [(-999, 1000), (-1000, 1001), (-1001, 1000)]


def test_t5_neighbours_share_the_corners_of_their_side():
    for at in (lattice.cell(3, 5), lattice.cell(-4, 7)):
        for side, other in enumerate(lattice.neighbours(at)):
            corners = lattice.points(at)
            shared = {corners[side], corners[(side + 1) % 3]}
            assert shared == {*corners} & {*lattice.points(other)}


def test_t5_six_cells_around_a_point():
    i, j = 4, -2
    around = [(i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i - 1, j - 1), (i + 1, j - 1)]
    point = lattice.cell(i, j)
    assert all(point in lattice.points(lattice.cell(x, y)) for x, y in around)


@pytest.mark.parametrize("cell", ["0:0", "0:1", "-7:4", "1000:-1000", "-1000:-1000"])
def test_t5_the_first_tile_may_lie_on_any_cell(cell):
    assert after(opening("555", ""), f"0 play 5-5-5 {cell}").turn == 1


@pytest.mark.parametrize("cell", [[1001, 0], [0, -1001], [0], [0, 0, 0], [0, 0.0], [True, 0], "00"])
def test_t5_coordinates_lie_within_1000(cell):
    played = transcript("0 play 5-5-5 0:0", "555", "")
    played["moves"][0]["at"] = cell
    assert problem_keys(check(played)) == [("far_away", "rounds.0.moves.0", "T5")]


def test_t6_a_tile_is_laid_beside_another_with_the_same_numbers():
    assert fits("0:0 1-2-1", "1-2-3", 0, 1) == "fits"


@pytest.mark.parametrize(
    ("corners", "x", "y", "code"),
    [
        ("1-2-1", 0, 0, "cell_taken"),
        ("1-2-3", 0, 2, "no_common_side"),
        ("1-1-3", 2, 0, "no_common_side"),
        ("2-3-1", 0, 1, "point_shows"),
        ("1-1-3", 0, 1, "point_shows"),
    ],
)
def test_t6_other_placements_are_refused(corners, x, y, code):
    assert fits("0:0 1-2-1", corners, x, y) == code


def test_t6_touching_at_a_point_is_not_enough():
    assert fits("0:0 1-2-1", "0-0-1", 0, -1) == "no_common_side"


def test_t6_a_bridge_must_fit_at_its_third_point_too():
    assert fits(E2, "3-4-4", 3, 0) == "fits"
    assert fits(E2, "2-4-4", 3, 0) == "point_shows"


def test_t6_the_tile_must_be_in_the_rack():
    state = midway("0:0 5-5-5", "012", "155")
    assert refused(state, "", "0 play 5-5-1 0:1") == ("tile_not_held", "T21")


def test_t6_patterns_name_the_tiles_that_fit():
    assert tiles.fitting((5, 0, FREE)) == [(5, 0, number) for number in range(6)]
    assert tiles.fitting((3, 2, 1)) == []
    assert tiles.in_rack(tiles.fitting_tiles((2, 1, FREE))) == ["112", "122"]


def test_turning_the_corners_turns_the_tile():
    for numbers in permutations((0, 1, 5)):
        assert (numbers in tiles.TILE_OF) == (numbers in tiles.turnings(Tile("015")))


def test_e5_the_flipped_tile_is_illegal():
    state = midway("0:0 5-1-2", "123", "012")
    assert refused(state, "", "0 play 1-2-3 0:1") == ("point_shows", "T6")
    assert refused(state, "", "0 play 2-1-3 0:1") == ("flipped", "T1")
