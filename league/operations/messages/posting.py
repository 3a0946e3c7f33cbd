"""Messages come in here, in the transaction of what they tell about: each once per person, with a
delivery for each channel that the person chose. The only writer of Message."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from database.batches import delete_in_batches
from league.models import (
    Channel,
    Club,
    MailTime,
    Message,
    MessageKind,
    MessageSettings,
    Outgoing,
    Player,
    PushSubscription,
    User,
)
from league.operations.messages import choices
from league.operations.messages.choices import Choice
from league.operations.outbox import queue


class Recipient(NamedTuple):
    """An account, and the player that a message is about: the person, a child, or None."""

    user: int
    player: int | None


@dataclass(frozen=True)
class Draft:
    """A message that is about to be written. Who gets it is said by `post`."""

    kind: MessageKind
    key: str  # with the kind: what it is about, so that it is sent once
    club: Club
    data: dict[str, Any] = field(default_factory=dict)
    season: int | None = None
    session: int | None = None
    match: int | None = None
    is_urgent: bool = False  # it does not wait for the end of quiet hours


def recipients(players: Collection[int], *, by: User | None = None) -> list[Recipient]:
    """Return each player's account (the guardian's for children), except the actor's."""
    rows = Player.objects.filter(pk__in=players).values_list(
        "pk", "is_child", "account", "account__is_active", "guardian", "guardian__is_active"
    )
    people = [
        Recipient(guardian if is_child else account, pk)
        for pk, is_child, account, is_active, guardian, guards in rows
        if (guards if is_child else is_active)
    ]
    actor = by.pk if by is not None and by.phone_of_table is None else None
    return [person for person in people if person.user != actor]


def post(draft: Draft, people: Sequence[Recipient]) -> int:
    """Write a message to each of these people who has not got it yet; return to how many. Call it
    in the transaction of what it tells about."""
    return post_all([(draft, person) for person in people])


@transaction.atomic
def post_all(drafts: Sequence[tuple[Draft, Recipient]]) -> int:
    """Write these messages, as `post` does."""
    if not drafts:
        return 0
    now, batch = timezone.now(), secrets.token_hex(16)
    settings = choices.settings_of_all({to.user for _, to in drafts})
    drafts_by_key = {(to.user, _key(draft, to)): draft for draft, to in drafts}
    rows = [
        _message(draft, to, choices.choice(settings[to.user], draft.kind), batch, now)
        for draft, to in drafts
        if choices.choice(settings[to.user], draft.kind) != NO_CHANNEL
    ]
    Message.objects.bulk_create(rows, ignore_conflicts=True)
    # only those that this call has written: the same may have been told before, or just now
    new_messages = list(Message.objects.filter(batch=batch))
    devices = _devices([message.user_id for message in new_messages])
    deliveries = [
        delivery
        for message in new_messages
        for delivery in _deliveries(
            message,
            drafts_by_key[message.user_id, message.key],
            settings[message.user_id],
            devices.get(message.user_id, ()),
            now,
        )
    ]
    queue.put(deliveries)
    return len(new_messages)


@transaction.atomic
def post_test(device: PushSubscription) -> Message:
    """Send a test to one device immediately."""
    token = secrets.token_hex(16)
    message = Message.objects.create(
        user_id=device.user_id,
        kind=MessageKind.TEST,
        key=f"test:{token}",
        batch=token,
        on_pages=False,
    )
    queue.put([Outgoing(channel=Channel.PUSH, message=message, subscription=device)])
    return message


def purge(before: datetime) -> None:
    """Delete messages older than a time, with their deliveries."""
    delete_in_batches(Message.objects.filter(created_at__lt=before))


def forget_players(players: Collection[int]) -> None:
    """Delete the messages about players who are being erased."""
    Message.objects.filter(player__in=players).delete()


def forget_member(club_id: int, user_id: int) -> None:
    """Delete the messages from a club to a former member."""
    Message.objects.filter(club=club_id, user=user_id).delete()


NO_CHANNEL = Choice(bell=False, mail=MailTime.NEVER.value, push=False)


def _key(draft: Draft, to: Recipient) -> str:
    return f"{draft.kind}:{draft.key}:{to.player or 0}"


def _message(draft: Draft, to: Recipient, choice: Choice, batch: str, now: datetime) -> Message:
    return Message(
        user_id=to.user,
        kind=draft.kind,
        key=_key(draft, to),
        batch=batch,
        data=draft.data,
        club=draft.club,
        player_id=to.player,
        season_id=draft.season,
        session_id=draft.session,
        match_id=draft.match,
        created_at=now,
        on_pages=choice.bell,
    )


def _deliveries(
    message: Message,
    draft: Draft,
    settings: MessageSettings,
    devices: Sequence[PushSubscription],
    now: datetime,
) -> list[Outgoing]:
    """Return the deliveries of a message by mail and to each device."""
    choice = choices.choice(settings, message.kind)
    soon = now if draft.is_urgent else choices.earliest(settings, draft.club, now)
    ways = list[tuple[str, PushSubscription | None, datetime]]()
    if choice.mail == MailTime.NOW:
        ways.append((Channel.MESSAGE, None, soon))
    elif choice.mail == MailTime.DAILY:
        at = choices.digest_time(settings, draft.club, now)
        ways.append((Channel.DIGEST, None, at))
    if choice.push:
        ways += [(Channel.PUSH, device, soon) for device in devices]
    return [
        Outgoing(message=message, channel=channel, subscription=device, next_attempt_at=at)
        for channel, device, at in ways
    ]


def _devices(users: Collection[int]) -> dict[int, list[PushSubscription]]:
    devices: dict[int, list[PushSubscription]] = {}
    for device in PushSubscription.objects.filter(user__in=users):
        devices.setdefault(device.user_id, []).append(device)
    return devices
