"""Deletion of a club that was made by mistake, while nothing depends on it.

The log of a club is deleted with the club. The deletion is recorded in the log of the server; a
club with other members cannot be deleted, so no other user needs a record.
"""

import logging
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import permissions
from league.models import Club, Player, User
from league.models.exchange import OPEN_STATES
from league.operations.audit import club_log
from league.operations.support.deletion_checks import Use, require_unused
from league.operations.support.locks import lock_row, lock_to_delete
from league.permissions import Action

log = logging.getLogger(__name__)


@transaction.atomic
def delete_club(club: Club, *, by: User) -> None:
    """Delete a club with its settings, invitations, webhooks and tokens. Raise Conflict if anything
    else depends on it."""
    lock_row(Club.objects.all(), club.pk)
    club_log.lock_end(club.pk)
    club = lock_to_delete(Club.objects.all(), club.pk)
    permissions.require(by, club, Action.OWN)
    refusal = _("This club cannot be deleted, because it has: %(uses)s.")
    require_unused(uses_of_club(club, by), refusal)
    words = "club %s (%s) was deleted by account %s"
    transaction.on_commit(partial(log.warning, words, club.slug, club.pk, by.pk))
    remove_rows(club)


def uses_of_club(club: Club, by: User) -> list[Use]:
    """Return what depends on a club, for one of its owners."""
    seasons, players = club.seasons.count(), club.players.count()
    members = club.memberships.exclude(user=by).count()
    jobs = club.jobs.filter(state__in=OPEN_STATES).count()
    counts = [
        ("seasons", ngettext("%(count)s season", "%(count)s seasons", seasons), seasons),
        ("players", ngettext("%(count)s player", "%(count)s players", players), players),
        (
            "members",
            ngettext("%(count)s other member", "%(count)s other members", members),
            members,
        ),
        (
            "jobs",
            ngettext("%(count)s import under way", "%(count)s imports under way", jobs),
            jobs,
        ),
    ]
    return [Use(path, words % {"count": count}) for path, words, count in counts if count]


def remove_rows(club: Club) -> None:
    """Delete a club with all its rows, in an order that foreign keys allow."""
    club_log.allow_removal()
    club.ladders.all().delete()
    club.ratings.all().delete()
    for season in club.seasons.all():
        season.delete()
    Player.every.filter(club=club).update(merged_into=None)  # a merged player protects the other
    # seats and results protect players until the seasons are deleted
    Player.every.filter(club=club).delete()
    club.delete()
