"""Calls webhooks: programs get signed events, chats get words."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db.models import Q

from league.models import Attempt, Channel, Outgoing, OutgoingState, Webhook
from league.operations.outbox import queue
from league.operations.outbox.queue import Answer, Rows, Sender
from league.operations.webhooks import chat, chat_words, outbound, signatures, webhooks
from league.operations.webhooks.outbound import CallOutcome
from league.operations.webhooks.outbox import serialize

MINUTE, HOUR = 60, 3600
AGENT = f"Manche/{settings.VERSION}"


class WebhookSender(Sender[CallOutcome]):
    """Calls webhooks one after the other. A receiver that fails or is slow is skipped until the
    next run; one with recent problems comes after all others, so that it does not delay them."""

    channel = Channel.WEBHOOK
    pauses = (5, 5 * MINUTE, 30 * MINUTE, *(hours * HOUR for hours in (2, 5, 10, 14, 20, 24)))

    def __init__(self) -> None:
        super().__init__()
        has_problems = Q(failing_since__isnull=False) | Q(slow_since__isnull=False)
        rows = Webhook.objects.live().filter(has_problems, enabled=True)
        self.last = set(rows.values_list("pk", flat=True))

    def due(self, rows: Rows) -> Iterator[Rows]:
        rows = rows.select_related("webhook__club", "event").exclude(webhook__in=self.skipped)
        yield rows.exclude(webhook__in=self.last)
        yield rows

    def end_early(self, row: Outgoing, now: datetime) -> OutgoingState | None:
        webhook = row.webhook
        is_on = webhook is not None and webhook.enabled and webhook.removed_at is None
        return None if is_on else OutgoingState.FAILED

    def call(self, row: Outgoing, now: datetime) -> Callable[[], CallOutcome]:
        webhook, event = row.webhook, row.event
        assert webhook is not None, "a constraint"
        assert event is not None, "a constraint"
        headers = {"Content-Type": "application/json", "User-Agent": AGENT, "Connection": "close"}
        if webhook.is_chat:
            text = chat_words.text_of(webhook.club, event.type, event.data)
            url, body = chat.request(webhook.format, webhook.url, text)
        else:
            url, body = webhook.url, serialize(event)
            headers |= signatures.headers(event.code, now, body, webhook.keys(now))
        private = settings.WEBHOOKS_ALLOW_PRIVATE
        return partial(outbound.post, url, body, headers, private=private)

    def answer(self, row: Outgoing, outcome: CallOutcome, now: datetime) -> Answer:
        webhook = row.webhook
        assert webhook is not None, "a constraint"
        webhooks.record_outcome(webhook.pk, outcome, now)
        response = outcome.body.decode(errors="replace")
        Attempt.objects.create(
            delivery=row,
            number=row.attempts,
            status=outcome.status,
            error=outcome.error,
            milliseconds=outcome.milliseconds,
            response=response.replace("\0", "\N{REPLACEMENT CHARACTER}"),
        )
        if not outcome.ok or webhooks.is_slow(outcome):
            self.skipped.add(webhook.pk)
        state = OutgoingState.DELIVERED if outcome.ok else OutgoingState.PENDING
        if webhooks.is_gone(webhook, outcome):
            state = OutgoingState.FAILED
        return Answer(state, outcome.error or str(outcome.status))


def send_due(seconds: float = queue.RUN_SECONDS) -> int:
    """Send due events for at most `seconds`; return the number tried."""
    return queue.send_due(WebhookSender(), seconds)
