"""House rules of new matches, however created: the choices for the match, else the tournament's or
the season's for the game, else the defaults of the product."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES, base, record
from games.base import MatchState, notices_for, seats_for
from games.shape import describe
from league.errors import Conflict, Fault, Invalid, invalid, raise_faults
from league.models import Season, Tournament
from problems.problem import Problem, problem
from scoring.pure.points import TARGETS
from scoring.pure.schemes import TOO_LARGE

Options = Mapping[str, Any]
MOST_SCORE = 10**8  # of a seat in a match, either way: the sum of a table still fits into 32 bits


def for_new_match(
    season: Season, game: str, players: int, chosen: Options | None = None
) -> dict[str, Any]:
    """Return the options of a new match; `chosen` may name some of them. An unknown game has none:
    the operation that creates the match refuses it."""
    of_season: Options = {}
    if tournament := _tournament_with(season, game):
        of_season = for_table(game, tournament.options, players, tournament.most)
    elif game in GAMES and game in season.house_rules:
        of_season = for_table(game, season.house_rules[game], players, largest_table(game))
    return {**_usual_options(game), **of_season, **(chosen or {})}


def _usual_options(game: str) -> Options:
    return base.usual_options(GAMES[game]) if game in GAMES else {}


def _tournament_with(season: Season, game: str) -> Tournament | None:
    """Return the tournament of a season, if it plays this game."""
    tournament = season.tournament_or_none
    return tournament if tournament is not None and tournament.game == game else None


def for_new_tournament(game: str, chosen: Options) -> dict[str, Any]:
    """Return the options of a new tournament, which has a season of its own."""
    return {**_usual_options(game), **chosen}


def spelled_out(game: str, options: Options, players: int) -> dict[str, Any]:
    """Return all house rules of a match with these options; just these if the game is not
    installed."""
    if game not in GAMES:
        return dict(options)
    return dict(GAMES[game].write_options(initial_state(game, options, players)))


def for_table(game: str, options: Options, players: int, most: int) -> dict[str, Any]:
    """Return the options at a table of this size. A list for seats is as long as the largest table;
    smaller tables use its beginning."""
    result, option = dict(options), seat_option(game)
    seat_values = result.get(option)
    if isinstance(seat_values, list) and len(seat_values) == most:
        result[option] = seat_values[:players]
    return result


def without_seat(game: str, options: Options, seat: int) -> dict[str, Any]:
    """Return the options of a match that continues without the player of a seat: a list for seats
    loses its value."""
    result, option = dict(options), seat_option(game)
    if isinstance(seat_values := result.get(option), list):
        result[option] = [*seat_values[:seat], *seat_values[seat + 1 :]]
    return result


def seats(game: str, options: Options) -> range:
    """Return the numbers of players that can play by these house rules; none if the game is not
    installed."""
    return seats_for(GAMES[game], options) if game in GAMES else range(0)


def seat_option(game: str) -> str:
    """Return the house rule that lists a number for each seat; empty if the game has none or is not
    installed."""
    return GAMES[game].seat_option if game in GAMES else ""


def require_installed(game: str) -> None:
    """Raise Conflict if the game of a stored match is not installed any more."""
    if game not in GAMES:
        words = _(
            "The game “%(game)s” is not installed on this server: its matches can be read, but not "
            "continued. Ask the admin of the server to install it again."
        )
        words %= {"game": game}
        raise Conflict(words, [Fault("game_not_installed", "game", words).to_json()])


def seats_of_new_match(season: Season, game: str) -> range:
    """Return the numbers of players that can play by the season's house rules; in a tournament,
    the sizes of its tables."""
    if tournament := _tournament_with(season, game):
        return range(tournament.least, tournament.most + 1)
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
    """Return the state before the first round: some games start with points or coins. Raise
    Conflict if the game is not installed."""
    require_installed(game)
    state, problems = record.start(game, options, players)
    problems = problems or _target_problems(GAMES[game].write_options(state))
    if problems:
        language = get_language() or "en"
        raise Invalid(
            _("These house rules don’t work."),
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
