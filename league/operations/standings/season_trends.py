"""Trends on the page of a season: who has moved, how players did lately, how their points grew.
Everything is at the displayed version. The database counts what it can: all results are read only
where each of them matters."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet

from games.base import Evidence
from league.models import Dispute, Match, Session
from scoring import fact_queries
from scoring.models import Result, Standing, Table
from scoring.pure import movements, schemes, standings
from scoring.pure.facts import (
    Fact,
    Penalty,
    PlayerId,
    SeasonFacts,
    SitOut,
    TiebreakDraw,
    as_of_the_last,
)
from scoring.pure.movements import Movement, PlacedRow
from scoring.pure.schemes import Scheme
from scoring.pure.standings import StandingsRow
from scoring.sql.fact_filters import FactFilter
from scoring.standings_queries import StandingsMove, StandingsTable

LAST = 5
LEADERS = 8
PROVED = [evidence for evidence in Evidence if evidence != Evidence.SHEET]
MOST_READ_ROWS = 100  # of larger tables not all results are read


@dataclass(frozen=True)
class RecentForm:
    """Recent form of a player: `places` of the last matches, the latest at the end; `proved` of
    `played` matches have more evidence than a score sheet."""

    places: Sequence[int]
    proved: int
    played: int

    @property
    def share(self) -> int:
        """Per cent, rounded down: only wholly verified matches have 100."""
        return 100 * self.proved // self.played


@dataclass(frozen=True)
class SeasonTrends:
    """The sessions and results behind a table. `evenings` of the season are in order of time;
    `positions` has those that the view shows, and `without` the matches that it leaves out."""

    view: StandingsTable
    scheme: Scheme
    evenings: Sequence[Any]
    positions: Mapping[int, int]
    without: Collection[int] = ()

    @cached_property
    def history(self) -> SeasonFacts:
        """The facts of the players shown, complete where all players are shown."""
        return SeasonFacts(
            self._facts(self._shown_players),
            _penalties(self.view, self.positions),
            _sit_outs(self.view, self.positions),
            _draws(self.view.table, self.scheme),
        )

    @cached_property
    def played(self) -> list[Session]:
        """The sessions with a result in this table in order of time, also results of players who
        are not shown."""
        return [session for session in self.evenings if session.counts]

    @cached_property
    def leaders(self) -> SeasonFacts:
        """The results and penalties of the first players shown."""
        leader_ids = {row.player_id for row in self.view.rows[:LEADERS]}
        facts = (
            [fact for fact in self.history.facts if fact.player in leader_ids]
            if len(self.view.rows) <= MOST_READ_ROWS
            else self._facts(leader_ids)
        )
        return SeasonFacts(facts, _penalties(self.view, self.positions))

    @cached_property
    def recent(self) -> Mapping[int, RecentForm]:
        """The recent form by id of player."""
        proved = self._proved()
        places_by_player: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for fact in self._facts(self._shown_players):
            places_by_player[fact.player].append((fact.session_index, fact.match, fact.place))
        return {
            player: _form(places, proved.get(player, 0))
            for player, places in places_by_player.items()
        }

    def _proved(self) -> Mapping[int, int]:
        """Return how many of the shown results have more evidence than a score sheet, by player."""
        proved = self._results.filter(match__evidence__in=PROVED)
        return dict(proved.values_list("player").annotate(n=Count("pk")))

    def verified(self) -> set[int]:
        """Return the verified matches of the season."""
        return verified_matches(self.view.table.season_id)

    def disputed(self) -> Mapping[int, Collection[int]]:
        """Return the matches with an open dispute, each with its players who are shown."""
        disputes = Dispute.objects.filter(match__session__season=self.view.table.season_id)
        open_ones = disputes.filter(withdrawn_at=None, decided_at=None)
        return self.players_of(set(open_ones.values_list("match", flat=True)))

    def players_of(self, matches: Collection[int]) -> Mapping[int, Collection[int]]:
        """Return the visible ones of the matches, each with its visible players."""
        players: defaultdict[int, list[int]] = defaultdict(list)
        if matches:
            shown = self._results.filter(match__in=matches)
            for match, player in shown.values_list("match_id", "player_id"):
                players[match].append(player)
        return players

    def moved(self, since: Session | None) -> list[StandingsMove]:
        """Return every row with its state after that session; without a session there is nothing to
        compare. It needs a view of all players."""
        rows_before = self._rows_after(since) if since else {}
        return [
            StandingsMove(row, rows_before.get(PlayerId(row.player_id))) for row in self.view.rows
        ]

    def movements(
        self, moves: Sequence[StandingsMove], since: Session
    ) -> Mapping[PlayerId, Movement]:
        """Return why rows have moved since that session, by player."""
        before = {
            PlayerId(move.row.player_id): _placed(move.before) for move in moves if move.before
        }
        now = {PlayerId(move.row.player_id): _placed(move.row) for move in moves}
        return movements.movements(self.history, self.scheme, before, now, self._position(since))

    def _position(self, session: Session) -> int:
        return next(at for at, played in enumerate(self.evenings) if played.pk == session.pk)

    def _rows_after(self, session: Session) -> Mapping[PlayerId, StandingsRow]:
        last = self._position(session)
        sessions = {
            session_id for session_id, position in self.positions.items() if position <= last
        }
        rows = standings.compute(self.history.only(sessions), self.scheme)
        return {row.player: row for row in rows}

    @property
    def _results(self) -> QuerySet[Result]:
        """The shown results of the players in the view."""
        rows: QuerySet[Result] = _fact_filter(self.view).select(Result.objects).order_by()
        if len(self.positions) < len(self.evenings):
            rows = rows.filter(session__in=self.positions)
        if self.without:
            rows = rows.exclude(match__in=self.without)
        players = self._shown_players
        return rows if players is None else rows.filter(player__in=players)

    @property
    def _shown_players(self) -> Collection[int] | None:
        """The players in the view; None if they are all."""
        is_complete = not (self.view.before or self.view.after)
        return None if is_complete else [row.player_id for row in self.view.rows]

    def _facts(self, players: Collection[int] | None) -> list[Fact]:
        """Return the shown results of these players, or of all."""
        facts = fact_queries.result_facts(_fact_filter(self.view), players, scheme=self.scheme)
        return as_of_the_last(
            fact._replace(session_index=self.positions[fact.session])
            for fact in facts
            if fact.session in self.positions and fact.match not in self.without
        )


def trends_of(
    view: StandingsTable, only: Collection[int] | None = None, without: Collection[int] = ()
) -> SeasonTrends:
    """Return the trends of a view; `only` are the sessions that it shows, if not all, and `without`
    the matches that it leaves out."""
    sessions = sessions_of(view.table)
    positions = {
        session.pk: index
        for index, session in enumerate(sessions)
        if only is None or session.pk in only
    }
    return SeasonTrends(view, schemes.read(view.table.shown_scheme), sessions, positions, without)


def verified_matches(season_id: int) -> set[int]:
    """Return the matches of a season that have more evidence than a score sheet."""
    matches = Match.objects.filter(session__season=season_id, evidence__in=PROVED)
    return set(matches.values_list("pk", flat=True))


def _placed(row: Standing | StandingsRow) -> PlacedRow:
    return PlacedRow(row.place, row.points, row.qualified)


def _form(places: list[tuple[int, int, int]], proved: int) -> RecentForm:
    """Return the form from the places of a player, each with its session and its match."""
    places.sort()
    return RecentForm([place for *_match, place in places[-LAST:]], proved, len(places))


def sessions_of(table: Table) -> list[Any]:
    """Return the sessions with `counts`: whether one has a result in this table."""
    counted = FactFilter.of_table(table, table.standings_version).select(Result.objects)
    results = counted.filter(session=OuterRef("pk"))
    sessions = Session.objects.filter(season=table.season_id).annotate(counts=Exists(results))
    if table.scope.sessions is not None:
        sessions = sessions.filter(pk__in=table.scope.sessions)
    return list(sessions.order_by("starts_at", "id"))


def _penalties(view: StandingsTable, positions: Mapping[int, int]) -> list[Penalty]:
    """Return the penalties; there is a query only if a row has some."""
    player_ids = [row.player_id for row in view.rows if row.penalty]
    if not player_ids:
        return []
    return fact_queries.penalties(_fact_filter(view), player_ids, positions)


def _sit_outs(view: StandingsTable, positions: Mapping[int, int]) -> list[SitOut]:
    """Return the sit-outs; there is a query only if a row has some."""
    player_ids = [row.player_id for row in view.rows if row.sit_outs]
    if not player_ids:
        return []
    return fact_queries.sit_outs(_fact_filter(view), player_ids, positions)


def _fact_filter(view: StandingsTable) -> FactFilter:
    return FactFilter.of_table(view.table, view.version)


def _draws(table: Table, scheme: Scheme) -> list[TiebreakDraw]:
    return fact_queries.draws(table, table.standings_version) if "lots" in scheme.tiebreaks else []
