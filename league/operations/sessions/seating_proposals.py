"""Proposals who sits where in a session: tables of all free players, drawn by the same solver as
tournaments, from the history of the club. `seat` carries a proposal out and keeps its plan."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations, islice
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Fault, invalid, raise_faults
from league.models import Player, Session, SignUp, SignUpAnswer, User
from league.operations.matches import matches, table_numbers
from league.operations.people import seating_needs
from league.operations.seasons import house_rules, teams
from league.operations.seating import partners, past_evenings, plans
from league.operations.seating.past_evenings import History
from league.operations.seating.requests import (
    Constraints,
    Pair,
    PastRound,
    basic_request,
    sizes_to_draw,
)
from league.operations.seating.seat_values import seat_values
from league.operations.sessions import presence, session_log
from scoring import standings_queries
from scoring.models import SitOut
from seating import games as several_games
from seating.plan import Plan
from seating.request import MOST_PAIRS
from seating.rules import EVENING_ORDER, NEEDS, Mode, Rule
from seating.sizes import MOST_PLAYERS, SitOutReason, Sizes

USUAL_SIZES = range(3, 6)  # preferred seats at a table, where the game allows them
LONGEST_SEED = 64
SECONDS = 0.5  # of search for each game at most
WAITING_SEED = "queue"  # the same players get the same proposal until something else changes


class Order(StrEnum):
    """The distribution of players over the tables."""

    OPPONENTS = "opponents"  # those who have met least
    NEAR = "near"  # similar strength, then those who have met least
    SPREAD = "spread"  # the best players at different tables, then those who have met least
    RANDOM = "random"


class SeatBalance(StrEnum):
    """The aim of the order of seats at a table."""

    STARTER = "starter"  # who begins
    NUMBER = "number"  # every seat
    ADVANTAGE = "advantage"  # the measured advantage of the seats in the club's results


class TeamMates(StrEnum):
    """The seats of players who are in one team on the day of the evening."""

    APART = "apart"
    TOGETHER = "together"
    IGNORE = "ignore"


SEAT_RULES: Mapping[SeatBalance, Sequence[Rule]] = {
    SeatBalance.STARTER: (Rule.FIRST_SEAT, Rule.SEAT_SPREAD),
    SeatBalance.NUMBER: (Rule.SEAT_SPREAD,),
    SeatBalance.ADVANTAGE: (Rule.SEAT_ADVANTAGE, Rule.SEAT_SPREAD),
}
ABOUT_SEATS = frozenset(rule for rules in SEAT_RULES.values() for rule in rules)
ABOUT_STRENGTH = {
    Order.OPPONENTS: (),
    Order.RANDOM: (),
    Order.NEAR: (Rule.LEVEL_GAP, Rule.RANK_DISTANCE),
    Order.SPREAD: (Rule.SAME_LEVEL,),
}
ABOUT_HISTORY = (Rule.CONSECUTIVE_REPEAT, Rule.PAST_MEETING, Rule.REPEAT_TABLE_SIZE)


@dataclass(frozen=True)
class Choices:
    """Choices of an organiser for a seating; `preferred` is the best size of a table, 0 for the
    usual sizes."""

    games: tuple[str, ...]
    order: Order = Order.OPPONENTS
    balance: SeatBalance = SeatBalance.STARTER
    preferred: int = 0
    seed: str = ""
    teams: TeamMates = TeamMates.APART


@dataclass(frozen=True)
class GameSeating:
    """The tables of one game of a proposal, in seat order, with the request that drew them. `plan`
    is None where people have changed the seats."""

    game: str
    tables: list[list[int]]
    sit_out: list[int]
    request: dict[str, Any]
    plan: Plan | None = None

    @property
    def costs(self) -> Mapping[str, int]:
        """The cost by each rule, counted by the independent checker."""
        costs: Mapping[str, int] = self.stored_plan["cost"]
        return costs

    @cached_property
    def stored_plan(self) -> dict[str, Any]:
        """The plan as it is kept: of the draw, or of seats that people have changed."""
        if self.plan is not None:
            return self.plan.to_json()
        return plans.plan_of_seats(self.request, self.tables, self.sit_out)

    @cached_property
    def explanation(self) -> dict[str, Any]:
        """The costs of each table and their reasons, and why players sit out."""
        return plans.explain_seats(self.request, self.tables, self.sit_out)


@dataclass(frozen=True)
class Proposal:
    """Seats for all free players. The same seed draws the same seats again, as long as the same
    players are free and nothing else of the season has changed."""

    choices: Choices
    parts: list[GameSeating]
    reason: SitOutReason | None = None

    @property
    def game(self) -> str:
        return self.choices.games[0]

    @property
    def seed(self) -> str:
        return self.choices.seed

    @property
    def tables(self) -> list[list[int]]:
        return [table for part in self.parts for table in part.tables]

    @property
    def table_games(self) -> list[str]:
        """The game of each table."""
        return [part.game for part in self.parts for _table in part.tables]

    @property
    def sit_out(self) -> list[int]:
        return [player for part in self.parts for player in part.sit_out]


def propose(
    session: Session, choices: Choices, *, without: Collection[int] = (), tables_before: int = 0
) -> Proposal:
    """Return a proposal for all free players, or all `without` some; raise Invalid for impossible
    choices. Other evenings of a league night have `tables_before` new tables."""
    _check_choices(session, choices)
    players = [player for player in free_players(session) if player.pk not in without]
    chosen = replace(choices, seed=choices.seed or secrets.token_hex(3))
    player_ids = [player.pk for player in players]
    builder = _RequestBuilder(session, chosen, player_ids, tables_before)
    parts, reason = list[GameSeating](), None
    for game, player_ids in builder.players_of_games().items() if players else ():
        content = builder.request(game, player_ids, sum(len(part.tables) for part in parts))
        plan = plans.draw(content)
        (drawn,) = plan.rounds
        tables = [[*map(int, table)] for table in drawn.tables]
        parts.append(GameSeating(game, tables, [*map(int, drawn.sit_out)], content, plan))
        reason = _sit_out_reason(plan) or reason
    return Proposal(chosen, parts, reason)


def examine(
    session: Session,
    choices: Choices,
    tables: Sequence[Sequence[int]],
    table_games: Sequence[str],
    sit_out: Sequence[int],
) -> Proposal:
    """Return the proposal of these seats, which people may have changed, by the current state.
    Raise Invalid for a table without players."""
    words = _("This table has no players: name its players, or leave the table out.")
    raise_faults(
        [
            Fault("blank", f"tables.{number}", words)
            for number, table in enumerate(tables)
            if not table
        ]
    )
    builder = _RequestBuilder(
        session, choices, [*(player for table in tables for player in table), *sit_out]
    )
    parts: list[GameSeating] = []
    for game in dict.fromkeys(table_games):
        of_game = [
            [*table]
            for table, game_of_table in zip(tables, table_games, strict=True)
            if game_of_table == game
        ]
        watching = [] if parts else [*sit_out]
        players = [*(player for table in of_game for player in table), *watching]
        content = builder.request(game, players, sum(len(part.tables) for part in parts))
        parts.append(GameSeating(game, of_game, watching, content))
    return Proposal(choices, parts)


def seat(
    session: Session,
    choices: Choices,
    *,
    tables: Sequence[Sequence[int]],
    table_games: Sequence[str],
    sit_out: Sequence[int] = (),
    by: User | None,
) -> session_log.Seating:
    """Create the matches of a proposal, all or none, and keep its plan."""
    games = tuple(dict.fromkeys(table_games)) or choices.games
    _check_choices(session, replace(choices, games=games))

    session_log.check_seating(session, tables, sit_out)
    proposal = examine(session, choices, tables, table_games, sit_out)
    return session_log.seat_players(
        session,
        games=table_games,
        tables=tables,
        sit_out=sit_out,
        order=choices.order,
        seed=choices.seed,
        plan_parts=[_kept_part(part) for part in proposal.parts],
        by=by,
    )


def _kept_part(part: GameSeating) -> dict[str, Any]:
    """Return the plan of a game as it is kept: the draw's own plan, unless people changed it."""
    drawn = plans.draw(part.request)  # mostly remembered from the page
    is_drawn = [*map(list, drawn.rounds[0].tables)] == [[*map(str, table)] for table in part.tables]
    plan = drawn.to_json() if is_drawn else part.stored_plan
    return {"game": part.game, "request": part.request, "plan": plan}


def draw_waiting(
    session: Session, game: str, sizes: Sizes, turns: Mapping[int, int]
) -> GameSeating:
    """Return tables of a game for as many of these waiting players as fit. Players with more
    `turns` are seated first, before the history of the club counts."""
    builder = _WaitingRequestBuilder(session, game, sizes, turns)
    content = builder.request(game, list(turns), 0)
    plan = plans.draw(content)
    (drawn,) = plan.rounds
    tables = [[*map(int, table)] for table in drawn.tables]
    return GameSeating(game, tables, [*map(int, drawn.sit_out)], content, plan)


def free_players(session: Session) -> list[Player]:
    """Return the players who are present and at no running table."""
    busy = session_log.busy_players(session)
    return [player for player in presence.present_players(session) if player.pk not in busy]


def table_sizes(seats: range, game: str, preferred: int = 0) -> Sizes:
    """Return the possible and preferred sizes of tables for these numbers of players; raise
    Invalid for an impossible preference."""
    least, most = seats.start, seats.stop - 1
    if preferred and preferred not in seats:
        words = matches.seats_message(game, preferred)
        raise invalid("bad_number_of_players", "preferred", words)
    return Sizes(least, most, frozenset([preferred] if preferred else usual_sizes(game)))


def usual_sizes(game: str) -> list[int]:
    """Return the usual sizes of tables that the game allows."""
    return sorted({*USUAL_SIZES} & {*GAMES[game].seats})


def _check_choices(session: Session, choices: Choices) -> None:
    for game in choices.games:
        if game not in session.season.games or game not in GAMES:
            raise invalid("unknown_game", "game", _("This game is not played in this season."))
    seats = [house_rules.seats_of_new_match(session.season, game) for game in choices.games]
    if not any(choices.preferred in (0, *possible) for possible in seats):
        words = matches.seats_message(choices.games[0], choices.preferred)
        raise invalid("bad_number_of_players", "preferred", words)
    if choices.order not in set(Order):
        raise invalid("unknown_choice", "order", _("Choose one of the seating methods."))
    if choices.balance not in set(SeatBalance):
        raise invalid("unknown_choice", "balance", _("Choose what the seats even out."))
    if choices.teams not in set(TeamMates):
        raise invalid("unknown_choice", "teams", _("Choose where team mates sit."))
    if len(choices.seed) > LONGEST_SEED:
        raise invalid("too_long", "seed", _("A draw word may have at most 64 characters."))


def _sit_out_reason(plan: Plan) -> SitOutReason | None:
    codes = [reason["code"] for reason in plan.reasons if reason["code"] in {*SitOutReason}]
    return SitOutReason(str(codes[0])) if codes else None


class _RequestBuilder:
    """Builds the requests of one seating; what all its games share is read once."""

    def __init__(
        self,
        session: Session,
        choices: Choices,
        players: Sequence[int],
        tables_before: int = 0,
    ) -> None:
        if len(players) > MOST_PLAYERS:
            raise invalid("too_long", "", _("There are too many players."))
        self.session, self.choices, self.players = session, choices, players
        self.history: History = past_evenings.history_of(session, players)
        self.needs = seating_needs.needs_of(session.season.club, players)
        self.teams = _teams(session) if choices.teams is not TeamMates.IGNORE else []
        numbers = table_numbers.free_numbers(session)
        self.numbers = [*islice(numbers, tables_before, tables_before + max(1, len(players)))]
        self.strongest_first = _strongest_first(session, players, self.needs.levels, choices.seed)

    def sizes(self, game: str) -> Sizes:
        seats = house_rules.seats_of_new_match(self.session.season, game)
        preferred = self.choices.preferred
        if len(self.choices.games) > 1 and preferred not in seats:
            preferred = 0  # the size is possible in another of the games
        return table_sizes(seats, game, preferred)

    def players_of_games(self) -> dict[str, list[int]]:
        """Return who plays what, by the games that players named when they signed up."""
        games = self.choices.games
        if len(games) == 1:
            return {games[0]: [*self.players]}
        order = [*map(str, self.players)]
        Random(f"{self.choices.seed} games").shuffle(order)
        shares = several_games.share_out(
            order, self._wishes(), {game: self.sizes(game) for game in games}, self._sit_outs()
        )
        players = {game: [*map(int, names)] for game, names in shares.players.items()}
        played = {game: of_game for game, of_game in players.items() if of_game} or {games[0]: []}
        first = next(iter(played))
        return {**played, first: [*played[first], *map(int, shares.sit_out)]}

    def request(self, game: str, players: Sequence[int], tables_before: int) -> dict[str, Any]:
        """Return the request for the tables of a game, after `tables_before` tables of others."""
        choices = self.choices
        sizes = sizes_to_draw(self.sizes(game), len(players))
        content = basic_request(
            sorted(players),
            sizes,
            seed=choices.seed,
            seconds=SECONDS,
            history=self.history.rounds,
            constraints=self._constraints(players, sizes, tables_before),
        )
        content["mode"], content["rounds"] = str(Mode.SOCIAL), 1
        if choices.order is Order.NEAR:
            here = set(players)
            content["ranking"] = [str(pk) for pk in self.strongest_first if pk in here]
        if choices.teams is TeamMates.APART and (mates := self._mates(players)):
            content["teams"] = [[*map(str, team)] for team in mates]
        if choices.balance is SeatBalance.ADVANTAGE:
            content |= seat_values(self.session.season, game, players)
        options = house_rules.for_new_match(self.session.season, game, sizes.least)
        names = content["players"]
        tables = self.history.tables_of_game.get(game, {})
        if partner_part := partners.partner_request(game, options, names, tables):
            content["partners"] = partner_part
        content["rules"] = [str(rule) for rule in self._rules() if _counts(rule, content)]
        return content

    def _rules(self) -> Iterator[Rule]:
        """Yield the rules of the chosen order. Near strengths come before old meetings."""
        order = self.choices.order
        for rule in EVENING_ORDER:
            if rule in ABOUT_SEATS or rule is Rule.RANK_DISTANCE:
                continue
            if rule in (Rule.LEVEL_GAP, Rule.SAME_LEVEL) and rule not in ABOUT_STRENGTH[order]:
                continue
            if rule in ABOUT_HISTORY and order is Order.RANDOM:
                continue
            if rule is Rule.PAST_MEETING and order is Order.NEAR:
                yield Rule.RANK_DISTANCE
            yield rule
        yield from SEAT_RULES[self.choices.balance]

    def _constraints(self, players: Sequence[int], sizes: Sizes, tables_before: int) -> Constraints:
        """Return the wishes and needs of these players, with tables as the plan numbers them; a
        number that is in use now is left out."""
        here, needs = set(players), self.needs
        numbers = self.numbers[tables_before:]
        index = {number: place for place, number in enumerate(numbers)}
        levels = {}
        if self.choices.order is Order.NEAR:
            levels = {pk: level for pk, level in needs.levels.items() if pk in here}
        if self.choices.order is Order.SPREAD:
            ranked = [pk for pk in self.strongest_first if pk in here]
            tables = max(1, -(-len(ranked) // max(sizes.preferred or {sizes.most})))
            levels = {pk: place // tables for place, pk in enumerate(ranked)}
        return Constraints(
            apart=[pair for pair in needs.apart if here.issuperset(pair)],
            together=self._together(players),
            levels=levels,
            fixed={
                pk: index[table]
                for pk, table in needs.fixed_tables.items()
                if pk in here and table in index
            },
            step_free=sorted(needs.step_free & here),
            step_free_tables=[index[table] for table in needs.step_free_tables if table in index],
        )

    def _mates(self, players: Sequence[int]) -> list[list[int]]:
        """Return the teams with two and more of these players, without the others."""
        here = set(players)
        teams = [[player for player in team if player in here] for team in self.teams]
        return [team for team in teams if len(team) > 1]

    def _together(self, players: Sequence[int]) -> list[Pair]:
        """Return the pairs that must share a table: by wishes, and team mates if that is chosen."""
        here = set(players)
        pairs = [pair for pair in self.needs.together if here.issuperset(pair)]
        if self.choices.teams is TeamMates.TOGETHER:
            pairs += [pair for team in self._mates(players) for pair in combinations(team, 2)]
        if len(pairs) > MOST_PAIRS:
            words = _("These teams are too large to sit together. Choose another way.")
            raise invalid("too_long", "teams", words)
        return pairs

    def _wishes(self) -> dict[str, list[str]]:
        rows = SignUp.objects.filter(
            sheet__session=self.session, player__in=self.players, answer=SignUpAnswer.YES
        )
        return {str(player): games for player, games in rows.values_list("player", "games")}

    def _sit_outs(self) -> dict[str, int]:
        rows = SitOut.objects.live().filter(season=self.session.season_id, player__in=self.players)
        players = rows.order_by().values_list("player", flat=True)
        return Counter([str(player) for player in players])


class _WaitingRequestBuilder(_RequestBuilder):
    """Builds the request of players who wait: instead of the sit-outs of the season, their turns
    decide who sits out."""

    def __init__(self, session: Session, game: str, sizes: Sizes, turns: Mapping[int, int]) -> None:
        super().__init__(session, Choices((game,), seed=WAITING_SEED), list(turns))
        self.waiting_sizes = sizes
        rounds = [replace(past_round, sit_out=()) for past_round in self.history.rounds]
        waits = [
            PastRound((), [player for player in turns if turns[player] > turn])
            for turn in range(max(turns.values(), default=0))
        ]
        self.history = replace(self.history, rounds=[*waits, *rounds])

    def sizes(self, game: str) -> Sizes:
        return self.waiting_sizes


def _teams(session: Session) -> list[list[int]]:
    zone = ZoneInfo(session.season.club.timezone)
    day = localtime(session.starts_at, zone).date()
    return teams.teams_on(session.season, session, day)


def has_teams(session: Session) -> bool:
    """Return whether players of the evening are in teams on its day."""
    return bool(_teams(session))


def _counts(rule: Rule, content: Mapping[str, Any]) -> bool:
    return rule is Rule.FORBIDDEN_PAIR or rule not in NEEDS or NEEDS[rule] in content


def _strongest_first(
    session: Session, players: Sequence[int], levels: Mapping[int, int], seed: str
) -> list[int]:
    """Return the players by their level, then with the best of the season's standings first,
    newcomers last; lots decide among equals."""
    drawn = sorted(players)
    Random(f"{seed} lots").shuffle(drawn)
    table = standings_queries.find_table(session.season_id)
    rows = standings_queries.read(table).rows if table else []
    places = {row.player_id: row.place for row in rows}
    return sorted(
        drawn,
        key=lambda player: (-levels.get(player, 0), places.get(player, len(places) + 1)),
    )
