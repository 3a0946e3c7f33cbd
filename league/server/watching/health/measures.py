"""Measurement of the server. No function needs a request, and none calls another machine but the
database and Redis; `certificates` does, and only the watch uses it."""

import json
import platform
import shutil
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Max, Min, Q

from games import outside
from league.models import (
    Channel,
    Job,
    JobState,
    Outgoing,
    OutgoingState,
    Webhook,
)
from league.operations.mail import outbox as mail_outbox
from league.operations.support.task_counts import SENT_AT
from league.server.upkeep import pre_releases
from league.server.upkeep.backup import nightly, rotation, uploads
from league.server.watching.health import game_failures, records
from league.server.watching.health.measured_values import (
    Broker,
    Disk,
    Drill,
    Figures,
    Files,
    GameFault,
    Mailing,
    OutsideGames,
    PeopleMessages,
    StaleTable,
    Upload,
    Versions,
    Waiting,
    Webhooks,
    Worker,
)
from scoring import staleness
from scoring.tasks import SWEPT_AT

DAY = timedelta(days=1)
FAILING = timedelta(hours=1)  # for which a webhook accepts nothing
REDIS_SECONDS = 1
OWN_APPS = {"league", "scoring", "api"}
_started_at = time.monotonic()


def all_figures(now: datetime) -> Figures:
    """Return all figures of this moment. The worker measures files if it is a process of its own,
    since only it sees the backups; the watch measures the certificate."""
    return Figures(
        at=now,
        worker=worker(),
        broker=broker(),
        standings=stalest_standings(now),
        jobs=jobs(),
        mail=mail(now),
        webhooks=webhooks(now),
        files=files(now) if settings.EMBEDDED else records.stored_files(),
        versions=versions(),
        certificate_address=settings.CERTIFICATE_ADDRESS,
        certificate=records.stored_certificate(),
        messages=messages(now),
        games=outside_games(),
    )


def outside_games() -> OutsideGames:
    """Return the games that packages bring, with their faults."""
    installed = {slug: game.name for slug, game in outside.games().items()}
    refused = [
        GameFault(" ".join(filter(None, [one.slug, one.package, one.version])), one.reason)
        for one in outside.refused()
    ]
    failed = game_failures.of_games(installed)
    texts = [
        GameFault(game.name, fault)
        for game in outside.games().values()
        for fault in game.text_faults
    ]
    return OutsideGames(tuple(installed.values()), tuple(refused), failed, tuple(texts))


def worker() -> Worker:
    """Return the last sign of life that a sweep has left."""
    running_for = timedelta(seconds=time.monotonic() - _started_at)
    try:
        swept_at = cache.get(SWEPT_AT)
    except OSError:
        return Worker(cache_answers=False, running_for=running_for)
    at = datetime.fromisoformat(swept_at) if swept_at is not None else None
    return Worker(swept_at=at, running_for=running_for)


def broker() -> Broker | None:
    """Return what waits in each queue; None where tasks are sent within the process."""
    if settings.EMBEDDED:
        return None
    import redis  # imported here, as the embedded layout never needs it

    names = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    limits = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **limits) as client:
            pipeline = client.pipeline(transaction=False)
            for name in names:
                pipeline.llen(f"{settings.REDIS_PREFIX}{name}")
                pipeline.lindex(f"{settings.REDIS_PREFIX}{name}", -1)  # the oldest
            answers = pipeline.execute()
    except redis.RedisError:
        return Broker(answers=False)
    pairs = zip(names, answers[::2], answers[1::2], strict=True)
    return Broker(queues={name: Waiting(number, sent_at(task)) for name, number, task in pairs})


def sent_at(task: bytes | None) -> datetime | None:
    """Return when a waiting task was sent, if its message says so."""
    with suppress(ValueError, KeyError, TypeError):
        return datetime.fromtimestamp(json.loads(task or b"")["headers"][SENT_AT], UTC)
    return None


def stalest_standings(now: datetime) -> StaleTable | None:
    """Return the standings that are behind for longest."""
    stalest = staleness.stalest_table(before=now)
    if stalest is None:
        return None
    table, since = stalest
    return StaleTable(season=table.season.name, game=table.game, since=since)


def jobs() -> Waiting:
    """Return the jobs, such as imports and exports, that no worker has started."""
    waiting = Job.objects.filter(state=JobState.WAITING)
    return Waiting(**waiting.aggregate(number=Count("pk"), since=Min("created_at")))


def mail(now: datetime) -> Mailing:
    """Return the figures of the outbox of mails."""
    waiting = mail_outbox.mails().filter(state=OutgoingState.PENDING)
    tried = ~Q(answer="")
    numbers = waiting.aggregate(
        number=Count("pk"),
        since=Min("created_at"),
        failing=Count("pk", filter=tried),
        failing_since=Min("created_at", filter=tried),
        overdue_since=Min("next_attempt_at", filter=Q(next_attempt_at__lte=now)),
    )
    ended = mail_outbox.mails().aggregate(
        sent_at=Max("ended_at", filter=Q(state=OutgoingState.DELIVERED)),
        given_up=Count("pk", filter=Q(state=OutgoingState.FAILED, ended_at__gt=now - DAY)),
    )
    return Mailing(
        is_configured=mail_outbox.is_configured(),
        waiting=Waiting(numbers["number"], numbers["since"]),
        failing=Waiting(numbers["failing"], numbers["failing_since"]),
        overdue_since=numbers["overdue_since"],
        last_sent_at=ended["sent_at"],
        given_up=ended["given_up"],
    )


def webhooks(now: datetime) -> Webhooks:
    """Return the figures of the outbox of webhooks."""
    pending = Outgoing.objects.filter(channel=Channel.WEBHOOK, state=OutgoingState.PENDING)
    numbers = pending.aggregate(
        number=Count("pk"),
        since=Min("created_at"),
        overdue_since=Min("next_attempt_at", filter=Q(next_attempt_at__lte=now)),
    )
    failing = Webhook.objects.live().filter(enabled=True, failing_since__lte=now - FAILING)
    return Webhooks(
        waiting=Waiting(numbers["number"], numbers["since"]),
        overdue_since=numbers["overdue_since"],
        failing=failing.count(),
    )


def messages(now: datetime) -> PeopleMessages:
    """Return the figures of the messages to people that are on their way."""
    pending = Outgoing.objects.filter(message__isnull=False, state=OutgoingState.PENDING)
    numbers = pending.aggregate(
        number=Count("pk", filter=Q(next_attempt_at__lte=now)),
        overdue_since=Min("next_attempt_at", filter=Q(next_attempt_at__lte=now)),
    )
    waiting = Waiting(numbers["number"], numbers["overdue_since"])
    return PeopleMessages(waiting, numbers["overdue_since"])


def files(now: datetime) -> Files:
    """Return the figures of backups and disks, as this process sees them. A folder that it may
    not read has no backups."""
    folder: Path | None = settings.BACKUP_DIR
    times: Mapping[Path, datetime] = {}
    if folder is not None:
        with suppress(OSError):
            times = rotation.backups_in(folder)
    return Files(
        measured_at=now,
        folder=str(folder or ""),
        backups=len(times),
        newest_at=next(iter(times.values()), None),
        drill=last_drill(folder) if folder is not None else None,
        upload=last_upload(folder) if settings.BACKUP_S3_URL and folder is not None else None,
        disks=disks(path for path in (settings.DATA_DIR, folder) if path is not None),
        running_for=timedelta(seconds=time.monotonic() - _started_at),
    )


def last_drill(folder: Path) -> Drill | None:
    """Return what the last drill has left beside the backups."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        report = json.loads((folder / nightly.REPORT).read_text())
        at = datetime.fromisoformat(report["at"])
        return Drill(file=report["file"], at=at, ok=bool(report["ok"]))
    return None


def last_upload(folder: Path) -> Upload:
    """Return what the last upload of backups has left beside them."""
    report = uploads.last_report(folder)
    with suppress(ValueError, TypeError):
        stored_at = report.get("stored_at")
        return Upload(stored_at and datetime.fromisoformat(stored_at), report.get("error") or "")
    return Upload()


def disks(folders: Iterable[Path]) -> tuple[Disk, ...]:
    """Return the disks of these folders, each once; a folder that does not exist yet is where its
    parent is."""
    by_device: dict[int, Disk] = {}
    for folder in folders:
        for existing in (folder, *folder.absolute().parents):
            with suppress(OSError):
                device, usage = existing.stat().st_dev, shutil.disk_usage(existing)
                by_device.setdefault(device, Disk(str(folder), usage.free, usage.total))
                break
    return tuple(by_device.values())


def versions() -> Versions:
    """Return what runs, and how the migrations of program and database differ."""
    executor = MigrationExecutor(connection)
    applied = pre_releases.taken_over(executor.loader.applied_migrations)
    own = {key for key in applied if key[0] in OWN_APPS}
    return Versions(
        manche=settings.VERSION,
        python=platform.python_version(),
        django=django.get_version(),
        database=connection.display_name,
        database_version=".".join(str(part) for part in connection.get_database_version()),
        due=len(executor.migration_plan(executor.loader.graph.leaf_nodes())),
        unknown=len(own - set(executor.loader.disk_migrations)),
    )
