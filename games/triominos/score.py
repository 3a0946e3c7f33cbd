"""Points of tiles, bonuses, draws and the end of a round (T4, T7-T13), item by item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypedDict

from games.base import Item, Seat
from games.triominos import lattice, tiles
from games.triominos.lattice import Board, Cell
from games.triominos.options import Options, Tie
from games.triominos.tiles import ZERO, Rack, Tile
from problems.text import Words

DRAW, FAIL, PASS = -5, -10, 0
OPENING, OPENING_ZERO = 10, 40
BRIDGE, HEXAGON, TWO_HEXAGONS = 40, 50, 60
OUT = 25


class Kind(StrEnum):
    """Kinds of points of a move."""

    TILES = "tiles"
    DRAWS = "draws"
    FAILS = "fails"
    PASSES = "passes"


class Bonus(StrEnum):
    OPENING = "opening"
    BRIDGE = "bridge"
    HEXAGON = "hexagon"
    TWO_HEXAGONS = "two_hexagons"
    THREE_HEXAGONS = "three_hexagons"


class End(StrEnum):
    OUT = "out"
    BLOCKED = "blocked"


PRICES = [(Kind.DRAWS, "draws", DRAW), (Kind.FAILS, "fails", FAIL), (Kind.PASSES, "passes", PASS)]
BONUSES = [bonus.value for bonus in Bonus]
HEXAGONS = (None, Bonus.HEXAGON, Bonus.TWO_HEXAGONS, Bonus.THREE_HEXAGONS)

CLAUSES = {
    "written": "T19",
    "before_end": "T20",
    "tiles": "T7",
    "opening": "T4",
    "bridge": "T8",
    "hexagon": "T7",
    "two_hexagons": "T7",
    "three_hexagons": "T7",
    "draws": "T9",
    "fails": "T10",
    "passes": "T11",
    "out": "T12",
    "pips_of_others": "T12",
    "blocked": "T13",
}
LABELS = {
    "written": Words("as written on the sheet"),
    "before_end": Words("points before the end of the round"),
    "tiles": Words("tiles laid"),
    "opening": Words("opening with a triple"),
    "bridge": Words("bridges"),
    "hexagon": Words("hexagons"),
    "two_hexagons": Words("two hexagons at once"),
    "three_hexagons": Words("three hexagons at once"),
    "draws": Words("tiles drawn"),
    "fails": Words("failed turns after three draws"),
    "passes": Words("passes"),
    "out": Words("first to lay all tiles"),
    "pips_of_others": Words("tiles left with the others"),
    "blocked": Words("fewest points left in a blocked round"),
}


class Event(NamedTuple):
    """Points of one move: `points` in all, `extra` of them for the bonus."""

    seat: Seat
    kind: Kind
    points: int
    bonus: Bonus | None = None
    extra: int = 0


class LaidTile(TypedDict):
    """A tile of the board, by its place in the order of laying, and what it earned."""

    tile: int
    points: int
    bonus: str | None


EarnedBySeat: TypeAlias = tuple[list[Item], list[LaidTile]]  # by one seat: in all, and tile by tile


def item(code: str, count: int, points: int) -> Item:
    return {"code": code, "clause": CLAUSES[code], "count": count, "points": points}


def bonus(board: Board, at: Cell, options: Options) -> Bonus | None:
    """Return the one bonus for a tile that fits here (T7); a hexagon is never a bridge too."""
    full = lattice.hexagons(board, at)
    if full:
        return HEXAGONS[full]
    return Bonus.BRIDGE if lattice.is_bridge(board, at, options.bridge) else None


def bonus_points(bonus: Bonus, tile: Tile, options: Options) -> int:
    match bonus:
        case Bonus.OPENING:
            return OPENING_ZERO if tile == ZERO else OPENING
        case Bonus.BRIDGE:
            return BRIDGE
        case Bonus.HEXAGON:
            return HEXAGON
        case Bonus.TWO_HEXAGONS:
            return TWO_HEXAGONS
    return options.triple_hexagon


def end_items(end: End, racks: Sequence[Rack], tie: Tie) -> list[list[Item]]:
    """Return what every seat gets at the end of the round (T12, T13)."""
    return _out(racks) if end is End.OUT else _blocked(racks, tie)


def _out(racks: Sequence[Rack]) -> list[list[Item]]:
    left = sum(racks)
    count, points = left.bit_count(), tiles.pips(left)
    items = [item("out", 1, OUT), item("pips_of_others", count, points)]
    return [[] if rack else items for rack in racks]


def _blocked(racks: Sequence[Rack], tie: Tie) -> list[list[Item]]:
    pips_by_seat = [tiles.pips(rack) for rack in racks]
    fewest, total = min(pips_by_seat), sum(pips_by_seat)
    if pips_by_seat.count(fewest) > 1 and tie is Tie.NONE:
        return [[] for _ in racks]
    points = total - 2 * fewest
    return [[item("blocked", 1, points)] if mine == fewest else [] for mine in pips_by_seat]


def earned(events: Iterable[Event], players: int) -> list[EarnedBySeat]:
    """Return what every seat earned with its moves; the items in the order of CLAUSES."""
    laid: list[list[LaidTile]] = [[] for _ in range(players)]
    extras: list[dict[str, list[int]]] = [{} for _ in range(players)]
    pips = [0] * players
    others = {kind: [0] * players for kind, _, _ in PRICES}
    tiles, place = Kind.TILES, 0
    for seat, kind, points, bonus, extra in events:
        if kind is not tiles:
            others[kind][seat] += 1
            continue
        name = None
        if bonus:
            name = bonus.value
            extras[seat].setdefault(name, []).append(extra)
        pips[seat] += points - extra
        laid[seat].append({"tile": place, "points": points, "bonus": name})
        place += 1
    result: list[EarnedBySeat] = []
    for player, mine in enumerate(laid):
        items = [item("tiles", len(mine), pips[player])] if mine else []
        if extras[player]:
            paid = extras[player]
            items += [
                item(code, len(paid[code]), sum(paid[code])) for code in BONUSES if code in paid
            ]
        for kind, code, price in PRICES:
            count = others[kind][player]
            if count:
                items.append(item(code, count, price * count))
        result.append((items, mine))
    return result


def total(items: Iterable[Item]) -> int:
    return sum([item["points"] for item in items])
