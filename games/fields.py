"""The entries of a round beyond its scores, as a game from outside describes them: the default
form shows them, and `read` checks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, Union

from games import messages, shape
from games.house_rules import Choice, Flag, Number
from games.shape import Spot, describe
from problems import messages as shared
from problems import reader
from problems.text import Words


class Player(NamedTuple):
    """A player of the match, as the number of the seat; `or_nobody` allows null too."""

    name: str
    label: Words
    or_nobody: bool = False
    help: Words | None = None


class Cards(NamedTuple):
    """A list of cards, tiles or other things: their codes, each with what pages show for it."""

    name: str
    label: Words
    cards: Mapping[str, Words]
    copies: int = 1  # of each
    help: Words | None = None


class EachPlayer(NamedTuple):
    """A list with an entry of this kind for each player, in seat order."""

    field: Number | Choice | Flag | Player | Cards

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def label(self) -> Words:
        return self.field.label

    @property
    def help(self) -> Words | None:
        return self.field.help


Simple: TypeAlias = Union[Number, Choice, Flag, Player, Cards]  # noqa: UP007
Field: TypeAlias = Union[Simple, EachPlayer]  # noqa: UP007


def read(fields: Sequence[Field], raw: object, at: Spot, players: int) -> Mapping[str, object]:
    """Return the value of each field of a round; those that cannot be read have problems."""
    names = [field.name for field in fields]
    given = reader.fields(raw, at, required=["evidence"], optional=[*names, "scores"])
    return dict(_values(fields, given, at, players))


def _values(
    fields: Sequence[Field], given: Mapping[str, object], at: Spot, players: int
) -> Iterator[tuple[str, object]]:
    for field in fields:
        here = at / field.name
        if field.name not in given:
            here.refuse(messages.MISSING_KEY, what=field.label)
        elif isinstance(field, EachPlayer):
            entries = reader.entries(given[field.name], here, count=players) or []
            values = [
                _value(field.field, each, here / seat, players) for seat, each in enumerate(entries)
            ]
            yield field.name, values
        else:
            yield field.name, _value(field, given[field.name], here, players)


def _value(field: Simple, raw: object, at: Spot, players: int) -> object:
    match field:
        case Number():
            return shape.integer(raw, at, least=field.least, most=field.most)
        case Choice():
            return reader.choice(raw, at, field.choices)
        case Flag():
            if not isinstance(raw, bool):
                at.refuse(shared.NOT_A_FLAG, found=describe(raw))
            return raw
        case Player():
            return None if raw is None and field.or_nobody else shape.seat(raw, at, players)
    return _cards(field, raw, at)


def _cards(field: Cards, raw: object, at: Spot) -> list[str]:
    cards: list[str] = []
    for index, code in enumerate(reader.entries(raw, at) or []):
        here = at / index
        if not isinstance(code, str) or code not in field.cards:
            here.refuse(messages.UNKNOWN_CARD, found=describe(code))
        elif cards.count(code) == field.copies:
            here.refuse(messages.CARD_TOO_OFTEN, card=field.cards[code], copies=field.copies)
        else:
            cards.append(code)
    return cards
