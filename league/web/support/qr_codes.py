"""QR codes as paths of an SVG, and whether phones can open an address at all."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

import segno
from django.conf import settings
from django.http import HttpRequest

BORDER = 4  # modules, which readers of QR codes ask for
LOCAL_HOSTS = {"127.0.0.1", "localhost", "[::1]"}


class QrCode(NamedTuple):
    """A QR code: its text, its size in modules with the border, and its dark modules as path."""

    text: str
    size: int
    path: str


def of(text: str) -> QrCode:
    modules = list(segno.make(text, error="m").matrix_iter(border=BORDER))
    return QrCode(text, len(modules), "".join(_dark_runs(modules)))


def is_local_only(request: HttpRequest) -> bool:
    """Return whether the host of the address exists on this machine only, so that phones cannot
    open it."""
    host = request.get_host()
    return (
        any(host == local_host or host.startswith(f"{local_host}:") for local_host in LOCAL_HOSTS)
        and not settings.HTTPS
    )


def _dark_runs(modules: Iterable[Iterable[int]]) -> Iterator[str]:
    """Yield the dark modules as path commands, one for each run in a row."""
    for y, row in enumerate(modules):
        x = 0
        for is_dark, run in groupby(row):
            length = len(list(run))
            if is_dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
