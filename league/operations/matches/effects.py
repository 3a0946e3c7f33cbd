"""Preview of a correction: the correction itself and the refreshes that follow it run in a
transaction that is rolled back. So the preview cannot differ from the outcome."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.base import Verdict
from league.models import Match, User
from league.operations.audit import club_log
from league.operations.matches import submissions
from league.operations.matches.rounds_sql import Body
from league.operations.support.dry_run import dry_run
from scoring import projection, rating, rating_queries, standings_queries
from scoring.models import Encounter, Standing, Table
from scoring.rating_queries import RatingRow
from scoring.standings_queries import ReadTable, StandingsMove, StandingsTable

MOST_RATED = 2000  # matches rated again for a preview: well under a second


@dataclass(frozen=True)
class TableEffect:
    """The players whose place or points in a table change; `gone` are those who leave it."""

    table: Table
    moves: Sequence[StandingsMove]
    gone: Sequence[Standing]


@dataclass(frozen=True)
class RatingEffect:
    """A rating whose displayed value changes."""

    game: str
    row: RatingRow
    before: RatingRow | None

    @property
    def difference(self) -> int:
        return self.row.rating.shown - (self.before.rating.shown if self.before else 0)


@dataclass(frozen=True)
class Effects:
    """The effects of a correction: `match` is the match after it, `before` the match today.
    `ratings` is None where too many matches would be rated again: they follow when the correction
    is saved."""

    before: Match
    match: Match
    verdict: Verdict
    tables: Sequence[TableEffect]
    ratings: Sequence[RatingEffect] | None


def correction_effects(match_id: int, number: int, body: Body, *, by: User | None) -> Effects:
    """Return the effects of a correction without storing it. Raise the errors of
    `submissions.correct`."""
    with dry_run(), club_log.as_one_act():  # a preview is no act
        return correct_and_compare(match_id, number, body, by=by)


def correct_and_compare(
    match_id: int,
    number: int,
    body: Body,
    *,
    by: User | None,
    read: ReadTable = standings_queries.read,
) -> Effects:
    """Store a correction and return its effects; for a transaction that is rolled back. `read`
    gives the rows as their readers see them."""

    def correct() -> tuple[Match, Verdict]:
        accepted = submissions.correct(match_id, number, body, by=by, approved=True)
        return accepted.match, accepted.verdict

    return act_and_compare(match_id, correct, read=read)


def act_and_compare(
    match_id: int,
    act: Callable[[], tuple[Match, Verdict]],
    *,
    read: ReadTable = standings_queries.read,
) -> Effects:
    """Change results and return the effects; `act` returns the match after it. For a transaction
    that is rolled back. `read` gives the rows as their readers see them."""
    before = submissions.lock_match(match_id)
    season, club = before.session.season_id, before.session.season.club_id
    tables = Table.every.filter(season=season, game__in=["", before.game]).order_by("pk")
    views_before = [_view(table.pk, read) for table in tables]
    is_rated = _count_matches_to_rate(before) <= MOST_RATED
    ratings_before = _ratings(club, before.game) if is_rated else {}
    match, verdict = act()
    table_effects = [_differences(_view(view.table.pk, read), view) for view in views_before]
    ratings_after = _ratings(club, before.game) if is_rated else {}
    ratings = [
        rating_difference
        for game in ratings_after
        for rating_difference in _rating_differences(game, ratings_after, ratings_before)
    ]
    return Effects(
        before,
        match,
        verdict,
        [effect for effect in table_effects if effect.moves or effect.gone],
        ratings if is_rated else None,
    )


def _view(table_id: int, read: ReadTable) -> StandingsTable:
    """Return a table that is up to date with all facts of this transaction."""
    projection.refresh(table_id)
    return read(Table.every.with_projection().get(pk=table_id))


def _differences(after: StandingsTable, before: StandingsTable) -> TableEffect:
    moves = standings_queries.moves(after, before)
    players_after = {row.player_id for row in after.rows}
    leaving = [row for row in before.rows if row.player_id not in players_after]
    changed = [move for move in moves if move.before is None or move.places or move.points]
    return TableEffect(after.table, changed, leaving)


def _count_matches_to_rate(match: Match) -> int:
    """Return how many matches a correction of this match makes the club rate again."""
    later = Encounter.objects.filter(
        season__club=match.session.season.club_id, played_at__gte=match.session.starts_at
    )
    return later.values("match_id").distinct().count()


def _ratings(club_id: int, club_game: str) -> dict[str, dict[int, RatingRow]]:
    rating.refresh(club_id)
    result = rating_queries.rating_book(club_id)
    return {
        game: {
            row.player.pk: row
            for row in rating_queries.rating_table(result, game, pending=False).rows
        }
        for game in ("", club_game)
    }


def _rating_differences(
    game: str, after: dict[str, dict[int, RatingRow]], before: dict[str, dict[int, RatingRow]]
) -> list[RatingEffect]:
    effects = [RatingEffect(game, row, before[game].get(pk)) for pk, row in after[game].items()]
    return [effect for effect in effects if effect.difference or effect.before is None]
