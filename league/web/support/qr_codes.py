"""QR codes as pictures that a page draws without a file."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

import segno

BORDER = 4  # modules, which readers of QR codes ask for


class QrCode(NamedTuple):
    """A QR code: its text, its size in modules with the border, and its dark modules as path."""

    text: str
    size: int
    path: str


def of(text: str) -> QrCode:
    modules = list(segno.make(text, error="m").matrix_iter(border=BORDER))
    return QrCode(text, len(modules), "".join(_dark_runs(modules)))


def _dark_runs(modules: Iterable[Iterable[int]]) -> Iterator[str]:
    """Yield the dark modules as path commands, one for each run in a row."""
    for y, row in enumerate(modules):
        x = 0
        for is_dark, run in groupby(row):
            length = len(list(run))
            if is_dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
