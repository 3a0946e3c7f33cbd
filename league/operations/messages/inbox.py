"""The messages of a person on the pages. With `posting` the only writer of Message: this marks
messages as read."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import NotFound
from league.models import Message, User
from league.operations.messages import texts


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
    """Return what the bell shows: where somebody was to sit at a match that was called off is
    gone."""
    takes_place = Q(match=None) | Q(match__called_off_at=None)
    return Message.objects.filter(takes_place, user=user, on_pages=True)


@transaction.atomic
def mark_read(
    user: User, ids: Collection[int] | None = None, *, now: datetime | None = None
) -> int:
    """Mark these messages as read, or all; return how many were not."""
    chosen = Q() if ids is None else Q(pk__in=ids)
    if user.only_club is not None:
        chosen &= Q(club=user.only_club)
    unread = Message.objects.filter(chosen, user=user, read_at=None)
    return unread.update(read_at=now or timezone.now())
