"""League nights: evenings of several seasons of a club, on one day in one room, that share their
tables (docs/decisions/0113-league-nights.md).

Each evening keeps its season, its players and its log; the night only joins them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import AuditKind, Club, Night, Season, Session, User
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.matches import table_numbers
from league.operations.seasons import night_rows, seasons
from league.operations.support import versions

MOST_SESSIONS = 12  # of a night
WITH_SEASON = ("season__club", "season__tournament", "season__division")


def sessions_of(session: Session) -> list[Session]:
    """Return the sessions of the league night of a session, itself included, in one order; only
    the session itself if it is not joined."""
    return [session] if session.night_id is None else sessions_of_night(session.night_id)


def sessions_of_night(night: int) -> list[Session]:
    """Return the sessions of a league night, the top division of a ladder first."""
    rows = Session.objects.filter(night=night).select_related(*WITH_SEASON)
    level = F("season__division__level").asc(nulls_last=True)
    return list(rows.order_by(level, "season__name_key", "pk"))


def short_names(sessions: Collection[Session]) -> dict[int, str]:
    """Return the name of each evening within its league night: its division, or its season if it
    has no division or another one has the same name."""
    if len(sessions) == 1:
        return {session.pk: session.season.name for session in sessions}
    names = {session.pk: _name_of_division(session) for session in sessions}
    counts = Counter(names.values())
    return {
        session.pk: names[session.pk] if counts[names[session.pk]] == 1 else session.season.name
        for session in sessions
    }


def _name_of_division(session: Session) -> str:
    division = getattr(session.season, "division", None)
    return division.name if division else session.season.name


def grouped(sessions: Iterable[Session]) -> list[list[Session]]:
    """Return the sessions in groups: a league night is one group, at the place of its first."""
    groups: dict[str, list[Session]] = {}
    for session in sessions:
        night, pk = session.night_id, session.pk
        groups.setdefault(f"night {night}" if night else f"session {pk}", []).append(session)
    return [*groups.values()]


def candidates(session: Session) -> list[Session]:
    """Return the sessions that can join the league night of this one: other open ones of the club
    on the same day, which are no tournaments."""
    if why_not(session):
        return []
    near = Session.objects.filter(
        season__club=session.season.club_id,
        starts_at__gt=session.starts_at - timedelta(days=1),
        starts_at__lt=session.starts_at + timedelta(days=1),
    ).exclude(pk=session.pk)
    if session.night_id is not None:
        near = near.exclude(night=session.night_id)
    rows = near.select_related(*WITH_SEASON).order_by("starts_at", "season__name_key", "pk")
    return [
        row
        for row in rows
        if not why_not(row) and not _are_apart(session, row) and row.night_id is None
    ]


@transaction.atomic
def join(session: Session, others: Sequence[int], *, by: User | None) -> Night:
    """Join these sessions to the league night of a session; nights of theirs become one with it.
    Joining them again changes nothing. Raise Invalid for sessions of another club, day or place,
    Conflict for one that is closed, cancelled or of a tournament, and for tables with the same
    number."""
    club = session.season.club
    versions.bump_edition(club.pk)
    session = Session.objects.select_related(*WITH_SEASON).get(pk=session.pk)
    chosen = _find(club, others)
    _require_joinable(session, "")
    for path, other in chosen.items():
        _require_joinable(other, path)
        _require_same_room(session, other, path)
    before = {row.pk: row.night_id for row in (session, *chosen.values())}
    members = {row.pk: row for one in (session, *chosen.values()) for row in sessions_of(one)}
    night = _join(club, list(members.values()), session.night)
    titles = Words(", ".join(row.season.name for row in sessions_of_night(night.pk)))
    for pk, row in members.items():
        if before.get(pk, row.night_id) != night.pk:
            _log(row, AuditKind.SESSION_JOINED, by, before={}, after={"night": titles})
    return night


@transaction.atomic
def separate(session: Session, *, by: User | None) -> None:
    """Take a session out of its league night, which ends when one session is left; idempotent."""
    versions.bump_edition(session.season.club_id)
    session.refresh_from_db(fields=["night"])
    if session.night_id is None:
        return
    titles = Words(", ".join(row.season.name for row in sessions_of_night(session.night_id)))
    night_rows.separate(session)
    _log(session, AuditKind.SESSION_SEPARATED, by, before={"night": titles}, after={})


@transaction.atomic
def open_night(
    of_seasons: Sequence[Season],
    *,
    starts_at: datetime,
    place: str | None = None,
    by: User | None,
) -> list[Session]:
    """Open a session of each of these seasons of a club, joined as a league night if there are
    several."""
    versions.bump_edition(of_seasons[0].club_id)
    sessions = [
        seasons.open_session(season, starts_at=starts_at, place=place, by=by)
        for season in of_seasons
    ]
    if len(sessions) > 1:
        join(sessions[0], [session.pk for session in sessions[1:]], by=by)
        for session in sessions:
            session.refresh_from_db(fields=["night"])
    return sessions


@transaction.atomic
def update_together(session: Session, *, by: User | None = None, **changes: Any) -> Session:
    """Change a session as `seasons.update_session` does. The other open evenings of its league
    night move with it, by the same time and to the same place; each player gets one message."""
    versions.bump_edition(session.season.club_id)
    stored = Session.objects.get(pk=session.pk)
    notified: set[int] = set()
    moved = seasons.update_session(session, by=by, notified=notified, **changes)
    delay = moved.starts_at - stored.starts_at
    for other in _open_others(stored):
        shared: dict[str, Any] = {}
        if delay:
            shared["starts_at"] = other.starts_at + delay
        if moved.place != stored.place:
            shared["place"] = moved.place
        if shared:
            seasons.update_session(other, by=by, notified=notified, **shared)
    for row in sessions_of(stored):
        if row.pk != moved.pk and _are_apart(moved, row):
            separate(row, by=by)  # a closed one stays where it was, and midnight may lie between
    return moved


@transaction.atomic
def cancel_together(session: Session, *, reason: str = "", by: User | None = None) -> Session:
    """Cancel a session with the other open evenings of its league night, or none of them."""
    versions.bump_edition(session.season.club_id)
    stored = Session.objects.get(pk=session.pk)
    notified: set[int] = set()
    cancelled = seasons.cancel_session(session, reason=reason, by=by, notified=notified)
    for other in _open_others(stored):
        try:
            seasons.cancel_session(other, reason=reason, by=by, notified=notified)
        except Conflict as error:
            raise Conflict(f"{other.season.name}: {error.detail}") from None
    return cancelled


@transaction.atomic
def reinstate_together(session: Session, *, by: User | None = None) -> Session:
    """Let a cancelled session and the others of its league night take place after all."""
    versions.bump_edition(session.season.club_id)
    stored = Session.objects.get(pk=session.pk)
    notified: set[int] = set()
    reinstated = seasons.reinstate_session(session, by=by, notified=notified)
    for other in _open_others(stored):
        seasons.reinstate_session(other, by=by, notified=notified)
    return reinstated


def _open_others(session: Session) -> list[Session]:
    """Return the other evenings of the league night that are not closed."""
    return [row for row in sessions_of(session) if row.pk != session.pk and row.closed_at is None]


def restore(club: Club, sessions: Sequence[Session]) -> Night:
    """Join sessions as another server had them; they may be closed by now."""
    pks = [session.pk for session in sessions]
    sessions = list(Session.objects.filter(pk__in=pks).select_related(*WITH_SEASON).order_by("pk"))
    for other in sessions[1:]:
        _require_same_room(sessions[0], other, "night")
    for session in sessions:
        _require_no_tournament(session, "night")
    return _join(club, sessions, None, "night")


def why_not(session: Session) -> str:
    """Return why a session cannot be in a league night; empty if it can."""
    try:
        _require_joinable(session, "")
    except Conflict as refusal:
        return str(refusal.detail)
    return ""


def _join(
    club: Club, sessions: Sequence[Session], night: Night | None, path: str = "sessions"
) -> Night:
    if len(sessions) < 2:
        raise invalid("blank", path, _("Choose at least one other evening."))
    if len(sessions) > MOST_SESSIONS:
        words = _("A league night has at most %(most)s evenings.") % {"most": MOST_SESSIONS}
        raise invalid("too_long", path, words)
    table_numbers.require_no_shared_numbers([session.pk for session in sessions])
    return night_rows.join(club, sessions, night)


def _find(club: Club, others: Collection[int]) -> dict[str, Session]:
    """Return the sessions by their paths in the request."""
    rows = Session.objects.select_related(*WITH_SEASON).filter(season__club=club)
    by_pk = rows.in_bulk(others)
    chosen = {}
    for index, pk in enumerate(others):
        if pk not in by_pk:
            words = _("The club has no such evening.")
            raise invalid("unknown_session", f"sessions.{index}", words)
        chosen[f"sessions.{index}"] = by_pk[pk]
    return chosen


def _require_joinable(session: Session, path: str) -> None:
    _require_no_tournament(session, path)
    values = {"name": session.season.name}
    if session.cancelled_at is not None:
        words = _("The evening of %(name)s is cancelled. Reinstate it first.")
        raise _refusal(Fault("session_cancelled", path, words % values))
    if session.closed_at is not None:
        words = _("The evening of %(name)s is closed. Reopen it first.")
        raise _refusal(Fault("session_closed", path, words % values))


def _require_no_tournament(session: Session, path: str) -> None:
    if session.season.tournament_or_none is not None:
        words = _("%(name)s is a tournament, which seats its players by its own rules.")
        raise _refusal(Fault("of_tournament", path, words % {"name": session.season.name}))


def _require_same_room(session: Session, other: Session, path: str) -> None:
    name = {"name": other.season.name}
    if _is_on_another_day(session, other):
        words = _("The evening of %(name)s is on another day. Move it first.")
        raise invalid("other_day", path, words % name)
    if _is_elsewhere(session, other):
        words = _("The evening of %(name)s is at another place. Change it first.")
        raise invalid("other_place", path, words % name)


def _are_apart(session: Session, other: Session) -> bool:
    return _is_on_another_day(session, other) or _is_elsewhere(session, other)


def _is_on_another_day(session: Session, other: Session) -> bool:
    zone = ZoneInfo(session.season.club.timezone)
    return session.starts_at.astimezone(zone).date() != other.starts_at.astimezone(zone).date()


def _is_elsewhere(session: Session, other: Session) -> bool:
    """Return whether the places differ; a session without one is in the same room."""
    return len({session.place, other.place} - {""}) > 1


def _refusal(fault: Fault) -> Conflict:
    return Conflict(fault.message, [fault.to_json()])


def _log(
    session: Session,
    kind: AuditKind,
    by: User | None,
    *,
    before: Mapping[str, Words],
    after: Mapping[str, Words],
) -> None:
    season = session.season
    subject = {"season": season.pk, "session": session.pk}
    club_log.record(season.club_id, kind, by=by, subject=subject, before=before, after=after)
