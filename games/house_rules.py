"""House rules that describe themselves: type, range, default, labels and help.

From the description of a game come the reader of its options, forms, the rules that people read,
and the description of the API.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeGuard, Union

from games import messages, shape
from games.shape import Spot, describe
from problems import reader
from problems.text import Text, Words

FROM_TO, OR_MORE = messages.FROM_TO, Words("{least} or more")
DIFFERENT = Words("different numbers, {range}")
FOR_EACH_SEAT = Words("a number for each player, {range}")


class Shared(NamedTuple):
    """A stock that all players get the same number from; `too_many` has `found` and `most`."""

    stock: int
    too_many: Text


class Number(NamedTuple):
    """A house rule that is a whole number."""

    name: str
    label: Words
    default: int
    least: int
    most: int | None = None  # None: no limit
    help: Words | None = None
    form_most: int | None = None  # larger numbers in a form are probably typing mistakes
    shared: Shared | None = None

    def read(self, given: Mapping[str, object], at: Spot, players: int) -> int:
        value = given.get(self.name, self.default)
        here = at / self.name
        number = shape.integer(value, here, least=self.least, most=self.most)
        if number is None:
            return self.default
        if self.shared and number * players > self.shared.stock:
            most = self.shared.stock // players
            here.refuse(self.shared.too_many, found=describe(number), most=most)
        return number


class NumberPerSeat(NamedTuple):
    """A house rule that is a whole number for each seat, the default for all. Forms offer the
    numbers that have a name."""

    name: str
    label: Words
    default: int
    least: int
    seat_label: Words  # has `number`, which counts from 1
    names: Mapping[int, Words]
    help: Words | None = None

    def read(self, given: Mapping[str, object], at: Spot, players: int) -> tuple[int, ...]:
        value = given.get(self.name, [self.default] * players)
        return shape.integers(value, at / self.name, count=players, least=self.least) or ()


class Numbers(NamedTuple):
    """A house rule that is a list of different whole numbers, at least one."""

    name: str
    label: Words
    default: tuple[int, ...]
    least: int
    none: Text
    twice: Text  # has `found`
    help: Words | None = None
    form_most: int | None = None  # as for Number

    def read(self, given: Mapping[str, object], at: Spot, players: int) -> tuple[int, ...]:
        here = at / self.name
        listed = reader.entries(given.get(self.name, [*self.default]), here)
        if listed == []:
            here.refuse(self.none)
        if listed and self._is_right(listed):
            return tuple(listed)
        numbers: dict[int, None] = {}
        for index, value in enumerate(listed or ()):
            number = shape.integer(value, here / index, least=self.least)
            if number is None:
                continue
            if number in numbers:
                (here / index).refuse(self.twice, found=describe(number))
            numbers[number] = None
        return tuple(numbers)

    def _is_right(self, listed: list[object]) -> TypeGuard[list[int]]:
        """Return whether the list can be used as it is, quickly: the usual case."""
        is_plain = shape.is_plain(listed, len(listed)) and min(listed) >= self.least
        return is_plain and len({*listed}) == len(listed)


class Choice(NamedTuple):
    """A house rule that is one of a few words, each with a label."""

    name: str
    label: Words
    default: str
    choices: Mapping[str, Words]
    help: Words | None = None

    def read(self, given: Mapping[str, object], at: Spot, players: int) -> str:
        if self.name not in given:
            return self.default
        value = reader.choice(given[self.name], at / self.name, self.choices)
        return self.default if value is None else type(self.default)(value)


class Flag(NamedTuple):
    """A house rule that is true or false; `no` and `yes` are labels of both, if they need more
    words."""

    name: str
    label: Words
    default: bool
    help: Words | None = None
    no: Words | None = None
    yes: Words | None = None

    def read(self, given: Mapping[str, object], at: Spot, players: int) -> bool:
        return shape.flag(given, self.name, at, default=self.default)


HouseRule: TypeAlias = Union[Number, NumberPerSeat, Numbers, Choice, Flag]  # noqa: UP007
KINDS = (Number, NumberPerSeat, Numbers, Choice, Flag)


def read(rules: Sequence[HouseRule], options: object, at: Spot, players: int) -> dict[str, Any]:
    """Return the value of each house rule; what cannot be read is a problem, and has the
    default."""
    given = reader.fields(options, at, optional=[rule.name for rule in rules])
    return {rule.name: rule.read(given, at, players) for rule in rules}


def default(rule: HouseRule, players: int) -> object:
    """Return the default of a house rule in a record with this number of players."""
    if isinstance(rule, NumberPerSeat):
        return [rule.default] * players
    return [*rule.default] if isinstance(rule, Numbers) else rule.default


def of_first_seat(rule: HouseRule, value: Any) -> Any:
    """Return the value of a house rule at one seat, where each seat has its own."""
    return value[0] if isinstance(rule, NumberPerSeat) else value


def named_values(rule: HouseRule) -> dict[str | bool | int, Words]:
    """Return the labels of the values that can be listed, by the value in a record."""
    match rule:
        case Choice():
            return {str(value): label for value, label in rule.choices.items()}
        case Flag(no=Words() as no, yes=Words() as yes):
            return {False: no, True: yes}
        case NumberPerSeat():
            return dict(rule.names.items())
    return {}


def labels(rule: HouseRule) -> dict[str, Words]:
    """Return the labels of the values that can be listed, by the value as JSON has it."""
    return {
        str(value).lower() if isinstance(value, bool) else str(value): label
        for value, label in named_values(rule).items()
    }


def range_of(rule: HouseRule) -> Words | None:
    """Return the possible numbers; None for other house rules."""
    match rule:
        case Number():
            return _range(rule.least, rule.most)
        case NumberPerSeat():
            return FOR_EACH_SEAT._replace(params={"range": _range(rule.least)})
        case Numbers():
            return DIFFERENT._replace(params={"range": _range(rule.least)})
    return None


def _range(least: int, most: int | None = None) -> Words:
    if most is None:
        return OR_MORE._replace(params={"least": least})
    return FROM_TO._replace(params={"least": least, "most": most})
