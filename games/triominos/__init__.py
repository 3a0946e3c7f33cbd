"""Triominos: triangular tiles, bridges, hexagons. The rules are in RULES.md, clauses T1 to T21."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from games.base import Bots, Ending, EndKind, Evidence, Step
from games.triominos.evidence import GENERAL, check_round
from games.triominos.messages import WHY_NOT
from games.triominos.options import OPTIONS, Match, start, write_options
from problems.problem import Problem

if TYPE_CHECKING:
    from random import Random

    from games.paper import Paper
    from games.rule_book import RuleBook
__all__ = [
    "calculate",
    "check_round",
    "endings",
    "general_clause",
    "house_rules",
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

slug = "triominos"
name = "Triominos"
other_names = ("Tri-Ominos", "Triomino", "Triominos Deluxe", "Triominos Classic")
seats = range(2, 7)
seats_by_option: dict[int, str] = {}
why_not = WHY_NOT
seat_option = ""
general_clause = GENERAL
house_rules = OPTIONS
endings = (Ending(EndKind.TOTAL, "T15", "target"),)

# Imports that checking does not need come at first use, so that importing a game stays quick.


def notices(match: Match) -> Sequence[Problem]:
    return ()  # every choice of house rules is a usual one somewhere


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    from games.triominos import play

    return play.play_round(match, rng, evidence, bots=bots)


def watch(match: Match, round_: Any) -> Iterator[Step]:
    from games.triominos import steps

    return steps.steps(match, round_)


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.triominos import calculator

    return calculator.calculate(argv)


@cache
def rule_book(language: str) -> RuleBook:
    from games import rule_book

    return rule_book.read(__file__, language, house_rules)


def paper(options: Mapping[str, Any], players: int) -> Paper:
    from games.triominos import printed_sheet

    return printed_sheet.paper(options, players)
