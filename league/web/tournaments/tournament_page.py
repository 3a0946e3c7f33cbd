"""The public page of a tournament: current seats, results, and the players who qualify.

It shows public names, sets no cookie and never shows drafts. Members see sittings published to
players, others only public ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from games import game_name
from league.models import Audience, Player, SittingKind, Tournament
from league.operations.support import versions
from league.operations.support.countdowns import Countdown
from league.operations.tournaments import arenas, final_ranking, own_rounds
from league.operations.tournaments.play import brackets, sitting_clock, tournament_end
from league.operations.tournaments.play.sitting_views import SittingStatus, TableStatus
from league.web.accounts.access import audience, viewer_permissions
from league.web.room import clocks, room
from league.web.signups import summaries
from league.web.support import cached_views, live
from league.web.support.link_previews import LinkPreview, preview
from league.web.support.public_pages import find_public

LEADERS = 5
KNOCK_OUT_KINDS = {SittingKind.KNOCK_OUT, SittingKind.FINAL}


@dataclass(frozen=True)
class PlayerAtTable:
    """The players of a seat in order of arrival; `total` and `place` are None before the first
    round."""

    people: Sequence[Player]
    total: int | None
    place: int | None

    @property
    def player(self) -> Player:
        """The player who has the seat now."""
        return self.people[-1]


@dataclass(frozen=True)
class SittingTableWithPlayers:
    stand: TableStatus
    places: Sequence[PlayerAtTable]


@dataclass(frozen=True)
class SittingColumn:
    """A sitting with its tables; `member` says whether the reader sees full names."""

    stand: SittingStatus
    spots: Sequence[SittingTableWithPlayers]
    member: bool

    @property
    def clock(self) -> Countdown:
        """Return the clock of tables without extra time."""
        return sitting_clock.countdown(self.stand.sitting)

    @property
    def settled(self) -> int:
        return sum(spot.stand.is_settled for spot in self.spots)

    @property
    def partners(self) -> bool:
        """Return whether partners are proposed at any table."""
        return any(spot.stand.partners for spot in self.spots)

    @property
    def begun(self) -> bool:
        return any(spot.stand.match and spot.stand.match.rounds_played for spot in self.spots)

    def people(self) -> list[tuple[Sequence[Player], int | None]]:
        """Return the players of all seats and those who sit out, by the name of the present one,
        with the number of the table or None."""
        seated = [
            (person.people, spot.stand.number) for spot in self.spots for person in spot.places
        ]
        watching = [([player], None) for player in self.stand.sit_out]
        sort_key = Player.sort_key if self.member else Player.public_sort_key
        return sorted([*seated, *watching], key=lambda person: sort_key(person[0][-1]))


@cached_views.cached_view(versions.tournament)
def tournament_page(request: HttpRequest, pk: int) -> HttpResponse:
    tournament = find_public(request, Tournament.objects, pk=pk)
    viewer = viewer_permissions(request, tournament.season.club)
    context = {**tournament_context(tournament, _tournament_audience(viewer["member"])), **viewer}
    own = own_rounds.choices_of_account(request.user) if request.user.is_authenticated else []
    context["plays_here"] = any(own_round.entrant.tournament_id == pk for own_round in own)
    described = _preview(tournament, _event_facts(tournament))
    return render(request, "tournaments/tournament.html", context | described)


def _preview(tournament: Tournament, facts: dict[str, Any] | None = None) -> dict[str, LinkPreview]:
    season, club = tournament.season, tournament.season.club
    values = {"game": game_name(tournament.game), "club": club.name}
    return preview(
        "tournament",
        tournament.pk,
        title=f"{season.name} · {club.name}",
        description=_("%(game)s tournament at %(club)s: tables and standings.") % values,
        facts=facts,
    )


def _event_facts(tournament: Tournament) -> dict[str, Any]:
    """Return what search engines read of the tournament (SportsEvent of schema.org)."""
    season, club = tournament.season, tournament.season.club
    sessions = list(season.sessions.order_by("starts_at"))
    days = [session.starts_at.astimezone(ZoneInfo(club.timezone)) for session in sessions]
    place = next((session.place for session in sessions if session.place), club.meeting_place)
    organiser = {"@type": "SportsOrganization", "name": club.name}
    return {
        "@type": "SportsEvent",
        "name": season.name,
        "sport": game_name(tournament.game),
        "startDate": days[0].isoformat() if days else season.starts_on.isoformat(),
        "endDate": days[-1].date().isoformat() if days else season.starts_on.isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "location": {"@type": "Place", "name": place or club.name},
        "organizer": organiser,
    }


@cached_views.cached_view(versions.tournament)
def piece(request: HttpRequest, pk: int) -> HttpResponse:
    """Return only the tournament part, which live.js fetches."""
    tournament = find_public(request, Tournament.objects, pk=pk)
    reader = audience(request, tournament.season.club)
    member = reader > 0
    return live.fragment(
        request,
        "tournaments/_tournament_part.html",
        lambda: {**tournament_context(tournament, _tournament_audience(member)), "member": member},
        version=versions.tournament(pk) or "",
        audience=reader,
    )


def tournament_context(tournament: Tournament, to: Audience) -> dict[str, Any]:
    levels = brackets.bracket(tournament, to=to)
    columns = [_column(level.stand, member=to == Audience.PLAYERS) for level in levels]
    return {
        "tournament": tournament,
        "end": tournament_end.tournament_end(tournament, levels),
        **_preview(tournament),
        "season": tournament.season,
        "club": tournament.season.club,
        "now": columns[-1] if columns else None,
        "earlier": columns[-2::-1],
        "bracket": [level for level in levels if level.stand.sitting.kind in KNOCK_OUT_KINDS],
        "leaders": final_ranking.leaders(tournament.season, LEADERS),
        "entered": tournament.entrants.count(),
        "sign_up": summaries.summary(tournament, member=to == Audience.PLAYERS),
        **room.public_context(tournament),
        **_arena_context(tournament),
    }


def _arena_context(tournament: Tournament) -> dict[str, Any]:
    """Return the evenings of an arena, the clock of the current one, and the matches that are being
    played."""
    if not tournament.is_arena:
        return {}
    evening = arenas.current_evening(tournament, timezone.now())
    return {
        "evening_clock": clocks.of_session(evening) if evening else None,
        "evenings": arenas.evenings(tournament),
        "running": arenas.running_matches(tournament),
    }


def _tournament_audience(member: bool) -> Audience:
    return Audience.PLAYERS if member else Audience.PUBLIC


def _column(stand: SittingStatus, *, member: bool) -> SittingColumn:
    spots = [_table_with_players(table) for table in stand.tables]
    return SittingColumn(stand, spots, member)


def _table_with_players(table: TableStatus) -> SittingTableWithPlayers:
    match = table.match
    is_played = match is not None and bool(match.rounds_played)
    totals = match.totals if match and is_played else [None] * len(table.players)
    places = match.places if match and is_played else [None] * len(table.players)
    return SittingTableWithPlayers(
        table, [PlayerAtTable(*seat) for seat in zip(table.people, totals, places, strict=True)]
    )
