"""Finds the games from outside: packages that name a game in the entry-point group `manche.games`.

A game that cannot be used is refused with the reason, and takes no other game with it.
"""

from __future__ import annotations

import gettext
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from games import SLUGS, answers, outside_texts
from games.base import Evidence
from games.contract import CONTRACT, SheetGame
from games.fields import Cards, EachPlayer, Field, Player
from games.guard import Broken, Guard, brief, wrong
from games.house_rules import KINDS, Choice, Flag, HouseRule, Number, NumberPerSeat, default, labels
from games.outside_game import OutsideGame
from games.shape import Spot
from problems.catalogue import DOMAIN, add_folder
from problems.seats import SEATS
from problems.text import Text, Words, visible

GROUP = "manche.games"
SLUG = re.compile(r"[a-z][a-z0-9_]{0,29}")
CARD = re.compile(r"[A-Za-z0-9]{1,8}")
LONGEST_NAME = 40


class Refused(NamedTuple):
    """A game that a package names, and why it cannot be used."""

    slug: str
    package: str
    version: str
    reason: Words


class Outside(NamedTuple):
    games: dict[str, OutsideGame]
    refused: tuple[Refused, ...]


def games() -> dict[str, OutsideGame]:
    """Return the games from outside by slug."""
    return look().games


def refused() -> tuple[Refused, ...]:
    return look().refused


@cache
def look() -> Outside:
    """Import the games of all packages. Later installations need a new process."""
    try:
        entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    except Exception as error:
        reason = Words("The metadata of packages cannot be read: {error}.", {"error": brief(error)})
        return Outside({}, (Refused("", "", "", reason),))
    games: dict[str, OutsideGame] = {}
    refused: list[Refused] = []
    for entry in entries:
        package, version = _origin(entry)
        guard = Guard()
        try:
            _refuse_taken(entry, entries)
            games[entry.name] = guard.run(lambda: _load(entry, guard, package, version))  # noqa: B023
        except Broken as broken:
            refused.append(Refused(visible(entry.name), package, version, broken.reason))
    return Outside(games, tuple(refused))


def _origin(entry: EntryPoint) -> tuple[str, str]:
    """Return the name and the version of a package; None, as text, if its metadata lack them."""
    assert entry.dist, "it was read from a package"
    metadata: Any = entry.dist.metadata
    return visible(str(metadata["Name"])), visible(str(metadata["Version"]))


def _refuse_taken(entry: EntryPoint, entries: Sequence[EntryPoint]) -> None:
    if entry.name in SLUGS:
        raise Broken(Words("Manche itself has a game of this name."))
    others = [_origin(one)[0] for one in entries if one.name == entry.name and one is not entry]
    if others:
        raise Broken(Words("{others} has a game of this name too.", {"others": ", ".join(others)}))


def _load(entry: EntryPoint, guard: Guard, package: str, version: str) -> OutsideGame:
    loaded: Any = entry.load()
    game = loaded() if isinstance(loaded, type) else loaded
    contract = getattr(game, "contract", None)
    if contract != CONTRACT:
        raise Broken(
            Words(
                "It is for version {theirs} of the contract; this Manche has version {ours}.",
                {"theirs": brief(contract), "ours": CONTRACT},
            )
        )
    if not isinstance(game, SheetGame):
        raise wrong(f"A SheetGame is needed, not {brief(game)}.")
    if game.slug != entry.name:
        raise wrong(f"slug: {brief(game.slug)} differs from the name of the entry point.")
    _add_catalogues(entry)
    _check(game)
    texts = outside_texts.read(_file(entry), game.options)
    outside = OutsideGame(game, guard, package, version, texts)
    for players in outside.seats:
        state, problems = outside.begin({}, players)
        if state is None:
            raise wrong(f"Its own defaults are refused: {problems[0].message()}")
    return outside


def _add_catalogues(entry: EntryPoint) -> None:
    """Read the catalogues beside the module, if there are any; a broken one refuses the game."""
    file = _file(entry)
    for catalogue in Path(file).parent.glob(f"locale/*/LC_MESSAGES/{DOMAIN}.mo"):
        with catalogue.open("rb") as opened:
            gettext.GNUTranslations(opened)
    add_folder(file)


def _file(entry: EntryPoint) -> str:
    return str(sys.modules[entry.module].__file__)


def _check(game: SheetGame) -> None:
    """Raise Broken unless the description of a game is complete and possible."""
    rules = {
        "slug": SLUG.fullmatch(game.slug),
        "name": _is_text(game.name) and 0 < len(game.name.strip()) <= LONGEST_NAME,
        "seats": _is_range(game.seats) and {*game.seats} <= {*SEATS} and game.seats.step == 1,
        "scores": _is_range(game.scores) and all(map(answers.is_number, _ends(game.scores))),
        "general_clause": isinstance(game.general_clause, str),
        "seat_option": isinstance(game.seat_option, str),
        "has_partners": isinstance(game.has_partners, bool),
        "fewest_wins": isinstance(game.fewest_wins, bool),
        "checks": game.checks() and all(isinstance(level, Evidence) for level in game.checks()),
        "seats_by_option": all(
            players in SEATS and isinstance(option, str)
            for players, option in game.seats_by_option.items()
        ),
        "why_not": all(
            isinstance(players, int) and isinstance(text, Text)
            for players, text in game.why_not.items()
        ),
    }
    for attribute, is_right in rules.items():
        if not is_right:
            raise wrong(f"{attribute}: {brief(getattr(game, attribute))} is impossible.")
    for text in game.why_not.values():
        answers.words(Words(text.en, {"found": 1, "least": 2, "most": 8}), "why_not")
    names = [_check_option(option) for option in game.options]
    if len(set(names)) < len(names):
        raise wrong("options: Two have the same name.")
    names = [_check_field(field) for field in game.fields]
    if len({"evidence", "scores", *names}) < len(names) + 2:
        raise wrong("fields: Two have the same name, or one is called evidence or scores.")
    for code, label in game.labels.items():
        answers.words(label, f"labels: {brief(code)}")


def _check_option(option: HouseRule) -> str:
    """Return the name of a house rule that describes itself well."""
    if not isinstance(option, KINDS):
        kinds = ", ".join(kind.__name__ for kind in KINDS)
        raise wrong(f"options: One of {kinds} is needed, not {brief(option)}.")
    if not SLUG.fullmatch(option.name):
        raise wrong(f"options: The name {brief(option.name)} is impossible.")
    for words in (option.label, *labels(option).values()):
        answers.words(words, option.name)
    if option.help is not None:
        answers.words(option.help, option.name)
    if isinstance(option, NumberPerSeat):
        answers.words(option.seat_label._replace(params={"number": 1}), option.name)
    at = Spot("", "", [])
    option.read({option.name: default(option, SEATS[0])}, at, SEATS[0])
    if at.problems:
        raise wrong(f"options: The default of {option.name} is impossible.")
    return option.name


def _check_field(field: Field) -> str:
    """Return the name of an entry of rounds that describes itself well."""
    simple = field.field if isinstance(field, EachPlayer) else field
    if isinstance(simple, (Number, Choice, Flag)):
        return _check_option(simple)
    if not isinstance(simple, (Player, Cards)):
        raise wrong(f"fields: {brief(simple)} is impossible.")
    if not SLUG.fullmatch(simple.name):
        raise wrong(f"fields: The name {brief(simple.name)} is impossible.")
    answers.words(simple.label, simple.name)
    if simple.help is not None:
        answers.words(simple.help, simple.name)
    if isinstance(simple, Cards):
        if not simple.cards or type(simple.copies) is not int or simple.copies < 1:
            raise wrong(f"fields: {brief(simple)} is impossible.")
        for code, label in simple.cards.items():
            if not CARD.fullmatch(code):
                raise wrong(f"fields: The code {brief(code)} is impossible.")
            answers.param(answers.words(label, simple.name), simple.name, answers.LONGEST_TILE)
    return simple.name


def _is_text(raw: object) -> bool:
    return isinstance(raw, str) and visible(raw) == raw


def _is_range(raw: object) -> bool:
    return isinstance(raw, range) and len(raw) > 0 and raw.step > 0


def _ends(scores: range) -> tuple[int, int]:
    return scores[0], scores[-1]
