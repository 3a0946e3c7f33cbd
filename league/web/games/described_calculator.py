"""The calculator of a game from outside: what the end of a round is worth, by the fields that the
game describes."""

from collections.abc import Iterator
from functools import partial
from random import Random
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.answers import OutsideMatch
from games.base import Bots, Evidence
from games.contract import Choice, Number
from games.fields import EachPlayer, Player
from games.outside_game import OutsideGame
from league.web.games import described_rounds, pages
from league.web.games.calculating import (
    CalculatorPage,
    CalculatorSeat,
    calculator_seats,
    form_problems,
    has_usual_rules,
    house_rules_form,
    problems_by_field,
    short_fields,
)
from league.web.games.pages import Body

# with a hyphen, so that no house rule can have this name
PLAYERS = "number-of-players"
PATH = "rounds.0"
ROUND = "round"  # what problems concern that are about no single field


def page_of(game: OutsideGame) -> CalculatorPage:
    """Return the calculator of a game whose rounds have fields."""
    return CalculatorPage(
        _("Points of a round"),
        _("Enter how the round ended: Manche shows what everyone scores, and why."),
        partial(_calculate, game),
        "games/calculators/described",
    )


def _calculate(game: OutsideGame, query: QueryDict) -> Body:
    """Return the form as it is filled in, and `round` as soon as it is complete."""
    numbers = sorted({*game.seats, *game.seats_by_option})
    players = next((n for n in numbers if query.get(PLAYERS) == str(n)), _usual(numbers))
    seats = calculator_seats(players)
    names = [rule.name for rule in game.house_rules]
    rules = house_rules_form(game.slug, names, query, is_whole=PLAYERS in query)
    filled = short_fields(query, (name for name in query if name.startswith("field-")))
    context: Body = {
        "rules": rules,
        "rules_open": not has_usual_rules(rules),
        "numbers": numbers,
        "players": players,
        "players_field": PLAYERS,
        "seats": seats,
        "fields": described_rounds.form_fields(game, filled, [{"seat": one} for one in seats], ()),
        "wrong": form_problems(rules),
        "begun": any(filled.values()),
    }
    if not context["begun"]:
        return {**context, "example": _example(game, _usual(numbers))}
    if not rules.is_valid():
        return context
    match, problems = game.start(rules.read(range(players)), players)
    if match is None:
        return {**context, "wrong": problems_by_field(problems, partial(_field, game))}
    return {**context, **_judge(game, match, query, seats)}


def _judge(
    game: OutsideGame, match: OutsideMatch, query: QueryDict, seats: list[CalculatorSeat]
) -> Body:
    missing = list(_missing(game, query, len(seats)))
    if missing:
        return {"missing": missing}
    round_ = described_rounds.read_final(game, query, len(seats))
    verdict, _after = game.check_round(match, round_, PATH)
    if verdict.scores is None:
        return {"wrong": problems_by_field(verdict.problems, partial(_field, game))}
    return {
        "round": {
            "seats": pages.explain_seats(verdict.scores, verdict.breakdown, game.labels),
            "drawing": described_rounds.drawing(game, match.options, round_, len(seats)),
        }
    }


def _missing(game: OutsideGame, query: QueryDict, players: int) -> Iterator[str]:
    """Yield the labels of the fields without a value; lists of cards and flags may have none."""
    for field in game.fields:
        is_each = isinstance(field, EachPlayer)
        simple = field.field if isinstance(field, EachPlayer) else field
        ends = [f"-{seat}" for seat in range(players)] if is_each else [""]
        names = [f"{described_rounds.field_id(field.name)}{end}" for end in ends]
        if isinstance(simple, (Number, Choice, Player)) and not all(map(query.get, names)):
            yield described_rounds.say(field.label)


def _field(game: OutsideGame, path: str) -> str:
    """Return the field of a path: `rounds.0.taker` is about `field-taker`, `options.target` about
    `target`."""
    first, *steps = path.split(".")
    if first == "options" and steps[:1] and steps[0] in {rule.name for rule in game.house_rules}:
        return steps[0]
    if steps[1:] and steps[1] in {field.name for field in game.fields}:
        return described_rounds.field_id(steps[1])
    return ROUND


def _usual(numbers: list[int]) -> int:
    return min(numbers, key=lambda number: abs(number - 4))


def _example(game: OutsideGame, players: int) -> str:
    """Return the query of a round played by bots with the usual rules; empty if it has no bots."""
    match, _problems = game.start({}, players)
    if match is None or not game.has_sample_final:
        return ""
    bots = [Bots.RANDOM] * players
    try:
        round_ = game.play_round(match, Random(game.slug), Evidence.FINAL, bots=bots)
        fields = described_rounds.written(game, round_)
    except (KeyError, TypeError, ValueError):
        return ""
    return urlencode({key: value for key, value in fields.items() if value})
