"""Names of a file that may be one person's: notices of them, and the choices that answer these."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.errors import Fault
from league.models import Club, Player
from league.names import name_key
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.people.duplicates import LookAlikes, names_of

MOST_CHOICES = 2000
Choices = Mapping[str, int | str]


class SamePeople:
    """Choices of people for names of a file: a player of the club by id, or another name of the
    person."""

    def __init__(self, choices: Choices) -> None:
        self.choices = {name_key(name): (name, meant) for name, meant in choices.items()}
        self.used: set[str] = set()

    def meant(self, name: str) -> int | str:
        """Return the player chosen for a name, or the chosen name; without a choice the same
        name."""
        key, seen = name_key(name), set[str]()
        while key in self.choices and key not in seen:
            seen.add(key)
            choice = self.choices[key][1]
            if isinstance(choice, int):
                self.used |= seen
                return choice
            name, key = choice, name_key(choice)
        self.used |= seen
        return name

    def unused(self) -> list[RowFault]:
        """Return a fault for each choice about a name that the file does not have."""
        words = _("The file has no player of this name.")
        return [
            RowFault("unknown_name", f"people.{name[:60]}", words)
            for key, (name, _meant) in self.choices.items()
            if key not in self.used
        ]


@dataclass(frozen=True)
class LooksLike(RowFault):
    """A notice that a new name looks like a player of the club or another row."""

    name: str = ""
    player: int | None = None
    other: str = ""

    def to_json(self) -> dict[str, Any]:
        about = {"name": self.name, "player": self.player, "other": self.other}
        return {**super().to_json(), **about}


class NewNames:
    """The names of a file that become new players, compared with each other and with the players of
    the club."""

    def __init__(self, club: Club) -> None:
        self.names = LookAlikes[Player | str](names_of(club))

    def add(self, row: int, field: str, name: str) -> list[RowFault]:
        """Add a new name; return a notice if it looks like one that is there already."""
        alike = self.names.find(name)[:1]
        self.names.add(name, name)
        return [_notice(row, field, name, other) for other in alike]


def _notice(row: int, field: str, name: str, other: Player | str) -> LooksLike:
    player, other_name = (other.pk, other.name) if isinstance(other, Player) else (None, other)
    words = _("%(name)s looks like %(other)s: is it the same person?")
    words %= {"name": name, "other": other_name}
    plain = at_row(row, field, "looks_like", words)
    return LooksLike(
        plain.code, plain.path, words, row=row, name=name, player=player, other=other_name
    )


def faults_of(club: Club, choices: Choices) -> Iterator[Fault]:
    """Yield the faults of choices, whose values may be any JSON."""
    if len(choices) > MOST_CHOICES:
        words = _("Give at most %(most)s fields.") % {"most": MOST_CHOICES}
        yield Fault("too_long", "people", words)
        return
    ids = {choice for choice in choices.values() if _is_id(choice)}
    own_ids = set(club.players.filter(pk__in=ids).values_list("pk", flat=True))
    other_names = {
        name_key(name): name_key(meant) for name, meant in choices.items() if isinstance(meant, str)
    }
    for name, meant in choices.items():
        path = f"people.{name[:60]}"
        if _is_id(meant):
            if meant not in own_ids:
                yield Fault("unknown_player", path, _("The club has no such player."))
        elif not isinstance(meant, str) or not name_key(meant):
            words = _("Send the id of a player, or another name from the file.")
            yield Fault("not_a_choice", path, words)
        elif _goes_round(other_names, name_key(name)):
            words = _("These names refer to each other: choose one of them.")
            yield Fault("not_a_choice", path, words)


def _is_id(value: object) -> bool:
    return type(value) is int and 0 < value < 2**63


def _goes_round(other_names: Mapping[str, str], first: str) -> bool:
    """Return whether the choices lead from a name back to it."""
    name = other_names.get(first)
    for _step in other_names:
        if name is None or name == first:
            break
        name = other_names.get(name)
    return name == first
