"""Many matches played and judged, many records broken: 10,000 and 100,000 of each game with
MANCHE_LONG=1 (`make slow`), else as many as fit between two cups of coffee.
"""

import copy
import json
import os
from random import Random
from typing import Any

import pytest

from games import GAMES, record
from games.base import Bots, Evidence

pytestmark = [pytest.mark.long, pytest.mark.timeout(7200)]

LONG = os.environ.get("MANCHE_LONG") == "1"
BLOCKS = 20 if LONG else 5  # so that two processes share them
MATCHES = 10_000 if LONG else 20
BROKEN = 100_000 if LONG else 500
NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eve", "Fatou", "Gil", "Hô"]


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("evidence", Evidence)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_long_matches_of_bots_are_accepted_and_end(game, evidence, block):
    for number in range(MATCHES // BLOCKS):
        seed = MATCHES // BLOCKS * block + number
        rng = Random(seed)
        names = NAMES[: rng.choice(GAMES[game].seats)]
        bots = rng.choice(list(Bots))
        played: dict[str, Any] = record.play(game, rng, names, evidence, bots=bots)
        verdict = record.check(played)
        assert verdict.ok, (seed, verdict.problems)
        assert verdict.over, seed
        assert verdict.evidence is evidence
        assert record.check_text(json.dumps(played).encode()) == verdict, seed
        for judged, round_ in zip(verdict.rounds, played["rounds"], strict=True):
            assert list(judged.scores) == round_["scores"], seed


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_any_value_in_any_place_gets_a_verdict(game, block):
    rng = Random(block)
    whole = [
        {**match, "rounds": match["rounds"][: rng.randrange(1, 3)]}
        for evidence in Evidence
        for players in GAMES[game].seats
        for match in [match_of_bots(game, rng, players, evidence)]
    ]
    for number in range(BROKEN // BLOCKS):
        broken = breaking(rng.choice(whole), rng)
        verdict = record.check(broken)
        actual = json.dumps(verdict.to_json(rng.choice(["en", "fr"])))
        assert verdict.ok == (not verdict.problems), (block, number)
        for problem in verdict.problems:
            assert problem.code, actual
            assert leads_somewhere(problem.path, broken), problem.path


def match_of_bots(game, rng, players, evidence) -> dict[str, Any]:
    return record.play(game, rng, NAMES[:players], evidence)


def breaking(match, rng):
    """Return a copy of the record with one to three values broken.

    They are changed, lost, doubled or replaced by others of the record.
    """
    broken = copy.deepcopy(match)
    for _ in range(rng.randrange(1, 4)):
        places = list(inner(broken))
        holder, key = rng.choice(places)
        other, from_there = rng.choice(places)
        change = rng.randrange(5)
        if change == 0:
            del holder[key]
        elif change == 1:
            holder[key] = copy.deepcopy(other[from_there])
        elif change == 2 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(other[from_there]))
        elif change == 3 and isinstance(holder, dict):
            holder[rng.choice(["seat", "x", "", "scores", "é\ud800"])] = copy.deepcopy(holder[key])
        else:
            holder[key] = copy.deepcopy(rng.choice(ODD))
    return broken


def deep(levels):
    return [deep(levels - 1)] if levels else []


ODD = [
    None, True, False, 0, 1, -1, 3, 50, 2**63, -(2**63), 10**400, 1.5, -0.0, 1e308,
    float("nan"), float("inf"), "", "0", "x" * 5000, "\ud800", "\x00", "é", "R9", "R1", "2EB", "7D",
    "015", "null", "none", "transcript", "sheet", [], {}, [[]], [{}], [None] * 200, {"a": 1},
    {"seat": 0}, {"do": "play"}, deep(60), {"evidence": "sheet"},
]  # fmt: skip


def inner(value):
    """Yield every (holder, key) below a value."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for key, below in list(steps):
        yield value, key
        if isinstance(below, (dict, list)):
            yield from inner(below)


def leads_somewhere(path, value):
    """Check that all of the path but its last step is there; that may be what is missing."""
    steps = path.split(".") if path else []
    for step in steps[:-1]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return True
