"""Evenings of a calendar and their texts, public or for one person.

Cancelled evenings stay, since a calendar that has them must learn of it. No text names a player
other than the person and the children whose guardian the person is; strangers read no name at all.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games import game_name
from league.models import (
    Club,
    Entrant,
    EntrantState,
    League,
    Player,
    Season,
    Seat,
    Session,
    SignUp,
    SignUpAnswer,
    User,
)
from league.operations.people import visibility
from league.operations.sessions.current_sessions import sessions_around_now
from league.operations.support.labels import pair

MOST_SESSIONS = 200  # the next ones, and the latest that have begun


class Status(StrEnum):
    """The state of an evening as RFC 5545 names it."""

    CONFIRMED = "CONFIRMED"
    TENTATIVE = "TENTATIVE"
    CANCELLED = "CANCELLED"


@dataclass(frozen=True)
class CalendarSession:
    """An evening in a calendar. `lines` describe it; a person who has said no is free."""

    session: Session
    title: str
    lines: Sequence[str]
    status: Status
    is_busy: bool
    changed_at: datetime

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.session.season.club.timezone)


@dataclass
class OwnPart:
    """Part of a person's players in an evening."""

    lines: list[str] = field(default_factory=list)
    answers: list[SignUp] = field(default_factory=list)


def sessions_of_club(club: Club) -> list[CalendarSession]:
    """Return the nearest evenings of a club, in their public form, and each league night once."""
    return _with_nights_once(_nearest(Q(season__club=club)), {})


def sessions_of_season(season: Season, league: League | None = None) -> list[CalendarSession]:
    """Return the nearest evenings of a season, or those that count in one of its leagues, in their
    public form."""
    limits = league.time_limits() if league else {}
    return [_calendar_session(session) for session in _nearest(Q(season=season, **limits))]


def sessions_of_user(user: User) -> list[CalendarSession]:
    """Return the nearest evenings of all clubs to which a person or a child of the person belongs,
    with the answers to sign-ups, entries to tournaments, and tables. Of a league night these are
    the evenings that concern the person; without any, the night once."""
    players = list(visibility.players_of(user))
    club_ids = {*user.memberships.values_list("club", flat=True), *(p.club_id for p in players)}
    sessions = _nearest(Q(season__club__in=club_ids))
    parts = _own_parts(user, players, sessions)
    return _with_nights_once(sessions, parts)


def _with_nights_once(
    sessions: Sequence[Session], parts: Mapping[int, OwnPart]
) -> list[CalendarSession]:
    """Return the evenings, of each league night those with a part of the person; without any, one
    that names them all."""
    nights: dict[int, list[Session]] = defaultdict(list)
    for session in sessions:
        if session.night_id is not None:
            nights[session.night_id].append(session)
    shown = []
    for session in sessions:
        night = nights.get(session.night_id or 0, [session])
        has_part = any(row.pk in parts for row in night)
        if has_part and session.pk in parts:
            shown.append(_calendar_session(session, parts[session.pk]))
        elif not has_part and session.pk == min(row.pk for row in night):
            shown.append(_calendar_session(session, of_night=night))
    return shown


def _nearest(condition: Q) -> list[Session]:
    """Return the sessions nearest to now, the latest first: a calendar has to keep what comes
    next."""
    rows = Session.objects.filter(condition).select_related("season__club", "season__tournament")
    return sessions_around_now(rows, timezone.now(), MOST_SESSIONS)[::-1]


def _calendar_session(
    session: Session, part: OwnPart | None = None, of_night: Sequence[Session] = ()
) -> CalendarSession:
    part = part or OwnPart()
    is_cancelled = session.cancelled_at is not None
    seasons = sorted((row.season for row in of_night or [session]), key=lambda row: row.name_key)
    title = f"{session.season.club.name} · {', '.join(season.name for season in seasons)}"
    if is_cancelled:  # some calendars show cancelled events like others
        title = _("Cancelled: %(what)s") % {"what": title}
    slugs = dict.fromkeys(slug for season in seasons for slug in season.games)
    games = " · ".join(map(game_name, slugs))
    changes = [session.changed_at or session.created_at, *(a.changed_at for a in part.answers)]
    return CalendarSession(
        session,
        title,
        [line for line in (session.cancel_reason, *part.lines, games) if line],
        Status.CANCELLED if is_cancelled else _status(part.answers),
        not is_cancelled and not _stays_away(part.answers),
        max(changes),
    )


def _status(answers: Iterable[SignUp]) -> Status:
    """Return whether it is sure that the person plays; without an answer it is the evening that is
    sure."""
    is_open = [answer.answer == SignUpAnswer.MAYBE or _waits(answer) for answer in answers]
    return Status.TENTATIVE if is_open and all(is_open) else Status.CONFIRMED


def _stays_away(answers: Sequence[SignUp]) -> bool:
    return bool(answers) and all(answer.answer == SignUpAnswer.NO for answer in answers)


def _waits(sign_up: SignUp) -> bool:
    return sign_up.answer == SignUpAnswer.YES and not sign_up.has_place


def _own_parts(
    user: User, players: Sequence[Player], sessions: Sequence[Session]
) -> Mapping[int, OwnPart]:
    """Return what the players of a person have to do with each session, by its id."""
    parts: dict[int, OwnPart] = defaultdict(OwnPart)
    by_id = {player.pk: player for player in players}
    sessions_of_season = defaultdict(list)
    for session in sessions:
        sessions_of_season[session.season_id].append(session.pk)
    for sign_up in _sign_ups(by_id, sessions):
        sheet, player = sign_up.sheet, by_id[sign_up.player_id]
        line = _of_child(_answer_line(sign_up), player, user)
        tournament = sheet.tournament
        ids = [sheet.session_id] if tournament is None else sessions_of_season[tournament.season_id]
        for pk in filter(None, ids):
            parts[pk].lines.append(line)
            parts[pk].answers.append(sign_up)
    for entrant in _entries(by_id, sessions):
        line = _of_child(_("You are entered."), by_id[entrant.player_id], user)
        for pk in sessions_of_season[entrant.tournament.season_id]:
            parts[pk].lines.append(line)
    for seat in _seats(by_id, sessions):
        line = _of_child(_table_line(seat), by_id[seat.player_id], user)
        parts[seat.match.session_id].lines.append(line)
    return parts


def _sign_ups(players: Iterable[int], sessions: Sequence[Session]) -> "QuerySet[SignUp]":
    seasons = {session.season_id for session in sessions}
    sheets = Q(sheet__session__in=sessions) | Q(sheet__tournament__season__in=seasons)
    rows = SignUp.objects.filter(sheets, player__in=players)
    return rows.select_related("sheet__tournament").order_by("pk")


def _entries(players: Iterable[int], sessions: Sequence[Session]) -> "QuerySet[Entrant]":
    rows = Entrant.objects.filter(
        player__in=players,
        tournament__season__in={session.season_id for session in sessions},
        state__in=[EntrantState.ENTERED, EntrantState.HERE],
    )
    return rows.select_related("tournament").order_by("pk")


def _seats(players: Iterable[int], sessions: Sequence[Session]) -> "QuerySet[Seat]":
    """Return the seats of matches that were not called off; tournament seats exist as soon as the
    players may see them."""
    rows = Seat.objects.filter(
        player__in=players, match__session__in=sessions, match__called_off_at=None
    )
    return rows.select_related("match__sitting_table__sitting").order_by("match_id")


def _answer_line(sign_up: SignUp) -> str:
    if _waits(sign_up):
        return _("You are on the waiting list.")
    if sign_up.answer == SignUpAnswer.YES:
        return _("You answered yes.")
    return (
        _("You answered “perhaps”.")
        if sign_up.answer == SignUpAnswer.MAYBE
        else _("You answered no.")
    )


def _table_line(seat: Seat) -> str:
    """Return where a player sits."""
    match = seat.match
    planned = getattr(match, "sitting_table", None)
    if planned is None:
        words = _("You sit at table %(table)s: %(game)s.")
        return words % {"table": match.table, "game": game_name(match.game)}
    words = _("Tournament round %(round)s: you sit at table %(table)s.")
    return words % {"round": planned.sitting.number, "table": match.table}


def _of_child(line: str, player: Player, user: User) -> str:
    """Return a line about a child under the name that strangers may read, since the calendar leaves
    this server; a line about the person as it is."""
    return pair(player.public_name, line) if player.account_id != user.pk else line
