"""The sheets on which players sign up for a session or a tournament. The only writer of
SignUpSheet, besides the numbers that roster counts.

A sheet of a cancelled session or a closed tournament is closed, and open again when that is taken
back: nothing of it changes meanwhile.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Min, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.errors import Conflict, Fault, NotFound, raise_faults
from league.models import (
    AuditKind,
    Club,
    Session,
    SignUpSheet,
    Tournament,
    User,
)
from league.operations.audit import club_log
from league.operations.people import newcomers
from league.operations.seasons import seasons
from league.operations.signups import roster
from league.operations.support import versions

MOST_PLACES = 500
MOST_GUESTS = 10
SETTINGS = ("closes_at", "capacity", "guests_allowed", "is_closed")


@transaction.atomic
def open_sheet(
    occasion: Session | Tournament,
    *,
    closes_at: datetime | None = None,
    capacity: int | None = None,
    guests_allowed: int = 0,
    by: User | None,
) -> SignUpSheet:
    """Open the sheet of a session or a tournament. Without a deadline it closes when the session or
    the tournament begins. Raise Conflict if it has one already."""
    settings = {"closes_at": closes_at, "capacity": capacity, "guests_allowed": guests_allowed}
    _check(settings)
    versions.bump_edition(occasion.season.club_id)
    try:
        with transaction.atomic():
            sheet = SignUpSheet.objects.create(**_key(occasion), **settings)
    except IntegrityError:
        words = _("Sign-up is already open. Change its settings instead.")
        raise Conflict(words, [Fault("sheet_exists", "", words).to_json()]) from None
    _log(sheet, AuditKind.SIGN_UP_SHEET_OPENED, by, {})
    return sheet


@transaction.atomic
def change(sheet: SignUpSheet, *, by: User | None, **changes: Any) -> SignUpSheet:
    """Change only the named settings. Additional places go to waiting players. Raise Conflict for
    fewer places than are taken, so that no player loses a place silently."""
    assert set(changes) <= set(SETTINGS), changes
    _check(changes)
    versions.bump_edition(sheet.club.pk)
    locked = roster.lock(sheet)
    before = _log_values(locked.sheet)
    capacity = changes.get("capacity")
    if capacity is not None and capacity < locked.places_taken:
        words = ngettext(
            "%(taken)s place is taken. Remove a sign-up first.",
            "%(taken)s places are taken. Remove sign-ups first, or allow at least %(taken)s "
            "places.",
            locked.places_taken,
        ) % {"taken": locked.places_taken}
        raise Conflict(words, [Fault("capacity_below_taken", "capacity", words).to_json()])
    for field, value in changes.items():
        setattr(locked.sheet, field, value)
    locked.sheet.save(update_fields=list(changes) or None)
    locked.settle()
    _log(locked.sheet, AuditKind.SIGN_UP_SHEET_CHANGED, by, before)
    return locked.sheet


@transaction.atomic
def remove(sheet: SignUpSheet, *, by: User | None) -> None:
    """Remove a sheet with its answers. Guests who came into the list of players with it leave the
    list, unless they have played."""
    versions.bump_edition(sheet.club.pk)
    locked = roster.lock(sheet)
    guests = roster.newcomers_of(locked.rows)
    before = {**_log_values(locked.sheet), "answers": len(locked.rows)}
    subject = roster.log_subject(locked.sheet)
    club_id = locked.sheet.club.pk
    locked.sheet.delete()
    newcomers.strike_unused(guests)
    club_log.record(club_id, AuditKind.SIGN_UP_SHEET_REMOVED, by=by, subject=subject, before=before)


def find(occasion: Session | Tournament) -> SignUpSheet:
    """Return the sheet; raise NotFound if sign-up was never opened."""
    sheet = SignUpSheet.objects.filter(**_key(occasion)).select_related(*roster.RELATED).first()
    if sheet is None:
        raise NotFound(_("There is no sign-up for this date."))
    return sheet


def upcoming(club: Club, now: datetime) -> "QuerySet[SignUpSheet]":
    """Return the sheets of sessions and tournaments to come, cancelled sessions too, by day; each
    has the time as `first_at`."""
    rows = SignUpSheet.objects.filter(
        Q(session__season__club=club) | Q(tournament__season__club=club)
    )
    first_at = Coalesce("session__starts_at", Min("tournament__season__sessions__starts_at"))
    rows = rows.annotate(first_at=first_at).filter(first_at__gt=now)
    return rows.select_related(*roster.RELATED).order_by("first_at", "pk")


def deadline(sheet: SignUpSheet) -> datetime | None:
    """Return until when players may sign up themselves: the deadline, the start at the latest."""
    times = [at for at in (sheet.closes_at, roster.starts_at(sheet)) if at is not None]
    return min(times, default=None)


def why_closed(sheet: SignUpSheet, now: datetime) -> str:
    """Return why players cannot sign up themselves now; empty if they can."""
    if words := _why_ended(sheet, now):
        return words
    if sheet.is_closed:
        return _("The organisers have closed sign-up.")
    until = deadline(sheet)
    if until is not None and now >= until:
        return _("The sign-up deadline has passed.")
    return ""


def why_no_cancelling(sheet: SignUpSheet, now: datetime) -> str:
    """Return why players cannot even cancel themselves now; empty if they can. That is possible
    after the deadline, until the start, so that a place becomes free for the next."""
    return _why_ended(sheet, now)


def refusal(words: str) -> Conflict:
    """Return the error for an answer that comes too late."""
    return Conflict(words, [Fault("sign_up_closed", "", words).to_json()])


def _why_ended(sheet: SignUpSheet, now: datetime) -> str:
    if sheet.session is not None and sheet.session.cancelled_at is not None:
        return _("This evening was cancelled.")
    if sheet.tournament is not None and sheet.tournament.closed_at is not None:
        return _("This tournament is closed.")
    start = roster.starts_at(sheet)
    if start is not None and now >= start:
        return _("Play has started. Talk to an organiser.")
    return ""


def _key(occasion: Session | Tournament) -> dict[str, Session | Tournament]:
    return {"session" if isinstance(occasion, Session) else "tournament": occasion}


def _check(settings: Mapping[str, Any]) -> None:
    if settings.get("closes_at") is not None:
        seasons.check_time(settings["closes_at"], "closes_at")
    bounds = {"capacity": (1, MOST_PLACES), "guests_allowed": (0, MOST_GUESTS)}
    words = _("Enter a number from %(least)s to %(most)s.")
    raise_faults(
        [
            Fault("out_of_range", name, words % {"least": least, "most": most})
            for name, (least, most) in bounds.items()
            if settings.get(name) is not None and not least <= settings[name] <= most
        ]
    )


def _log(sheet: SignUpSheet, kind: AuditKind, by: User | None, before: Mapping[str, Any]) -> None:
    club_log.record_changes(
        sheet.club.pk,
        kind,
        by=by,
        subject=roster.log_subject(sheet),
        before=before,
        after=_log_values(sheet),
    )


def _log_values(sheet: SignUpSheet) -> dict[str, Any]:
    return {name: getattr(sheet, name) for name in SETTINGS}
