"""Everything that a scrape reads, part by part.

A part whose database or Redis does not answer is left out, and `manche_scrape_errors` names it. The
other parts of the same source are then not tried: a scrape must not wait for each of them.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, Min, QuerySet
from django.db.utils import Error
from django.utils import timezone
from kombu.exceptions import ChannelError
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from league.models import Channel, Job, JobState, Outgoing, OutgoingState
from league.operations.support import task_counts
from league.server.watching.metrics import requests
from scoring import rating, staleness
from scoring.models import Table
from scoring.tasks import SWEPT_AT, UNREACHABLE

UNREADABLE = (Error, *UNREACHABLE, RuntimeError)  # RuntimeError: a file of requests is torn
Metrics = Iterable[Metric]


class Part(NamedTuple):
    """Metrics that are read together from one `source`."""

    name: str
    source: str
    read: Callable[[datetime], Metrics]


def exposition() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_Scrape())
    return generate_latest(registry)


class _Scrape(Collector):
    def collect(self) -> Iterator[Metric]:
        now, silent = timezone.now(), set[str]()
        info = GaugeMetricFamily("manche_info", "The version that runs.", labels=["version"])
        info.add_metric([settings.VERSION], 1)
        yield info
        errors = GaugeMetricFamily(
            "manche_scrape_errors", "1 for a part that could not be read.", labels=["part"]
        )
        for part in PARTS:
            metrics = None if part.source in silent else _try_to_read(part, now)
            if metrics is None:
                silent.add(part.source)
            errors.add_metric([part.name], int(metrics is None))
            yield from metrics or ()
        yield errors


def _try_to_read(part: Part, now: datetime) -> list[Metric] | None:
    try:
        return list(part.read(now))
    except UNREADABLE:
        return None


# --- counted by this server


def _requests(now: datetime) -> Metrics:
    return requests.metrics()


# --- database


def _standings(now: datetime) -> Metrics:
    behind = Table.every.behind().count()
    yield _gauge("manche_tables_behind", "Tables that do not show all results yet.", behind)
    stalest = staleness.stalest_table(before=now) if behind else None
    seconds = (now - stalest[1]).total_seconds() if stalest else 0
    yield _gauge(
        "manche_standings_staleness_seconds",
        "Seconds for which the stalest table has been behind.",
        seconds,
    )
    yield _gauge(
        "manche_ratings_behind",
        "Clubs whose ratings do not show all matches yet.",
        len(rating.stale_clubs()),
    )


def _jobs(now: datetime) -> Metrics:
    states = [JobState.WAITING, JobState.RUNNING, JobState.FAILED]
    return _by_state("manche_jobs", "Imports and other jobs", Job.objects.all(), states, now)


def _webhooks(now: datetime) -> Metrics:
    rows = Outgoing.objects.filter(channel=Channel.WEBHOOK)
    states = [OutgoingState.PENDING, OutgoingState.FAILED]
    return _by_state("manche_webhook_deliveries", "Messages to webhooks", rows, states, now)


def _mails(now: datetime) -> Metrics:
    rows = Outgoing.objects.filter(channel=Channel.MAIL)
    states = [OutgoingState.PENDING, OutgoingState.REFUSED, OutgoingState.FAILED]
    return _by_state("manche_mails", "Mails", rows, states, now)


def _by_state(
    name: str, things: str, rows: QuerySet[Any], states: list[Any], now: datetime
) -> Metrics:
    """Return how many rows are in each of the states, and how old the oldest row in the first state
    is."""
    groups = rows.filter(state__in=states).order_by().values_list("state")
    groups_by_state = {
        state: (count, oldest)
        for state, count, oldest in groups.annotate(Count("pk"), Min("created_at"))
    }
    counts = GaugeMetricFamily(name, f"{things} by state.", labels=["state"])
    for state in states:
        counts.add_metric([state.value], groups_by_state.get(state, (0, now))[0])
    oldest = groups_by_state.get(states[0], (0, now))[1]
    yield counts
    yield _gauge(
        f"{name}_oldest_seconds",
        f"{things}: age of the oldest that is {states[0].value}.",
        (now - oldest).total_seconds(),
    )


# --- cache and broker


def _worker(now: datetime) -> Metrics:
    swept_at = cache.get(SWEPT_AT)
    if swept_at is not None:
        yield _gauge(
            "manche_worker_sweep_age_seconds",
            "Seconds since a sweep passed through beat, broker and worker.",
            (now - datetime.fromisoformat(swept_at)).total_seconds(),
        )


def _tasks(now: datetime) -> Metrics:
    names = [name for name in current_app.tasks if not name.startswith("celery.")]
    runs = CounterMetricFamily(
        "manche_tasks", "Runs of tasks by outcome.", labels=["task", "outcome"]
    )
    begun = CounterMetricFamily("manche_tasks_begun", "Runs of tasks that began.", labels=["task"])
    seconds = CounterMetricFamily("manche_task_seconds", "Seconds that tasks ran.", labels=["task"])
    longest = GaugeMetricFamily("manche_task_longest_seconds", "The longest run.", labels=["task"])
    for task in task_counts.read(names):
        runs.add_metric([task.name, "success"], task.successes)
        runs.add_metric([task.name, "failure"], task.failures)
        runs.add_metric([task.name, "retry"], task.retries)
        begun.add_metric([task.name], task.runs)
        seconds.add_metric([task.name], task.total_ms / 1000)
        longest.add_metric([task.name], task.longest_ms / 1000)
    return [runs, begun, seconds, longest]


def _queues(now: datetime) -> Metrics:
    """Return the lengths of the queues. What a task is a hint to has an age, in the database; that
    of the oldest waiting task is on the health page."""
    lengths = GaugeMetricFamily(
        "manche_queue_tasks", "Tasks that wait in a queue.", labels=["queue"]
    )
    with current_app.connection_for_read() as connection, connection.channel() as channel:
        for queue in settings.CELERY_TASK_QUEUES:
            lengths.add_metric([queue.name], _length(channel, queue.name))
    yield lengths


def _length(channel: Any, queue: str) -> int:
    try:
        return int(channel.queue_declare(queue, passive=True).message_count)
    except ChannelError:  # a queue in which nothing waits does not exist
        return 0


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, value=value)


PARTS = (
    Part("requests", "files", _requests),
    Part("standings", "database", _standings),
    Part("jobs", "database", _jobs),
    Part("webhooks", "database", _webhooks),
    Part("mails", "database", _mails),
    Part("worker", "redis", _worker),  # first, since task_counts takes silence for no counts
    Part("tasks", "redis", _tasks),
    Part("queues", "redis", _queues),
)
