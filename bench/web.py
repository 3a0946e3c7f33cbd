"""Public pages against what Django itself does: over HTTP by gunicorn with two workers, and in one
process. The yardsticks over HTTP are views of the same server, behind the same middleware."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import shutil
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import urljoin

from bench import services
from bench.api import Sent, Server, fire, served, turns
from bench.measure import Cell, cost
from bench.standings import LargeSeason, database

READERS = 500
RESULTS, PLAYERS = 8_000, 200
LARGE_RESULTS, LARGE_PLAYERS = 40_000, 20_000
READY_BYTES = "a view with ready bytes of that size"
PLAIN_VIEW = "a plain view"
LOOP = "a template loop over these rows"
LINKED = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js|woff2|svg))"')
INSIDE = re.compile(r'url\("?([^")]+\.woff2)"?\)')
ROW_LOOP = """{% load manche %}{% for move in moves %}<tr><td>{{ move.row.place }}{% move move %}
<th scope=row><a href="players/{{ move.row.player_id }}/">{% name move.row.player %}</a>
<svg aria-hidden=true><rect width="{{ move.row.points|share:best }}%"/></svg>
<td>{{ move.row.points|decimals }}<td>{{ move.row.played }}<td>{{ move.row.wins }}
<td>{% for place in move.recent %}{{ place }} {% endfor %}<td>{{ move.row.played }}
{% for column in columns %}<td>{{ move.row|tiebreak_value:column }}{% endfor %}{% endfor %}"""


@dataclass(frozen=True)
class Page(Sent):
    """A request for a page, with the tag that the client has."""

    tag: str = ""

    def headers(self) -> dict[str, str]:
        return {"If-None-Match": self.tag} if self.tag else {}


def cells() -> Iterator[Cell]:
    """Yield the figures; none where wrk, PostgreSQL or Redis is missing."""
    if not shutil.which("wrk"):
        print("# wrk is not installed: the pages are not measured")
        return
    if not services.answer():
        return
    os.environ |= services.settings_of_server()
    with database():
        from django.core.management import call_command

        from league.models import User

        call_command("collectstatic", verbosity=0, interactive=False)
        User.objects.create_user(
            "bench@example.org", name="Bench"
        )  # or each page asks for an owner
        season = LargeSeason(RESULTS, PLAYERS, PLAYERS, scheme={})
        yield from page_costs(season)
        yield from over_http(season)


def page_costs(season: LargeSeason) -> Iterator[Cell]:
    """Yield the figures of one process, without a server."""
    page = PageMaker(season)
    rows = page.rows()
    yield Cell("200 rows written", LOOP, cost(page.write, page.loop), 1 / 3, 1 / 10, True)
    yield Cell("a page of 200 rows made anew", LOOP, cost(page.make_anew, page.loop), 0, 0, True)
    yield Cell("the same, its table computed before", LOOP, cost(page.make, page.loop), 0, 0, True)
    yield Cell("statements of that", "1", page.questions(), 5, 3, True)
    raw, packed = len(rows) / PLAYERS, len(gzip.compress(rows)) / PLAYERS
    yield Cell("bytes of a row", "1", raw, 250, 120, True)
    yield Cell("bytes of a row, packed", "1", packed, 40, 20, True)
    yield Cell("first 50 of 20,000 players", "of 200 players", first_pages(season), 1.3, 1.05, True)


class PageMaker:
    """Makes the page of a season, as for the first reader of a version."""

    def __init__(self, season: LargeSeason) -> None:
        from django.template import engines
        from django.test import Client

        from league.web.standings import season_page

        self.client, self.path = Client(), f"/en/seasons/{season.pk}/"
        view = season_page._table_context(season.table)
        self.context = {**view, "season": view["view"].table.season, "member": False, "game": ""}
        for move in view["moves"]:
            move.row.recent_places = view["recent"][move.row.player_id].places
        self.template = engines["django"].from_string(
            ROW_LOOP.replace("move.recent", "move.row.recent_places")
        )

    def make(self) -> None:
        """Request the page with a query, which is never answered from the cache."""
        assert (
            self.client.get(self.path, {"as_of": ""}, headers={"host": "localhost"}).status_code
            == 200
        )

    def make_anew(self) -> None:
        from league.web.standings import season_page

        season_page.contexts.clear()
        self.make()

    def write(self) -> str:
        from league.templatetags.standings import standings_rows

        return standings_rows(self.context)

    def rows(self) -> bytes:
        text = self.write().encode()
        assert text.count(b"<tr>") == PLAYERS
        return text

    def loop(self) -> None:
        assert self.template.render(self.context).count("<tr>") == PLAYERS

    def questions(self) -> float:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            self.make()
        return len(queries)


def first_pages(season: LargeSeason) -> float:
    """Return the cost of the first page of a large table relative to a small one."""
    from league.web.standings import season_page

    large = LargeSeason(LARGE_RESULTS, LARGE_PLAYERS, 10_000, scheme={})
    whole, season_page.WHOLE_TABLE_ROWS = season_page.WHOLE_TABLE_ROWS, season_page.PAGE_ROWS
    try:
        return cost(PageMaker(large).make, PageMaker(season).make)
    finally:
        season_page.WHOLE_TABLE_ROWS = whole


def over_http(season: LargeSeason) -> Iterator[Cell]:
    path = f"/en/seasons/{season.pk}/"
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.web_settings"
    with ExitStack() as running:
        sizer = running.enter_context(served("-c", "league/config/gunicorn.py"))
        body, tag = got(sizer, path)
        os.environ["BENCH_BYTES"] = str(len(body))
    with served("-c", "league/config/gunicorn.py") as server:
        page, yardstick, plain = (
            [Page("GET", path)] * 2,
            [Page("GET", "/bytes/")] * 2,
            [Page("GET", "/plain/")] * 2,
        )
        unchanged_page = [Page("GET", path, tag=tag)] * 2
        warm = turns(lambda: fire(server, page, 200), lambda: fire(server, yardstick, 200))
        yield Cell("warm page of 200 rows", READY_BYTES, warm, 0.8, 0.95)
        unchanged = turns(
            lambda: fire(server, unchanged_page, 304), lambda: fire(server, plain, 200)
        )
        yield Cell("304", PLAIN_VIEW, unchanged, 0.8, 0.95)
        poll = path + "table/"
        piece = [Page("GET", poll, tag=got(server, poll)[1])] * 2
        polls = turns(lambda: fire(server, piece, 304), lambda: fire(server, plain, 200))
        yield Cell("an open page asks, nothing has changed", PLAIN_VIEW, polls)
        yield Cell(
            "pages made for 500 readers at a change",
            "versions",
            crowd(server, season, path),
            2,
            1,
            True,
        )
        total, script = weight(server, path, body)
        yield Cell("kB of a first visit, over the wire", "1", total / 1000, 150, 80, True)
        yield Cell("kB of script", "1", script / 1000, 40, 20, True)


def got(server: Server, path: str, accept: str = "identity") -> tuple[bytes, str]:
    request = urllib.request.Request(server.url + path, headers={"Accept-Encoding": accept})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read(), answer.headers.get("ETag", "")


def crowd(server: Server, season: LargeSeason, path: str, times: int = 3) -> float:
    """Return the most pages made for one version while 500 connected readers ask after a change."""
    from django.core.cache import cache

    from bench.web_urls import COUNTER
    from league.web.support import cached_views

    worst = 0
    for _ in range(times):
        season.submit(season.almost_played())
        season.refresh()
        time.sleep(cached_views.VERSION_SECONDS)  # until no process believes the version before
        cache.set(COUNTER, 0, 60)
        answers = asyncio.run(all_at_once(server, path))
        assert len(set(answers)) == 1
        worst = max(worst, int(cache.get(COUNTER)))
    return worst


async def all_at_once(server: Server, path: str) -> list[bytes]:
    host, port = server.url.removeprefix("http://").split(":")
    wire = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()

    async def one() -> bytes:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(wire)
        answer = await reader.read()
        writer.close()
        assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
        return answer.split(b"\r\n\r\n", 1)[1]

    return await asyncio.gather(*(one() for _ in range(READERS)))


def weight(server: Server, path: str, body: bytes) -> tuple[int, int]:
    """Return all bytes, and the bytes of scripts, that a first visit loads over the wire."""
    accept, sizes = "gzip, br", {}
    files = dict.fromkeys(LINKED.findall(body.decode()))
    for file in list(files):
        if file.endswith(".css"):
            inside = INSIDE.findall(got(server, file)[0].decode())
            files |= dict.fromkeys(urljoin(file, each) for each in inside)
    for file in [path, *files]:
        sizes[file] = len(got(server, file, accept)[0])
        print(f"# {sizes[file]:>7} {file}")
    return sum(sizes.values()), sum(n for file, n in sizes.items() if file.endswith(".js"))
