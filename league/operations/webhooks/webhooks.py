"""The webhooks of a club: who receives which events. The only writer of Webhook."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import Conflict, Invalid, invalid
from league.models import (
    Attempt,
    AuditKind,
    Club,
    EventFeed,
    EventType,
    User,
    Webhook,
    WebhookFormat,
)
from league.models.webhooks import DisableReason
from league.names import visible_line
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.support.locks import lock_row
from league.operations.webhooks import addresses, chat, signatures
from league.operations.webhooks.outbound import CallOutcome

MOST_WEBHOOKS = 10
MOST_DESCRIPTION = 100
OLD_SECRET_PERIOD = timedelta(hours=24)
PATIENCE = timedelta(days=5)  # with a receiver that fails
SLOW_MILLISECONDS = 3000  # of ten seconds that an answer may take
REMOVED_RETENTION = timedelta(days=1)
REFUSALS: Mapping[str, str | Promise] = {
    "bad_url": gettext_lazy("Enter an address such as https://example.org/hook."),
    "not_https": gettext_lazy(
        "The address must begin with https://. On your own server, WEBHOOKS_ALLOW_PRIVATE=1 allows "
        "http:// too."
    ),
    "bad_port": gettext_lazy("The port must be 443, 80 or at least 1024."),
    "private_address": gettext_lazy(
        "This address belongs to a private network. On your own server, WEBHOOKS_ALLOW_PRIVATE=1 "
        "allows it."
    ),
}
ERRORS: Mapping[str, str | Promise] = {
    **REFUSALS,
    "no_such_host": gettext_lazy("This host name is unknown."),
    "no_connection": gettext_lazy("No server answers at this address."),
    "bad_certificate": gettext_lazy("The certificate does not match this address."),
    "timeout": gettext_lazy("No answer in time."),
    "bad_answer": gettext_lazy("The answer is not HTTP."),
}


@transaction.atomic
def create(
    club: Club,
    *,
    url: str,
    events: Sequence[str],
    format: str = WebhookFormat.EVENTS,  # noqa: A002
    description: str = "",
    by: User | None = None,
    known: int | None = None,
) -> Webhook:
    """Add a webhook. `known` is the number that the caller has seen: a form that is sent
    twice is refused."""
    club = lock_club(club)
    count = Webhook.objects.live().filter(club=club).count()
    if known is not None and known != count:
        raise Conflict(_("Another webhook has been added since you opened this page."))
    if count >= MOST_WEBHOOKS:
        message = _("A club may have at most %(most)s webhooks. Delete one first.") % {
            "most": MOST_WEBHOOKS
        }
        raise invalid("too_many", "", message)
    webhook = Webhook.objects.create(
        club=club,
        url=_check_url(url),
        format=_check_format(format, url),
        events=_check_events(events),
        description=_clean_description(description),
        secret=signatures.new_secret(),
        created_by=by,
    )
    save_subscriptions(club)
    log(webhook, AuditKind.WEBHOOK_CREATED, by, after=_log_values(webhook))
    return webhook


@transaction.atomic
def update(webhook: Webhook, *, by: User | None = None, **changes: Any) -> Webhook:
    """Change the named settings only: `url`, `format`, `events`, `description`,
    `enabled`."""
    club, webhook = lock_club(webhook.club), _lock_webhook_row(webhook)
    before, url_before = _log_values(webhook), webhook.url
    if "url" in changes:
        webhook.url = _check_url(changes["url"])
    if changes.keys() & {"url", "format"}:
        webhook.format = _check_format(changes.get("format", webhook.format), webhook.url)
    if "events" in changes:
        webhook.events = _check_events(changes["events"])
    if "description" in changes:
        webhook.description = _clean_description(changes["description"])
    if changes.get("enabled", webhook.enabled) != webhook.enabled:
        _set_enabled(webhook, "" if changes["enabled"] else DisableReason.PERSON, timezone.now())
    webhook.save()
    save_subscriptions(club)
    before, after = club_log.differences(before, _log_values(webhook))
    if after or webhook.url != url_before:
        log(webhook, AuditKind.WEBHOOK_CHANGED, by, before=before, after=after)
    return webhook


def lock_webhook(webhook: Webhook) -> Webhook:
    """Return the webhook, locked until the transaction ends."""
    lock_club(webhook.club)
    return _lock_webhook_row(webhook)


@transaction.atomic
def rotate(webhook: Webhook, *, by: User | None = None) -> Webhook:
    """Make a new secret; the previous one signs too for a day."""
    webhook = _lock_webhook_row(webhook)
    webhook.old_secret, webhook.secret = webhook.secret, signatures.new_secret()
    webhook.old_secret_until = timezone.now() + OLD_SECRET_PERIOD
    webhook.save(update_fields=["secret", "old_secret", "old_secret_until"])
    log(webhook, AuditKind.WEBHOOK_ROTATED, by)
    return webhook


@transaction.atomic
def remove(webhook: Webhook, *, by: User | None = None) -> None:
    club, webhook = lock_club(webhook.club), _lock_webhook_row(webhook)
    webhook.removed_at = timezone.now()
    webhook.save(update_fields=["removed_at"])
    save_subscriptions(club)
    log(webhook, AuditKind.WEBHOOK_REMOVED, by, before=_log_values(webhook))


def log(
    webhook: Webhook,
    kind: AuditKind,
    by: User | None,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Record this in the log of the club."""
    subject = {"webhook": webhook.pk}
    club_log.record(webhook.club_id, kind, by=by, subject=subject, before=before, after=after)


def is_slow(answer: CallOutcome) -> bool:
    """Return whether a call took so long that other receivers would wait for it."""
    return answer.milliseconds >= SLOW_MILLISECONDS


def is_gone(webhook: Webhook, answer: CallOutcome) -> bool:
    """Return whether the receiver wants no more messages. A chat that was removed answers 404."""
    gone = {404, 410} if webhook.is_chat else {410}
    return answer.status in gone


def record_outcome(webhook_id: int, answer: CallOutcome, at: datetime) -> None:
    """Record the outcome of an attempt; switch the webhook off when its receiver is gone or has
    failed for too long. Call it in the transaction that records the attempt."""
    webhook = lock_row(Webhook.objects.all(), webhook_id)
    slow_since = (webhook.slow_since or at) if is_slow(answer) else None
    if answer.ok and webhook.failing_since is None and webhook.slow_since == slow_since:
        return
    webhook.slow_since = slow_since
    webhook.failing_since = None if answer.ok else webhook.failing_since or at
    if webhook.enabled and is_gone(webhook, answer):
        _set_enabled(webhook, DisableReason.GONE, at)
    elif webhook.enabled and not answer.ok and at - (webhook.failing_since or at) >= PATIENCE:
        _set_enabled(webhook, DisableReason.FAILING, at)
    webhook.save()


def purge(now: datetime) -> None:
    Webhook.objects.filter(removed_at__lt=now - REMOVED_RETENTION).delete()


def _log_values(webhook: Webhook) -> dict[str, Any]:
    """Return what the log of the club says of a webhook. Of the address that is the host, since the
    rest may hold a secret."""
    return {
        "host": urlsplit(webhook.url).hostname,
        "format": webhook.format,
        "events": webhook.events,
        "description": Words(webhook.description),
        "enabled": webhook.enabled,
    }


def _set_enabled(webhook: Webhook, why: str, at: datetime) -> None:
    """Enable the webhook, or disable it for a reason."""
    webhook.enabled, webhook.disabled_because = not why, why
    webhook.disabled_at = at if why else None
    if not why:
        webhook.failing_since = webhook.slow_since = None


def save_subscriptions(club: Club) -> None:
    """Save in the club which events are stored: all if programs read its feed, or else the ones its
    webhooks subscribe to. Subscriptions of a webhook that was disabled automatically count too: its
    owner will want those events again."""
    webhooks = (
        Webhook.objects.live().filter(club=club).exclude(disabled_because=DisableReason.PERSON)
    )
    event_types = {
        event for events in webhooks.values_list("events", flat=True) for event in events
    }
    if EventFeed.objects.filter(club=club, read_at__isnull=False).exists():
        event_types = set(EventType.values)
    club.webhook_events = sorted(event_types)
    club.save(update_fields=["webhook_events"])


def lock_club(club: Club) -> Club:
    """Lock the club, so that its webhooks and its feed change one at a time. Take this lock before
    a webhook's lock."""
    return lock_row(Club.objects.all(), club.pk)


def _lock_webhook_row(webhook: Webhook) -> Webhook:
    return lock_row(Webhook.objects.live().select_related("club"), webhook.pk)


def _check_url(url: str) -> str:
    try:
        addresses.parse_url(url, private=settings.WEBHOOKS_ALLOW_PRIVATE)
    except addresses.AddressRefused as refused:
        raise _refusal(refused.code) from None
    return url


def _check_format(webhook_format: str, url: str) -> str:
    """Return the format; raise Invalid if the service at this address expects another."""
    if webhook_format not in WebhookFormat.values:
        choices = {"known": ", ".join(WebhookFormat.values)}
        raise invalid("not_a_choice", "format", _("Choose one of: %(known)s.") % choices)
    expected = chat.format_of_host(url)
    if expected is not None and webhook_format != expected:
        words = _("For this address, choose: %(format)s.") % {"format": expected.label}
        raise invalid("wrong_format", "format", words)
    if webhook_format == WebhookFormat.TELEGRAM and not chat.is_telegram_address(url):
        words = _(
            "Enter an address such as"
            " https://api.telegram.org/bot123:ABC/sendMessage?chat_id=-100123."
        )
        raise invalid("bad_url", "url", words)
    return webhook_format


def _refusal(code: str) -> Invalid:
    """Return the error of a code. Each code stands in a call, so that the description of the API
    finds it."""
    words = str(REFUSALS[code])
    match code:
        case "not_https":
            return invalid("not_https", "url", words)
        case "bad_port":
            return invalid("bad_port", "url", words)
        case "private_address":
            return invalid("private_address", "url", words)
    return invalid("bad_url", "url", words)


def outcome_words(attempt: Attempt) -> str:
    """Return the status that a receiver answered, or why there was none."""
    return str(attempt.status or error_words(attempt.error))


def error_words(code: str) -> str:
    """Return the words for the error code of a call; a status is its own word."""
    return str(ERRORS.get(code, code))


def _check_events(events: Sequence[str]) -> list[str]:
    for index, event in enumerate(events):
        if event not in EventType.values:
            known_events = {"known": ", ".join(EventType.values)}
            raise invalid(
                "unknown_event",
                f"events.{index}",
                _("Unknown event. Choose one of: %(known)s.") % known_events,
            )
    if not events or len(set(events)) != len(events):
        raise invalid(
            "bad_events", "events", _("Choose at least one event, and each event only once.")
        )
    return list(events)


def _clean_description(description: str) -> str:
    description = visible_line(description)
    if len(description) > MOST_DESCRIPTION:
        raise invalid(
            "too_long", "description", _("A description may have at most 100 characters.")
        )
    return description
