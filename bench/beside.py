"""The product beside other tournament managers in the same run, all on one computer with SQLite:
to store a result, a table of 200 after it, memory, start, first visit."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.managers import FOLDER, PLAYERS, Manager, Manche, PySkat, SoL
from bench.measure import Cell
from bench.product import memory, on_one_computer
from bench.waiting import first_visit

TURNS = 10
REST_SECONDS = 1.2  # in which nothing goes on: longer than refreshes of Manche keep apart
PATIENCE = 20


def cells() -> Iterator[Cell]:
    """Yield the figures; none where the others are not installed."""
    if not (FOLDER / "bin" / "python").exists():
        print("# no other tournament managers are installed: make bench-peers")
        return
    with ExitStack() as running:
        product = running.enter_context(on_one_computer())
        ours = Manche(product)
        folders = [
            Path(running.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
            for _ in range(2)
        ]
        others: list[Manager] = [PySkat(folders[0]), SoL(folders[1])]
        for other in others:
            other.start()
            running.callback(stop, other)
        yield from compared(ours, others)


def compared(ours: Manager, others: list[Manager]) -> Iterator[Cell]:
    for manager in (ours, *others):
        manager.fill()
        wait_for(partial(has_all_players, manager), manager)
    stored = {manager.name: list[float]() for manager in (ours, *others)}
    shown = {manager.name: list[float]() for manager in (ours, *others)}
    for _ in range(TURNS):
        for manager in (ours, *others):
            request, table = one_result(manager)
            stored[manager.name].append(1000 * request)
            shown[manager.name].append(1000 * table)
    figures = {
        "a result stored": ("ms", {name: statistics.median(ms) for name, ms in stored.items()}),
        "a result sent and shown in a table of 200": (
            "ms",
            {name: statistics.median(ms) for name, ms in shown.items()},
        ),
        "kB of a first visit": (
            "kB",
            {each.name: first_visit(each.site, each.home) / 1000 for each in (ours, *others)},
        ),
        "second start": ("s", {each.name: second_start(each) for each in (ours, *others)}),
        "memory after a start and a table": (
            "MB",
            {each.name: used(each) for each in (ours, *others)},
        ),
    }
    for work, (unit, of) in figures.items():
        print(
            f"# {work}: {', '.join(f'{name} {figure:.3g} {unit}' for name, figure in of.items())}"
        )
        for other in others:
            yield Cell(work, other.name, of[ours.name] / of[other.name], 1, 0.5, True)


def one_result(manager: Manager) -> tuple[float, float]:
    """Return the seconds until a result is stored, and until the table shows it."""
    result = manager.result()
    time.sleep(REST_SECONDS)
    assert not result.is_shown(manager.page())
    began = time.perf_counter()
    result.store()
    stored = time.perf_counter() - began
    wait_for(lambda: result.is_shown(manager.page()), manager)
    return stored, time.perf_counter() - began


def has_all_players(manager: Manager) -> bool:
    return manager.page().count("<tr") > PLAYERS


def wait_for(shown: Callable[[], bool], manager: Manager) -> None:
    end = time.monotonic() + PATIENCE
    while not shown():
        assert time.monotonic() < end, f"{manager.name} does not show it"


def second_start(manager: Manager) -> float:
    """Return the seconds from a start with a filled database to the table."""
    before = manager.page()
    manager.site.stop()
    began = time.perf_counter()
    manager.start()
    after = manager.page()
    spent = time.perf_counter() - began
    assert after.count("<tr") == before.count("<tr")
    return spent


def used(manager: Manager) -> float:
    """Return the memory of all processes, in MB."""
    return sum(map(memory, manager.site.processes()))


def stop(manager: Manager) -> None:
    manager.site.stop()
