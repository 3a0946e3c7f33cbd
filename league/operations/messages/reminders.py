"""Scheduled messages: tomorrow's evening, and the summary of the past month. Beat runs both every
ten minutes; each person gets each once."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q

from league.models import Club, Message, MessageKind, Session, SignUp, SignUpAnswer
from league.operations.messages import events
from league.operations.messages.posting import Draft, post_all, recipients
from scoring import standings_queries
from scoring.models import Result, Standing, Table
from scoring.rows import with_places
from scoring.standings_queries import ReadTable

REMINDED_FROM = 18  # o'clock on the evening before, in the zone of the club
MONTH_FROM = 9  # o'clock on the first of the next month
MONTH_DAYS = 5  # within which a server that was off still sends it
HORIZON = timedelta(days=2)
LeaguePlace: TypeAlias = dict[str, Any]  # id, name and place, as a message stores them


def post_due(now: datetime, read: ReadTable = standings_queries.read) -> None:
    """Write the messages whose time has come. `read` gives the places that a month names."""
    for session in _sessions_of_tomorrow(now):
        _remind(session)
    for club, first in _clubs_with_a_new_month(now):
        _sum_up(club, first, read)


def _sessions_of_tomorrow(now: datetime) -> Iterator[Session]:
    """Yield the sessions that begin tomorrow by the clock of their club, from the evening on."""
    coming = Session.objects.filter(
        starts_at__gt=now, starts_at__lt=now + HORIZON, cancelled_at=None
    )
    for session in coming.select_related("season__club"):
        zone = ZoneInfo(session.season.club.timezone)
        local = now.astimezone(zone)
        tomorrow = local.date() + timedelta(days=1)
        is_time = local.hour >= REMINDED_FROM
        if is_time and session.starts_at.astimezone(zone).date() == tomorrow:
            yield session


@transaction.atomic
def _remind(session: Session) -> None:
    answers = dict(
        SignUp.objects.filter(sheet__session=session)
        .exclude(answer=SignUpAnswer.NO)
        .values_list("player", "answer")
    )
    players = events.people_of_session(session)
    drafts = {
        answer: Draft(
            MessageKind.SESSION_TOMORROW,
            str(session.pk),
            session.season.club,
            data={"answer": answer},
            season=session.season_id,
            session=session.pk,
        )
        for answer in ("", *SignUpAnswer.values)
    }
    post_all([(drafts[answers.get(to.player or 0, "")], to) for to in recipients(players)])


def _clubs_with_a_new_month(now: datetime) -> Iterator[tuple[Club, date]]:
    """Yield the clubs whose last month is to be summed up, with its first day."""
    for club in Club.objects.order_by("pk"):
        local = now.astimezone(ZoneInfo(club.timezone))
        if local.day <= MONTH_DAYS and (local.day > 1 or local.hour >= MONTH_FROM):
            yield club, (local.date().replace(day=1) - timedelta(days=1)).replace(day=1)


@transaction.atomic
def _sum_up(club: Club, first: date, read: ReadTable) -> None:
    """Write to each player with an account what the month was."""
    zone = ZoneInfo(club.timezone)
    month = first.strftime("%Y-%m")
    begin = datetime.combine(first, time(), zone)
    end = datetime.combine((first + timedelta(days=31)).replace(day=1), time(), zone)
    results = Result.objects.live().filter(
        season__club=club, session__starts_at__gte=begin, session__starts_at__lt=end
    )
    months_sent = Message.objects.filter(club=club, kind=MessageKind.MONTH, data__month=month)
    rows = results.exclude(player__in=months_sent.values("player")).order_by(
        "session__starts_at", "pk"
    )
    by_player: dict[int, list[Result]] = defaultdict(list)
    for result in rows:
        by_player[result.player_id].append(result)
    people = recipients(by_player)
    last_seasons = {player: rows[-1].season_id for player, rows in by_player.items()}
    seasons = {last_seasons[to.player or 0] for to in people}
    places = _places(seasons, read)
    leagues = _places_in_leagues(seasons, {to.player or 0 for to in people}, first)
    post_all(
        [(_month(club, month, by_player[to.player or 0], places, leagues), to) for to in people]
    )


def _month(
    club: Club,
    month: str,
    results: Sequence[Result],
    places: Mapping[tuple[int, int], int],
    leagues: Mapping[tuple[int, int], list[LeaguePlace]],
) -> Draft:
    """Return the summary of a month; the season is the last evening's."""
    best = min(results, key=lambda row: (row.place / row.players, -row.players))
    last = results[-1]
    data: dict[str, Any] = {
        "month": month,
        "evenings": len({row.session_id for row in results}),
        "matches": len(results),
        "wins": sum(row.place == 1 for row in results),
        "place": places.get((last.season_id, last.player_id)),
        "leagues": leagues.get((last.season_id, last.player_id), []),
        "best": {
            "place": best.place,
            "players": best.players,
            "game": best.game,
            "score": best.score,
        },
    }
    return Draft(MessageKind.MONTH, f"{club.pk}:{month}", club, data=data, season=last.season_id)


def _places(seasons: set[int], read: ReadTable) -> dict[tuple[int, int], int]:
    """Return the places in these seasons by season and player."""
    tables = Table.objects.with_projection().filter(season__in=seasons, game="")
    return {
        (table.season_id, row.player_id): row.place for table in tables for row in read(table).rows
    }


def _places_in_leagues(
    seasons: set[int], players: Collection[int], month: date
) -> Mapping[tuple[int, int], list[LeaguePlace]]:
    """Return the places of players in the leagues of these seasons, by season and player, in two
    queries. Leagues that had ended before the month are left out."""
    is_open = Q(league__ends_on=None) | Q(league__ends_on__gte=month)
    tables = Table.every.filter(is_open, season__in=seasons, league__isnull=False, game="")
    by_league = tables.select_related("league").order_by("league__name_key", "league")
    stored: dict[int, list[Standing]] = {table.pk: [] for table in by_league}
    standings = Standing.objects.filter(table__in=stored)
    for row in standings.order_by("-rank_key", "player"):
        stored[row.table_id].append(row)
    places: dict[tuple[int, int], list[LeaguePlace]] = defaultdict(list)
    for table in by_league:
        for row in with_places(stored[table.pk]):
            if table.league is not None and row.player_id in players:
                place = {"id": table.league.pk, "name": table.league.name, "place": row.place}
                places[table.season_id, row.player_id].append(place)
    return places
