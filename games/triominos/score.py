"""What tiles, bonuses, draws and the end of a round earn (T4, T7-T13), item by item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.base import Seat
from games.triominos import lattice, pieces
from games.triominos.lattice import Board, Cell
from games.triominos.options import Options, Tie
from games.triominos.pieces import ZERO, Rack, Tile

DRAW, FAIL = -5, -10
OPENING, OPENING_ZERO = 10, 40
BRIDGE, HEXAGON, TWO_HEXAGONS = 40, 50, 60
OUT = 25


class Kind(StrEnum):
    """What a move earns points for."""

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
    "written": {"en": "as written on the sheet", "fr": "noté sur la feuille"},
    "before_end": {
        "en": "points before the end of the round",
        "fr": "points avant la fin de la manche",
    },
    "tiles": {"en": "tiles laid", "fr": "Triominos posés"},
    "opening": {"en": "opening with a triple", "fr": "ouverture avec un triple"},
    "bridge": {"en": "bridges", "fr": "ponts"},
    "hexagon": {"en": "hexagons", "fr": "hexagones"},
    "two_hexagons": {"en": "two hexagons at once", "fr": "deux hexagones à la fois"},
    "three_hexagons": {"en": "three hexagons at once", "fr": "trois hexagones à la fois"},
    "draws": {"en": "tiles drawn", "fr": "Triominos piochés"},
    "fails": {"en": "turns failed after three draws", "fr": "tours manqués après trois tirages"},
    "passes": {"en": "passes", "fr": "passes"},
    "out": {"en": "first to lay all tiles", "fr": "premier à tout poser"},
    "pips_of_others": {
        "en": "tiles left to the others",
        "fr": "Triominos restant aux autres",
    },
    "blocked": {
        "en": "fewest points in hand in a blocked round",
        "fr": "le moins de points en main dans une manche bloquée",
    },
}


class Event(NamedTuple):
    """What one move earned: `points` in all, `extra` of them for the bonus."""

    seat: Seat
    kind: Kind
    points: int
    bonus: Bonus | None = None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """How often something was found, and what that earned."""

    code: str
    count: int
    points: int

    def to_json(self) -> dict[str, object]:
        clause = CLAUSES[self.code]
        return {"code": self.code, "clause": clause, "count": self.count, "points": self.points}


def bonus(board: Board, at: Cell, options: Options) -> Bonus | None:
    """T7: the one bonus for a tile that fits here; a hexagon is never a bridge too."""
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
    """What every seat gets at the end of the round (T12, T13)."""
    return _out(racks) if end is End.OUT else _blocked(racks, tie)


def _out(racks: Sequence[Rack]) -> list[list[Item]]:
    left = Rack(sum(racks))
    count, points = left.bit_count(), pieces.pips(left)
    items = [Item("out", 1, OUT), Item("pips_of_others", count, points)]
    return [[] if held else items for held in racks]


def _blocked(racks: Sequence[Rack], tie: Tie) -> list[list[Item]]:
    held = [pieces.pips(rack) for rack in racks]
    fewest, total = min(held), sum(held)
    if held.count(fewest) > 1 and tie is Tie.NONE:
        return [[] for _ in racks]
    item = Item("blocked", 1, total - 2 * fewest)
    return [[item] if mine == fewest else [] for mine in held]


def move_items(events: Iterable[Event], players: int) -> list[list[Item]]:
    """What every seat earned with its moves, in the order of CLAUSES."""
    found: list[dict[str, tuple[int, int]]] = [{} for _ in range(players)]
    for event in events:
        mine = found[event.seat]
        _add(mine, event.kind, event.points - event.extra)
        if event.bonus:
            _add(mine, event.bonus, event.extra)
    return [[Item(code, *mine[code]) for code in CLAUSES if code in mine] for mine in found]


def _add(found: dict[str, tuple[int, int]], code: str, points: int) -> None:
    count, before = found.get(code, (0, 0))
    found[code] = count + 1, before + points


def total(items: Iterable[Item]) -> int:
    return sum(item.points for item in items)
