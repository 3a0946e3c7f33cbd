"""Nain Jaune: five boxes and one long sequence. The rules are in RULES.md, clauses J1 to J24."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from games.base import Bots, Ending, EndKind, Evidence, Step
from games.nain_jaune.evidence import GENERAL, check_round
from games.nain_jaune.messages import WHY_NOT
from games.nain_jaune.options import (
    OPTIONS,
    SEATS,
    SEATS_BY_OPTION,
    Match,
    start,
    write_options,
)
from problems.problem import Problem

if TYPE_CHECKING:
    from random import Random

    from games.paper import Paper
    from games.rule_book import RuleBook
    from games.unfinished import MoveEntry
__all__ = [
    "calculate",
    "check_round",
    "endings",
    "general_clause",
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
    "usual_options",
    "watch",
    "why_not",
    "write_options",
]

slug = "nain_jaune"
name = "Nain Jaune"
other_names = ("Le Nain Jaune", "Yellow Dwarf", "Gelber Zwerg")
seats = SEATS
seats_by_option = SEATS_BY_OPTION
# of new matches; records keep the defaults of the options
usual_options: dict[str, object] = {"short_ante": "pay_what_is_left"}
why_not = WHY_NOT
seat_option = ""
general_clause = GENERAL
house_rules = OPTIONS
endings = (
    Ending(EndKind.ROUNDS, "J20", "rounds", {"end": "rounds"}),
    Ending(EndKind.NO_CHIPS, "J20", only_with={"end": "chips"}),
    Ending(EndKind.NO_ANTE, "J20", only_with={"short_ante": "end", "penalty": "partial"}),
)

# Imports that checking does not need come at first use, so that importing a game stays quick.


def notices(match: Match) -> Sequence[Problem]:
    return ()  # every choice of house rules is a usual one somewhere


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    from games.nain_jaune import play

    return play.play_round(match, rng, evidence, bots=bots)


def watch(match: Match, round_: Any) -> Iterator[Step]:
    from games.nain_jaune import steps

    return steps.steps(match, round_)


def move_entry() -> MoveEntry:
    from games.nain_jaune import next_moves

    return next_moves.ENTRY


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.nain_jaune import calculator

    return calculator.calculate(argv)


@cache
def rule_book(language: str) -> RuleBook:
    from games import rule_book

    return rule_book.read(__file__, language, house_rules)


def paper(options: Mapping[str, Any], players: int) -> Paper:
    from games.nain_jaune import printed_sheet

    return printed_sheet.paper(options, players)
