"""The page of all figures: docs/performance.md, with a section for each part, which a run writes
anew for the parts that it measures and leaves as they are for the others."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import Cell

HEAD = """# Performance

All figures are written by `make performance`, or by `make performance PARTS="web growth"` for some
parts. Each is measured in one run with what it is compared with, on the same machine, and asserts
its own results; without PostgreSQL, Redis and `wrk`, some parts measure nothing. *Bar* is what a
figure should reach and, behind the comma, what would be better still. A machine that does other
work at the same time gives worse figures: the load beside each date says how many programs wanted
a processor when the part began.
"""
ENGINES = """Whole matches judged and hands grouped, relative to engines of other people in pieces a
second; [engines.md](engines.md) explains them."""
STANDINGS = """Tables of seasons of up to a million results on PostgreSQL, relative to plain SQL;
[standings.md](standings.md) explains them."""
VISIBLE = "How soon a worker shows a round in the table."
API = "Requests relative to a bare REST framework that is served in the same way."
ROUNDS = "Processor time of the whole application for rounds that differ in their place in a match."
WEB = "Public pages relative to the least that Django can do for them."
SEATING = "Draws and checks of seats; [seating/README.md](../seating/README.md) explains them."
WAITING = """The whole product with the demo club, as `make run` starts it on one computer, and as
on a server."""
GROWTH = """What more results, refreshes and clubs cost. An exponent of 0.1 is a quarter more for
ten times as many."""
PEERS = """The product beside other programs that store results and show tables, all on one computer
with 200 players each, relative to their figures: less is better. PySkat loads its styles from other
servers, which are not counted."""
ABOUT = {
    "engines": ("Engines", ENGINES),
    "standings": ("Standings", STANDINGS),
    "visible": ("Worker", VISIBLE),
    "api": ("API", API),
    "rounds": ("Rounds of a match", ROUNDS),
    "web": ("Pages", WEB),
    "seating": ("Seating", SEATING),
    "waiting": ("Waiting, memory and start", WAITING),
    "growth": ("Growth", GROWTH),
    "peers": ("Other tournament managers", PEERS),
}
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
ABSOLUTE = re.compile(r"1 (.+)")


def write(page: Path, name: str, cells: Sequence[Cell], began: str) -> None:
    """Write the section of a part into the page."""
    sections = read(page)
    sections[ABOUT[name][0]] = section(name, cells, began)
    ordered = [sections[title] for title, _text in ABOUT.values() if title in sections]
    page.write_text("\n".join([HEAD, *ordered]))


def read(page: Path) -> dict[str, str]:
    """Return the sections of the page by their titles."""
    if not page.exists():
        return {}
    _head, *parts = HEADING.split(page.read_text())
    return {
        title: f"## {title}\n\n{text.strip()}\n"
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


def section(name: str, cells: Sequence[Cell], began: str) -> str:
    title, text = ABOUT[name]
    rows = "\n".join(map(row, cells))
    table = f"| what | against | figure | bar | reached |\n|---|---|---|---|---|\n{rows}"
    return f"## {title}\n\n{text}\n\n{began}\n\n{table}\n"


def row(cell: Cell) -> str:
    """Return a line of a table. What is measured against one of a unit is an amount of it.

    >>> row(Cell("second start", "1 s", 2.25, 2.5, 0, True))
    '| second start | | 2.25 s | at most 2.5 | yes |'
    >>> row(Cell("warm page", "a plain view", 0.7004, 0.8, 0.95))
    '| warm page | a plain view | 0.7 | at least 0.8, 0.95 | **no** |'
    """
    unit = ABSOLUTE.fullmatch(cell.against)
    figure = f"{cell.ratio:.3g}" if abs(cell.ratio) < 1000 else f"{cell.ratio:,.0f}"
    figure += f" {unit[1]}" if unit else ""
    against = "" if unit or cell.against == "1" else f" {cell.against}"
    bars = ", ".join(f"{due:.3g}" for due in (cell.base, cell.stretch) if due)
    bar = f" {'at most' if cell.less_is_better else 'at least'} {bars}" if bars else ""
    reached = {"": "", "stretch": " better", "base": " yes"}.get(cell.mark(), " **no**")
    if not cell.stretch and reached:
        reached = reached.replace("better", "yes")
    return f"| {cell.work} |{against} | {figure} |{bar} |{reached} |"


def now_and_here() -> str:
    """Return the date, the load and the machine."""
    load = os.getloadavg()[0]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, load {load:.1f}: {os.cpu_count()} cores of "
        f"{processor()}, {memory:.0f} GiB, {platform.system()}, Python {platform.python_version()}."
    )


def processor() -> str:
    """Return what the processor calls itself."""
    info = Path("/proc/cpuinfo")
    named = re.search(r"model name\s*: (.+)", info.read_text()) if info.exists() else None
    return named[1] if named else platform.machine()
