"""Postponements of matches. Like `stopped_matches` and `submissions` it writes the status of
a match. A postponed match whose next round is entered is no longer postponed.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import ActionKind, IncidentKind, Match, User
from league.names import visible_line
from league.operations.matches import postponed_matches
from league.operations.matches.postponed_matches import Postponement
from league.operations.results import match_locking
from league.operations.results.match_locking import LockedMatch
from league.operations.results.stopped_matches import LONGEST_REASON
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
    reason = visible_line(reason)
    if len(reason) > LONGEST_REASON:
        words = _("A reason may have at most %(most)s characters.") % {"most": LONGEST_REASON}
        raise invalid("too_long", "reason", words)
    if locked.match.ended:
        words = _(
            "This match has ended: it cannot be postponed. Resume it or undo its last round first."
        )
        raise Conflict(words, [Fault("match_ended", "", words).to_json()])
    new = Postponement(to.isoformat(), reason, locked.match.rounds_played)
    undo = _save(locked, ActionKind.POSTPONE, new)
    locked.note(IncidentKind.POSTPONE, by, reason, undo_data=undo, postponed_to=to)
    return locked.match


@transaction.atomic
def end_postponement(match: Match, *, by: User | None, seen_version: int | None = None) -> Match:
    """End the postponement of a match: it is played now. Raise Conflict if it is not postponed."""
    locked = match_locking.lock_match(match, seen_version)
    if not locked.match.is_postponed:
        words = _("This match is not postponed.")
        raise Conflict(words, [Fault("not_postponed", "", words).to_json()])
    reason_before = locked.match.postpone_reason
    undo = _save(locked, ActionKind.PLAY_ON, Postponement())
    locked.note(IncidentKind.PLAY_ON, by, reason_before, undo_data=undo)
    return locked.match


def _save(locked: LockedMatch, kind: ActionKind, new: Postponement) -> dict[str, Any] | None:
    """Save the postponement; return what undoing it at an evening takes."""
    before = postponed_matches.postponement_of(locked.match)
    postponed_matches.save(locked.match, new)
    if locked.table is not None:
        return None
    return {"action": kind, "before": list(before), "after": list(new)}
