"""Preview of a merge. The merge itself runs in a transaction that is rolled back, so the preview
cannot differ from the outcome."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from league.errors import Fault
from league.models import Entrant, Player
from league.operations.identity import conflicts, merging
from league.operations.matches import table_turns
from scoring import projection, rating, rating_queries, standings_queries
from scoring.models import Encounter, Rating, Standing, Table

MOST_RATED = 2000  # encounters recomputed for a preview: well under a second


@dataclass(frozen=True)
class TableChange:
    """The rows of both players in a table before the merge, the one row after it, and how many
    other players change their place."""

    table: Table
    merged: Standing | None
    survivor: Standing | None
    after: Standing
    others: int


@dataclass(frozen=True)
class RatingChange:
    """The shown ratings of both players in a game before the merge, and the one after it."""

    game: str
    merged: int | None
    survivor: int | None
    after: int


@dataclass(frozen=True)
class MergePreview:
    """Effects of a merge. With `faults` it is impossible, and the rest is empty. `ratings` is None
    if recomputing them would take too long for a preview."""

    merged: Player
    survivor: Player
    faults: Sequence[Fault]
    matches: int = 0
    entries: int = 0
    tables: Sequence[TableChange] = ()
    ratings: Sequence[RatingChange] | None = ()


def preview(merged: Player, survivor: Player) -> MergePreview:
    """Return what a merge would change, without changing it. Raise as `merging.lock_pair` does."""
    with transaction.atomic():
        merged, survivor = merging.lock_pair(merged, survivor)
        faults = list(conflicts.faults_of(merged, survivor))
        if faults:
            return MergePreview(merged, survivor, faults)
        matches = table_turns.sat_at(merged.pk).count()
        entries = Entrant.objects.filter(player=merged).count()
        club = survivor.club
        in_seasons = Table.every.filter(season__in=_seasons_of(merged))
        tables = list(in_seasons.order_by("season", F("league").asc(nulls_first=True), "game"))
        is_rated = Encounter.objects.live().filter(season__club=club).count() <= MOST_RATED
        before = [_rows(table) for table in tables]
        ratings_before = _ratings(club.pk, [merged.pk, survivor.pk]) if is_rated else {}
        merging.merge(Player.objects.get(pk=merged.pk), survivor, by=None)
        changes = [
            _table_change(table, rows, _rows(table), merged, survivor)
            for table, rows in zip(tables, before, strict=True)
        ]
        ratings_after = _ratings(club.pk, [survivor.pk]) if is_rated else {}
        transaction.set_rollback(True)
    return MergePreview(
        merged,
        survivor,
        [],
        matches,
        entries,
        [change for change in changes if change is not None],
        [
            RatingChange(
                game,
                ratings_before.get((merged.pk, game)),
                ratings_before.get((survivor.pk, game)),
                after,
            )
            for (_player, game), after in ratings_after.items()
        ]
        if is_rated
        else None,
    )


def _seasons_of(player: Player) -> set[int]:
    facts = (player.results, player.penalties, player.sit_outs)
    return {season for rows in facts for season in rows.values_list("season", flat=True)}


def _rows(table: Table) -> dict[int, Standing]:
    """Return the rows of a table that is up to date with all facts of this transaction."""
    projection.refresh(table.pk)
    read = standings_queries.read(Table.every.with_projection().get(pk=table.pk))
    return {row.player_id: row for row in read.rows}


def _table_change(
    table: Table,
    before: dict[int, Standing],
    after: dict[int, Standing],
    merged: Player,
    survivor: Player,
) -> TableChange | None:
    if survivor.pk not in after:
        return None
    others = [
        row
        for player, row in after.items()
        if player != survivor.pk and player in before and before[player].place != row.place
    ]
    return TableChange(
        table, before.get(merged.pk), before.get(survivor.pk), after[survivor.pk], len(others)
    )


def _ratings(club_id: int, players: Sequence[int]) -> dict[tuple[int, str], int]:
    rating.refresh(club_id)
    rows = Rating.objects.filter(club=club_id, player__in=players).order_by("game", "player")
    games = dict.fromkeys(row.game for row in rows)
    book = rating_queries.rating_book(club_id)
    return {
        (row.player.pk, game): row.rating.shown
        for game in games
        for row in rating_queries.rating_table(book, game, pending=False).rows
        if row.player.pk in players
    }
