"""The facts of a table from the database, as the functions in `scoring.pure` read them."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet, Value

from scoring.models import Ledger, Result, Table
from scoring.models import Penalty as StoredPenalty
from scoring.models import SitOut as StoredSitOut
from scoring.pure import schemes
from scoring.pure.facts import (
    DatedFact,
    Fact,
    FactScope,
    Penalty,
    PlayerId,
    SeasonFacts,
    SitOut,
    TiebreakDraw,
    as_of_the_last,
    month_number,
)
from scoring.pure.schemes import Scheme
from scoring.sql.fact_filters import RESULTS, FactFilter, id_condition

# `scoring.pure.facts.squares_of`, of the result `r`
SQUARES = f"""(
    SELECT CAST(SUM(CAST(o.score AS bigint) * o.score)
                + (r.total - SUM(o.score)) * (r.total - SUM(o.score)) AS bigint)
    FROM {RESULTS} o WHERE o.match_id = r.match_id AND o.since = r.since AND o.share_from = 0
)"""


def season_facts(
    table: Table,
    players: Collection[int] | None = None,
    *,
    scheme: Scheme | None = None,
    with_draws: bool = True,
) -> SeasonFacts:
    """Return the facts that count for a table, all of them or only some players', as a scheme needs
    them, by default its own."""
    fact_filter = FactFilter.of_table(table)
    scheme = schemes.read(table.scheme) if scheme is None else scheme
    return SeasonFacts(
        result_facts(fact_filter, players, scheme=scheme),
        penalties(fact_filter, players),
        sit_outs(fact_filter, players),
        draws(table, table.facts_version) if with_draws else (),
    )


def result_facts(
    fact_filter: FactFilter, players: Collection[int] | None = None, *, scheme: Scheme
) -> list[Fact]:
    """Return the results of all players, or of some, with what a scheme needs of them."""
    fades, scope = scheme.kept_per_month is not None, fact_filter.scope
    # age is counted from the last result of all players, places from the members at each table
    read_players = None if fades else players
    facts = scope.counted(
        _read_results(
            fact_filter,
            read_players,
            _evenings(fact_filter.season),
            whole_matches=scope.among_players and read_players is not None,
            with_squares=needs_squares(scheme),
        )
    )
    if fades:
        facts = _with_age(fact_filter.season, facts)
    return facts if players is None else [fact for fact in facts if fact.player in players]


def needs_squares(scheme: Scheme) -> bool:
    """Return whether the points of a scheme depend on the squared scores of a table."""
    return scheme.points == "z_score"


def _with_age(season_id: int, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts with their age in calendar months, where the club is."""
    months = {
        session: month_number(starts_at.astimezone(ZoneInfo(zone)))
        for session, starts_at, zone in _in_time(season_id).values_list(
            "season__sessions__pk", "season__sessions__starts_at", "season__club__timezone"
        )
    }
    return as_of_the_last(fact._replace(months_ago=-months[fact.session]) for fact in facts)


class SeasonReader:
    """Reads the facts of a season at one version for several tables: what it has read for one of
    them serves the others. With `whole_matches` it reads all seats of the players' matches, which
    tables with places among their members need. It serves no scheme whose results fade."""

    def __init__(
        self, season: int, version: int, *, whole_matches: bool = False, with_squares: bool = False
    ) -> None:
        self._filter = FactFilter(season, version)
        self._whole_matches, self._with_squares = whole_matches, with_squares
        self._results: dict[PlayerId, list[Fact]] = {}
        self._penalties: dict[PlayerId, list[Penalty]] = {}
        self._sit_outs: dict[PlayerId, list[SitOut]] = {}
        self._changed: dict[int, list[tuple[PlayerId, str]]] = {}

    def results(
        self, scope: FactScope, players: Collection[PlayerId]
    ) -> dict[PlayerId, list[Fact]]:
        """Return the results of these players that count; none for a player without any."""
        if missing := [player for player in players if player not in self._results]:
            self._results |= _by_player(
                missing,
                _read_results(
                    self._filter,
                    missing,
                    self._evenings,
                    whole_matches=self._whole_matches,
                    with_squares=self._with_squares,
                ),
            )
        return {
            player: [fact for fact in scope.counted(self._results[player]) if fact.player == player]
            for player in players
        }

    def common_results(
        self, scope: FactScope, players: Collection[PlayerId]
    ) -> dict[PlayerId, list[Fact]]:
        """Return the results that count of matches in which at least two of these players sat.
        Large groups are tied where points are few, and most of their matches decide nothing
        there."""
        of_games = self._filter._replace(scope=FactScope(games=scope.games))
        read = _read_results(
            of_games,
            players,
            self._evenings,
            whole_matches=scope.among_players,
            with_squares=False,
            only_common=True,
        )
        results: dict[PlayerId, list[Fact]] = {player: [] for player in players}
        for fact in scope.counted(read):
            if fact.player in results:
                results[fact.player].append(fact)
        return results

    def changed_players(self, scope: FactScope, after: int) -> set[PlayerId]:
        """Return the players of a scope whose own facts began or ceased to hold since a version."""
        if after not in self._changed:
            self._changed[after] = list(self._read_changes(after))
        return {
            player
            for player, game in self._changed[after]
            if (not game or scope.games is None or game in scope.games)
            and (scope.players is None or player in scope.players)
        }

    def history(self, scope: FactScope, players: Collection[PlayerId]) -> SeasonFacts:
        """Return the facts of these players that count, without draws."""
        results = self.results(scope, players).values()
        return SeasonFacts(
            [fact for facts in results for fact in facts],
            scope.of_sessions(self._of_players(players, self._penalties, penalties)),
            scope.of_sessions(self._of_players(players, self._sit_outs, sit_outs)),
        )

    @cached_property
    def _evenings(self) -> Mapping[int, tuple[int, int]]:
        return _evenings(self._filter.season)

    def _of_players(
        self,
        players: Collection[PlayerId],
        read: dict[PlayerId, list[DatedFact]],
        query: Callable[[FactFilter, Collection[PlayerId]], list[DatedFact]],
    ) -> list[DatedFact]:
        """Return the penalties or sit-outs of these players, asking only for missing players."""
        if missing := [player for player in players if player not in read]:
            read.update((player, []) for player in missing)
            for fact in query(self._filter, missing):
                read[fact.player].append(fact)
        return [fact for player in players for fact in read[player]]

    def _read_changes(self, after: int) -> Iterator[tuple[PlayerId, str]]:
        """Yield the players with changed facts, each with the game of a result, else ""."""
        season, version = self._filter.season, self._filter.version
        for facts in (Result.objects, StoredPenalty.objects, StoredSitOut.objects):
            game = F("game") if facts.model is Result else Value("")
            changed = facts.changed(after, version).filter(season=season).order_by()
            for player, of_game in changed.values_list("player_id", game).distinct():
                yield PlayerId(player), of_game


def _by_player(players: Collection[PlayerId], facts: Iterable[Fact]) -> dict[PlayerId, list[Fact]]:
    """Return for each of these players all given facts of his matches."""
    matches: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        matches[fact.match].append(fact)
    read: dict[PlayerId, list[Fact]] = {player: [] for player in players}
    for seats in matches.values():
        for player in {fact.player for fact in seats} & read.keys():
            read[player] += seats
    return read


def _read_results(
    fact_filter: FactFilter,
    players: Collection[int] | None,
    evenings: Mapping[int, tuple[int, int]],
    *,
    whole_matches: bool,
    with_squares: bool,
    only_common: bool = False,
) -> list[Fact]:
    """Return the results that a filter lets pass, with the places that were played: of all players,
    of some, or of all seats of the matches of some; with `only_common`, only of matches in which
    at least two of them sat."""
    of_players = id_condition("r.player_id", "players", players)
    condition = of_players.sql
    if whole_matches or only_common:
        at_least_two = "GROUP BY r.match_id HAVING COUNT(DISTINCT r.player_id) > 1"
        condition = f"""{"TRUE" if whole_matches else condition} AND r.match_id IN (
            SELECT r.match_id FROM {RESULTS} r
            WHERE r.season_id = %(season)s AND {condition} {at_least_two if only_common else ""}
        )"""
    sql = f"""
        SELECT r.match_id, r.session_id, r.player_id, r.place, r.players, r.sharing, r.score,
               r.total, r.target, r.seat, r.share_from, r.share_to, r.share_of, r.game,
               {SQUARES if with_squares else 0}
        FROM {RESULTS} r WHERE {fact_filter.where("r")} AND {condition}
    """
    rows = fact_filter.fetch(sql, of_players)
    return [
        Fact._make((match, session, position, *seat, weight, 0, squares))
        for match, session, *seat, squares in rows
        for position, weight in [evenings[session]]
    ]


def _evenings(season_id: int) -> dict[int, tuple[int, int]]:
    """Return the position of each session of a season in time, and its weight. A statement of its
    own: joined to results without statistics, it would be repeated for each of them."""
    ordered = _in_time(season_id).values_list("season__sessions__pk", "season__sessions__weight")
    return {session: (index, weight) for index, (session, weight) in enumerate(ordered)}


def _in_time(season_id: int) -> QuerySet[Ledger]:
    """Return the sessions of a season in order of time, as rows of its ledger."""
    sessions = Ledger.objects.filter(season=season_id, season__sessions__isnull=False)
    return sessions.order_by("season__sessions__starts_at", "season__sessions__pk")


def opponents(
    fact_filter: FactFilter, players: Collection[int]
) -> dict[PlayerId, dict[PlayerId, int]]:
    """Return how often each of these players has met each other one; players who shared a seat have
    not met there."""
    of_players = id_condition("a.player_id", "players", players)
    sql = f"""
        SELECT a.player_id, b.player_id, COUNT(*)
        FROM {RESULTS} a
        JOIN {RESULTS} b ON b.match_id = a.match_id AND b.seat <> a.seat
        WHERE {of_players.sql} AND {fact_filter.where("a")}
          AND {fact_filter.version_condition("b")} AND {fact_filter.of_members("b")}
        GROUP BY a.player_id, b.player_id
    """
    met: defaultdict[PlayerId, dict[PlayerId, int]] = defaultdict(dict)
    for player, other, times in fact_filter.fetch(sql, of_players):
        met[PlayerId(player)][PlayerId(other)] = times
    return met


def session_ids(season_id: int) -> list[int]:
    """Return the ids of the sessions of a season, in order of time."""
    return list(_in_time(season_id).values_list("season__sessions__pk", flat=True))


def session_ids_until(season_id: int, session_id: int) -> list[int]:
    """Return the ids of the sessions up to this one."""
    ordered = session_ids(season_id)
    return ordered[: ordered.index(session_id) + 1]


def penalties(
    fact_filter: FactFilter,
    players: Collection[int] | None = None,
    positions: Mapping[int, int] | None = None,
) -> list[Penalty]:
    """Return the penalties of all players, or of some. `positions` has the position in time of each
    session that counts; without it all do."""
    stored, at = _stored(StoredPenalty.objects, fact_filter, players, positions)
    return [
        Penalty(p.session_id, at[p.session_id], PlayerId(p.player_id), p.points, p.reason)
        for p in stored
    ]


def sit_outs(
    fact_filter: FactFilter,
    players: Collection[int] | None = None,
    positions: Mapping[int, int] | None = None,
) -> list[SitOut]:
    """Return the sit-outs of all players, or of some, as `penalties` does."""
    stored, at = _stored(StoredSitOut.objects, fact_filter, players, positions)
    return [SitOut(s.session_id, at[s.session_id], PlayerId(s.player_id)) for s in stored]


def _stored(
    facts: Any,
    fact_filter: FactFilter,
    players: Collection[int] | None,
    positions: Mapping[int, int] | None,
) -> tuple[list[Any], Mapping[int, int]]:
    """Return the stored facts, which belong to no match, and the position of each session."""
    counted = fact_filter.select(facts, of_matches=False)
    if players is not None:
        counted = counted.filter(player__in=players)
    if positions is not None:
        counted = counted.filter(session__in=positions)
    stored = list(counted)
    return stored, _positions(stored) if positions is None else positions


def _positions(stored: Sequence[StoredPenalty | StoredSitOut]) -> Mapping[int, int]:
    """Return the position of each session of these facts' season; they are rare."""
    sessions = session_ids(stored[0].season_id) if stored else []
    return {session: index for index, session in enumerate(sessions)}


def draws(table: Table, version: int) -> list[TiebreakDraw]:
    """Return the tie-break draws that held at a version."""
    return [TiebreakDraw(tuple(draw.players)) for draw in table.draws.at(version).order_by("id")]
