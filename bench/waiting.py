"""What people wait for, and what a small computer carries, in both layouts: from the last round of
a match to the changed table, open pages, memory, the second start, the first visit."""

from __future__ import annotations

import asyncio
import re
import statistics
import time
from collections.abc import Iterator
from urllib.parse import urljoin

from bench.measure import Cell
from bench.product import Product, Site, memory, on_a_server, on_one_computer, start

TURNS = 30
REST_SECONDS = 1.2  # in which nothing goes on: longer than refreshes keep apart
OPEN_PAGES = 500
WATCHED_SECONDS = 20
SETTLE_SECONDS = 10  # in which open pages learn their pace
POLL_SECONDS = 0.3  # of a page on which something happens
LAYOUTS = {"one computer": on_one_computer, "server": on_a_server}
FILES = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js|woff2|svg)(?:\?[^"]*)?)"')
IMAGES = re.compile(r'<img[^>]* src="(/static/[^"]+)"')
INSIDE = re.compile(r'url\("?([^")]+\.woff2)"?\)')


def cells() -> Iterator[Cell]:
    for layout, served in LAYOUTS.items():
        with served() as product:
            yield from of_layout(layout, product)
            if layout == "one computer":
                yield from of_start(product)


def of_layout(layout: str, product: Product) -> Iterator[Cell]:
    used = {pid: memory(pid) for pid in product.processes()}
    print(f"# {layout}: PSS of each process {[round(mb) for mb in used.values()]} MB")
    if layout == "one computer":
        yield Cell(f"memory, {layout}", "1 MB", sum(used.values()), 130, 0, True)
    else:
        largest = max(list(used.values())[1:])  # the first one has only started the others
        yield Cell(f"memory of the largest process, {layout}", "1 MB", largest, 90, 0, True)
    shown = [seconds_until_shown(product, 0.003) for _ in range(TURNS)]
    yield Cell(f"last round → changed table, p50, {layout}", "1 ms", _ms(shown, 0.5), 60, 0, True)
    yield Cell(f"last round → changed table, p95, {layout}", "1 ms", _ms(shown, 0.95), 120, 0, True)
    on_page = [seconds_until_shown(product, POLL_SECONDS) for _ in range(TURNS)]
    yield Cell(f"the same on an open page, p95, {layout}", "1 ms", _ms(on_page, 0.95), 400, 0, True)
    share = asyncio.run(cpu_of_open_pages(product))
    yield Cell(f"{OPEN_PAGES} open pages, {layout}", "1 % of a core", 100 * share, 15, 0, True)
    yield Cell(f"kB of a first visit, {layout}", "1 kB", first_visit(product) / 1000, 50, 0, True)


def of_start(product: Product) -> Iterator[Cell]:
    product.stop()
    began = time.monotonic()
    again = start(product.environment)
    spent = time.monotonic() - began
    product.process, product.port = again.process, again.port
    yield Cell("second start of make run", "1 s", spent, 2.5, 0, True)


def seconds_until_shown(product: Product, pause: float) -> float:
    """Return the time from the last round of a match to a table that shows it, asked for every
    `pause` seconds, as it is from nothing having happened for a while."""
    match = product.post("sessions/1/matches/", game="neurotrio", players=[1, 2])["id"]
    rounds = f"matches/{match}/rounds/"
    for _ in range(2):
        product.post(rounds, evidence="sheet", scores=[22, 5])
    time.sleep(REST_SECONDS)
    path = "/en/seasons/1/table/"
    _, tag = product.call("GET", path)
    began = time.monotonic()
    product.post(rounds, evidence="sheet", scores=[22, 5])
    while True:
        last_request = time.monotonic()
        content, _ = product.call("GET", path, **{"If-None-Match": tag, "Live-Page": "1"})
        if content:
            return time.monotonic() - began
        time.sleep(max(0.0, last_request + pause - time.monotonic()))


async def cpu_of_open_pages(product: Product) -> float:
    """Return the processor seconds per second that so many open pages cost, which ask as static/
    live.js does, over connections that stay open."""
    end = time.monotonic() + SETTLE_SECONDS + WATCHED_SECONDS
    pages = [asyncio.create_task(_open_page(product, end, n)) for n in range(OPEN_PAGES)]
    await asyncio.sleep(SETTLE_SECONDS)
    before = product.cpu()
    await asyncio.sleep(WATCHED_SECONDS)
    spent = product.cpu() - before
    requests = sum(await asyncio.gather(*pages))
    print(f"# {OPEN_PAGES} open pages asked {requests} times")
    return spent / WATCHED_SECONDS


async def _open_page(product: Product, end: float, number: int) -> int:
    """Ask as one open page until the end; return how often."""
    await asyncio.sleep(number / OPEN_PAGES)
    reader, writer = await asyncio.open_connection("127.0.0.1", product.port)
    tag, requests, wait = "", 0, 0.9
    while time.monotonic() < end:
        lines = ["GET /en/seasons/1/table/ HTTP/1.1", "Host: 127.0.0.1", "Live-Page: 1"]
        lines += [f"If-None-Match: {tag}"] * bool(tag)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        except (ConnectionError, asyncio.IncompleteReadError):  # closed after its keep-alive
            reader, writer = await asyncio.open_connection("127.0.0.1", product.port)
            continue
        headers = dict(re.findall(r"(?m)^([\w-]+): (.*?)\r$", head))
        if head.startswith("HTTP/1.1 200"):
            await reader.readexactly(int(headers["Content-Length"]))
        else:
            assert head.startswith("HTTP/1.1 304"), head
        tag, wait, requests = headers["ETag"], float(headers["Live-Pace"]), requests + 1
        await asyncio.sleep(max(wait, 0.9))
    writer.close()
    return requests


def first_visit(site: Site, home: str = "/en/") -> int:
    """Return the bytes of the home page with all its files, compressed as a browser asks."""
    page, _ = site.call("GET", home, **{"Accept-Encoding": "identity"})
    files = dict.fromkeys([*FILES.findall(page.decode()), *IMAGES.findall(page.decode())])
    for file in [each for each in files if ".css" in each]:
        style = site.call("GET", file, **{"Accept-Encoding": "identity"})[0].decode()
        files |= dict.fromkeys(urljoin(file, each) for each in INSIDE.findall(style))
    sizes = {
        path: len(site.call("GET", path, **{"Accept-Encoding": "gzip, br"})[0])
        for path in [home, *files]
    }
    print(f"# {sizes}")
    return sum(sizes.values())


def _ms(spent: list[float], share: float) -> float:
    return 1000 * statistics.quantiles(spent, n=100)[round(100 * share) - 1]
