"""Entries of the rounds of games from outside, which describe them."""

from typing import Any

from django import template

from games import GAMES
from games.outside_game import OutsideGame
from league.web.games import described_rounds

register = template.Library()


@register.simple_tag(takes_context=True)
def described_fields(context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fields of the entry form beyond the scores."""
    game = GAMES.get(context["match"].game)
    if not isinstance(game, OutsideGame):
        return []
    return described_rounds.form_fields(
        game, context["filled"], context["lines"], context["problems"]
    )


@register.simple_tag(takes_context=True)
def fixed_partners(context: dict[str, Any]) -> list[list[Any]]:
    """Return the seats of each side of the match, if its partners are fixed by their seats."""
    game, seats = GAMES.get(context["match"].game), [line["seat"] for line in context["lines"]]
    sides = game.sides.get(len(seats), ()) if isinstance(game, OutsideGame) else ()
    return [[seats[number] for number in side] for side in sides]


@register.simple_tag(takes_context=True)
def fewest_wins(context: dict[str, Any]) -> bool:
    game = GAMES.get(context["match"].game)
    return isinstance(game, OutsideGame) and game.fewest_wins
