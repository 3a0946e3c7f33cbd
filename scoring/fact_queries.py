"""The facts of a table from the database, as the functions in `scoring.pure` read them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import F, Value

from scoring.models import Ledger, Result, Table
from scoring.models import Penalty as StoredPenalty
from scoring.models import SitOut as StoredSitOut
from scoring.pure.facts import (
    Fact,
    FactScope,
    Penalty,
    PlayerId,
    SeasonFacts,
    SitOut,
    TiebreakDraw,
)
from scoring.sql.fact_filters import LEAGUE_SESSIONS, RESULTS, FactFilter, id_condition


def season_facts(
    table: Table, players: Collection[int] | None = None, *, with_draws: bool = True
) -> SeasonFacts:
    """Return the facts that count for a table, all of them or only some players'."""
    fact_filter = FactFilter.of_table(table)
    return SeasonFacts(
        result_facts(fact_filter, players),
        penalties(fact_filter, players),
        sit_outs(fact_filter, players),
        draws(table, table.facts_version) if with_draws else (),
    )


def result_facts(fact_filter: FactFilter, players: Collection[int] | None = None) -> list[Fact]:
    """Return the results of all players, or of some."""
    is_part = players is not None and fact_filter.scope.among_players
    facts = fact_filter.scope.counted(_read_results(fact_filter, players, whole_matches=is_part))
    return [fact for fact in facts if fact.player in (players or ())] if is_part else facts


class SeasonReader:
    """Reads the facts of a season at one version for several tables: what it has read for one of
    them serves the others. With `whole_matches` it reads all seats of the players' matches, which
    tables with places among their members need."""

    def __init__(self, season: int, version: int, *, whole_matches: bool = False) -> None:
        self._filter = FactFilter(season, version)
        self._whole_matches = whole_matches
        self._results: dict[PlayerId, list[Fact]] = {}
        self._changed: dict[int, list[tuple[PlayerId, str]]] = {}

    def results(
        self, scope: FactScope, players: Collection[PlayerId]
    ) -> dict[PlayerId, list[Fact]]:
        """Return the results of these players that count; none for a player without any."""
        if missing := [player for player in players if player not in self._results]:
            self._results |= _by_player(
                missing,
                _read_results(self._filter, missing, whole_matches=self._whole_matches),
            )
        return {
            player: [fact for fact in scope.counted(self._results[player]) if fact.player == player]
            for player in players
        }

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
            scope.of_sessions(penalties(self._filter, players)),
            scope.of_sessions(sit_outs(self._filter, players)),
        )

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
    fact_filter: FactFilter, players: Collection[int] | None, *, whole_matches: bool
) -> list[Fact]:
    """Return the results that a filter lets pass, with the places that were played: of all players,
    of some, or of all seats of the matches of some."""
    of_players = id_condition("r.player_id", "players", players)
    condition = of_players.sql
    if whole_matches:
        condition = f"""r.match_id IN (
            SELECT r.match_id FROM {RESULTS} r WHERE r.season_id = %(season)s AND {condition}
        )"""
    sql = f"""
        SELECT r.match_id, r.session_id, s.position, r.player_id, r.place, r.players, r.sharing,
               r.score, r.total, r.target, r.seat, r.share_from, r.share_to, r.share_of, r.game
        FROM {RESULTS} r
        JOIN (
            SELECT id, ROW_NUMBER() OVER (ORDER BY starts_at, id) - 1 AS position
            FROM {LEAGUE_SESSIONS} WHERE season_id = %(season)s
        ) s ON s.id = r.session_id
        WHERE {fact_filter.where("r")} AND {condition}
    """
    return [Fact._make(row) for row in fact_filter.fetch(sql, of_players)]


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
    sessions = Ledger.objects.filter(season=season_id, season__sessions__isnull=False)
    in_time = sessions.order_by("season__sessions__starts_at", "season__sessions__pk")
    return list(in_time.values_list("season__sessions__pk", flat=True))


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
