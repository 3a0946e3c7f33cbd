"""Shared by all calculators: house rules, problems beside fields, players without names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.web.games import house_rules
from league.web.games.options_form import OptionsForm
from league.web.games.pages import Body
from problems.problem import Problem

ProblemsByField = dict[str, list[Body]]  # by name of field
MOST_PROBLEMS = 3  # refusals beside one field
LONGEST = 100  # characters of a house rule, or of any other short field
LONGEST_TEXT = 3000  # of the text shown again in a field for lists


@dataclass(frozen=True)
class CalculatorPlayer:
    """A player of a calculator; it has the attributes that templates read of a Player."""

    name: str

    @property
    def public_name(self) -> str:
        return self.name


@dataclass(frozen=True)
class CalculatorSeat:
    number: int
    player: CalculatorPlayer


def calculator_seats(players: int) -> list[CalculatorSeat]:
    names = [_("Player %(letter)s") % {"letter": letter} for letter in ascii_uppercase[:players]]
    return [CalculatorSeat(seat, CalculatorPlayer(name)) for seat, name in enumerate(names)]


def house_rules_form(
    game: str, names: Sequence[str], query: QueryDict, *, is_whole: bool = False
) -> OptionsForm:
    """Return the form of the relevant house rules; values missing in the query default to a new
    match's. `is_whole`: the whole form was sent, so a box that is missing is not ticked."""
    usual = house_rules.usual_values(game)
    data = {name: _short_field(query, name) or usual[name] for name in names}
    rules = OptionsForm(game, data, initial=usual)
    rules.fields = {name: rules.fields[name] for name in names}
    if is_whole:
        data |= {
            name: _short_field(query, name)
            for name, field in rules.fields.items()
            if isinstance(field, forms.BooleanField)
        }
    return rules


def has_usual_rules(rules: forms.Form) -> bool:
    return all(str(rules.data[name]) == str(rules.initial[name]) for name in rules.fields)


def form_problems(rules: forms.Form) -> ProblemsByField:
    """Return the errors of the house rules form as problems, by field."""
    return {
        name: [{"message": message} for message in messages]
        for name, messages in rules.errors.items()
    }


def problems_by_field(
    problems: Iterable[Problem], field_of: Callable[[str], str]
) -> ProblemsByField:
    """Return the engine's problems in the reader's language, by the field that each concerns."""
    language = get_language() or "en"
    by_field: ProblemsByField = {}
    for problem in problems:
        problems_of_field = by_field.setdefault(field_of(problem.path), [])
        if len(problems_of_field) < MOST_PROBLEMS:
            problems_of_field.append(problem.to_json(language))
    return by_field


def short_fields(query: QueryDict, names: Iterable[str]) -> dict[str, str]:
    """Return the values of these fields, cut to LONGEST characters."""
    return {name: _short_field(query, name) for name in names}


def limited_text(text: str) -> str:
    """Return a text for the field that it came from, cut where it is too long for a list of
    cards."""
    return text[:LONGEST_TEXT]


def _short_field(query: QueryDict, name: str) -> str:
    return query.get(name, "").strip()[:LONGEST]


Calculate = Callable[[QueryDict], Mapping[str, Any]]


@dataclass(frozen=True)
class CalculatorPage:
    """A calculator; `folder` has its templates `page.html`, `_answer.html` and `_picture.html`."""

    name: str | Promise
    promise: str | Promise  # what it computes, in a sentence
    calculate: Calculate
    folder: str

    @property
    def page(self) -> str:
        return f"{self.folder}/page.html"

    @property
    def answer(self) -> str:
        return f"{self.folder}/_answer.html"

    @property
    def picture(self) -> str:
        return f"{self.folder}/_picture.html"
