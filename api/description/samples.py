"""Samples on the pages about the API: the first steps in three languages, and rounds of each game.

Tests run the files in `start/` against a server, and check the rounds.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from api.description.layout import pretty
from games import GAMES, SLUGS, record
from games.base import Evidence

FOLDER = Path(__file__).with_name("start")
LANGUAGES = {"sh": "curl", "py": "Python", "mjs": "JavaScript"}
PLAYERS = ("Ada", "Bruno", "Chloé", "Dov")
WIDTH = 90


class GameRecord(NamedTuple):
    """A record of bots up to its first round."""

    game: str
    name: str
    evidence: str
    text: str


@cache
def read() -> dict[str, str]:
    """Return the program of the first steps in each language, by its name."""
    return {name: (FOLDER / f"start.{suffix}").read_text() for suffix, name in LANGUAGES.items()}


def records() -> list[GameRecord]:
    return list(_records())


def _records() -> Iterator[GameRecord]:
    for slug in SLUGS:
        names = PLAYERS[: max(3, GAMES[slug].seats[0])]
        for evidence in Evidence:
            written: dict[str, Any] = record.play(slug, Random(3), list(names), evidence.value)
            short = {**written, "rounds": written["rounds"][:1]}
            yield GameRecord(slug, GAMES[slug].name, evidence.value, pretty(short, WIDTH))
