"""House rules on pages: their form, which starts with the rules of a new match, and a summary."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms

from games import GAMES
from league.models import Season
from league.operations.seasons import house_rules
from league.web.games import PAGES


class HouseRule(NamedTuple):
    """One house rule in words; `is_changed`: it differs from the default of the product."""

    label: str
    value: str
    is_changed: bool


def options_form(
    game: str, options: Mapping[str, Any], post: Any = None, *, at_table: bool = False
) -> forms.Form:
    """Return the form of the house rules of a game, filled in with these options; `at_table`: of
    one table, with what its seats may have."""
    pages = PAGES[game]
    form = pages.options_at_table() if at_table else pages.options_form
    return form(post, prefix=game, initial=_initial(game, options))


def season_form(season: Season, game: str, post: Any = None, **more: Any) -> forms.Form:
    """Return the form of the house rules of a game, filled in with the rules of a new match."""
    rules = house_rules.for_new_match(season, game, _least(game))
    return options_form(game, rules, post, **more)


def read_rules(form: forms.Form, game: str, least: int, most: int) -> dict[str, Any]:
    """Return house rules that fit tables of every size. An option that depends on the size (a
    minimum per seat) is omitted if it has the usual value, else the largest table determines it."""
    read = PAGES[game].read_options
    small, large = (read(form.cleaned_data, range(size)) for size in (least, most))
    usual = house_rules.spelled_out(game, {}, max(least, _least(game)))
    return {
        key: value
        for key, value in large.items()
        if value == small[key] or small[key] != usual[key]
    }


def possible_seats(form: forms.Form, game: str) -> range:
    """Return the numbers of players that can play by the house rules of a valid form."""
    rules = PAGES[game].read_options(form.cleaned_data, range(house_rules.largest_table(game)))
    return house_rules.seats(game, rules)


def read_changed_rules(form: forms.Form, game: str) -> dict[str, Any]:
    """Return the house rules of the form that differ from the defaults of the product."""
    rules = read_rules(form, game, _least(game), house_rules.largest_table(game))
    usual = house_rules.spelled_out(game, house_rules.for_new_tournament(game, {}), _least(game))
    return {key: value for key, value in rules.items() if value != usual.get(key)}


def summary(season: Season, game: str) -> list[HouseRule]:
    """Return the house rules of a new match of the season."""
    form = season_form(season, game)
    usual = usual_values(game)
    return [
        HouseRule(
            str(field.label),
            _value_words(field.field, form.initial.get(field.name)),
            form.initial.get(field.name) != usual.get(field.name),
        )
        for field in form
    ]


def usual_values(game: str) -> dict[str, Any]:
    """Return the initial values of the form by the defaults of the product for new matches."""
    return _initial(game, house_rules.for_new_tournament(game, {}))


def _initial(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    return PAGES[game].fill_in_options(house_rules.spelled_out(game, options, _least(game)))


def _least(game: str) -> int:
    return GAMES[game].seats[0]


def _value_words(field: Any, value: Any) -> str:
    labels = dict(getattr(field, "choices", ()))
    return str(labels.get(value, value))
