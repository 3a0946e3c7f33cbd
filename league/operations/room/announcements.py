"""Announcements in the room of an evening or a tournament. The only writer of RoomAnnouncement."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import AuditKind, Club, Match, RoomAnnouncement, Session, Tournament, User
from league.models.room import LONGEST_ANNOUNCEMENT
from league.names import visible_line
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.support import versions

MOST_SHOWN = 5  # together, so that a screen shows them all
LONGEST = timedelta(days=7)
Occasion = Session | Tournament


@transaction.atomic
def announce(
    occasion: Occasion, text: str, *, until: datetime | None = None, by: User | None
) -> RoomAnnouncement:
    """Show a line in the room, until a time or until it is removed. The same line again changes
    its end."""
    club = _club(occasion)
    versions.bump_edition(club.pk)
    text = _clean_text(text)
    _check_until(until)
    shown = list(visible(occasion))
    same = next((announcement for announcement in shown if announcement.text == text), None)
    if same is not None:
        before, same.until = same.until, until
        same.save(update_fields=["until"])
        if before != until:
            _record(AuditKind.ANNOUNCED, same, by)
        return same
    if len(shown) >= MOST_SHOWN:
        words = _("At most %(most)s announcements are shown at once: remove one first.")
        words %= {"most": MOST_SHOWN}
        raise Conflict(words, [Fault("too_many_announcements", "text", words).to_json()])
    row = RoomAnnouncement.objects.create(**_where(occasion), text=text, until=until, by=by)
    _record(AuditKind.ANNOUNCED, row, by)
    return row


@transaction.atomic
def remove(occasion: Occasion, pk: int, *, by: User | None) -> None:
    """Take an announcement away; the second call changes nothing."""
    versions.bump_edition(_club(occasion).pk)
    row = RoomAnnouncement.objects.filter(**_where(occasion), pk=pk).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    if row.removed_at is None:
        row.removed_at = timezone.now()
        row.save(update_fields=["removed_at"])
        _record(AuditKind.ANNOUNCEMENT_REMOVED, row, by)


def visible(occasion: Occasion) -> "QuerySet[RoomAnnouncement]":
    """Return the announcements that the room sees now, the oldest first."""
    return _visible().filter(**_where(occasion))


def visible_at_session(session: Session) -> "QuerySet[RoomAnnouncement]":
    """Return the announcements of a session and, if it is part of a tournament, of that one."""
    of_tournament = Q(tournament__season=session.season_id)
    return _visible().filter(Q(session=session) | of_tournament)


def visible_at_table(match: Match) -> "QuerySet[RoomAnnouncement]":
    return visible_at_session(match.session)


def end_expired(now: datetime) -> None:
    """Mark announcements whose time is over as removed, so that stored pages lose them too."""
    expired = RoomAnnouncement.objects.filter(removed_at=None, until__lte=now)
    rows = expired.values_list("pk", "session__season__club", "tournament__season__club")
    for pk, *clubs in rows:
        with transaction.atomic():
            versions.bump_edition(next(club for club in clubs if club is not None))
            RoomAnnouncement.objects.filter(pk=pk, removed_at=None).update(removed_at=now)


def _visible() -> "QuerySet[RoomAnnouncement]":
    now = timezone.now()
    return RoomAnnouncement.objects.filter(Q(until=None) | Q(until__gt=now), removed_at=None)


def _club(occasion: Occasion) -> Club:
    return occasion.season.club


def _where(occasion: Occasion) -> dict[str, Occasion]:
    return {"session" if isinstance(occasion, Session) else "tournament": occasion}


def _clean_text(text: str) -> str:
    text = visible_line(text)
    if not text:
        raise invalid("blank", "text", _("Enter the text of the announcement."))
    if len(text) > LONGEST_ANNOUNCEMENT:
        words = _("An announcement may have at most %(most)s characters.")
        raise invalid("too_long", "text", words % {"most": LONGEST_ANNOUNCEMENT})
    return text


def _check_until(until: datetime | None) -> None:
    now = timezone.now()
    if until is not None and not now < until <= now + LONGEST:
        raise invalid("out_of_range", "until", _("Enter an end time within the next seven days."))


def _record(kind: AuditKind, row: RoomAnnouncement, by: User | None) -> None:
    occasion: Occasion | None = row.session or row.tournament
    assert occasion is not None, "an announcement is of one or the other"
    until = row.until and row.until.isoformat()
    subject = {"season": occasion.season_id, "session": row.session_id}
    subject |= {"tournament": row.tournament_id}
    after = {"text": Words(row.text), "until": until}
    club_log.record(_club(occasion).pk, kind, by=by, subject=subject, after=after)
