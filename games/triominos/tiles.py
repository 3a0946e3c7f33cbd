"""Tiles and their turnings (T1, T2).

A rack is a set of tiles packed into one number, a bit for each tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import NewType, TypeAlias

Tile = NewType("Tile", str)  # "015"
Rack: TypeAlias = int
Corners: TypeAlias = tuple[int, int, int]  # clockwise
Pattern: TypeAlias = tuple[int, int, int]  # corners, some of them FREE

NUMBERS = range(6)
FREE = -1  # a corner that may show any number
TILES = tuple(
    Tile("".join(map(str, numbers))) for numbers in combinations_with_replacement(NUMBERS, 3)
)
TRIPLES = tuple(Tile(str(number) * 3) for number in NUMBERS)
ZERO = TRIPLES[0]
NO_TILES, ALL_TILES = 0, (1 << len(TILES)) - 1

BIT = {tile: 1 << place for place, tile in enumerate(TILES)}
PIPS = {tile: sum(map(int, tile)) for tile in TILES}


def rack(tiles: Iterable[Tile]) -> Rack:
    return sum(BIT[tile] for tile in tiles)


def in_rack(rack: Rack) -> list[Tile]:
    """Return the tiles of a rack in ascending order."""
    result: list[Tile] = []
    left: int = rack
    while left:
        lowest = left & -left
        result.append(TILES[lowest.bit_length() - 1])
        left ^= lowest
    return result


def pips(rack: Rack) -> int:
    return sum(map(PIPS.__getitem__, in_rack(rack)))


def turnings(tile: Tile) -> list[Corners]:
    """Return the different ways to turn a tile: three, or one for a triple."""
    a, b, c = map(int, tile)
    return list(dict.fromkeys([(a, b, c), (b, c, a), (c, a, b)]))


def strength(tile: Tile) -> tuple[int, str]:
    """Return what decides on an opening: the total, then the highest numbers (T3)."""
    return PIPS[tile], tile[::-1]


def fitting(pattern: Pattern) -> list[Corners]:
    """Return the turnings of any tile that show these numbers; at most one corner is free."""
    return _FITTING.get(pattern, [])


def fitting_tiles(pattern: Pattern) -> Rack:
    return _FITTING_TILES.get(pattern, NO_TILES)


def _patterns(corners: Corners) -> list[Pattern]:
    a, b, c = corners
    return [(a, b, c), (FREE, b, c), (a, FREE, c), (a, b, FREE)]


TRIPLE_TILES = rack(TRIPLES)
BY_PIPS = [  # the tiles with the most pips first
    rack(tile for tile in TILES if PIPS[tile] == pips) for pips in range(max(PIPS.values()), -1, -1)
]
TILE_OF = {corners: tile for tile in TILES for corners in turnings(tile)}
_FITTING: dict[Pattern, list[Corners]] = {}
for _corners in TILE_OF:
    for _pattern in _patterns(_corners):
        _FITTING.setdefault(_pattern, []).append(_corners)
_FITTING_TILES = {
    pattern: rack({TILE_OF[corners] for corners in turned}) for pattern, turned in _FITTING.items()
}
