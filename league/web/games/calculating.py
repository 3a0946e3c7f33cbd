"""What all calculators need: house rules, refusals beside fields, people without names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.base import Problem
from league.web.games.pages import Body

Wrong = dict[str, list[Body]]  # by name of field
MOST_SHOWN = 3  # refusals beside one field
LONGEST = 100  # characters of a house rule, or of any other short field
LONGEST_TEXT = 3000  # of what is shown again in a field for lists


@dataclass(frozen=True)
class Somebody:
    """Who sits at a table that nobody set up; `name` as players have it."""

    name: str

    @property
    def public_name(self) -> str:
        return self.name


@dataclass(frozen=True)
class Sitting:
    number: int
    player: Somebody


def sitting(players: int) -> list[Sitting]:
    names = [_("Player %(letter)s") % {"letter": letter} for letter in "ABCDEFGH"[:players]]
    return [Sitting(seat, Somebody(name)) for seat, name in enumerate(names)]


def house_rules(kind: type[forms.Form], names: Sequence[str], query: QueryDict) -> forms.Form:
    """Those that matter here, as they are asked for; what is not said is as usual."""
    usual = kind().fields
    fields = {name: usual[name] for name in names}
    said = {name: _short(query, name) or _usual(field) for name, field in fields.items()}
    rules = kind(said)
    rules.fields = fields
    return rules


def is_usual(rules: forms.Form) -> bool:
    return all(str(rules.data[name]) == str(_usual(rules.fields[name])) for name in rules.fields)


def refused(rules: forms.Form) -> Wrong:
    """What the form has against its house rules, as problems."""
    return {
        name: [{"message": message} for message in messages]
        for name, messages in rules.errors.items()
    }


def beside(problems: Iterable[Problem], field_of: Callable[[str], str]) -> Wrong:
    """The engine's problems in the reader's language, by the field that each is about."""
    language = get_language() or "en"
    found: Wrong = {}
    for problem in problems:
        listed = found.setdefault(field_of(problem.path), [])
        if len(listed) < MOST_SHOWN:
            listed.append(problem.to_json(language))
    return found


def short(query: QueryDict, names: Iterable[str]) -> dict[str, str]:
    """The fields of these names, none of them long."""
    return {name: _short(query, name) for name in names}


def said_again(text: str) -> str:
    """A long text in the field it came from: not all of what can be no list of cards."""
    return text[:LONGEST_TEXT]


def _short(query: QueryDict, name: str) -> str:
    return query.get(name, "").strip()[:LONGEST]


def _usual(field: forms.Field) -> Any:
    if field.initial is not None:
        return field.initial
    choices: Sequence[tuple[Any, Any]] = getattr(field, "choices", ())
    return choices[0][0]


Calculate = Callable[[QueryDict], Mapping[str, Any]]
