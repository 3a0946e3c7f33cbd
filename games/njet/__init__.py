"""Njet!: players bar the rules they do not want. The rules are in RULES.md, clauses Z1 to Z17."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from games.base import Bots, Ending, EndKind, Evidence, Step
from games.njet.evidence import GENERAL, check_round
from games.njet.options import OPTIONS, Match, start, write_options
from problems.problem import Problem

if TYPE_CHECKING:
    from random import Random

    from games.paper import Paper
    from games.rule_book import RuleBook
    from games.unfinished import MoveEntry
    from problems.text import Text

__all__ = [
    "calculate",
    "check_round",
    "endings",
    "general_clause",
    "has_partners",
    "house_rules",
    "move_entry",
    "name",
    "notices",
    "other_names",
    "paper",
    "play_round",
    "rule_book",
    "seat_option",
    "seats",
    "seats_by_option",
    "slug",
    "start",
    "watch",
    "why_not",
    "write_options",
]

slug = "njet"
name = "Njet!"
other_names = ("Nyet", "Nyet!")
seats = range(3, 5)
seats_by_option: dict[int, str] = {}
why_not: Mapping[int, Text] = {}
has_partners = True  # other games need not say that they have none
seat_option = ""
general_clause = GENERAL
house_rules = OPTIONS
endings = (Ending(EndKind.ROUNDS, "Z11", "rounds"),)

# Imports that checking does not need come at first use, so that importing a game stays quick.


def notices(match: Match) -> Sequence[Problem]:
    return ()  # every choice of house rules is a usual one somewhere


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    from games.njet import play

    return play.play_round(match, rng, evidence, bots=bots)


def watch(match: Match, round_: Any) -> Iterator[Step]:
    from games.njet import steps

    return steps.steps(match, round_)


def move_entry() -> MoveEntry:
    from games.njet import next_moves

    return next_moves.ENTRY


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.njet import calculator

    return calculator.calculate(argv)


@cache
def rule_book(language: str) -> RuleBook:
    from games import rule_book

    return rule_book.read(__file__, language, house_rules)


def paper(options: Mapping[str, Any], players: int) -> Paper:
    from games.njet import printed_sheet

    return printed_sheet.paper(options, players)
