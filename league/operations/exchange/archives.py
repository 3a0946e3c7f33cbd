"""Whole clubs out of here and into here: both are jobs, since a season may take minutes."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import Club, Job, User
from league.models.exchange import OPEN
from league.operations.support import jobs

EXPORT, IMPORT = "export_club", "import_club"


@transaction.atomic
def start_export(club: Club, *, by: User) -> Job:
    """A job that writes the archive; the one that is under way, if any."""
    Club.objects.select_for_update().get(pk=club.pk)
    under_way = Job.objects.filter(club=club, kind=EXPORT, state__in=OPEN).first()
    return under_way or jobs.start(EXPORT, by=by, club=club)


@transaction.atomic
def start_import(
    file: Iterable[bytes],
    *,
    by: User,
    members: bool = False,
    name: str = "",
    known: int | None = None,
) -> Job:
    """A job that makes a new club of an archive, owned by `by`. `known` is how many of his imports
    the caller has seen."""
    User.objects.select_for_update().get(pk=by.pk)
    if known is not None and known != imports(by):
        raise Conflict(_("You sent an archive since you opened this page: look at your clubs."))
    return jobs.start(IMPORT, by=by, arguments={"members": members}, file=file, name=name)


def imports(by: User) -> int:
    """How many he has begun."""
    return Job.objects.filter(by=by, kind=IMPORT).count()
