"""A game with evidence and a state of its own, on the base class of games from outside."""

from random import Random

import pytest

import games
from games import messages, record, shape
from games.base import Evidence
from games.contract import Match, Number, Outcome, SheetGame
from games.shape import Spot
from problems import reader
from problems.text import Words


class Coin(SheetGame):
    """Two players throw a coin in turn: the number of rounds says whose turn it is."""

    contract = 1
    slug = "coin"
    name = "Coin"
    seats = range(2, 3)
    scores = range(2)
    options = (Number("rounds", Words("Rounds"), 2, least=1, most=9),)
    general_clause = "C1"

    def is_over(self, match):
        return len(match.rounds) == match.options["rounds"]

    def checks(self):
        return {Evidence.FINAL: self._check_throw}

    def _check_throw(self, match: Match, raw: object, at: Spot) -> Outcome | None:
        given = reader.fields(raw, at, required=("evidence", "thrower", "heads"))
        heads = shape.integer(given.get("heads"), at / "heads", least=0)
        thrower = len(match.rounds) % 2
        if given.get("thrower") != thrower:
            at.refuse(messages.NOT_A_SEAT, found="?", last=1)
        if at.problems or heads is None:
            return None
        scores = tuple(int(seat == thrower) * heads for seat in range(2))
        return Outcome(scores, self.breakdown(match, scores))

    def play_round(self, match, rng, evidence, *, bots):
        return throw(len(match.rounds) % 2, rng.randrange(2))


@pytest.fixture(autouse=True)
def coin(monkeypatch):
    monkeypatch.setitem(games.GAMES, "coin", Coin())


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
    assert [(problem.path, problem.clause) for problem in problems] == [("options.joker", "C1")]


def test_its_number_of_players_counts():
    broken = match(throw(0, 1)) | {"players": ["Ada", "Bob", "Zoé"]}
    assert record.check(broken).problems[0].path == "players"


def test_bots_play_it():
    played = record.play("coin", Random(1), ["Ada", "Bob"], "final")
    assert record.check(played).over
