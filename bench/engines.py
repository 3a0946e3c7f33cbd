"""The engines: whole records of transcripts judged, broken input refused, modules imported.

Other processes have played the records, and every round of the measurement judges records that no
round before has seen: only the tables made at import are warm.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from bench import broken, peers
from bench.measure import Cell, Work, no_collector, pace, seconds, share

ROUNDS = 7
BROKEN = 300


class Limits(NamedTuple):
    """A game to measure: matches per round, table sizes, the game of RLCard with its number of
    games per round, and the limits for both speeds of the replay."""

    matches: int
    players: Sequence[int]
    peer: tuple[str, int] | None
    least_of_json: float
    least_of_peer: float = 0


GAMES = {
    "njet": Limits(60, (3, 4), ("bridge", 12), 0.5, 18),
    "nain_jaune": Limits(60, (3, 4, 5, 6, 7, 8), ("uno", 24), 0.3, 5),
    "triominos": Limits(40, (2, 3, 4, 5, 6), None, 0.2),
    "neurotrio": Limits(30, (2, 3, 4), ("mahjong", 6), 0.3, 25),
}


def cells() -> Iterator[Cell]:
    for game, limits in GAMES.items():
        matches = played(game)
        works = [judging(some) for some in share(matches, ROUNDS)]
        reading = [judging(some, reads=True) for some in share(matches, ROUNDS)]
        parsing = [parsed(some) for some in share(matches, ROUNDS)]
        ratio = pace(works, parsing)
        yield Cell(f"{game}: replay", "JSON read and written", ratio, limits.least_of_json)
        yield Cell(f"{game}: every breakdown read", "none read", pace(reading, works), 0.5)
        if limits.peer:
            yield from against_peer(game, works, limits.peer, limits.least_of_peer)
        yield from refusals(game, matches)
        yield import_cell(game)


def against_peer(
    game: str, works: Sequence[tuple[int, Work]], peer: tuple[str, int], least: float
) -> Iterator[Cell]:
    name, games = peer
    try:
        yardsticks = [peers.rlcard(name, games, 1000 * number) for number in range(ROUNDS)]
    except ImportError:
        print("  # rlcard is not installed: no peer to compare with (requirements/bench.txt)")
        return
    yield Cell(f"{game}: replay", f"rlcard {name}", pace(works, yardsticks), least)


def played(game: str) -> list[dict[str, Any]]:
    """Return whole matches at every size of table, played by random bots of the command line."""
    results: list[dict[str, Any]] = []
    for players in GAMES[game].players:
        matches = -(-ROUNDS * GAMES[game].matches // len(GAMES[game].players))
        command = ["play", game, "--evidence", "transcript", "--seed", "7"]
        command += ["--players", str(players), "--matches", str(matches), "--bots", "random"]
        lines = subprocess.run(
            [sys.executable, "-m", "games", *command], check=True, capture_output=True
        ).stdout.splitlines()
        results += [json.loads(line) for line in lines]
    Random(1).shuffle(results)  # each round gets tables of all sizes
    return results


def judging(records: Sequence[Any], *, reads: bool = False) -> tuple[int, Work]:
    """Judges the records, and reads how each score came about or not."""
    from games import record

    moves = sum(len(round_["moves"]) for match in records for round_ in match["rounds"])
    stated = [_totals(match) for match in records]

    def work() -> None:
        for match, totals in zip(records, stated, strict=True):
            verdict = record.check(match)
            assert verdict.ok
            assert verdict.over
            assert verdict.totals == totals
            if reads:
                assert all(len(round_.breakdown) == len(totals) for round_ in verdict.rounds)

    return moves, work


def _totals(match: dict[str, Any]) -> tuple[int, ...]:
    """Return the totals of the players, from the scores of all rounds in the record."""
    start = match["options"].get("chips", 0)
    columns = zip(*(round_["scores"] for round_ in match["rounds"]), strict=True)
    return tuple(start + sum(column) for column in columns)


def parsed(records: Sequence[Any]) -> tuple[int, Work]:
    """Reads and writes the records as JSON, the yardstick that each Python has."""
    moves = sum(len(round_["moves"]) for match in records for round_ in match["rounds"])
    texts = [json.dumps(match) for match in records]

    def work() -> None:
        for text in texts:
            assert json.dumps(json.loads(text)) == text

    return moves, work


def refusals(game: str, matches: Sequence[dict[str, Any]]) -> Iterator[Cell]:
    """Yield the slowest refusals of broken rounds and of 64 kB of anything, against accepting."""
    from games import record

    whole = [{**match, "rounds": match["rounds"][:1]} for match in matches]
    faulty = list(broken.rounds(game, whole, BROKEN))
    slowest = _slowest(record.check, faulty, whole)
    yield Cell(f"{game}: slowest of {BROKEN} refusals", "a median round accepted", slowest, most=6)
    accepted = [json.dumps(match).encode() for match in matches[:30]]
    worst = _slowest(record.check_text, list(broken.texts(game, whole[0])), accepted)
    yield Cell(f"{game}: worst 64 kB", "a median match accepted", worst, most=80)


def _slowest(check: Callable[[Any], Any], refused: Sequence[Any], accepted: Sequence[Any]) -> float:
    """Return the time of the slowest refusal, divided by the time of an acceptance of median
    length.

    The acceptance is timed again beside each refusal, as a machine is quicker now and then.
    """
    with no_collector():
        usual = sorted(accepted, key=lambda record: _least(check, record))[len(accepted) // 2]
        return max(_least(check, record) / _least(check, usual) for record in refused)


def _least(check: Callable[[Any], Any], what: Any) -> float:
    """Return the least time of five, in seconds; a single run could be a hiccup of the machine."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        check(what)
        times.append(time.perf_counter() - start)
    return min(times)


def import_cell(game: str) -> Cell:
    """Return what importing a game adds to the start of Python, against importing asyncio."""
    with tempfile.TemporaryDirectory() as compiled:
        surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)

        def start(code: str) -> float:
            command = [sys.executable, "-S", "-c", code]
            return seconds(lambda: subprocess.run(command, check=True, env=surroundings))

        ours = f"import sys; sys.path[:0] = ['.']; import games.{game}"
        works = {"pass": [0.0], "import asyncio": [0.0], ours: [0.0]}
        for code in works:
            start(code)  # compiles
            works[code] = [start(code) for _ in range(9)]
    empty, yardstick, spent = map(statistics.median, works.values())
    ratio = (spent - empty) / (yardstick - empty)
    return Cell(f"{game}: import", "import of asyncio", ratio, most=1.5)
