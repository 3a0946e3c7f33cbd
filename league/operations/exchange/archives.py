"""Exports and imports of whole clubs. Both are jobs, since a season may take minutes."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import AuditKind, Club, Job, User
from league.models.exchange import OPEN_STATES
from league.operations.audit import club_log
from league.operations.support import jobs

EXPORT, IMPORT = "export_club", "import_club"


@transaction.atomic
def start_export(club: Club, *, by: User) -> Job:
    """Return a job that writes the archive of a club; the running one, if any."""
    Club.objects.select_for_update().get(pk=club.pk)
    running = Job.objects.filter(club=club, kind=EXPORT, state__in=OPEN_STATES).first()
    if running is not None:
        return running
    job = jobs.start(EXPORT, by=by, club=club)
    club_log.record(club.pk, AuditKind.CLUB_EXPORTED, by=by, subject={"job": job.pk})
    return job


@transaction.atomic
def start_import(
    file: Iterable[bytes],
    *,
    by: User,
    members: bool = False,
    name: str = "",
    known: int | None = None,
) -> Job:
    """Return a job that makes a new club of an archive, owned by `by`. `known` is the
    number of imports that the caller has seen."""
    User.objects.select_for_update().get(pk=by.pk)
    if known is not None and known != count_imports(by):
        raise Conflict(
            _("You have uploaded an archive since you opened this page. Check “My clubs” first.")
        )
    return jobs.start(IMPORT, by=by, arguments={"members": members}, file=file, name=name)


def count_imports(by: User) -> int:
    """Return how many imports of archives this person has begun."""
    return Job.objects.filter(by=by, kind=IMPORT).count()
