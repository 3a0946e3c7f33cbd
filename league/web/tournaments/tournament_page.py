"""The plan of a tournament for everybody: who plays where now, what was played, who goes on. Public
names, no cookie; drafts are not shown, whoever reads. Members see what players see, others what was
published to all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from league.models import Audience, Player, SittingKind, Tournament
from league.operations.support import versions
from league.operations.tournaments.play import brackets, sitting_clock
from league.operations.tournaments.play.sitting_views import Stand, TableStand
from league.web.accounts.access import audience, viewer_permissions
from league.web.support import cached_views, live
from scoring import standings_queries

LEADERS = 5
KNOCKING = {SittingKind.KNOCK_OUT, SittingKind.FINAL}


@dataclass(frozen=True)
class Place:
    """A player at a table; `total` and `place` once a round was played."""

    player: Player
    total: int | None
    place: int | None


@dataclass(frozen=True)
class Spot:
    stand: TableStand
    places: Sequence[Place]


@dataclass(frozen=True)
class Column:
    """A sitting with its tables. `left` in seconds while its clock stands still."""

    stand: Stand
    spots: Sequence[Spot]
    left: int | None

    @property
    def ends_at(self) -> datetime | None:
        """Of tables without extra time."""
        return sitting_clock.ends_at(self.stand.sitting)

    @property
    def settled(self) -> int:
        return sum(spot.stand.is_settled for spot in self.spots)

    @property
    def partners(self) -> bool:
        """Whether any are proposed."""
        return any(spot.stand.partners for spot in self.spots)

    @property
    def begun(self) -> bool:
        return any(spot.stand.match and spot.stand.match.rounds_played for spot in self.spots)

    def people(self) -> list[tuple[Player, int | None]]:
        """Everybody by name, with the number of the table."""
        seated = [(each.player, spot.stand.number) for spot in self.spots for each in spot.places]
        watching = [(player, None) for player in self.stand.sit_out]
        return sorted([*seated, *watching], key=lambda each: each[0].sort_key())


@cached_views.cached_view(versions.tournament)
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    found = _find(pk)
    readers = viewer_permissions(request, found.season.club)
    context = {**shown(found, _audience(readers["member"])), **readers}
    return render(request, "tournaments/tournament.html", context)


@cached_views.cached_view(versions.tournament)
def piece(request: HttpRequest, pk: int) -> HttpResponse:
    """The plan alone, for live.js."""
    found = _find(pk)
    reader = audience(request, found.season.club)
    member = reader > 0
    return live.fragment(
        request,
        "tournaments/_tournament_part.html",
        lambda: {**shown(found, _audience(member)), "member": member},
        version=versions.tournament(pk) or "",
        audience=reader,
    )


def shown(tournament: Tournament, to: Audience) -> dict[str, Any]:
    levels = brackets.bracket(tournament, to=to)
    columns = [_column(level.stand) for level in levels]
    table = standings_queries.find(tournament.season_id)
    return {
        "tournament": tournament,
        "season": tournament.season,
        "club": tournament.season.club,
        "now": columns[-1] if columns else None,
        "earlier": columns[-2::-1],
        "bracket": [level for level in levels if level.stand.sitting.kind in KNOCKING],
        "leaders": standings_queries.read_page(table, 0, LEADERS).rows if table else [],
        "entered": tournament.entrants.count(),
    }


def _audience(member: bool) -> Audience:
    return Audience.PLAYERS if member else Audience.PUBLIC


def _find(pk: int) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("season__club"), pk=pk)


def _column(stand: Stand) -> Column:
    stopped = stand.sitting.paused_at is not None
    left = sitting_clock.seconds_left(stand.sitting, timezone.now()) if stopped else None
    return Column(stand, [_spot(table) for table in stand.tables], left)


def _spot(table: TableStand) -> Spot:
    match = table.match
    is_played = match is not None and bool(match.rounds_played)
    totals = match.totals if match and is_played else [None] * len(table.players)
    places = match.places if match and is_played else [None] * len(table.players)
    return Spot(table, [Place(*seat) for seat in zip(table.players, totals, places, strict=True)])
