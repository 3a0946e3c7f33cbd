"""Numbers of boards and legal moves, worked out by hand or long published."""

import pytest

from games.triominos import lattice, rules, tiles
from games.triominos.tiles import ALL_TILES, FREE, NUMBERS, Tile
from tests.games.states import state_with
from tests.games.triominos_notation import after, lies, midway, opening

# shapes of n triangles joined by sides, not turned or mirrored (fixed polyiamonds)
SHAPES = {1: 2, 2: 3, 3: 6, 4: 14, 5: 36, 6: 94, 7: 250}


def bigger(cells):
    """Return the same cells with one more, in every way."""
    board = lattice.EMPTY
    for cell in cells:
        board = lattice.lay(board, cell, (0, 0, 0))
    return {cells | {cell} for cell in lattice.border(board)}


def normal(cells):
    """Return the cells shifted to a corner, with up cells staying up."""
    places = [lattice.place(cell) for cell in cells]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    left -= (left + top) % 2
    return frozenset((x - left, y - top) for x, y in places)


def shapes(size):
    if size == 1:
        return {frozenset([lattice.cell(0, 0)]), frozenset([lattice.cell(1, 0)])}
    larger = {shape for cells in shapes(size - 1) for shape in bigger(cells)}
    return {normal(cells): cells for cells in larger}.values()


@pytest.mark.parametrize("size", SHAPES)
def test_so_many_shapes_can_be_laid(size):
    assert len(shapes(size)) == SHAPES[size]


def count(board, rack=ALL_TILES):
    return len(list(lattice.placements(lies(board), rack)))


def test_beside_a_triple_five_tiles_fit_at_each_side():
    """Clockwise 5-5-x ascends with any x; 555 itself lies, so x is 0 to 4."""
    board = lies("0:0 5-5-5")
    rack = tiles.Rack(ALL_TILES - tiles.BIT[Tile("555")])
    assert len(list(lattice.placements(board, rack))) == 3 * 5


def test_beside_345_nine_tiles_fit():
    """Across 3-4 reads 4-3-x: 3 or 4; across 4-5 reads 5-4-x: 4 or 5; across 5-3 reads 3-5-x:
    5, 0, 1, 2 or 3.
    """
    assert count("0:0 3-4-5") == 2 + 2 + 5


def test_one_corner_free():
    """a-b-x with equal numbers leaves six choices, with a < b 7 - (b - a), with a > b a - b + 1."""
    fitting = {(a, b): len(tiles.fitting((a, b, FREE))) for a in NUMBERS for b in NUMBERS}
    assert fitting == {
        (a, b): 6 if a == b else 7 - (b - a) if a < b else a - b + 1 for a, b in fitting
    }
    assert sum(fitting.values()) == 36 + 70 + 50 == 156


def test_legal_openings():
    assert len(rules.legal_moves(opening("555", ""))) == 1
    bare = opening("345", "255", pool="000 111 222 333 444 555", size=1)
    assert len(rules.legal_moves(bare)) == 2 * 3


def test_legal_moves_of_a_turn():
    """055 fits at each side of 555, 012 nowhere; and the front of the pool may be drawn."""
    state = midway("0:0 5-5-5", "055 012", "013", pool="023 024")
    assert len(rules.legal_moves(state)) == 3 + 1
    assert len(rules.legal_moves(state_with(state, pool=None))) == 3 + 2


def test_legal_moves_after_three_draws():
    state = midway("0:0 5-5-5", "055 012", "013", pool="023 024 034 155")
    assert len(rules.legal_moves(after(state, "0 draw, 0 draw, 0 draw"))) == 3 + 1


def test_with_an_empty_pool_who_can_lay_may_be_kept_from_passing():
    state = midway("0:0 5-5-5", "055 012", "013")
    assert len(rules.legal_moves(state)) == 3 + 1
    state = midway("0:0 5-5-5", "055 012", "013", empty_pool_pass="stuck_only")
    assert len(rules.legal_moves(state)) == 3


def test_a_side_between_two_tiles_is_not_free():
    """000 with 001, 002 and 003 at its sides: only theirs are free, none of them 0-0."""
    board = lies("0:0 0-0-0")
    for tile in map(Tile, ("001", "002", "003")):
        at, corners = next(lattice.placements(board, tiles.rack([tile])))
        board = lattice.lay(board, at, corners)
    assert len(lattice.border(board)) == 6
    others = map(Tile, ("004", "014", "024", "035"))
    fits = [lattice.has_place(board, tiles.rack([tile])) for tile in others]
    assert fits == [False, True, True, True]


def perft(state, depth):
    """Return the number of ways in which the round can go on for `depth` moves."""
    if depth == 0:
        return 1
    return sum(perft(rules.apply(state, move), depth - 1) for move in rules.legal_moves(state))


def test_ways_to_go_on():
    """055 at one of three sides, then seat 1 can only draw: beside 555 and 055 every side has a 5.
    Or a draw of 023, which fits nowhere; then 055 at one of three sides, or a second draw.
    """
    state = midway("0:0 5-5-5", "055 012", "013", pool="023 024")
    assert perft(state, 1) == 4
    assert perft(state, 2) == 3 * 1 + (3 + 1)


def test_with_an_empty_pool_and_no_fitting_tile_passing_is_the_only_move():
    state = midway("0:0 5-5-5", "012", "013", empty_pool_pass="stuck_only")
    assert [perft(state, depth) for depth in (1, 2)] == [1, 1]
    assert rules.legal_moves(after(state, "0 pass, 1 pass")) == []
