"""Who is told of what happens in a club; the only writer of Webhook."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import Conflict, Invalid, invalid
from league.models import Club, EventType, User, Webhook
from league.models.webhooks import Why
from league.operations.support.locks import lock_row
from league.operations.webhooks import addresses, signatures
from league.operations.webhooks.outbound import Answer

MOST_WEBHOOKS = 10
MOST_DESCRIPTION = 100
OLD_SECRET_HOLDS = timedelta(hours=24)
PATIENCE = timedelta(days=5)  # with a receiver that takes nothing
SLOW_MILLISECONDS = 3000  # of ten seconds that an answer may take
REMOVED_KEPT = timedelta(days=1)
REFUSALS: Mapping[str, str | Promise] = {
    "bad_url": gettext_lazy("An address such as https://example.org/hook is expected."),
    "not_https": gettext_lazy("The address must begin with https://."),
    "bad_port": gettext_lazy("The port must be 443, 80 or at least 1024."),
    "private_address": gettext_lazy("This address leads into a private network."),
}


@transaction.atomic
def create(
    club: Club,
    *,
    url: str,
    events: Sequence[str],
    description: str = "",
    by: User | None = None,
    known: int | None = None,
) -> Webhook:
    """`known` is how many the caller has seen: a form that is sent twice is refused."""
    club = _turn(club)
    present = Webhook.objects.live().filter(club=club).count()
    if known is not None and known != present:
        raise Conflict(_("Another webhook was added since you opened this page."))
    if present >= MOST_WEBHOOKS:
        message = _("A club has at most %(most)s webhooks.") % {"most": MOST_WEBHOOKS}
        raise invalid("too_many", "", message)
    webhook = Webhook.objects.create(
        club=club,
        url=_check_url(url),
        events=_check_events(events),
        description=_clean_description(description),
        secret=signatures.new_secret(),
        created_by=by,
    )
    _tell(club)
    return webhook


@transaction.atomic
def update(webhook: Webhook, **changes: Any) -> Webhook:
    """Only what is named changes: `url`, `events`, `description`, `enabled`."""
    club, webhook = _turn(webhook.club), _locked(webhook)
    if "url" in changes:
        webhook.url = _check_url(changes["url"])
    if "events" in changes:
        webhook.events = _check_events(changes["events"])
    if "description" in changes:
        webhook.description = _clean_description(changes["description"])
    if changes.get("enabled", webhook.enabled) != webhook.enabled:
        _switch(webhook, "" if changes["enabled"] else Why.PERSON, timezone.now())
    webhook.save()
    _tell(club)
    return webhook


def hold(webhook: Webhook) -> Webhook:
    """The webhook as it is, ours until the transaction ends."""
    _turn(webhook.club)
    return _locked(webhook)


@transaction.atomic
def rotate(webhook: Webhook) -> Webhook:
    """A new secret; the one before it signs too for a day."""
    webhook = _locked(webhook)
    webhook.old_secret, webhook.secret = webhook.secret, signatures.new_secret()
    webhook.old_secret_until = timezone.now() + OLD_SECRET_HOLDS
    webhook.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return webhook


@transaction.atomic
def remove(webhook: Webhook) -> None:
    club, webhook = _turn(webhook.club), _locked(webhook)
    webhook.removed_at = timezone.now()
    webhook.save(update_fields=["removed_at"])
    _tell(club)


def is_slow(answer: Answer) -> bool:
    """Whether an answer took so long that other receivers would wait for it."""
    return answer.milliseconds >= SLOW_MILLISECONDS


def note(webhook_id: int, answer: Answer, at: datetime) -> None:
    """What an attempt says of the receiver; in the transaction that records it."""
    webhook = Webhook.objects.select_for_update(no_key=True).get(pk=webhook_id)
    slow_since = (webhook.slow_since or at) if is_slow(answer) else None
    if answer.ok and webhook.failing_since is None and webhook.slow_since == slow_since:
        return
    webhook.slow_since = slow_since
    webhook.failing_since = None if answer.ok else webhook.failing_since or at
    if webhook.enabled and answer.status == 410:
        _switch(webhook, Why.GONE, at)
    elif webhook.enabled and not answer.ok and at - (webhook.failing_since or at) >= PATIENCE:
        _switch(webhook, Why.FAILING, at)
    webhook.save()


def purge(now: datetime) -> None:
    Webhook.objects.filter(removed_at__lt=now - REMOVED_KEPT).delete()


def _switch(webhook: Webhook, why: str, at: datetime) -> None:
    """On when there is no reason why not."""
    webhook.enabled, webhook.disabled_because = not why, why
    webhook.disabled_at = at if why else None
    if not why:
        webhook.failing_since = webhook.slow_since = None


def _tell(club: Club) -> None:
    """The club knows what to note. What a webhook asks for is noted too while it is off by itself:
    its owner will want to have it sent again."""
    asking = Webhook.objects.live().filter(club=club).exclude(disabled_because=Why.PERSON)
    asked = {event for events in asking.values_list("events", flat=True) for event in events}
    club.webhook_events = sorted(asked)
    club.save(update_fields=["webhook_events"])


def _turn(club: Club) -> Club:
    """One at a time per club; its own lock comes first, then that of a webhook."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _locked(webhook: Webhook) -> Webhook:
    return lock_row(Webhook.objects.live().select_related("club"), webhook.pk)


def _check_url(url: str) -> str:
    try:
        addresses.read(url, private=settings.WEBHOOKS_ALLOW_PRIVATE)
    except addresses.Refused as refused:
        raise _refusal(refused.code) from None
    return url


def _refusal(code: str) -> Invalid:
    """Each code stands in a call, so that the description of the API finds it."""
    words = str(REFUSALS[code])
    match code:
        case "not_https":
            return invalid("not_https", "url", words)
        case "bad_port":
            return invalid("bad_port", "url", words)
        case "private_address":
            return invalid("private_address", "url", words)
    return invalid("bad_url", "url", words)


def _check_events(events: Sequence[str]) -> list[str]:
    for index, event in enumerate(events):
        if event not in EventType.values:
            known = {"known": ", ".join(EventType.values)}
            raise invalid("unknown_event", f"events.{index}", _("Known events: %(known)s.") % known)
    if not events or len(set(events)) != len(events):
        raise invalid("bad_events", "events", _("Name each event once, and at least one."))
    return list(events)


def _clean_description(description: str) -> str:
    description = " ".join(description.split())
    if len(description) > MOST_DESCRIPTION:
        raise invalid("too_long", "description", _("A description has at most 100 characters."))
    return description
