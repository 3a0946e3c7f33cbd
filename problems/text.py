"""Texts for people: English in the code, other languages in catalogues of gettext."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias, Union

from problems.catalogue import translate

SEATS = r"\{((?:\w+_)?seats?)\}"  # parameters that are people
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Words(NamedTuple):
    """A translatable name in a message, such as a card; a plain str is never translated."""

    en: str
    params: Mapping[str, Param] = {}

    def say(self, language: str) -> str:
        return _fill_in(translate(self.en, language), self.params, language)


class Lettered(NamedTuple):
    """A thing that each language has letters for, such as a card: `J♠` is `V♠` in French.

    `write` takes the code and the language.
    """

    code: str
    write: Callable[[str, str], str]

    def say(self, language: str) -> str:
        return self.write(self.code, language)


class Listing(NamedTuple):
    """Several things; `link` joins the last one to the others, else all have commas."""

    things: Sequence[Param]
    link: Words | None = None

    def say(self, language: str) -> str:
        *others, last = [_say(thing, language) for thing in self.things]
        if not self.link or not others:
            return ", ".join([*others, last])
        return translate(self.link.en, language).format(others=", ".join(others), last=last)


Param: TypeAlias = Union[str, int, Words, Lettered, Listing]  # noqa: UP007  # it names itself


class Text(NamedTuple):
    """One message with named parameters; `clause` is empty where it depends on the game."""

    code: str
    en: str
    clause: str = ""

    @property
    def seats(self) -> list[str]:
        """Return the parameters that are numbers of seats: those called `seat`, or `…_seats`."""
        return _seats(self.en)

    def say(self, language: str, params: Mapping[str, Param]) -> str:
        """Return the sentence; people whose names are not given are counted by their seats."""
        template = translate(self.en, language)
        params = {**params, **{key: people(params[key]) for key in self.seats}}
        sentence = _fill_in(template, params, language)
        first = _first(template)
        return sentence[:1].upper() + sentence[1:] if _is_worded(params.get(first)) else sentence


def _fill_in(template: str, params: Mapping[str, Param], language: str) -> str:
    filled = {key: _say(value, language) for key, value in params.items()}
    return template.format(**filled) if filled else template


def _say(value: Param, language: str) -> str:
    return str(value) if isinstance(value, (str, int)) else value.say(language)


def _is_worded(value: Param | None) -> bool:
    """Return whether these are our words, not a user's."""
    if isinstance(value, Listing):
        return _is_worded(value.things[0])
    return isinstance(value, Words)


@cache
def _seats(text: str) -> list[str]:
    return re.findall(SEATS, text)


@cache
def _first(template: str) -> str:
    """Return the parameter with which a sentence begins; empty if it begins with a word."""
    match = re.match(r"\{(\w+)\}", template)
    return match[1] if match else ""


def people(seats: Param, players: Sequence[str] = ()) -> Words | Lettered | Listing:
    """Return who sits there: `0, 2` is Ada and Zoé, or the first player and the third player."""
    if not isinstance(seats, (str, int)):
        return seats
    numbers = [int(number) for number in str(seats).split(", ")]
    if all(number < len(players) for number in numbers):
        return Listing([visible(players[number]) for number in numbers], AND)
    return Listing([SEATED[number] for number in numbers], AND)


AND, OR = Words("{others} and {last}"), Words("{others} or {last}")
NOTHING = Words("nothing")
SEATED = (
    Words("the first player"),
    Words("the second player"),
    Words("the third player"),
    Words("the fourth player"),
    Words("the fifth player"),
    Words("the sixth player"),
    Words("the seventh player"),
    Words("the eighth player"),
    Words("the ninth player"),
    Words("the tenth player"),
    Words("the eleventh player"),
    Words("the twelfth player"),
)


def enumerated(things: Iterable[Param]) -> Listing:
    """Return `red 9, blue 2`, or that there is nothing."""
    return Listing([*things] or [NOTHING])


def quoted(text: str) -> Words:
    return Words("“{text}”", {"text": text})


def visible(text: str) -> str:
    """Return the text with its control characters spelled out.

    Those that turn the direction of text are among them: they make a line look like another one.
    """
    return UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
