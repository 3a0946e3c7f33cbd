"""A game nobody has written yet plugs in with one line of the registry."""

import sys
from dataclasses import dataclass, replace
from random import Random

import pytest

import games
from games import messages, record, shape
from games.base import Evidence, RoundVerdict
from games.shape import Spot
from problems import reader
from problems.problem import Problem
from problems.text import Text

slug = "coin"
name = "Coin"
seats = range(2, 3)
why_not: dict[int, Text] = {}
seat_option = ""
general_clause = "C1"


@dataclass(frozen=True)
class Coins:
    """The state of a match, which carries more than totals: whose turn it is to throw."""

    totals: tuple[int, ...]
    rounds: int
    thrower: int = 0

    @property
    def over(self):
        return self.rounds == 0


def start(options, players):
    problems: list[Problem] = []
    given = reader.fields(options, Spot("options", "C2", problems), optional=("rounds",))
    rounds = shape.integer(given.get("rounds", 2), Spot("options.rounds", "C2", problems), least=1)
    return (None if problems else Coins((0,) * players, rounds or 1)), problems


def write_options(state):
    return {"rounds": state.rounds}


def check_round(state, raw, path):
    at = Spot(path, general_clause, [])
    given = reader.fields(raw, at, required=("evidence", "thrower", "heads"))
    heads = shape.integer(given.get("heads"), at / "heads", least=0)
    if given.get("thrower") != state.thrower or state.over:
        at.refuse(messages.NOT_A_SEAT, found="?", last=1)
    if at.problems or heads is None:
        return RoundVerdict(False, None, problems=tuple(at.problems)), state
    scores = tuple(int(seat == state.thrower) * heads for seat in range(2))
    totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
    after = replace(state, totals=totals, rounds=state.rounds - 1, thrower=1 - state.thrower)
    return RoundVerdict(True, Evidence.FINAL, scores), after


def watch(state, round_):
    return iter(())


def play_round(state, rng, evidence, *, bots):
    return {"evidence": "final", "thrower": state.thrower, "heads": rng.randrange(2)}


def calculate(argv):
    return True, " ".join(argv)


@pytest.fixture(autouse=True)
def coin(monkeypatch):
    monkeypatch.setitem(games.GAMES, slug, sys.modules[__name__])


def throw(thrower, heads):
    return {"evidence": "final", "thrower": thrower, "heads": heads}


def match(*rounds, **options):
    return record.write("coin", options, ["Ada", "Bob"], rounds)


def test_its_records_are_checked():
    verdict = record.check(match(throw(0, 1), throw(1, 0)))
    assert (verdict.ok, verdict.game, verdict.totals, verdict.over) == (True, "coin", (1, 0), True)


def test_state_carried_from_round_to_round_matters():
    verdict = record.check(match(throw(0, 1), throw(0, 1)))
    assert [problem.path for problem in verdict.problems] == ["rounds.1"]


def test_its_own_end_of_the_match_counts():
    assert not record.check(match(throw(0, 1), throw(1, 1), rounds=1)).ok


def test_its_options_are_read():
    problems = record.check(match(throw(0, 1), joker=1)).problems
    assert [(problem.path, problem.clause) for problem in problems] == [("options.joker", "C2")]


def test_its_number_of_players_counts():
    broken = match(throw(0, 1)) | {"players": ["Ada", "Bob", "Zoé"]}
    assert record.check(broken).problems[0].path == "players"


def test_bots_play_it():
    played = record.play("coin", Random(1), ["Ada", "Bob"], "final")
    assert record.check(played).over


def test_the_command_line_knows_it(capsysbinary):
    assert games.GAMES["coin"].calculate(["heads"]) == (True, "heads")
