"""Public pages by the whole application in one process: processor time, without a web server."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from itertools import count
from statistics import median

from bench import server
from bench.measure import Cell, median_seconds

PLAYERS, MATCHES = 200, 2_000
LARGE_PLAYERS, LARGE_MATCHES = 2_000, 4_000
TURNS = 15
LOOP = """{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}{% endfor %}{% endfor %}"""


def cells() -> Iterator[Cell]:
    if not server.answers():
        return
    with server.database():
        yield from of_season()


def of_season() -> Iterator[Cell]:
    (season,) = server.populate(1, PLAYERS, MATCHES)
    path = f"/en/seasons/{season.pk}/"
    first = server.request(path)
    rows = first.content.count(b"<tr>")
    assert rows >= PLAYERS
    made = seconds_of(anew(path))
    unchanged = server.request(path, status=304, if_none_match=first.headers["ETag"])
    assert unchanged.content == b""
    cached = seconds_of(lambda: server.request(path).seconds)
    yield Cell(
        f"page of {PLAYERS} rows, made anew", "the same from the cache", made / cached, least=20
    )
    yield Cell(
        f"page of {PLAYERS} rows, made anew", "a template loop of 10 columns", made / loop(), most=8
    )
    packed = len(gzip.compress(first.content)) / 1000
    yield Cell(f"page of {PLAYERS} rows, compressed", "a kB", packed, most=20)
    (large,) = server.populate(1, LARGE_PLAYERS, LARGE_MATCHES)
    page = seconds_of(anew(f"/en/seasons/{large.pk}/"))
    yield Cell(
        f"first page of {LARGE_PLAYERS:,} players", f"{PLAYERS} players", page / made, most=2
    )


def anew(path: str) -> Callable[[], float]:
    """Return the work of making a page whose query is new, so that no cache has it."""
    numbers, sign = count(), "&" if "?" in path else "?"
    return lambda: server.request(f"{path}{sign}new={next(numbers)}").seconds


def seconds_of(work: Callable[[], float]) -> float:
    """Return the median of the processor times that the work returns, once it is warm."""
    work()
    return median(work() for _ in range(TURNS))


def loop() -> float:
    from django.template import engines

    template = engines["django"].from_string(LOOP)
    rows = [[f"cell {row} {column}" for column in range(10)] for row in range(PLAYERS)]
    return median_seconds(lambda: template.render({"rows": rows}))
