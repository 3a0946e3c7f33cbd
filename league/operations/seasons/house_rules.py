"""House rules of new matches, however created: the choices for the match, else the season's for the
game, else the defaults of the product."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES, record
from games.base import MatchState, notices_for, seats_for
from games.shape import describe
from league.errors import Fault, Invalid, invalid, raise_faults
from league.models import Season
from problems.problem import Problem, problem
from scoring.pure.points import TARGETS
from scoring.pure.schemes import TOO_LARGE

Options = Mapping[str, Any]
# old match records depend on the engines' own defaults; new matches differ in these
PRODUCT_DEFAULTS: Mapping[str, Options] = {"nain_jaune": {"short_ante": "pay_what_is_left"}}
MOST_SCORE = 10**8  # of a seat in a match, either way: the sum of a table still fits into 32 bits


def for_new_match(
    season: Season, game: str, players: int, chosen: Options | None = None
) -> dict[str, Any]:
    """Return the options of a new match; `chosen` may name some of them. An unknown game has none:
    the operation that creates the match refuses it."""
    of_season: Options = {}
    if game in season.house_rules:
        of_season = for_table(game, season.house_rules[game], players, largest_table(game))
    return {**PRODUCT_DEFAULTS.get(game, {}), **of_season, **(chosen or {})}


def for_new_tournament(game: str, chosen: Options) -> dict[str, Any]:
    """Return the options of a new tournament, which has a season of its own."""
    return {**PRODUCT_DEFAULTS.get(game, {}), **chosen}


def spelled_out(game: str, options: Options, players: int) -> dict[str, Any]:
    """Return all house rules of a match with these options."""
    return dict(GAMES[game].write_options(initial_state(game, options, players)))


def for_table(game: str, options: Options, players: int, most: int) -> dict[str, Any]:
    """Return the options at a table of this size. A list for seats is as long as the largest table;
    smaller tables use its beginning."""
    result, seat_option = dict(options), GAMES[game].seat_option
    seat_values = result.get(seat_option)
    if isinstance(seat_values, list) and len(seat_values) == most:
        result[seat_option] = seat_values[:players]
    return result


def without_seat(game: str, options: Options, seat: int) -> dict[str, Any]:
    """Return the options of a match that continues without the player of a seat: a list for seats
    loses its value."""
    result, seat_option = dict(options), GAMES[game].seat_option
    if isinstance(seat_values := result.get(seat_option), list):
        result[seat_option] = [*seat_values[:seat], *seat_values[seat + 1 :]]
    return result


def seats(game: str, options: Options) -> range:
    """Return the numbers of players that can play by these house rules."""
    return seats_for(GAMES[game], options)


def seats_of_new_match(season: Season, game: str) -> range:
    """Return the numbers of players that can play by the season's house rules."""
    return seats(game, season.house_rules.get(game, {}))


def largest_table(game: str) -> int:
    return GAMES[game].seats[-1]


def check(house_rules: object) -> dict[str, dict[str, Any]]:
    """Return the house rules of a season, by game; raise Invalid with the problems that the games
    find at tables of every size."""
    if not isinstance(house_rules, dict):
        raise invalid("not_an_object", "house_rules", _("Send an object."))
    faults = [
        Fault("unknown_game", f"house_rules.{game}", _("This game does not exist."))
        for game in house_rules
        if game not in GAMES
    ]
    raise_faults(faults)
    for game, options in house_rules.items():
        _check_game(game, options)
    return {game: dict(options) for game, options in house_rules.items() if options}


def only_of(house_rules: Mapping[str, Options], games: Collection[str]) -> dict[str, Options]:
    """Return the house rules of these games."""
    return {game: options for game, options in house_rules.items() if game in games}


def initial_state(game: str, options: Options, players: int) -> MatchState:
    """Return the state before the first round: some games start with points or coins."""
    state, problems = record.start(game, options, players)
    problems = problems or _target_problems(GAMES[game].write_options(state))
    if problems:
        language = get_language() or "en"
        raise Invalid(
            _("These house rules are not possible."),
            [problem.to_json(language) for problem in problems],
        )
    assert state is not None, "without problems there is a state"
    match_state: MatchState = state
    return match_state


def notices(game: str, options: Options, names: Sequence[str]) -> list[Problem]:
    """Return notices of house rules that are possible but probably a mistake; none if the game is
    not installed or no longer accepts them."""
    if game not in GAMES:
        return []
    state, _problems = record.start(game, options, len(names))
    if state is None:
        return []
    return [notice.naming(names) for notice in notices_for(GAMES[game], state)]


def _check_game(game: str, options: object) -> None:
    path = f"house_rules.{game}"
    if not isinstance(options, dict):
        raise invalid("not_an_object", path, _("Send an object."))
    most = largest_table(game)
    for players in seats(game, options):
        try:
            initial_state(game, for_table(game, options, players, most), players)
        except Invalid as error:
            for fault in error.problems:
                fault["path"] = path + fault["path"].removeprefix("options")
            raise


def _target_problems(options: Mapping[str, Any]) -> list[Problem]:
    return [
        problem(TOO_LARGE, f"options.{name}", most=MOST_SCORE, found=describe(options[name]))
        for name in TARGETS
        if options.get(name, 0) > MOST_SCORE
    ]
