"""The messages of a person on the pages. With `posting` the only writer of Message: this marks
messages as read, and requests as settled."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import (
    DateTimeField,
    DurationField,
    ExpressionWrapper,
    F,
    Func,
    Q,
    QuerySet,
)
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import NotFound
from league.models import Match, Message, MessageKind, User
from league.operations.messages import texts


class _Hours(Func):
    """A number of hours as a period. Django multiplies no periods in SQLite."""

    output_field = DurationField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="(%(expressions)s * 3600000000)")

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "make_interval(hours => %(expressions)s)"
        return self.as_sql(compiler, connection, template=template)


def messages_of(user: User) -> "QuerySet[Message]":
    """Return the messages of a person, the latest first; with a token of one club those from
    there."""
    messages = _shown(user).select_related(*texts.RELATED)
    messages = messages.prefetch_related(f"match__{texts.SEATED}")
    if user.only_club is not None:
        messages = messages.filter(club=user.only_club)
    return messages.order_by("-pk")


def count_unread(user: User) -> int:
    """Return how many messages the person has not read."""
    return _shown(user).filter(read_at=None).count()


def find(user: User, pk: int) -> Message:
    """Return a message of this person, also one that the bell does not show; raise NotFound for any
    other."""
    messages = Message.objects.filter(user=user, pk=pk)
    if user.only_club is not None:
        messages = messages.filter(club=user.only_club)
    message = messages.select_related(*texts.RELATED).first()
    if message is None:
        raise NotFound(_("There is nothing here."))
    return message


def _shown(user: User) -> "QuerySet[Message]":
    """Return what the bell shows: no seats of cancelled matches, and no requests that are
    settled."""
    takes_place = Q(match=None) | Q(match__called_off_at=None)
    is_open = ~Q(data__has_key=texts.SETTLED)
    messages = Message.objects.filter(takes_place, is_open, user=user, on_pages=True)
    return messages.exclude(pk__in=_settled_by_time(user, timezone.now()).values("pk"))


def _settled_by_time(user: User, now: datetime) -> "QuerySet[Message]":
    """Return the requests to confirm results that count as confirmed, as no player objected in
    time. The same in Python is `matches.match_results.is_due`."""
    period = _Hours(F("match__session__season__confirm_after_hours"))
    requests = Message.objects.filter(
        kind=MessageKind.RESULT_TO_CONFIRM,
        user=user,
        match__over=True,
        match__disputed=0,
        match__session__season__confirm_after_hours__gt=0,
    )
    return requests.annotate(
        due_at=ExpressionWrapper(F("match__result_at") + period, output_field=DateTimeField())
    ).filter(due_at__lte=now)


@transaction.atomic
def settle_requests(match: Match, *, result: str, players: Collection[int] | None) -> None:
    """Settle requests to confirm a result: requests for earlier results, and for these players (all
    if `players` is None). Restore requests that are open again."""
    rows = Message.objects.filter(match=match, kind=MessageKind.RESULT_TO_CONFIRM)
    for row in rows.select_for_update():
        is_current = row.data.get("result") == result
        is_settled = not is_current or players is None or row.player_id in players
        if is_settled == (texts.SETTLED in row.data):
            continue
        data = {name: value for name, value in row.data.items() if name != texts.SETTLED}
        row.data = {**data, texts.SETTLED: True} if is_settled else data
        row.save(update_fields=["data"])


@transaction.atomic
def mark_done(match: Match, kind: MessageKind) -> None:
    """Mark all messages of a kind about a match as read."""
    unread = Message.objects.filter(match=match, kind=kind, read_at=None)
    unread.update(read_at=timezone.now())


def mark_read(
    user: User, ids: Collection[int] | None = None, *, now: datetime | None = None
) -> int:
    """Mark these messages as read, or all; return how many were not."""
    chosen = Q() if ids is None else Q(pk__in=ids)
    if user.only_club is not None:
        chosen &= Q(club=user.only_club)
    unread = Message.objects.filter(chosen, user=user, read_at=None)
    return unread.update(read_at=now or timezone.now())
