"""Calls from tables to the organiser. The only writer of TableCall."""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound
from league.models import AuditKind, Match, Session, TableCall, Tournament, User
from league.operations.audit import club_log
from league.operations.messages import events
from league.operations.support import versions
from league.operations.support.locks import lock_row

PAUSE = timedelta(seconds=30)  # after an organiser has come, before the next call


@transaction.atomic
def call(match: Match, *, by: User | None = None) -> TableCall:
    """Call the organiser to a table; while a call is open it is returned as it is. Raise Conflict
    for a second call within half a minute after the first was done, and for a match that has
    ended. `by` gets no message."""
    versions.bump_edition(match.session.season.club_id)
    locked = lock_row(Match.objects.select_related("session__season__club"), match.pk)
    open_call = locked.calls.filter(done_at=None).first()
    if open_call is not None:
        return open_call
    if locked.ended:
        raise _refusal(
            Fault(
                "match_over",
                "",
                _("This match has ended: its table can no longer call an organiser."),
            )
        )
    if locked.calls.filter(done_at__gt=timezone.now() - PAUSE).exists():
        words = _("An organiser has just been here. Wait half a minute before you call again.")
        raise _refusal(Fault("called_again", "", words))
    row = TableCall.objects.create(match=locked)
    events.table_called(row.pk, locked, locked.table, by=by)
    _record(AuditKind.TABLE_CALLED, row, by=by)
    return row


@transaction.atomic
def finish(match: Match, *, by: User | None) -> None:
    """Mark the call of a table as done, and take its messages from the bells; the second call
    changes nothing."""
    versions.bump_edition(match.session.season.club_id)
    row = TableCall.objects.select_for_update().filter(match=match, done_at=None).first()
    if row is None:
        return
    row.done_at, row.by = timezone.now(), by
    row.save(update_fields=["done_at", "by"])
    events.table_call_done(match)
    _record(AuditKind.TABLE_CALL_DONE, row, by=by)


def find_open(match: Match) -> TableCall | None:
    return TableCall.objects.filter(match=match, done_at=None).first()


def open_calls(occasion: Session | Tournament) -> list[tuple[int, TableCall]]:
    """Return the open calls of the tables of an evening or a tournament, the oldest first, each
    with the number of its table."""
    rows = _of(occasion).filter(done_at=None).select_related("match__session").order_by("at")
    return [(row.match.table, row) for row in rows]


def _of(occasion: Session | Tournament) -> "QuerySet[TableCall]":
    if isinstance(occasion, Session):
        return TableCall.objects.filter(match__session=occasion)
    return TableCall.objects.filter(match__session__season=occasion.season_id)


def find_match(occasion: Session | Tournament, pk: int) -> Match:
    """Return a match of the occasion; raise NotFound for any other."""
    matches = Match.objects.select_related("session__season__club").filter(pk=pk)
    where = (
        {"session": occasion}
        if isinstance(occasion, Session)
        else {"session__season": occasion.season_id}
    )
    match = matches.filter(**where).first()
    if match is None:
        raise NotFound(_("There is nothing here."))
    return match


def _refusal(fault: Fault) -> Conflict:
    return Conflict(fault.message, [fault.to_json()])


def _record(kind: AuditKind, row: TableCall, *, by: User | None) -> None:
    session = row.match.session
    matches: Collection[int] = [row.match_id]
    subject = {"season": session.season_id, "session": session.pk, "matches": matches}
    club_log.record(session.season.club_id, kind, by=by, subject=subject)
