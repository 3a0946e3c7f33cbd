"""Check of a round from its end: board, racks, pool and the points before the end (T20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from games import shape
from games.base import Breakdown, Item
from games.shape import Spot, describe
from games.triominos import (
    boards,
    lattice,
    messages,
    outcome,
    racks,
    score,
    sheet,
    target_reached,
    tiles,
)
from games.triominos.lattice import AROUND, Board
from games.triominos.options import Blocked, Bridge, Match
from games.triominos.outcome import TriominosOutcome
from games.triominos.racks import Tiles
from games.triominos.score import (
    DRAW,
    FAIL,
    HEXAGON,
    OPENING,
    OPENING_ZERO,
    TWO_HEXAGONS,
    End,
)
from games.triominos.tiles import TILE_OF, TRIPLES, ZERO
from problems import reader

KEYS = ("evidence", "board", "racks", "pool", "end", "before_end")
UNIT = 10  # bonuses and fails are multiples of it


class Figure(NamedTuple):
    """Bonuses that can have been earned on a board."""

    pips: int
    openings: tuple[int, ...]  # the bonuses that its triples allow
    hexagons: int  # points with six filled cells
    holes: int
    closed: int  # cells with three filled neighbours


def check(match: Match, raw: object, at: Spot) -> TriominosOutcome | None:
    given = reader.fields(raw, at, required=KEYS, optional=("scores", "reached"))
    stated = sheet.read_scores(given, at, match.players)
    touched = target_reached.read(given, at, match.players)
    before = _read_before(given, at, match.players)
    end = _read_end(given, at)
    placed = boards.read(given["board"], at / "board") if "board" in given else None
    tiles_by_seat = racks.read_racks(given, at, match.players)
    pool = _read_pool(match, given, at)
    board = boards.build(placed, at / "board") if placed is not None else None
    if tiles_by_seat is not None and pool is not None and end:
        _check_end(match, end, tiles_by_seat, pool, at)
    if placed is None or tiles_by_seat is None or pool is None:
        return None
    laid = [TILE_OF[corners] for _, corners in placed]
    racks.check_all([*laid, *(tile for rack in tiles_by_seat for tile in rack), *pool], at)
    if board is None or end is None or before is None or at.problems:
        return None
    drawn = match.pool - len(pool)
    _check_sum(match, board, sum(before), drawn, at)
    items = _items(match, end, before, tiles_by_seat)
    scores = outcome.scores(items)
    if stated:
        shape.compare_scores(stated, scores, at / "scores")
    if touched:
        most = most_earned(match, board)
        target_reached.check(match, touched, before, at, drawn=drawn, most_gained=most, ends=scores)
    facts = outcome.seat_facts(
        board, [tiles.rack(rack) for rack in tiles_by_seat], tiles.rack(pool)
    )
    breakdown = Breakdown(partial(outcome.lines, items, facts, touched))
    return None if at.problems else TriominosOutcome(scores, breakdown, bool(touched))


def most_earned(match: Match, board: Board) -> int:
    """Return the most that one player can have earned by laying tiles of this board."""
    triple = match.options.triple_hexagon
    pips = figure(board).pips
    return pips + OPENING_ZERO + sheet.most_bonuses(len(board.cells), triple)


def figure(board: Board) -> Figure:
    cells = board.cells
    beside = [sum(other in cells for other in lattice.neighbours(at)) for at in cells]
    sides = 3 * len(cells) - sum(beside) // 2
    filled = board.filled
    laid = {TILE_OF[corners] for corners in cells.values()}
    bonuses = {OPENING_ZERO if tile == ZERO else OPENING for tile in laid.intersection(TRIPLES)}
    return Figure(
        pips=sum(map(sum, cells.values())),
        openings=(0, *sorted(bonuses)),
        hexagons=sum(times == len(AROUND) for times in filled.values()),
        holes=1 - (len(filled) - sides + len(cells)),
        closed=beside.count(3),
    )


def _items(
    match: Match, end: End, before: Sequence[int], racks: Sequence[Tiles]
) -> list[list[Item]]:
    left = [tiles.rack(rack) for rack in racks]
    bonuses = score.end_items(end, left, match.options.tie)
    return [
        [score.item("before_end", 1, points), *bonus]
        for points, bonus in zip(before, bonuses, strict=True)
    ]


# reading


def _read_before(given: Mapping[str, object], at: Spot, players: int) -> tuple[int, ...] | None:
    if "before_end" not in given:
        return None
    return shape.integers(given["before_end"], at / "before_end", count=players)


def _read_end(given: Mapping[str, object], at: Spot) -> End | None:
    if "end" not in given:
        return None
    end = reader.choice(given["end"], at / "end", list(End))
    return End(end) if end else None


def _read_pool(match: Match, given: Mapping[str, object], at: Spot) -> Tiles | None:
    if "pool" not in given:
        return None
    pool = racks.read(given["pool"], at / "pool")
    if pool is not None and len(pool) > match.pool:
        (at / "pool").refuse(messages.POOL_TOO_LARGE, found=len(pool), most=match.pool)
    return pool


# checking


def _check_end(match: Match, end: End, racks: Sequence[Tiles], pool: Tiles, at: Spot) -> None:
    empty = [str(seat) for seat, rack in enumerate(racks) if not rack]
    if end is End.OUT:
        if len(empty) != 1:
            at.refuse(messages.NOT_OUT, found=len(empty))
        return
    if empty:
        at.refuse(messages.NOT_BLOCKED, seats=", ".join(empty))
    if pool and match.options.blocked is Blocked.PASS_ONLY:
        at.refuse(messages.POOL_NOT_EMPTY, found=len(pool))


def _check_sum(match: Match, board: Board, total: int, draws: int, at: Spot) -> None:
    """Report points before the end that fit no bonuses with these tiles laid and drawn (T20)."""
    counts = figure(board)
    due = total - counts.pips - DRAW * draws  # bonuses and fails
    strict = match.options.bridge is Bridge.STRICT
    triple = match.options.triple_hexagon
    nearest = _nearest(due, counts, draws // 3, triple) if strict else _nearest_ten(due, triple)
    if nearest != due:
        facts = {"pips": counts.pips, "drawn": draws}
        expected = describe(total + nearest - due)
        at.refuse(messages.IMPOSSIBLE_SUM, found=describe(total), expected=expected, **facts)


def _nearest(due: int, counts: Figure, fails: int, triple: int) -> int:
    """Return the possible sum of bonuses and fails nearest to the amount due."""
    return min(
        (
            base + sum_of_fails
            for base in _bonuses(counts, triple)
            for sum_of_fails in _fails(due - base, fails)
        ),
        key=lambda possible: (abs(possible - due), possible),
    )


def _fails(due: int, most: int) -> list[int]:
    """Return the possible costs of fails on both sides of the amount due."""
    fewest = min(max(due // FAIL, 0), most)
    return [FAIL * fewest, FAIL * min(fewest + 1, most)]


def _bonuses(counts: Figure, triple: int) -> Iterator[int]:
    """Yield the points of opening, hexagons and bridges that the figure allows."""
    bridges = range(counts.holes, counts.holes + counts.closed + 1)
    for paid in sorted(hexagons(counts, triple)):
        for opening in counts.openings:
            yield from (opening + paid + score.BRIDGE * number for number in bridges)


def hexagons(counts: Figure, triple: int) -> set[int]:
    """Return the possible scores of the full points, some filled two or three at a time."""
    return {
        HEXAGON * (counts.hexagons - 2 * twos - 3 * threes) + TWO_HEXAGONS * twos + triple * threes
        for threes in range(counts.hexagons // 3 + 1)
        for twos in range((counts.hexagons - 3 * threes) // 2 + 1)
        if twos + threes <= counts.closed
    }


def _nearest_ten(due: int, triple: int) -> int:
    """Return the nearest multiple of ten, as the number of bridges is open."""
    return due if triple % UNIT else (due + UNIT // 2) // UNIT * UNIT
