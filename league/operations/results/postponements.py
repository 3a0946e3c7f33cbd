"""Postponements of matches. Like `stops` and `submissions` it writes the status of a match.

A postponed match whose next round is entered is no longer postponed.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import IncidentKind, Match, User
from league.operations.results import match_locking
from league.operations.results.match_locking import LockedMatch
from league.operations.results.stops import LONGEST_REASON
from league.operations.seasons import seasons


@transaction.atomic
def postpone(
    match: Match,
    *,
    to: datetime,
    reason: str = "",
    by: User | None,
    seen_version: int | None = None,
) -> Match:
    """Postpone a match that has not ended, also to another date; its players are free meanwhile.
    Raise Conflict if it has ended."""
    locked = match_locking.lock_match(match, seen_version)
    seasons.check_time(to, "to")
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        words = _("A reason may have at most %(most)s characters.") % {"most": LONGEST_REASON}
        raise invalid("too_long", "reason", words)
    if locked.match.ended:
        words = _("This match has ended: it cannot be postponed.")
        raise Conflict(words, [Fault("match_ended", "", words).to_json()])
    _save_postponement(locked, to, reason, locked.match.rounds_played)
    locked.note(IncidentKind.POSTPONE, by, reason, postponed_to=to)
    return locked.match


@transaction.atomic
def end_postponement(match: Match, *, by: User | None, seen_version: int | None = None) -> Match:
    """End the postponement of a match: it is played now. Raise Conflict if it is not postponed."""
    locked = match_locking.lock_match(match, seen_version)
    if not locked.match.is_postponed:
        words = _("This match is not postponed.")
        raise Conflict(words, [Fault("not_postponed", "", words).to_json()])
    reason_before = locked.match.postpone_reason
    _save_postponement(locked, None, "", 0)
    locked.note(IncidentKind.PLAY_ON, by, reason_before)
    return locked.match


def _save_postponement(
    locked: LockedMatch, to: datetime | None, reason: str, rounds_played: int
) -> None:
    """Save a postponement; `after` is the number of rounds that are played already."""
    match = locked.match
    match.postponed_to, match.postpone_reason, match.postponed_after = to, reason, rounds_played
    match.version += 1
    Match.objects.filter(pk=match.pk).update(
        postponed_to=to,
        postpone_reason=reason,
        postponed_after=rounds_played,
        version=match.version,
    )
