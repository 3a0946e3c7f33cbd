"""The work of the jobs `export_club` and `import_club`."""

from collections.abc import Iterator
from functools import partial
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _

from league.errors import NotFound
from league.models import Job, JobFile, User
from league.operations.exchange.archive import file_format, read, write
from league.operations.people import members
from league.operations.support import jobs

CHUNK = 1024 * 1024
MOST_ARCHIVES = 3  # archives of a club


def export_club(job: Job) -> dict[str, Any]:
    """Write the archive of a club as a file of the job."""
    assert job.club is not None, "an export is of a club"
    with TemporaryFile() as file:
        write.export_archive(job.club, file, partial(jobs.report_progress, job))
        file.seek(0)
        jobs.store_file(
            job,
            JobFile.Role.OUTPUT,
            chunks(file),
            name=f"{job.club.slug}.zip",
            media_type=file_format.MEDIA_TYPE,
        )
    jobs.keep_newest(job.club, job.kind, MOST_ARCHIVES)
    return {}


def import_club(job: Job) -> dict[str, Any]:
    """Import the archive that was sent with the job; return the summary."""
    input_file = jobs.find_file(job, JobFile.Role.INPUT)
    if input_file is None or job.by is None:
        raise NotFound(_("The file has been deleted."))
    with_members = bool(job.arguments.get("members"))
    with TemporaryFile() as file:
        for part in jobs.content(input_file):
            file.write(part)
        file.seek(0)
        imported = read.import_archive(
            file,
            by=job.by,
            people=members.acquaintances_of(job.by) if with_members else User.objects.none(),
            most_bytes=settings.ARCHIVE_UNPACKED_BYTES,
            report=partial(jobs.report_progress, job),
        )
    return {
        "club": imported.club.slug,
        "name": imported.club.name,
        "left_out": imported.left_out,
    }


def chunks(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the content of a file in chunks."""
    while part := file.read(CHUNK):
        yield part
