"""QR codes as pictures that a page draws without a file."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

import segno

BORDER = 4  # what readers of QR codes ask for


class QrPicture(NamedTuple):
    """A QR code: its width in modules with the border, and its dark modules as an SVG path."""

    size: int
    path: str


def draw(address: str) -> QrPicture:
    modules = list(segno.make(address, error="m").matrix_iter(border=BORDER))
    return QrPicture(len(modules), "".join(_dark_runs(modules)))


def _dark_runs(modules: Iterable[Iterable[int]]) -> Iterator[str]:
    """Yield the dark modules of a QR code as path commands, one for each run in a row."""
    for y, row in enumerate(modules):
        x = 0
        for is_dark, run in groupby(row):
            length = len(list(run))
            if is_dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
