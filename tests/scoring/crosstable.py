"""Builds facts from a crosstable: one line per match, players best first, "=" joins shared places.

A number after a name is the score, as in `A12 B7=C7 D-3` (else the number of players behind), one
before a colon the session, as in `2: A B` (else each match has a session of its own, in order).
"""

import re

from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts, SitOut, TiebreakDraw
from scoring.pure.units import UNIT

NUMBERS = {name: PlayerId(number) for number, name in enumerate("ABCDEFGH", start=1)}
LETTERS = {number: name for name, number in NUMBERS.items()}


def facts(*matches: str, session_index: int | None = None, target: int | None = None) -> list[Fact]:
    """Return the facts of matches. `facts("A B=C D")`: A won, B and C shared place 2, D came
    last."""
    all_facts = []
    for number, line in enumerate(matches, start=1):
        session_text, _, table = line.rpartition(":")
        all_facts += _seats(number, int(session_text or session_index or number), table, target)
    return all_facts


def history(
    *matches: str, penalties: str = "", sit_outs: str = "", draws: tuple[str, ...] = (), **kwargs
) -> SeasonFacts:
    """Return the facts of a season. `penalties="A5 B0"` takes 5 points off A and gives B a notice;
    `sit_outs="A A B"` counts two of A and one of B; `draws=("A B C",)` drew A first."""
    penalty_words = [_name_and_number(word) for word in penalties.split()]
    return SeasonFacts(
        facts(*matches, **kwargs),
        [Penalty(99, 1, player, points or 0, "") for player, points in penalty_words],
        [SitOut(99, 1, NUMBERS[name]) for name in sit_outs.split()],
        [TiebreakDraw(tuple(NUMBERS[name] for name in draw.split())) for draw in draws],
    )


def names(rows) -> str:
    """Return the players of a table in the notation `A B=C D`."""
    text = ""
    for row, previous in zip(rows, [None, *rows], strict=False):
        joint = "" if previous is None else "=" if previous.place == row.place else " "
        text += joint + LETTERS[row.player]
    return text


def units(text: str) -> dict[PlayerId, int]:
    """Return player → units for a text such as `A60 B37.5`."""
    words = [(NUMBERS[word[0]], word[1:]) for word in text.split()]
    return {player: int(float(number) * 100) * (UNIT // 100) for player, number in words}


def _seats(match: int, session_index: int, table: str, target: int | None) -> list[Fact]:
    groups = [[_name_and_number(word) for word in group.split("=")] for group in table.split()]
    behind = players = sum(len(group) for group in groups)
    seats = []
    for group in groups:
        place = players - behind + 1
        behind -= len(group)
        seats += [(who, place, len(group), behind if s is None else s) for who, s in group]
    total = sum(score for *_, score in seats)
    # sessions are numbered backwards in time: only `session_index` tells their order
    return [
        Fact(
            match,
            100 - session_index,
            session_index,
            who,
            place,
            players,
            sharing,
            score,
            total,
            target,
            seat,
            squares=sum(score**2 for *_, score in seats),
        )
        for seat, (who, place, sharing, score) in enumerate(seats)
    ]


def _name_and_number(word: str) -> tuple[PlayerId, int | None]:
    assert re.fullmatch(r"[A-H](-?\d+)?", word), word
    return NUMBERS[word[0]], int(word[1:]) if word[1:] else None
