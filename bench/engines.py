"""The engines: whole records of transcripts judged, best groupings found, broken input refused.

What is judged has been played by another process, and every round of the measurement judges records
that no round before has seen: nothing is warm but the tables made at import.
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
from typing import Any

from bench import broken, naive, peers
from bench.measure import Cell, Work, no_collector, pace, seconds, share

ROUNDS = 7
MATCHES = {"njet": 60, "nain_jaune": 60, "triominos": 40, "neurotrio": 30}  # in each round
PLAYERS = {"njet": (3, 4), "nain_jaune": (3, 4, 5, 6, 7, 8), "triominos": (2, 3, 4, 5, 6),
           "neurotrio": (2, 3, 4)}  # fmt: skip
HANDS = 5000

# what is replayed: peers with the number of their games in each round, base, stretch
REPLAYS: dict[str, list[tuple[str, Callable[[int], peers.Replay], float, float]]] = {
    "njet": [
        ("rlcard bridge", lambda seed: peers.rlcard("bridge", 12, seed), 50, 120),
        ("open_spiel spades, C++", lambda seed: peers.open_spiel("spades", 600, seed), 0.35, 0.8),
    ],
    "nain_jaune": [
        ("rlcard uno", lambda seed: peers.rlcard("uno", 24, seed), 25, 50),
        ("open_spiel dou_dizhu, C++", lambda s: peers.open_spiel("dou_dizhu", 600, s), 0.4, 0.8),
    ],
    "triominos": [("dominoes", lambda seed: peers.dominoes(300, seed), 1.5, 3)],
    "neurotrio": [
        ("rlcard mahjong", lambda seed: peers.rlcard("mahjong", 6, seed), 25, 50),
        ("open_spiel gin_rummy, C++", lambda s: peers.open_spiel("gin_rummy", 24, s), 4, 8),
    ],
}


def cells() -> Iterator[Cell]:
    for game, against in REPLAYS.items():
        for bots in ("random", "sensible"):
            matches = played(game, bots)
            works = [judging(some) for some in share(matches, ROUNDS)]
            for name, replay, base, stretch in against:
                yardsticks = [replay(1000 * round) for round in range(ROUNDS)]
                ratio = pace(works, yardsticks)
                yield Cell(f"{game}: replay of {bots} players", name, ratio, base, stretch)
            reading = [judging(some, reads=True) for some in share(matches, ROUNDS)]
            yield Cell(f"{game}: {bots}, every breakdown read", "none read", pace(reading, works))
    yield grouping("ten cards", naive.ten_cards, 8, 15, finisher=False)
    yield grouping("finishing eleven", naive.finishing_cards, 2.5, 6, finisher=True)
    for game in REPLAYS:
        yield from refusals(game)
    yield from imports()


def played(game: str, bots: str = "random") -> list[dict[str, Any]]:
    """Whole matches at every size of table, by the command line's own bots; random ones like the
    players of the peers.
    """
    results: list[dict[str, Any]] = []
    for players in PLAYERS[game]:
        matches = -(-ROUNDS * MATCHES[game] // len(PLAYERS[game]))
        command = ["play", game, "--evidence", "transcript", "--seed", "7"]
        command += ["--players", str(players), "--matches", str(matches), "--bots", bots]
        lines = subprocess.run(
            [sys.executable, "-m", "games", *command], check=True, capture_output=True
        ).stdout.splitlines()
        results += [json.loads(line) for line in lines]
    Random(1).shuffle(results)  # each round gets tables of all sizes
    return results


def judging(records: Sequence[Any], *, reads: bool = False) -> tuple[int, Work]:
    """Judges the records, and reads how each score came about or not."""
    from games import record

    moves = sum(len(round["moves"]) for match in records for round in match["rounds"])
    stated = [_totals(match) for match in records]

    def work() -> None:
        for match, totals in zip(records, stated, strict=True):
            verdict = record.check(match)
            assert verdict.ok
            assert verdict.over
            assert verdict.totals == totals
            if reads:
                assert all(len(round.breakdown) == len(totals) for round in verdict.rounds)

    return moves, work


def _totals(match: dict[str, Any]) -> tuple[int, ...]:
    """Return the totals of the players, from the scores of all rounds in the record."""
    start = match["options"].get("chips", 0)
    columns = zip(*(round["scores"] for round in match["rounds"]), strict=True)
    return tuple(start + sum(column) for column in columns)


def grouping(
    name: str,
    draw: Callable[[Random], tuple[str, ...]],
    base: float,
    stretch: float,
    *,
    finisher: bool,
) -> Cell:
    """Distinct hands in each round, from card codes to points and grouping."""
    from games.neurotrio import options, score

    match, _problems = options.start({}, 2)
    assert match is not None
    rng = Random(3)
    hands = list(dict.fromkeys(draw(rng) for _ in range(ROUNDS * HANDS * 11 // 10)))
    rounds = [hands[first * HANDS :][:HANDS] for first in range(ROUNDS)]
    assert all(len(some) == HANDS for some in rounds)
    results: list[int] = []

    def work(some: Sequence[tuple[str, ...]]) -> Work:
        def value() -> None:
            for hand in some:
                best = score.best(hand, finisher=finisher, options=match.options)
                assert best is not None
                results.append(best.points)

        return value

    works = [(HANDS, work(some)) for some in rounds]
    yardsticks = [peers.mahjong(HANDS, seed) for seed in range(ROUNDS)]
    ratio = pace(works, yardsticks)
    for points, hand in list(zip(results, hands, strict=False))[:: HANDS // 20]:
        assert points == naive.best_points(hand, finisher=finisher), hand
    return Cell(
        f"neurotrio: best grouping, {name}", "mahjong estimate_hand_value", ratio, base, stretch
    )


def refusals(game: str) -> Iterator[Cell]:
    """Rounds broken by one change, and 64 kB of anything, against accepting what is whole."""
    from games import record

    matches = [{**match, "rounds": match["rounds"][:1]} for match in played(game)]
    faulty = list(broken.rounds(game, matches, 1000))
    yield Cell(f"{game}: slowest of 1,000 refusals", "median acceptance of a round",
               _slowest(record.check, faulty, matches), 2, 1.2, less_is_better=True)  # fmt: skip
    whole = [json.dumps(match).encode() for match in played(game)[:30]]
    texts = list(broken.texts(game, matches[0]))
    yield Cell(f"{game}: worst 64 kB", "median acceptance of a match",
               _slowest(record.check_text, texts, whole), 20, less_is_better=True)  # fmt: skip


def _slowest(check: Callable[[Any], Any], refused: Sequence[Any], accepted: Sequence[Any]) -> float:
    """Return the time of the slowest refusal, divided by that of an acceptance of median length.

    The acceptance is timed again beside each refusal, as a machine is quicker now and then.
    """
    with no_collector():
        usual = sorted(accepted, key=lambda each: _least(check, each))[len(accepted) // 2]
        return max(_least(check, each) / _least(check, usual) for each in refused)


def _least(check: Callable[[Any], Any], what: Any) -> float:
    """Return the least time of five, in seconds; one alone could be a hiccup of the machine."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        check(what)
        times.append(time.perf_counter() - start)
    return min(times)


def imports() -> Iterator[Cell]:
    """Milliseconds more than an empty Python takes to start, with modules compiled before."""
    with tempfile.TemporaryDirectory() as compiled:
        surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)

        def start(code: str) -> float:
            command = [sys.executable, "-S", "-c", code]
            return seconds(lambda: subprocess.run(command, check=True, env=surroundings))

        for game in REPLAYS:
            code = f"import sys; sys.path[:0] = ['.']; import games.{game}"
            start(code)
            more = 1000 * statistics.median(start(code) - start("pass") for _ in range(15))
            yield Cell(f"{game}: import, ms", "an empty Python", more, 25, less_is_better=True)
