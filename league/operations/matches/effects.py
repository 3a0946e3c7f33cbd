"""What a correction would change, before it is made: the correction itself with the refreshes that
follow it, in a transaction that is rolled back. So the preview and the truth cannot differ.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from games.base import Verdict
from league.models import Match, User
from league.operations.matches import submissions
from league.operations.matches.rounds_sql import Body
from scoring import projection, rating, rating_queries
from scoring import standings_queries as tables
from scoring.models import Encounter, Standing, Table
from scoring.rating_queries import Row
from scoring.standings_queries import Move

MOST_RATED = 2000  # matches rated again for a preview: well under a second


@dataclass(frozen=True)
class TableEffect:
    """Who stands elsewhere in a table, or with other points; `gone` are those who leave it."""

    table: Table
    moves: Sequence[Move]
    gone: Sequence[Standing]


@dataclass(frozen=True)
class RatingEffect:
    """A rating that changes, as it is shown."""

    game: str
    row: Row
    before: Row | None

    @property
    def difference(self) -> int:
        return self.row.rating.shown - (self.before.rating.shown if self.before else 0)


@dataclass(frozen=True)
class Effects:
    """`match` is the match as it would be, `before` as it is. `ratings` is None where too many
    matches would be rated again: they follow when the correction is saved."""

    before: Match
    match: Match
    verdict: Verdict
    tables: Sequence[TableEffect]
    ratings: Sequence[RatingEffect] | None


def of_correction(match_id: int, number: int, body: Body, *, by: User | None) -> Effects:
    """As `submissions.correct` in all it refuses; nothing is stored."""
    with _dry_run():
        before = submissions.lock_match(match_id)
        season, club = before.session.season_id, before.session.season.club_id
        shown = {game: _table(season, game) for game in ("", before.game)}
        is_rated = _rated_again(before) <= MOST_RATED
        rated = _ratings(club, before.game) if is_rated else {}
        accepted = submissions.correct(match_id, number, body, by=by)
        changed = [_differences(_table(season, game), shown[game]) for game in shown]
        now = _ratings(club, before.game) if is_rated else {}
        ratings = [each for game in now for each in _rating_differences(game, now, rated)]
    return Effects(
        before,
        accepted.match,
        accepted.verdict,
        [each for each in changed if each.moves or each.gone],
        ratings if is_rated else None,
    )


@contextmanager
def _dry_run() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _table(season_id: int, game: str) -> tables.View:
    """Up to date with all facts of this transaction."""
    table = tables.find(season_id, game)
    assert table is not None, "a season has its tables from the start"
    projection.refresh(table.pk)
    return tables.read(Table.objects.with_projection().get(pk=table.pk))


def _differences(now: tables.View, before: tables.View) -> TableEffect:
    moves = tables.moves(now, before)
    here = {row.player_id for row in now.rows}
    gone = [row for row in before.rows if row.player_id not in here]
    changed = [each for each in moves if each.before is None or each.places or each.points]
    return TableEffect(now.table, changed, gone)


def _rated_again(match: Match) -> int:
    later = Encounter.objects.filter(
        season__club=match.session.season.club_id, played_at__gte=match.session.starts_at
    )
    return later.values("match_id").distinct().count()


def _ratings(club_id: int, game: str) -> dict[str, dict[int, Row]]:
    rating.refresh(club_id)
    found = rating_queries.find(club_id)
    return {
        each: {row.player.pk: row for row in rating_queries.read(found, each, pending=False).rows}
        for each in ("", game)
    }


def _rating_differences(
    game: str, now: dict[str, dict[int, Row]], before: dict[str, dict[int, Row]]
) -> list[RatingEffect]:
    found = [RatingEffect(game, row, before[game].get(pk)) for pk, row in now[game].items()]
    return [each for each in found if each.difference or each.before is None]
