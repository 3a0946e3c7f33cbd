"""Work too long for a request; the only writer of Job, JobFile and JobFilePart.

The task is only a hint, the row is the truth. Who runs a job holds its row locked, in the
transaction of all that the work writes: another worker passes it by, and a worker that is killed
leaves nothing behind but its attempt. What is open and not locked is announced again by the sweep,
and given up after three attempts.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from database.snapshot import snapshot
from league.errors import Conflict, Fault, LeagueError
from league.models import Club, Job, JobFile, JobFilePart, JobState, User
from league.models.exchange import OPEN
from scoring.tasks import UNREACHABLE

log = logging.getLogger(__name__)
MOST_ATTEMPTS = 3
MOST_OPEN = 5  # of one person
MOST_PROBLEMS = 201  # of an import 200, and how many more there are
PART_SIZE = 1024 * 1024
KEPT = timedelta(days=7)  # files of jobs that have ended
FLAG_SECONDS = 60
STEP_SECONDS = 0.3
STEP_KEPT_SECONDS = 3600
Result = dict[str, Any]


class Kind(NamedTuple):
    """What a job of this kind does. Its answer becomes `result`; a LeagueError makes it fail, and
    all that it wrote is taken back. A `snapshot` sees the database as it was when it began. With
    `forget` the file that it was given goes with its end, else some days later. What `look` keeps
    before the work stays, whatever becomes of that."""

    work: Callable[[Job], Result]
    snapshot: bool = False
    forget: bool = False
    look: Callable[[Job], None] | None = None


class Progress(NamedTuple):
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
    """A job that waits for a worker, with the file it is to read, if any."""
    if by is not None and Job.objects.filter(by=by, state__in=OPEN).count() >= MOST_OPEN:
        raise Conflict(_("Several of your jobs are still open: wait until they have ended."))
    job = Job.objects.create(
        kind=kind,
        by=by,
        club=club,
        arguments=dict(arguments or {}),
        language=translation.get_language() or "en",
    )
    if file is not None:
        keep(job, JobFile.Role.GIVEN, file, name=name)
    transaction.on_commit(partial(announce, job.pk), robust=True)
    return job


def step(job: Job, done: int, total: int) -> None:
    """Tell how far it is. Kept in the cache, since the work's own writes are not seen before its
    end; cheap enough to be called for every row."""
    job.done, job.total = done, total
    now = time.monotonic()
    if now - getattr(job, "told_at", 0.0) < STEP_SECONDS:
        return
    job.told_at = now  # type: ignore[attr-defined]
    try:
        cache.set(_progress(job.pk), (done, total), timeout=STEP_KEPT_SECONDS)
    except UNREACHABLE as error:
        log.warning("job %s goes on without telling: %s", job.pk, error)


def progress(job: Job) -> Progress:
    if job.state != JobState.RUNNING:
        return Progress(job.done, job.total)
    try:
        return Progress(*cache.get(_progress(job.pk), (0, 0)))
    except UNREACHABLE:
        return Progress(0, 0)


def keep(
    job: Job, role: str, content: Iterable[bytes], *, name: str = "", media_type: str = ""
) -> JobFile:
    """Store a file of the job part by part; never whole in memory."""
    file = JobFile.objects.create(job=job, role=role, name=name[:200], media_type=media_type)
    for number, part in enumerate(_parts(content)):
        JobFilePart.objects.create(file=file, number=number, content=part)
        file.size += len(part)
    file.save(update_fields=["size"])
    return file


def file(job: Job, role: str) -> JobFile | None:
    """None when there never was one, or when it is no longer kept."""
    found: JobFile | None = job.files.filter(role=role).first()
    return found


def content(file: JobFile) -> Iterator[bytes]:
    for number in file.parts.values_list("number", flat=True):
        yield bytes(file.parts.values_list("content", flat=True).get(number=number))


def undone(job: Job) -> None:
    """What it had done was taken back, in the caller's transaction."""
    Job.objects.filter(pk=job.pk).update(state=JobState.UNDONE)
    job.state = JobState.UNDONE


def forget(job: Job, *keys: str) -> None:
    """What of its result and problems names people is not kept for ever."""
    job.result = {key: value for key, value in job.result.items() if key not in keys}
    job.problems = []
    job.save(update_fields=["result", "problems"])


def run(pk: int, kinds: Mapping[str, Kind]) -> None:
    """Do what is to be done, once; nothing if it has ended or another worker is at it."""
    job = _begin(pk)
    if job is not None:
        _do(job, kinds[job.kind])
    _forget_given(pk, kinds)


def announce(pk: int) -> None:
    """Ask a worker to run it. A broker or cache that is down must not fail the request."""
    try:
        if cache.add(_flag(pk), 1, timeout=FLAG_SECONDS):
            current_app.send_task("league.run_job", (pk,), retry=False)
    except UNREACHABLE as error:
        log.warning("job %s left to the sweep: %s", pk, error)


def sweep() -> None:
    """Announce what has lost its hint or its worker: open jobs that nobody holds."""
    with transaction.atomic():
        free = Job.objects.filter(state__in=OPEN).select_for_update(skip_locked=True)
        found = [job.pk for job in free.order_by("pk").only("pk")]
    for pk in found:
        announce(pk)


def keep_newest(club: Club, kind: str, most: int) -> None:
    """Of the files that jobs of this kind have made for the club."""
    made = JobFile.objects.filter(job__club=club, job__kind=kind, role=JobFile.Role.MADE)
    newest = list(made.order_by("-job_id").values_list("pk", flat=True)[:most])
    made.exclude(pk__in=newest).delete()


def purge() -> None:
    """Forget files of jobs that ended long ago: they may hold a whole club."""
    old = JobFile.objects.filter(job__finished_at__lt=timezone.now() - KEPT)
    old.exclude(job__state__in=OPEN).delete()


@transaction.atomic
def _begin(pk: int) -> Job | None:
    """One more attempt, seen by everybody from now on."""
    free = Job.objects.select_for_update(skip_locked=True, no_key=True)
    job = free.filter(pk=pk, state__in=OPEN).first()
    if job is None:
        return None
    if job.attempts >= MOST_ATTEMPTS:
        with translation.override(job.language):
            message = _("This was begun three times and never came to its end.")
        _fail(job, [Fault("gave_up", "", message).to_json()])
        return None
    job.attempts += 1
    job.state, job.started_at = JobState.RUNNING, timezone.now()
    job.save(update_fields=["attempts", "state", "started_at"])
    try:
        cache.delete_many([_flag(pk), _progress(pk)])
    except UNREACHABLE as error:
        log.warning("job %s begins without the cache: %s", pk, error)
    return job


@contextmanager
def _turn(pk: int, kind: Kind) -> Iterator[Job | None]:
    """The transaction of the work, with the job's row locked; None when it is not our turn."""
    with snapshot() if kind.snapshot else transaction.atomic():
        mine = Job.objects.select_for_update(skip_locked=True, no_key=True)
        yield mine.filter(pk=pk, state=JobState.RUNNING).first()


def _do(job: Job, kind: Kind) -> None:
    try:
        with translation.override(job.language):
            with _turn(job.pk, kind) as mine:
                if mine is not None and kind.look is not None:
                    kind.look(mine)
            with _turn(job.pk, kind) as mine:
                if mine is not None:
                    _end(mine, kind.work(mine))
    except LeagueError as error:
        _fail(job, error.problems or [Fault("failed", "", error.detail).to_json()])


def _forget_given(pk: int, kinds: Mapping[str, Kind]) -> None:
    """Once it has ended, in whichever way."""
    ended = Job.objects.exclude(state__in=OPEN).filter(pk=pk).first()
    if ended is not None and kinds[ended.kind].forget:
        ended.files.filter(role=JobFile.Role.GIVEN).delete()


def _end(job: Job, result: Result) -> None:
    job.state, job.result, job.finished_at = JobState.DONE, result, timezone.now()
    job.save(update_fields=["state", "result", "done", "total", "finished_at"])


def _fail(job: Job, problems: Sequence[Mapping[str, Any]]) -> None:
    """Unless somebody else has begun it anew."""
    mine = Job.objects.filter(pk=job.pk, state__in=OPEN, attempts=job.attempts)
    mine.update(
        state=JobState.FAILED,
        problems=[_storable(problem) for problem in list(problems)[:MOST_PROBLEMS]],
        finished_at=timezone.now(),
    )


def _storable(problem: Mapping[str, Any]) -> dict[str, Any]:
    """Words may repeat what stood in a file: databases take no U+0000, and nobody half of a
    surrogate pair."""
    return {
        name: value.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()
        if isinstance(value, str)
        else value
        for name, value in problem.items()
    }


def _parts(content: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in parts of one size, the last one shorter."""
    held = bytearray()
    for piece in content:
        held += piece
        while len(held) >= PART_SIZE:
            yield bytes(held[:PART_SIZE])
            del held[:PART_SIZE]
    if held:
        yield bytes(held)


def _flag(pk: int) -> str:
    return f"job.{pk}.hinted"


def _progress(pk: int) -> str:
    return f"job.{pk}.progress"
