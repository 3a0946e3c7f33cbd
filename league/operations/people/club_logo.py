"""The logo of a club. The only writer of ClubLogo.

A picture that an owner sends is a job: only a worker decodes it. Its sizes replace the former ones
in one transaction, and their common version is part of their addresses.
"""

from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, NotFound
from league.models import AuditKind, Club, ClubLogo, Job, JobFile, JobState, User
from league.models.exchange import OPEN_STATES
from league.operations.audit import club_log
from league.operations.people import pictures
from league.operations.support import jobs, versions

JOB = "club_logo"
SIZES = (64, 256, 512)  # pixels
LARGEST = max(SIZES)
PATH = "logo"


@transaction.atomic
def start(club: Club, content: bytes, *, by: User, name: str = "") -> Job:
    """Return a job that makes this picture the logo; raise Invalid if it is none at first sight."""
    pictures.check(content, PATH)
    job = jobs.start(JOB, by=by, club=club, file=[content], name=name)
    club_log.record(club.pk, AuditKind.LOGO_SENT, by=by, subject={"job": job.pk})
    return job


def work(job: Job) -> dict[str, Any]:
    """Make the logo from the uploaded picture. If several were sent, the latest one stays."""
    file = jobs.find_file(job, JobFile.Role.INPUT)
    if file is None or job.club is None:
        raise NotFound(_("The file has been deleted."))
    squares = _squares(b"".join(jobs.content(file)))
    versions.bump_edition(job.club.pk)
    later_jobs = jobs_of_club(job.club).filter(pk__gt=job.pk, state=JobState.DONE)
    if later_jobs.exists():
        return {"replaced": True}
    return {"version": _store(job.club, squares)}


@transaction.atomic
def restore(club: Club, content: bytes) -> None:
    """Give the club the logo that an archive has; call it in a worker or a command."""
    squares = _squares(content)
    versions.bump_edition(club.pk)
    _store(club, squares)


@transaction.atomic
def remove(club: Club, *, by: User | None = None) -> None:
    """Delete the logo, if there is one; raise Conflict while a new one is being made."""
    versions.bump_edition(club.pk)
    if jobs_of_club(club).filter(state__in=OPEN_STATES).exists():
        raise Conflict(_("A new logo is being prepared: wait a moment, then remove it."))
    _store(club, {})
    club_log.record(club.pk, AuditKind.LOGO_REMOVED, by=by)


def jobs_of_club(club: Club) -> Any:
    """Return the pictures that were sent to the club, the latest first."""
    return Job.objects.filter(club=club, kind=JOB)


def find(club_id: int, version: str, size: int) -> bytes | None:
    """Return the PNG of this size, if this is still the logo of the club."""
    logos = ClubLogo.objects.filter(club=club_id, size=size, club__logo_version=version)
    content = logos.values_list("content", flat=True).first() if version else None
    return None if content is None else bytes(content)


def _squares(content: bytes) -> dict[int, bytes]:
    """Return the PNG of each size."""
    from league.operations.people import picture_squares  # imported here: only a worker needs it

    return picture_squares.square_pngs(content, SIZES, PATH)


def _store(club: Club, squares: dict[int, bytes]) -> str:
    """Replace all sizes; return their version, which is empty without any."""
    club.logos.all().delete()
    ClubLogo.objects.bulk_create(
        ClubLogo(club=club, size=size, content=content) for size, content in squares.items()
    )
    club.logo_version = sha256(squares[LARGEST]).hexdigest()[:12] if squares else ""
    club.save(update_fields=["logo_version"])
    return club.logo_version
