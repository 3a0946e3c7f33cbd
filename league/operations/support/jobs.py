"""Background jobs: work too long for a request. The only writer of Job, JobFile and JobFilePart.

The Celery task is only a hint; the row decides (decision 21). A worker locks the row of a job in
the transaction of all that the work writes: other workers skip the row, and a worker that is killed
leaves nothing behind but its attempt. The sweep announces open jobs without a lock again and gives
them up after three attempts.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from database.batches import delete_in_batches
from database.snapshot import snapshot
from league.errors import Conflict, Fault, LeagueError
from league.models import Club, Job, JobFile, JobFilePart, JobState, User
from league.models.exchange import OPEN_STATES
from league.operations.support import queues
from scoring.tasks import UNREACHABLE

log = logging.getLogger(__name__)
RUN = "league.run_job"  # the task, by name: it stands above this module
MOST_ATTEMPTS = 3
MOST_OPEN = 5  # of one person
MOST_PROBLEMS = 201  # of an import 200, and how many more there are
PART_SIZE = 1024 * 1024
WAKEUP_SECONDS = 60
PROGRESS_INTERVAL_SECONDS = 0.3
PROGRESS_TIMEOUT_SECONDS = 3600
Result = dict[str, Any]


class JobKind(NamedTuple):
    """Behaviour of a kind of job. The return value of `work` becomes the job's `result`; a
    LeagueError makes the job fail, and everything that it wrote is rolled back. With `snapshot` the
    work reads the database as it was when it began. With `forget` the input file is deleted when
    the job ends, otherwise some days later. Changes that `prepare` writes before the work stay even
    if the work fails."""

    work: Callable[[Job], Result]
    snapshot: bool = False
    forget: bool = False
    prepare: Callable[[Job], None] | None = None


class JobProgress(NamedTuple):
    done: int
    total: int


@transaction.atomic
def start(
    kind: str,
    *,
    by: User | None,
    club: Club | None = None,
    arguments: Mapping[str, Any] | None = None,
    file: Iterable[bytes] | None = None,
    name: str = "",
) -> Job:
    """Create a job that waits for a worker, with its input file, if any."""
    if by is not None and Job.objects.filter(by=by, state__in=OPEN_STATES).count() >= MOST_OPEN:
        raise Conflict(_("Several of your jobs are still running: wait until they have finished."))
    job = Job.objects.create(
        kind=kind,
        by=by,
        club=club,
        arguments=dict(arguments or {}),
        language=translation.get_language() or "en",
    )
    if file is not None:
        store_file(job, JobFile.Role.INPUT, file, name=name)
    queues.wake_after_commit(RUN, job.pk, seconds=WAKEUP_SECONDS)
    return job


def report_progress(job: Job, done: int, total: int) -> None:
    """Report the progress of the job, through the cache, since other transactions do not see its
    writes before its end. Cheap enough to be called for every row."""
    job.done, job.total = done, total
    now = time.monotonic()
    if now - getattr(job, "reported_at", 0.0) < PROGRESS_INTERVAL_SECONDS:
        return
    job.reported_at = now  # type: ignore[attr-defined]
    try:
        cache.set(_progress(job), (done, total), timeout=PROGRESS_TIMEOUT_SECONDS)
    except UNREACHABLE as error:
        log.warning("job %s goes on without telling: %s", job.pk, error)


def progress(job: Job) -> JobProgress:
    if job.state != JobState.RUNNING:
        return JobProgress(job.done, job.total)
    try:
        return JobProgress(*cache.get(_progress(job), (0, 0)))
    except UNREACHABLE:
        return JobProgress(0, 0)


def store_file(
    job: Job, role: str, content: Iterable[bytes], *, name: str = "", media_type: str = ""
) -> JobFile:
    """Store a file of the job part by part; it is never in memory as a whole."""
    file = JobFile.objects.create(job=job, role=role, name=name[:200], media_type=media_type)
    for number, part in enumerate(_parts(content)):
        JobFilePart.objects.create(file=file, number=number, content=part)
        file.size += len(part)
    file.save(update_fields=["size"])
    return file


def find_file(job: Job, role: str) -> JobFile | None:
    """Return a file of the job; None if there never was one or it has been deleted."""
    file: JobFile | None = job.files.filter(role=role).first()
    return file


def content(file: JobFile) -> Iterator[bytes]:
    """Yield the parts of a file."""
    for number in file.parts.values_list("number", flat=True):
        yield bytes(file.parts.values_list("content", flat=True).get(number=number))


def mark_undone(job: Job) -> None:
    """Mark the job as undone: the caller's transaction reverts its work."""
    Job.objects.filter(pk=job.pk).update(state=JobState.UNDONE)
    job.state = JobState.UNDONE


def erase_details(job: Job, *keys: str) -> None:
    """Delete these keys of the result, and the problems: they name people."""
    job.result = {key: value for key, value in job.result.items() if key not in keys}
    job.problems = []
    job.save(update_fields=["result", "problems"])


def run(pk: int, kinds: Mapping[str, JobKind]) -> None:
    """Run a job once; do nothing if it has ended or another worker runs it."""
    job = _begin(pk)
    if job is not None:
        _do(job, kinds[job.kind])
    _delete_input(pk, kinds)


def sweep() -> None:
    """Announce open jobs again that no worker has locked."""
    with transaction.atomic():
        free = queues.lock_free(Job.objects.filter(state__in=OPEN_STATES))
        job_ids = [job.pk for job in free.order_by("pk").only("pk")]
    for pk in job_ids:
        queues.wake_worker(RUN, pk, seconds=WAKEUP_SECONDS)


def keep_newest(club: Club, kind: str, most: int) -> None:
    """Delete all but the newest files that jobs of this kind have made for the club."""
    files = JobFile.objects.filter(job__club=club, job__kind=kind, role=JobFile.Role.OUTPUT)
    newest = list(files.order_by("-job_id").values_list("pk", flat=True)[:most])
    files.exclude(pk__in=newest).delete()


def delete_earlier_files(job: Job) -> None:
    """Delete what earlier jobs of this kind have made for the same person or club and from the same
    arguments."""
    same = Q(job__club=job.club) if job.club_id else Q(job__club=None, job__by=job.by)
    files = JobFile.objects.filter(same, job__kind=job.kind, role=JobFile.Role.OUTPUT)
    files.filter(job__arguments=job.arguments).exclude(job=job).delete()


def erase_person(club: Club, player_ids: Collection[int], kind: str) -> None:
    """Delete the files of all ended jobs of the club and of its members, which may name anybody,
    and the jobs of this kind that are about these players. Raise Conflict while a job of the club
    runs, or waits with a file."""
    of_club = Job.objects.filter(club=club)
    waits_with_file = Q(state=JobState.WAITING, files__role=JobFile.Role.INPUT)
    if of_club.filter(Q(state=JobState.RUNNING) | waits_with_file).exists():
        words = _(
            "An import or another long job of the club is running: wait until it has finished."
        )
        raise Conflict(words, [Fault("job_runs", "", words).to_json()])
    of_club.filter(kind=kind, arguments__player__in=list(player_ids)).delete()
    of_members = Job.objects.filter(club=None, by__memberships__club=club)
    ended = of_club | of_members.exclude(state__in=OPEN_STATES)
    JobFile.objects.filter(job__in=ended.values("pk")).delete()


def erase_account(user: User) -> None:
    """Delete the jobs that an account started for itself; jobs of clubs stay, without the
    account."""
    Job.objects.filter(by=user, club=None).delete()
    Job.objects.filter(by=user).update(by=None)


def purge_files(before: datetime) -> None:
    """Delete files of jobs that ended before a time: they may contain a whole club."""
    ended = JobFile.objects.exclude(job__state__in=OPEN_STATES)
    delete_in_batches(ended.filter(job__finished_at__lt=before))


def purge(before: datetime) -> None:
    """Delete jobs that ended before a time. An import can then no longer be undone."""
    ended = Job.objects.exclude(state__in=OPEN_STATES)
    delete_in_batches(ended.filter(finished_at__lt=before))


@transaction.atomic
def _begin(pk: int) -> Job | None:
    """Start an attempt in a transaction of its own; return None if the job is not free or has none
    left."""
    job = queues.lock_free(Job.objects.filter(pk=pk, state__in=OPEN_STATES)).first()
    if job is None:
        return None
    if job.attempts >= MOST_ATTEMPTS:
        with translation.override(job.language):
            message = _("This job was started three times and never finished.")
        _fail(job, [Fault("gave_up", "", message).to_json()])
        return None
    job.attempts += 1
    job.state, job.started_at = JobState.RUNNING, timezone.now()
    job.save(update_fields=["attempts", "state", "started_at"])
    queues.clear_wakeup(RUN, pk)
    return job


@contextmanager
def _lock_running(pk: int, kind: JobKind) -> Iterator[Job | None]:
    """Open the transaction of the work and yield the locked job; None if another worker has it."""
    with snapshot() if kind.snapshot else transaction.atomic():
        yield queues.lock_free(Job.objects.filter(pk=pk, state=JobState.RUNNING)).first()


def _do(job: Job, kind: JobKind) -> None:
    try:
        with translation.override(job.language):
            with _lock_running(job.pk, kind) as locked_job:
                if locked_job is not None and kind.prepare is not None:
                    kind.prepare(locked_job)
            with _lock_running(job.pk, kind) as locked_job:
                if locked_job is not None:
                    _end(locked_job, kind.work(locked_job))
    except LeagueError as error:
        _fail(job, error.problems or [Fault("failed", "", error.detail).to_json()])


def _delete_input(pk: int, kinds: Mapping[str, JobKind]) -> None:
    """Delete the input file once the job has ended, with or without success."""
    ended_job = Job.objects.exclude(state__in=OPEN_STATES).filter(pk=pk).first()
    if ended_job is not None and kinds[ended_job.kind].forget:
        ended_job.files.filter(role=JobFile.Role.INPUT).delete()


def _end(job: Job, result: Result) -> None:
    job.state, job.result, job.finished_at = JobState.DONE, result, timezone.now()
    job.save(update_fields=["state", "result", "done", "total", "finished_at"])


def _fail(job: Job, problems: Sequence[Mapping[str, Any]]) -> None:
    """Mark the job as failed unless a later attempt has begun."""
    same_attempt = Job.objects.filter(pk=job.pk, state__in=OPEN_STATES, attempts=job.attempts)
    same_attempt.update(
        state=JobState.FAILED,
        problems=[_storable(problem) for problem in list(problems)[:MOST_PROBLEMS]],
        finished_at=timezone.now(),
    )


def _storable(problem: Mapping[str, Any]) -> dict[str, Any]:
    """Return a problem that databases and JSON accept: without U+0000 and half surrogate pairs,
    which words from a file may contain."""
    return {
        name: value.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()
        if isinstance(value, str)
        else value
        for name, value in problem.items()
    }


def _parts(content: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same bytes in parts of one size, the last one shorter."""
    buffer = bytearray()
    for piece in content:
        buffer += piece
        while len(buffer) >= PART_SIZE:
            yield bytes(buffer[:PART_SIZE])
            del buffer[:PART_SIZE]
    if buffer:
        yield bytes(buffer)


def _progress(job: Job) -> str:
    return f"job.{job.pk}.{job.attempts}.progress"
