"""The board as a picture: triangles on a lattice, drawn in whole units."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from games.triominos import lattice

Body = dict[str, Any]

# half a side, height, and how far the centre of a tile is from its side
HALF_SIDE, HEIGHT, CENTRE_HEIGHT = 52, 90, 30
MARGIN = 22
# pixels for a hundred units: where there is room, and the least before a board must be scrolled
USUAL_SCALE = 84
LEAST_SCALE_OF_REPLAY, LEAST_SCALE, LEAST_SCALE_TO_TAP = 28, 44, 54
LARGE_SCALE = 125  # for one board that is all there is to see
WIDEST = 6000  # pixels: boards of legal tiles are far smaller


def board_picture(
    placed: Sequence[Mapping[str, Any]],
    *,
    ghosts: Sequence[Mapping[str, Any]] = (),
    span: Collection[Sequence[int]] | None = None,
    usual: int = USUAL_SCALE,
    least: int = LEAST_SCALE,
) -> Body:
    """Return what the template draws: the frame, the tiles, the possible tiles (`ghosts`) and the
    centres of hexagons. `span` holds cells that must be inside the frame too."""
    reached = [*(tile["at"] for tile in chain(placed, ghosts)), *(span or ())] or [[0, 0]]
    x, y, width, height = _frame(reached)
    return {
        "view": f"{x} {y} {width} {height}",
        "left": x,
        "top": y,
        "width": str(min(width * usual // 100, WIDEST)),
        "height": str(min(height * usual // 100, WIDEST)),
        "least": str(min(width * least // 100, WIDEST)),
        "tiles": [_tile_context(tile) for tile in placed],
        "ghosts": [_tile_context(ghost) for ghost in ghosts],
        "hexagons": hexagons(tile["at"] for tile in placed),
    }


def hexagons(cells: Iterable[Sequence[int]]) -> list[tuple[str, str]]:
    """Return the points where six tiles meet."""
    filled = Counter(
        chain.from_iterable(lattice.points(lattice.cell(*position)) for position in cells)
    )
    full = [lattice.place(point) for point, times in filled.items() if times == len(lattice.AROUND)]
    return [(str(x * HALF_SIDE), str(y * HEIGHT)) for x, y in sorted(full)]


def _frame(cells: Collection[Sequence[int]]) -> tuple[int, int, int, int]:
    """Return left, top, width and height."""
    xs, ys = zip(*cells, strict=True)
    left, top = (min(xs) - 1) * HALF_SIDE - MARGIN, min(ys) * HEIGHT - MARGIN
    width = (max(xs) - min(xs) + 2) * HALF_SIDE + 2 * MARGIN
    return left, top, width, (max(ys) - min(ys) + 1) * HEIGHT + 2 * MARGIN


def _tile_context(placed: Mapping[str, Any]) -> Body:
    """Return the tile with the centre of its triangle. Coordinates are texts, since templates would
    write numbers in the reader's locale."""
    x, y = placed["at"]
    is_up = (x + y) % 2 == 0
    middle = y * HEIGHT + (HEIGHT - CENTRE_HEIGHT if is_up else CENTRE_HEIGHT)
    mark = (13 if placed.get("extra") else -2) * (1 if is_up else -1)  # below the extra points
    return {**placed, "x": str(x * HALF_SIDE), "y": str(middle), "up": is_up, "mark_y": str(mark)}
