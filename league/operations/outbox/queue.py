"""Queue of mails, webhook calls and notifications: claim, lease, backoff, sending again.

A row is stored in the transaction of what it tells about. A worker claims a row that is due, calls
outside of any transaction, and records the outcome. A claim postpones the next attempt by `LEASE`:
if the worker dies, another one claims the row again, so it goes out at least once. A wake-up is
only a hint; the sweep of beat finds the rows whose hint was lost.
"""

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Generic, TypeAlias, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league.models import Channel, Outgoing, OutgoingState
from league.models.outbox import ANSWER_LENGTH
from league.operations.support import queues
from league.operations.support.locks import lock_row

Outcome = TypeVar("Outcome")
Rows: TypeAlias = "QuerySet[Outgoing]"
TASKS: Mapping[str, str] = {  # by name: they stand above this module
    Channel.MAIL: "league.mail_send",
    Channel.WEBHOOK: "league.webhooks_send",
    Channel.PUSH: "league.messages_send",
    Channel.MESSAGE: "league.messages_send",
    Channel.DIGEST: "league.messages_send",
}
LEASE = timedelta(seconds=150)  # above the time limit of a task
RUN_SECONDS = 45.0  # of one task; the next sweep continues
JITTER = 0.2  # a receiver that is back must not get everything in the same second


@dataclass(frozen=True)
class Answer:
    """Result of an attempt for its row. A pending row is tried again after `pause`, or after the
    pause of its channel; where `counts` is False, the attempt was no fault of the row."""

    state: OutgoingState
    text: str = ""
    pause: timedelta | None = None
    counts: bool = True


class Sender(ABC, Generic[Outcome]):
    """Sends the rows of one channel. An object serves one run: `skipped` are the keys of receivers
    that are left until the next one, and `is_over` ends the run."""

    channel: ClassVar[Channel]
    pauses: ClassVar[Sequence[int]]  # seconds after each failed attempt; then it has failed
    parallel: ClassVar[int] = 1  # calls at a time

    def __init__(self) -> None:
        self.skipped: set[int] = set()
        self.is_over = False

    def due(self, rows: Rows) -> Iterator[Rows]:
        """Yield the due rows to claim from, the preferred ones first."""
        yield rows

    def end_early(self, row: Outgoing, now: datetime) -> OutgoingState | None:
        """Return the state in which a row ends that must not be sent any more."""
        return None

    @abstractmethod
    def call(self, row: Outgoing, now: datetime) -> Callable[[], Outcome]:
        """Return the call, which runs in a thread and does not touch the database."""

    @abstractmethod
    def answer(self, row: Outgoing, outcome: Outcome, now: datetime) -> Answer:
        """Record what the outcome says of the receiver, and return what it means for the row."""


def put(rows: Sequence[Outgoing]) -> list[Outgoing]:
    """Store rows of one task, and wake its worker after the commit."""
    if rows:
        queues.wake_after_commit(TASKS[rows[0].channel])
    return Outgoing.objects.bulk_create(rows, batch_size=500)


def send_due(sender: Sender[Outcome], seconds: float = RUN_SECONDS) -> int:
    """Send due rows for at most `seconds`; return the number tried."""
    end, tried = time.monotonic() + seconds, 0
    running: dict[Future[Outcome], Outgoing] = {}
    with ThreadPoolExecutor(sender.parallel) as pool:
        while True:
            while len(running) < sender.parallel and time.monotonic() < end and not sender.is_over:
                row = claim(sender, timezone.now())
                if row is None:
                    break
                running[pool.submit(sender.call(row, timezone.now()))] = row
                tried += 1
            if not running:
                return tried
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                record(sender, running.pop(done), done.result(), timezone.now())


def claim(sender: Sender[Outcome], now: datetime) -> Outgoing | None:
    """Claim one row that is due, first attempts first; return None if all are locked or done. Rows
    that must not be sent, or have ended their workers too often, end here."""
    pending = Outgoing.objects.filter(channel=sender.channel, state=OutgoingState.PENDING)
    for due in sender.due(pending.filter(next_attempt_at__lte=now)):
        while due.exists():  # without a transaction, which would lock SQLite for writing
            with transaction.atomic():
                row = queues.lock_free(due).order_by("attempts", "next_attempt_at").first()
                if row is None:
                    break
                ended = sender.end_early(row, now)
                if ended is None and row.attempts > len(sender.pauses):
                    ended = OutgoingState.FAILED
                if ended is not None:
                    end(row, ended, now)
                    continue
                row.attempts += 1
                row.next_attempt_at = now + LEASE
                row.save(update_fields=["attempts", "next_attempt_at"])
                return row
    return None


@transaction.atomic
def record(sender: Sender[Outcome], claimed: Outgoing, outcome: Outcome, now: datetime) -> None:
    """Record an attempt. A failure counts only if no other worker has claimed the row since."""
    answer = sender.answer(claimed, outcome, now)
    rows = Outgoing.objects.filter(pk=claimed.pk)
    if answer.state != OutgoingState.DELIVERED:
        rows = rows.filter(state=OutgoingState.PENDING, attempts=claimed.attempts)
    row = rows.select_for_update(no_key=True).first()
    if row is None:
        return
    row.answer = answer.text[:ANSWER_LENGTH]
    row.attempts -= not answer.counts
    if answer.state != OutgoingState.PENDING:
        end(row, answer.state, now)
    elif row.attempts > len(sender.pauses):
        end(row, OutgoingState.FAILED, now)
    else:
        pause = backoff(sender.pauses, row.attempts) if answer.pause is None else answer.pause
        row.next_attempt_at = now + pause
        row.save(update_fields=["answer", "attempts", "next_attempt_at"])


def end(row: Outgoing, state: OutgoingState, now: datetime) -> None:
    """End a row, and erase what one that was sent has carried."""
    row.state, row.next_attempt_at, row.ended_at = state, None, now
    if state == OutgoingState.DELIVERED:
        row.content = {}
    row.save(update_fields=["state", "next_attempt_at", "ended_at", "answer", "content"])


def send_again(rows: Rows, pk: int) -> None:
    """Send a row again that has failed; raise NotFound if it is not one of these."""
    row = lock_row(rows.filter(state__in=[OutgoingState.FAILED, OutgoingState.REFUSED]), pk)
    row.state, row.attempts, row.answer = OutgoingState.PENDING, 0, ""
    row.next_attempt_at, row.ended_at = timezone.now(), None
    row.save()
    queues.wake_after_commit(TASKS[row.channel])


def backoff(pauses: Sequence[int], attempts: int, chance: float | None = None) -> timedelta:
    """Return the pause after this many attempts; `chance` from 0 to 1, by default random, extends
    it by up to a fifth."""
    extension = JITTER * (random.random() if chance is None else chance)
    return timedelta(seconds=pauses[min(attempts, len(pauses)) - 1] * (1 + extension))
