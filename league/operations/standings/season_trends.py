"""Trends on the page of a season: who has moved, how players did lately, how their points grew.
Everything comes from one query of the results of the players shown, at the displayed version."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.base import Evidence
from league.models import Session
from scoring import standings_queries
from scoring.models import Result, Standing, Table
from scoring.pure import movements, schemes, standings
from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts, SitOut, TiebreakDraw
from scoring.pure.movements import Movement, PlacedRow
from scoring.pure.schemes import Scheme
from scoring.pure.standings import StandingsRow
from scoring.standings_queries import StandingsMove, StandingsTable

LAST = 5
IN_ORDER = attrgetter("session_index", "match")
NUMBERS = ("place", "players", "sharing", "score", "total", "target")
COLUMNS = ("match_id", "match__evidence", "match__disputed", "session_id", "player_id", *NUMBERS)


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
    `history` is that of the players shown, in the sessions that the view shows, and complete where
    all players are shown. `evidence` is by match; `disputed` are the matches with an open
    dispute."""

    view: StandingsTable
    scheme: Scheme
    evenings: Sequence[Any]
    history: SeasonFacts
    evidence: Mapping[int, str]
    disputed: frozenset[int] = frozenset()

    @cached_property
    def played(self) -> list[Session]:
        """The sessions with a result in this table in order of time, also results of players who
        are not shown."""
        return [each for each in self.evenings if each.counts]

    def recent(self) -> Mapping[int, RecentForm]:
        """Return the recent form by id of player."""
        facts_by_player: defaultdict[int, list[Fact]] = defaultdict(list)
        for fact in sorted(self.history.facts, key=IN_ORDER):
            facts_by_player[fact.player].append(fact)
        return {player: self._recent(facts) for player, facts in facts_by_player.items()}

    def moved(self, since: Session | None) -> list[StandingsMove]:
        """Return every row with its state after that session; without a session there is nothing to
        compare. It needs a view of all players."""
        before = standings.compute(self._until(since), self.scheme) if since else []
        rows_before = {row.player: row for row in before}
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
        return next(at for at, each in enumerate(self.evenings) if each.pk == session.pk)

    def _recent(self, facts: Sequence[Fact]) -> RecentForm:
        proved = sum(self.evidence[fact.match] != Evidence.SHEET for fact in facts)
        return RecentForm([fact.place for fact in facts[-LAST:]], proved, len(facts))

    def _until(self, since: Session) -> SeasonFacts:
        last = self._position(since)
        facts, penalties, sit_outs, draws = self.history
        return SeasonFacts(
            [fact for fact in facts if fact.session_index <= last],
            [penalty for penalty in penalties if penalty.session_index <= last],
            [sit_out for sit_out in sit_outs if sit_out.session_index <= last],
            draws,
        )


def trends_of(
    view: StandingsTable, only: Collection[int] | None = None, without: Collection[int] = ()
) -> SeasonTrends:
    """Return the trends of a view; `only` are the sessions that it shows, if not all, and `without`
    the matches that it leaves out."""
    table, scheme = view.table, schemes.read(view.table.shown_scheme)
    sessions = sessions_of(table)
    positions = {
        session.pk: index
        for index, session in enumerate(sessions)
        if only is None or session.pk in only
    }
    evidence_by_match: dict[int, str] = {}
    facts = []
    disputed = set()
    for match, evidence_level, open_, session, player, *numbers in _results(view).values_list(
        *COLUMNS
    ):
        if session in positions and match not in without:
            evidence_by_match[match] = evidence_level
            if open_:
                disputed.add(match)
            facts.append(Fact(match, session, positions[session], PlayerId(player), *numbers))
    history = SeasonFacts(
        facts, _penalties(view, positions), _sit_outs(view, positions), _draws(table, scheme)
    )
    return SeasonTrends(view, scheme, sessions, history, evidence_by_match, frozenset(disputed))


def _placed(row: Standing | StandingsRow) -> PlacedRow:
    return PlacedRow(row.place, row.points, row.qualified)


def sessions_of(table: Table) -> list[Any]:
    """Return the sessions with `match_count` and with `counts`: whether one has a result in this
    table."""
    results = Result.objects.at(table.standings_version).filter(session=OuterRef("pk"))
    if table.game:
        results = results.filter(game=table.game)
    sessions = Session.objects.filter(season=table.season_id).annotate(
        match_count=Count("matches", filter=Q(matches__called_off_at=None)),
        counts=Exists(results),
    )
    return list(sessions.order_by("starts_at", "id"))


def _results(view: StandingsTable) -> QuerySet[Result]:
    """Return the results of the players in the view at its version."""
    players = [row.player_id for row in view.rows]
    is_complete = not (view.before or view.after)
    rows = Result.objects.at(view.version).filter(season=view.table.season_id).order_by()
    rows = rows.filter(game=view.table.game) if view.table.game else rows
    return rows if is_complete else rows.filter(player__in=players)


def _penalties(view: StandingsTable, positions: Mapping[int, int]) -> list[Penalty]:
    """Return the penalties; there is a query only if a row has some."""
    player_ids = [row.player_id for row in view.rows if row.penalty]
    return (
        standings_queries.penalties(view.version, _filters(view, player_ids, positions), positions)
        if player_ids
        else []
    )


def _sit_outs(view: StandingsTable, positions: Mapping[int, int]) -> list[SitOut]:
    """Return the sit-outs; there is a query only if a row has some."""
    player_ids = [row.player_id for row in view.rows if row.sit_outs]
    return (
        standings_queries.sit_outs(view.version, _filters(view, player_ids, positions), positions)
        if player_ids
        else []
    )


def _filters(
    view: StandingsTable, players: Sequence[int], positions: Mapping[int, int]
) -> dict[str, Any]:
    return {"season": view.table.season_id, "player__in": players, "session__in": positions}


def _draws(table: Table, scheme: Scheme) -> list[TiebreakDraw]:
    return (
        standings_queries.draws(table, table.standings_version)
        if "lots" in scheme.tiebreaks
        else []
    )
