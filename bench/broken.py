"""Transcripts with one thing wrong, and texts of 64 kB that are no record at all."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

KB64 = 65_536
ENDLESS: dict[str, dict[str, Any]] = {  # house rules under which a match does not end
    "neurotrio": {"target": 10**9},
    "triominos": {"target": 10**9},
    "njet": {"rounds": 1000},
    "nain_jaune": {"rounds": 1000, "penalty": "debt"},
}
Record = dict[str, Any]


def rounds(game: str, matches: Sequence[Record], count: int) -> Iterator[Record]:
    """Broken matches of one round; only those are counted that the engine does refuse."""
    from games import record

    rng, found_count = Random(game), 0
    while found_count < count:
        match = copy.deepcopy(rng.choice(matches))
        rng.choice(BREAKS)(match["rounds"][0], rng)
        if not record.check(match).ok:
            found_count += 1
            yield match


def _other_seat(round_: Record, rng: Random) -> None:
    move = rng.choice(round_["moves"])
    move["seat"] = move.get("seat", 0) + 1


def _lost(round_: Record, rng: Random) -> None:
    del round_["moves"][rng.randrange(len(round_["moves"]))]


def _twice(round_: Record, rng: Random) -> None:
    place = rng.randrange(len(round_["moves"]))
    round_["moves"].insert(place, round_["moves"][place])


def _swapped(round_: Record, rng: Random) -> None:
    moves, place = round_["moves"], rng.randrange(1, len(round_["moves"]))
    moves[place - 1 : place + 1] = moves[place], moves[place - 1]


def _other_word(round_: Record, rng: Random) -> None:
    rng.choice(round_["moves"])["do"] = rng.choice(["play", "pass", "draw", "card", "", None, 7])


def _cut(round_: Record, rng: Random) -> None:
    del round_["moves"][rng.randrange(len(round_["moves"])) :]


def _longer(round_: Record, rng: Random) -> None:
    round_["moves"] += round_["moves"][-rng.randrange(1, 9) :]


def _other_score(round_: Record, rng: Random) -> None:
    round_["scores"][rng.randrange(len(round_["scores"]))] += rng.choice([-1, 1])


def _other_deal(round_: Record, rng: Random) -> None:
    hands = round_.get("hands") or round_["racks"]
    hands[0][rng.randrange(len(hands[0]))] = hands[1][0]


def _junk(round_: Record, rng: Random) -> None:
    round_["moves"][rng.randrange(len(round_["moves"]))] = rng.choice([None, [], {}, "x" * 999, -1])


BREAKS = [_other_seat, _lost, _twice, _swapped, _other_word, _cut, _longer, _other_score,
          _other_deal, _junk]  # fmt: skip


def texts(game: str, match: Record) -> Iterator[bytes]:
    """Yield records of 64 kB; each has one place filled with what does not belong there."""
    room = KB64 - len(json.dumps(match)) - 99
    for filling in _fillings(match["rounds"][0]["moves"], room):
        for place in (*match["rounds"][0], "players", "rounds", "options"):
            text = json.dumps(_filled(match, place, filling)).encode()
            assert len(text) <= KB64
            yield text
    yield from _crowds(game, match)
    yield b"[" * KB64
    yield b'{"a":' * (KB64 // 5)
    yield b"9" * KB64
    yield b'"' + b"\\u00e9" * (KB64 // 6) + b'"'


def _crowds(game: str, match: Record) -> Iterator[bytes]:
    """Yield a match of as many rounds as find room, for each evidence; it seems never to end."""
    from games import record

    names: list[str] = match["players"]
    options: Record = match["options"]
    for evidence in ("sheet", "final"):
        played: Record = record.play(game, Random(1), names, evidence, options=options)
        round_ = played["rounds"][0]
        rounds = [round_] * min(1000, KB64 // (len(json.dumps(round_)) + 2) - 1)
        crowd = {**match, "options": {**options, **ENDLESS[game]}, "rounds": rounds}
        assert record.check(crowd).ok
        yield json.dumps(crowd).encode()


def _fillings(moves: list[Any], room: int) -> Iterator[object]:
    yield moves * (room // (len(json.dumps(moves)) + 2))
    yield [moves[0]] * (room // (len(json.dumps(moves[0])) + 2))
    yield [None] * (room // 6)
    yield [[]] * (room // 4)
    yield [{}] * (room // 4)
    yield {str(number): 0 for number in range(room // 12)}
    yield "é" * (room // 6)
    yield list(range(room // 8))
    yield int("9" * 4000)


def _filled(match: Record, place: str, filling: object) -> Record:
    if place in match:
        return {**match, place: filling}
    return {**match, "rounds": [{**match["rounds"][0], place: filling}]}
