"""House rules on pages: their form, which starts with the rules of a new match, and a summary."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import get_language

from games import GAMES
from games.base import house_rules_of
from games.house_rules import of_first_seat
from games.rule_book import listed
from league.models import Season
from league.operations.seasons import house_rules
from league.web.games.options_form import OptionsForm, shown_values


class HouseRule(NamedTuple):
    """One house rule in words; `is_changed`: it differs from the default of the product."""

    label: str
    value: str
    is_changed: bool


def options_form(
    game: str, options: Mapping[str, Any], post: Any = None, *, at_table: bool = False
) -> OptionsForm:
    """Return the form of the house rules of a game, filled in with these options."""
    shown = _shown(game, options)
    return OptionsForm(game, post, prefix=game, initial=shown, at_table=at_table)


def season_form(season: Season, game: str, post: Any = None, **more: Any) -> OptionsForm:
    """Return the form of the house rules of a game, filled in with the rules of a new match."""
    return options_form(game, _of_new_match(season, game), post, **more)


def read_rules(form: OptionsForm, game: str, least: int, most: int) -> dict[str, Any]:
    """Return house rules that fit tables of every size. An option that depends on the size (a
    minimum per seat) is omitted if it has the usual value, else the largest table determines it."""
    small, large = (form.read(range(size)) for size in (least, most))
    usual = house_rules.spelled_out(game, {}, max(least, _least(game)))
    return {
        key: value
        for key, value in large.items()
        if value == small[key] or small[key] != usual[key]
    }


def possible_seats(form: OptionsForm, game: str) -> range:
    """Return the numbers of players that can play by the house rules of a valid form."""
    return house_rules.seats(game, form.read(range(house_rules.largest_table(game))))


def read_changed_rules(form: OptionsForm, game: str) -> dict[str, Any]:
    """Return the house rules of the form that differ from the defaults of the product."""
    rules = read_rules(form, game, _least(game), house_rules.largest_table(game))
    usual = house_rules.spelled_out(game, house_rules.for_new_tournament(game, {}), _least(game))
    return {key: value for key, value in rules.items() if value != usual.get(key)}


def summary(season: Season, game: str) -> list[HouseRule]:
    """Return the house rules of a new match of the season."""
    language = get_language() or "en"
    values = house_rules.spelled_out(game, _of_new_match(season, game), _least(game))
    usual = house_rules.spelled_out(game, house_rules.for_new_tournament(game, {}), _least(game))
    return [
        HouseRule(
            rule.label.say(language),
            listed(rule, language).value_label(of_first_seat(rule, values[rule.name]), language),
            values[rule.name] != usual[rule.name],
        )
        for rule in house_rules_of(GAMES[game])
    ]


def usual_values(game: str) -> dict[str, Any]:
    """Return the initial values of the form by the defaults of the product for new matches."""
    return _shown(game, house_rules.for_new_tournament(game, {}))


def _of_new_match(season: Season, game: str) -> dict[str, Any]:
    return house_rules.for_new_match(season, game, _least(game))


def _shown(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    return shown_values(game, house_rules.spelled_out(game, options, _least(game)))


def _least(game: str) -> int:
    return GAMES[game].seats[0]
