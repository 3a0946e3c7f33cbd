"""A match is put off to another day, and goes on; with stops and submissions a writer of how a
match stands. Whoever enters a further round plays on, without saying so."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import IncidentKind, Match, User
from league.operations.results import match_locking
from league.operations.results.match_locking import Held
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
    """Only while it has not ended; again with another date. Its players are free meanwhile."""
    held = match_locking.hold(match, seen_version)
    seasons.check_time(to, "to")
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        words = _("A reason has at most %(most)s characters.") % {"most": LONGEST_REASON}
        raise invalid("too_long", "reason", words)
    if held.match.ended:
        words = _("This match has ended: it cannot be postponed.")
        raise Conflict(words, [Fault("match_ended", "", words).to_json()])
    _write(held, to, reason, held.match.rounds_played)
    held.note(IncidentKind.POSTPONE, by, reason)
    return held.match


@transaction.atomic
def go_on(match: Match, *, by: User | None, seen_version: int | None = None) -> Match:
    """It is played now, as it stands."""
    held = match_locking.hold(match, seen_version)
    if not held.match.is_postponed:
        words = _("This match is not postponed.")
        raise Conflict(words, [Fault("not_postponed", "", words).to_json()])
    was = held.match.postpone_reason
    _write(held, None, "", 0)
    held.note(IncidentKind.PLAY_ON, by, was)
    return held.match


def _write(held: Held, to: datetime | None, reason: str, after: int) -> None:
    match = held.match
    match.postponed_to, match.postpone_reason, match.postponed_after = to, reason, after
    match.version += 1
    Match.objects.filter(pk=match.pk).update(
        postponed_to=to, postpone_reason=reason, postponed_after=after, version=match.version
    )
