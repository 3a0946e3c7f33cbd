"""Finding the subject of a public page, which only some readers may see.

The visibility of a club applies to all its pages, files, feeds, pictures and screens: each view
gets its subject from `find_public`, or asks `require_reader`.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, TypeVar

from django.db.models import Manager, Model, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from league.models import (
    Club,
    ClubVisibility,
    Ladder,
    League,
    Match,
    Player,
    Season,
    Session,
    Team,
    TeamTable,
    Tournament,
)
from league.permissions import may_read

RowT = TypeVar("RowT", bound=Model)

PATHS_TO_CLUB: Mapping[type[Model], Sequence[str]] = {
    Club: (),
    Player: ("club",),
    Season: ("club",),
    League: ("season", "club"),
    Ladder: ("club",),
    Session: ("season", "club"),
    TeamTable: ("season", "club"),
    Team: ("table", "season", "club"),
    Tournament: ("season", "club"),
    Match: ("session", "season", "club"),
}


def find_public(request: HttpRequest, rows: Manager[RowT] | QuerySet[RowT], **lookup: Any) -> RowT:
    """Return the row with its club; raise Http404 if there is none or the reader may not read the
    pages of the club."""
    path = PATHS_TO_CLUB[rows.model]
    joined = rows.select_related("__".join(path)) if path else rows
    row = get_object_or_404(joined, **lookup)
    subject: Any = row
    require_reader(request, reduce(getattr, path, subject))
    return row


def find_public_season(
    request: HttpRequest, pk: int, *, of_league: bool = False
) -> tuple[Season, League | None]:
    """Return the season with this id, or the season of the league with this id and the league, as
    `find_public` does."""
    if not of_league:
        return find_public(request, Season.objects, pk=pk), None
    league = find_public(request, League.objects, pk=pk)
    return league.season, league


def require_reader(request: HttpRequest, club: Club) -> None:
    """Raise Http404 unless the reader may read the pages of the club."""
    if not may_read(request.user, club):
        raise Http404
    if club.visibility != ClubVisibility.PUBLIC:
        request.is_unlisted = True  # type: ignore[attr-defined]  # read by `mark_unlisted`
