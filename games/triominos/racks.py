"""Racks and pools as a record writes them (T1, T2, T21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from games.shape import Spot
from games.triominos import messages, moves
from games.triominos.tiles import BIT, TILES, Rack, Tile
from problems import reader

Tiles: TypeAlias = tuple[Tile, ...]


def read_racks(given: Mapping[str, object], at: Spot, players: int) -> list[Tiles] | None:
    """Return a list of tiles per seat, or None."""
    if "racks" not in given:
        return None
    at = at / "racks"
    listed = reader.entries(given["racks"], at, count=players)
    racks = [read(raw, at / seat) for seat, raw in enumerate(listed or ())]
    good = [rack for rack in racks if rack is not None]
    return good if len(good) == players else None


def read(raw: object, at: Spot) -> Tiles | None:
    listed = reader.entries(raw, at, most=len(TILES))
    return None if listed is None else moves.read_tiles(listed, at)


def packed(raw: object, count: int) -> Rack | None:
    """Return a list of `count` tiles as one number; None, and no report, for anything else.

    A tile that occurs twice counts as the next one, so the caller must still count the sum of all
    tiles.
    """
    if not isinstance(raw, list) or len(raw) != count:
        return None
    try:
        return sum(map(BIT.__getitem__, raw))
    except (KeyError, TypeError):
        return None


def check_all(codes: Iterable[Tile], at: Spot, *, complete: bool = True) -> None:
    """Report tiles that occur twice, and those that are missing (T1)."""
    often = Counter(codes)
    for tile, times in often.items():
        if times > 1:
            at.refuse(messages.TILE_TWICE, tile=tile, found=times)
    missing = [tile for tile in TILES if tile not in often]
    if missing and complete:
        at.refuse(messages.TILES_MISSING, tiles=" ".join(missing))
