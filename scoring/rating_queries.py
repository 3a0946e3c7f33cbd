"""Reads ratings, for pages and API alike."""

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
    """A row of the ratings. `place` is 1 + the number of better shown ratings; `player` is the
    league's."""

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
    """A match and the rating after it; `at` is the start of the session."""

    match: int
    at: datetime
    rating: Rating


@dataclass(frozen=True)
class RatingCareer:
    """A player's rating in one game, or overall, with its history, the oldest match first."""

    game: str
    rating: Rating
    points: Sequence[RatingPoint]


def rating_book(club_id: int) -> RatingBook:
    """Return the rating book of a club, an empty one before the first match."""
    return RatingBook.objects.filter(pk=club_id).first() or RatingBook(club_id=club_id)


def rating_table(book: RatingBook, game: str = "", *, pending: bool) -> RatingTable:
    """Return the ratings, equals by player, since the order of names is not public; version and
    rows always belong together."""
    ratings = StoredRating.objects.filter(club=book.club_id, game=game)
    while True:
        rows = _place_rows(ratings.defer("history").select_related("player"))
        current = rating_book(book.club_id)
        if current.version == book.version:
            return RatingTable(game, current, pending, rows)
        book = current


def rated_games(club_id: int) -> list[str]:
    """Return the games in which a player of the club has a rating."""
    ratings = StoredRating.objects.filter(club=club_id).exclude(game="")
    return list(ratings.order_by("game").values_list("game", flat=True).distinct())


def careers(player_id: int) -> list[RatingCareer]:
    """Return the careers of a player, the overall one first."""
    ratings = StoredRating.objects.filter(player=player_id).order_by("game")
    return [RatingCareer(row.game, _rating_of(row), _points(row)) for row in ratings]


def histories(players: Collection[int], game: str = "") -> dict[int, list[Any]]:
    """Return the lines of the history (see the model) by id of player, of those with a rating."""
    rows = StoredRating.objects.filter(player__in=players, game=game).order_by()
    return dict(rows.values_list("player_id", "history"))


def rating_gain(career: RatingCareer, matches: Collection[int]) -> int:
    """Return by how much these matches changed the shown rating, which begins as a newcomer's."""
    before, gain = Rating().shown, 0
    for point in career.points:
        if point.match in matches:
            gain += point.rating.shown - before
        before = point.rating.shown
    return gain


def is_pending(club_id: int) -> bool:
    """Return whether newer results are about to be rated."""
    return rating.is_stale(club_id)


def version_tag(book: RatingBook, *, pending: bool) -> str:
    """Return a tag that changes whenever an answer about these ratings does."""
    return f"r{book.club_id}.v{book.version}{'p' if pending else ''}"


def _place_rows(stored: Any) -> list[RatingRow]:
    ordered = sorted(stored, key=lambda row: (-_rating_of(row).shown, row.player_id))
    displayed = [_rating_of(row).shown for row in ordered]
    return [
        RatingRow(displayed.index(number) + 1, row.player, _rating_of(row), row.played)
        for row, number in zip(ordered, displayed, strict=True)
    ]


def _points(row: StoredRating) -> list[RatingPoint]:
    return [
        RatingPoint(match, datetime.fromtimestamp(at, UTC), Rating(mu, sigma))
        for at, _, match, mu, sigma in row.history
    ]


def _rating_of(row: StoredRating) -> Rating:
    return Rating(row.mu, row.sigma)
