"""Neurotrio: duos and trios of three attributes. The rules are in RULES.md, clauses N1 to N35."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from games.base import Bots, Ending, EndKind, Evidence, Step
from games.neurotrio.evidence import GENERAL, check_round
from games.neurotrio.options import OPTIONS, Match, notices, start, write_options

if TYPE_CHECKING:
    from random import Random

    from games.paper import Paper
    from games.rule_book import RuleBook
    from problems.text import Text

__all__ = [
    "calculate",
    "check_round",
    "endings",
    "general_clause",
    "house_rules",
    "name",
    "notices",
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

slug = "neurotrio"
name = "Neurotrio"
seats = range(2, 5)
seats_by_option: dict[int, str] = {}
why_not: Mapping[int, Text] = {}
seat_option = "minimums"
general_clause = GENERAL
house_rules = OPTIONS
endings = (Ending(EndKind.TOTAL, "N28", "target"),)

# Imports that checking does not need come at first use, so that importing a game stays quick.


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    from games.neurotrio import play

    return play.play_round(match, rng, evidence, bots=bots)


def watch(match: Match, round_: Any) -> Iterator[Step]:
    from games.neurotrio import steps

    return steps.steps(match, round_)


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.neurotrio import calculator

    return calculator.calculate(argv)


@cache
def rule_book(language: str) -> RuleBook:
    from games import rule_book

    return rule_book.read(__file__, language, house_rules)


def paper(options: Mapping[str, Any], players: int) -> Paper:
    from games.neurotrio import printed_sheet

    return printed_sheet.paper(options, players)
