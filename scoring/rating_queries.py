"""Reading ratings: the one place behind pages and API."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scoring import rating
from scoring.models import Rating as StoredRating
from scoring.models import RatingBook
from scoring.pure.ratings import Rating


@dataclass(frozen=True)
class RatingRow:
    """`place` is 1 + the number of better shown ratings; `player` is the league's."""

    place: int
    player: Any
    rating: Rating
    played: int


@dataclass(frozen=True)
class RatingTable:
    """The ratings of a club in one game, or overall (`game` empty), best first."""

    game: str
    book: RatingBook
    pending: bool
    rows: Sequence[RatingRow]


@dataclass(frozen=True)
class RatingPoint:
    """A match and the rating after it; `at` is when the evening began."""

    match: int
    at: datetime
    rating: Rating


@dataclass(frozen=True)
class RatingCareer:
    """A player's rating in one game, or overall, and how it came about, oldest match first."""

    game: str
    rating: Rating
    points: Sequence[RatingPoint]


def rating_book(club_id: int) -> RatingBook:
    """An empty one before the first match."""
    return RatingBook.objects.filter(pk=club_id).first() or RatingBook(club_id=club_id)


def rating_table(book: RatingBook, game: str = "", *, pending: bool) -> RatingTable:
    """Equals by name; version and rows always belong together."""
    stored = StoredRating.objects.filter(club=book.club_id, game=game)
    while True:
        rows = _placed(stored.defer("history").select_related("player"))
        newest = rating_book(book.club_id)
        if newest.version == book.version:
            return RatingTable(game, newest, pending, rows)
        book = newest


def rated_games(club_id: int) -> list[str]:
    """Those in which somebody has a rating."""
    found = StoredRating.objects.filter(club=club_id).exclude(game="")
    return list(found.order_by("game").values_list("game", flat=True).distinct())


def careers(player_id: int) -> list[RatingCareer]:
    """Overall first."""
    found = StoredRating.objects.filter(player=player_id).order_by("game")
    return [RatingCareer(row.game, _of(row), _points(row)) for row in found]


def rating_gain(career: RatingCareer, matches: Collection[int]) -> int:
    """What these matches moved of the shown rating; it begins as that of a newcomer."""
    before, moved = Rating().shown, 0
    for point in career.points:
        if point.match in matches:
            moved += point.rating.shown - before
        before = point.rating.shown
    return moved


def is_pending(club_id: int) -> bool:
    """Newer results are about to be rated."""
    return rating.is_stale(club_id)


def version_tag(book: RatingBook, *, pending: bool) -> str:
    """Changes whenever an answer about these ratings would."""
    return f"r{book.club_id}.v{book.version}{'p' if pending else ''}"


def _placed(stored: Any) -> list[RatingRow]:
    found = sorted(stored, key=lambda row: (-_of(row).shown, row.player.name, row.player_id))
    shown = [_of(row).shown for row in found]
    return [
        RatingRow(shown.index(number) + 1, row.player, _of(row), row.played)
        for row, number in zip(found, shown, strict=True)
    ]


def _points(row: StoredRating) -> list[RatingPoint]:
    return [
        RatingPoint(match, datetime.fromtimestamp(at, UTC), Rating(mu, sigma))
        for at, _, match, mu, sigma in row.history
    ]


def _of(row: StoredRating) -> Rating:
    return Rating(row.mu, row.sigma)
