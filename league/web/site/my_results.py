"""“My results”: the place, the next evening, the table and the latest results of one's players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.models import Player, Session, SignUp
from league.operations.standings import careers
from league.operations.standings.careers import PlayedMatch
from league.operations.tournaments import own_rounds
from league.web.accounts.access import desk
from league.web.signups import own_seats
from league.web.signups.own_seats import OwnPlace
from league.web.site import tonight_cards
from league.web.site.tonight_cards import ReaderInClub
from league.web.support.request import Request
from scoring.models import Standing

MOST_RESULTS = 5


@dataclass(frozen=True)
class PlayerResults:
    """The standing of a player in the latest season, among `ranked` players, and in its leagues,
    and the latest matches. `standing` is None before the first result."""

    player: Player
    standing: Standing | None
    in_leagues: list[Standing]
    ranked: int
    latest: list[PlayedMatch]


@dataclass(frozen=True)
class NextSession:
    """The next evening of one's clubs, with the answers to its sign-up."""

    session: Session
    answers: list[SignUp]


@desk
def my_results(request: Request) -> HttpResponse:
    now = timezone.now()
    readers = tonight_cards.readers_of(request.user)
    players = [player for reader in readers.values() for player in reader.players]
    context = {
        "results": [_results_of(player) for player in players],
        "seats": _seats(readers, now),
        "next": _next_session(readers, players, now),
        "choices": own_rounds.choices_of_account(request.user),
        "member": True,
    }
    return render(request, "site/my_results.html", context)


def _results_of(player: Player) -> PlayerResults:
    overall = player.standings.with_place().filter(table__game="", table__league=None)
    rows = overall.filter(table__season__tournament=None)
    newest = rows.select_related("table__season").order_by("-table__season__starts_on", "-pk")
    standing = newest.first()
    in_leagues = (
        player.standings.with_place()
        .filter(table__game="", table__season=standing.table.season_id)
        .exclude(table__league=None)
        .select_related("table__league")
        .order_by("table__league__name_key", "table__league")
        if standing
        else []
    )
    played = careers.played_matches(player)
    return PlayerResults(
        player=player,
        standing=standing,
        in_leagues=list(in_leagues),
        ranked=standing.table.standings.count() if standing else 0,
        latest=played[: -MOST_RESULTS - 1 : -1],
    )


def _seats(readers: Mapping[int, ReaderInClub], now: datetime) -> list[OwnPlace]:
    """Return the tables at which the players of the readers sit now, and who of them sits out."""
    return [
        seat
        for session, _is_under_way in tonight_cards.sessions_of_today(readers, now)
        for reader in [readers[session.season.club_id]]
        for seat in own_seats.own_seats(session, reader.players, reader.own)
    ]


def _next_session(
    readers: Mapping[int, ReaderInClub], players: Sequence[Player], now: datetime
) -> NextSession | None:
    coming = tonight_cards.coming_sessions(readers, now, without=[])
    if not coming:
        return None
    answers = SignUp.objects.filter(sheet__session=coming[0], player__in=players)
    return NextSession(coming[0], list(answers.select_related("player")))
