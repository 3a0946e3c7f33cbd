"""The end of a season: open matters are listed, and corrections of its results ask before. Closing
can be undone: the season is reopened."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault
from league.models import AuditKind, Season, Tournament, User
from league.operations.audit import club_log
from league.operations.results import open_matters
from league.operations.support import versions
from league.operations.support.locks import lock_row


@transaction.atomic
def close(season: Season, *, force: str = "", by: User | None) -> Season:
    """Close a season; the second call changes nothing. Open matters stay as they are and are closed
    over only if `force` is the name of the season. Raise what `open_matters.require_force`
    raises."""
    versions.bump_edition(season.club_id)
    season = lock_row(Season.objects.select_related("club"), season.pk)
    if Tournament.objects.filter(season=season).exists():
        words = _("This season is a tournament. Close it in “Manage tournament”.")
        raise Conflict(words, [Fault("of_a_tournament", "", words).to_json()])
    if season.closed_at is not None:
        return season
    matters = open_matters.of_season(season)
    open_matters.require_force(matters, [season.name], force)
    _set(season, AuditKind.SEASON_CLOSED, by, is_closed=True, open_count=len(matters))
    return season


@transaction.atomic
def reopen(season: Season, *, by: User | None) -> Season:
    """Reopen a closed season; the second call changes nothing."""
    versions.bump_edition(season.club_id)
    season = lock_row(Season.objects.select_related("club"), season.pk)
    if season.closed_at is not None:
        _set(season, AuditKind.SEASON_REOPENED, by, is_closed=False)
    return season


def restore(season: Season, closed_at: datetime) -> None:
    """Store when a season from an archive, which has all its matches, was closed."""
    Season.objects.filter(pk=season.pk).update(closed_at=closed_at)


def _set(
    season: Season, kind: AuditKind, by: User | None, *, is_closed: bool, open_count: int = 0
) -> None:
    season.closed_at = timezone.now() if is_closed else None
    season.save(update_fields=["closed_at"])
    club_log.record(
        season.club_id,
        kind,
        by=by,
        subject={"season": season.pk},
        after={"still_open": open_count} if open_count else None,
    )
