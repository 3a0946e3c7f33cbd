"""Correction policy of a season: requirements for correcting a match that has a result.

It binds once the match has a result: rounds of a match that is still played are corrected freely,
as is a round that was entered a moment ago at the table. Only owners change the policy: otherwise
the people bound by it could lift it.
"""

from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import CorrectionPolicy, Match, Membership, Tournament, User
from league.operations.support import wording
from league.permissions import ALLOWED, Action

POLICY_CODES = frozenset(
    {"corrections_closed", "correction_needs_second_person", "proposal_pending"}
)


class Consent(NamedTuple):
    """Reason and confirmations given with a correction. `approved`: a second person has agreed,
    which replaces the others; only a closed tournament, season or evening still needs a
    confirmation (`require_confirmed`)."""

    reason: str = ""
    confirmed: bool = False
    approved: bool = False


class ClosedScope(StrEnum):
    """The closed evening or season of a match."""

    TOURNAMENT = "tournament"
    SEASON = "season"
    SESSION = "session"


class CorrectionTerms(NamedTuple):
    """The terms of a correction, which pages show before it is sent. `last_day` is the last day on
    which it is possible, None without such a day. In a closed tournament, season or evening
    (`scope`) a correction needs a confirmation under any policy."""

    policy: CorrectionPolicy
    last_day: date | None
    is_closed: bool
    scope: ClosedScope | None = None

    @property
    def needs_confirmation(self) -> bool:
        is_asked = self.policy == CorrectionPolicy.WARNED or self.scope is not None
        return not self.is_closed and is_asked

    @property
    def needs_reason(self) -> bool:
        return not self.is_closed and self.policy == CorrectionPolicy.REASON

    @property
    def needs_second_person(self) -> bool:
        return not self.is_closed and self.policy == CorrectionPolicy.SECOND_PERSON


def correction_terms(match: Match) -> CorrectionTerms:
    """Return the terms of a correction of the match as it stands."""
    season = match.session.season
    if not match.over:
        return CorrectionTerms(CorrectionPolicy.FREE, None, is_closed=False)
    last_day = last_day_of_corrections(match)
    is_closed = last_day is not None and season.club.today() > last_day
    policy = CorrectionPolicy(season.correction_policy)
    return CorrectionTerms(policy, last_day, is_closed, closed_scope(match))


def closed_scope(match: Match) -> ClosedScope | None:
    """Return the closed season, else the closed evening of the match; None if both are open."""
    session, season = match.session, match.session.season
    closed = Tournament.objects.filter(season=season, closed_at__isnull=False)
    if closed.exists():
        return ClosedScope.TOURNAMENT
    if season.closed_at is not None:
        return ClosedScope.SEASON
    return ClosedScope.SESSION if session.closed_at is not None else None


def last_day_of_corrections(match: Match) -> date | None:
    """Return the last day on which the result can be corrected, in the time zone of the club."""
    season = match.session.season
    if season.corrections_close_after is None:
        return None
    played_on = match.session.starts_at.astimezone(ZoneInfo(season.club.timezone)).date()
    return played_on + timedelta(days=season.corrections_close_after)


def require_open(match: Match) -> None:
    """Raise Conflict if the result can no longer be corrected."""
    terms = correction_terms(match)
    if terms.is_closed and terms.last_day is not None:
        words = _(
            "Results of this evening could be corrected until %(day)s. An admin of the club "
            "can change this in the season settings."
        )
        words %= {"day": wording.date(terms.last_day, "j F Y")}
        raise Conflict(words, [Fault("corrections_closed", "", words).to_json()])


def require_confirmed(match: Match, *, confirmed: bool) -> None:
    """Raise Invalid in a closed tournament, season or evening without this confirmation, also for
    decisions and approvals that change a result."""
    scope = None if confirmed else closed_scope(match)
    if scope == ClosedScope.TOURNAMENT:
        words = _(
            "The tournament is closed. Confirm that you want to correct this result: places in"
            " its final ranking may change. The tournament stays closed."
        )
        raise invalid("tournament_closed", "confirmed", words)
    if scope == ClosedScope.SEASON:
        words = _(
            "The season is closed. Confirm that you want to correct this result: places in its"
            " standings may change. The season stays closed."
        )
        raise invalid("season_closed", "confirmed", words)
    if scope == ClosedScope.SESSION:
        words = _(
            "The evening is closed. Confirm that you want to correct this result. The evening"
            " stays closed."
        )
        raise invalid("session_closed", "confirmed", words)


def require_consent(match: Match, consent: Consent) -> None:
    """Raise Conflict or Invalid unless the policy allows a correction with this
    consent."""
    require_open(match)
    terms = correction_terms(match)
    if consent.approved:
        return
    if terms.needs_second_person:
        words = _(
            "In this season, a second person must approve each correction of a result. Propose"
            " yours for approval."
        )
        raise Conflict(words, [Fault("correction_needs_second_person", "", words).to_json()])
    if terms.needs_reason and not consent.reason.strip():
        raise invalid("reason_required", "reason", _("Give a reason for the correction."))
    if terms.scope is not None:
        require_confirmed(match, confirmed=consent.confirmed)
    if terms.needs_confirmation and not consent.confirmed:
        words = _("This match has a result that counts. Confirm that you want to correct it.")
        raise invalid("correction_needs_confirmation", "confirmed", words)


def has_second_person(match: Match, user: User) -> bool:
    """Return whether anybody but this user may approve a correction of the match."""
    roles = [role for role, rights in ALLOWED.items() if Action.SUBMIT in rights]
    members = Membership.objects.filter(club=match.session.season.club_id, role__in=roles)
    return members.filter(user__is_active=True).exclude(user=user.pk).exists()
