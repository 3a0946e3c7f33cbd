"""The final ranking of a tournament: its places, for pages, paper, files and API alike. It only
reads.

Players are ordered by the tables of the final (the first table plays for the first places), then by
the level they reached in the knock-out, then by the standings. Equal in all three, they share a
place. A tournament that selects no players has the places of its standings.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from league.models import League, Season, Sitting, SittingKind, Tournament
from scoring import standings_queries
from scoring.models import Standing, Table
from scoring.standings_queries import StandingsTable

SELECTING_KINDS = (SittingKind.KNOCK_OUT, SittingKind.FINAL)


class Decision(StrEnum):
    """The most important criterion that has decided places so far."""

    FINAL = "final"
    LEVELS = "levels"
    STANDINGS = "standings"


@dataclass(frozen=True)
class LevelReached:
    """The last sitting that selected the player. In the final also the table, with place and score
    if it has a result. `before` is set for players who were out already and play on beside the
    final: the last sitting before it."""

    sitting: int
    table: int = 0
    place: int | None = None
    score: int | None = None
    before: int = 0

    @property
    def reached(self) -> int:
        """Return the last sitting that the player was qualified for."""
        return self.before or self.sitting

    @property
    def order(self) -> tuple[int, int, int]:
        """Return the sort key: the higher level first. A table without a result changes nothing
        between its players."""
        return -self.sitting, self.table, self.place or -self.before


NO_LEVEL = LevelReached(0)


@dataclass(frozen=True)
class FinalRanking:
    """All rows, best first, with their final places; `levels` is empty where nothing selects."""

    view: StandingsTable
    levels: Mapping[int, LevelReached]
    decision: Decision

    @property
    def rows(self) -> Sequence[Standing]:
        return self.view.rows


def final_ranking(tournament: Tournament, view: StandingsTable | None = None) -> FinalRanking:
    """Return the ranking by all results so far. `view` are its standings, by default the stored
    ones over all games; their rows get their final places."""
    if view is None:
        table = standings_queries.find_table(tournament.season_id)
        assert table is not None, "a season has its table from the start"
        view = standings_queries.read(table)
    levels = levels_reached(tournament) if tournament.selects_players else {}
    rows = _ranked(view.rows, levels) if levels else view.rows
    return FinalRanking(replace(view, rows=rows), levels, _decision(levels))


def read(table: Table) -> StandingsTable:
    """Return the displayed rows of a season; for a tournament with final places."""
    view = standings_queries.read(table)
    tournament = selecting_tournament(table)
    return view if tournament is None else final_ranking(tournament, view).view


def read_page(table: Table, before: int, limit: int) -> StandingsTable:
    """Return some of the rows that `read` returns."""
    tournament = selecting_tournament(table)
    if tournament is None:
        return standings_queries.read_page(table, before, limit)
    view = final_ranking(tournament, standings_queries.read(table)).view
    after = before + limit
    return replace(view, rows=view.rows[before:after], before=before, after=len(view.rows) > after)


def leaders(
    season: Season | None, limit: int, *, league: League | None = None
) -> Sequence[Standing]:
    """Return the first rows of a season, or of one of its leagues, over all games; none without a
    season."""
    in_league = league.pk if league else None
    table = standings_queries.find_table(season.pk, league=in_league) if season else None
    return read_page(table, 0, limit).rows if table else []


def with_final_places(rows: Iterable[Standing]) -> list[Standing]:
    """Return rows of any seasons, with their final places where they belong to a tournament."""
    placed = list(rows)
    seasons = {row.table.season_id for row in placed}
    tournaments = Tournament.objects.filter(season__in=seasons)
    by_season = {
        tournament.season_id: tournament for tournament in tournaments if tournament.selects_players
    }
    by_table: defaultdict[Table, list[Standing]] = defaultdict(list)
    for row in placed:
        if row.table.season_id in by_season:
            by_table[row.table].append(row)
    for table, own in by_table.items():
        view = standings_queries.read(Table.objects.with_projection().get(pk=table.pk))
        ranking = final_ranking(by_season[table.season_id], view)
        places = {row.player_id: row.place for row in ranking.rows}
        for row in own:
            row.place = places.get(row.player_id, row.place)
    return placed


def selecting_tournament(table: Table) -> Tournament | None:
    """Return the tournament of a season, if it selects players for a final or further levels."""
    if Table.season.is_cached(table) and Season.tournament.is_cached(table.season):
        tournament = table.season.tournament_or_none
    else:
        tournament = Tournament.objects.filter(season=table.season_id).first()
    return tournament if tournament is not None and tournament.selects_players else None


def levels_reached(tournament: Tournament, before: int | None = None) -> dict[int, LevelReached]:
    """Return the level of each player by published sittings, those `before` a number if given, of
    which a match is over: only these change the standings, so that both always change together."""
    sittings = tournament.sittings.filter(kind__in=SELECTING_KINDS, published_at__isnull=False)
    if before is not None:
        sittings = sittings.filter(number__lt=before)
    levels: dict[int, LevelReached] = {}
    for sitting in sittings.prefetch_related("tables__match").order_by("number"):
        if any(table.match and table.match.over for table in sitting.tables.all()):
            levels.update(_levels_of_sitting(sitting, levels))
    return levels


def _levels_of_sitting(
    sitting: Sitting, earlier: Mapping[int, LevelReached]
) -> dict[int, LevelReached]:
    tables = sitting.tables.all()
    if sitting.kind != SittingKind.FINAL:
        players = [*sitting.sit_out, *(player for table in tables for player in table.players)]
        return {player: LevelReached(sitting.number) for player in players}
    without_table = LevelReached(sitting.number, max(table.number for table in tables) + 1)
    levels = dict.fromkeys(sitting.sit_out, without_table)
    for table in tables:
        match, is_consolation = table.match, sitting.has_consolation and table.number > 1
        for seat, player in enumerate(table.players):
            has_result = match is not None and match.over
            levels[player] = LevelReached(
                sitting.number,
                table.number,
                match.places[seat] if match and has_result else None,
                match.totals[seat] if match and has_result else None,
                earlier.get(player, NO_LEVEL).sitting if is_consolation else 0,
            )
    return levels


def _ranked(rows: Sequence[Standing], levels: Mapping[int, LevelReached]) -> list[Standing]:
    """Return the rows by level, then by their place in the standings, with new places."""

    def key(row: Standing) -> tuple[tuple[int, int, int], int]:
        return levels.get(row.player_id, NO_LEVEL).order, row.place

    keyed = sorted(((key(row), row) for row in rows), key=lambda key_and_row: key_and_row[0])
    place, previous = 1, None
    for number, (own_key, row) in enumerate(keyed, 1):
        if own_key != previous:
            place, previous = number, own_key
        row.place = place
    return [row for _key, row in keyed]


def _decision(levels: Mapping[int, LevelReached]) -> Decision:
    if any(level.place is not None for level in levels.values()):
        return Decision.FINAL
    return Decision.LEVELS if levels else Decision.STANDINGS
