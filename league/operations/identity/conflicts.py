"""Why two players cannot be one person, or not now."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import game_name
from league.errors import Conflict, Fault
from league.models import (
    DivisionMember,
    Entrant,
    Invitation,
    InvitationState,
    Match,
    PersonalLink,
    Player,
    Presence,
    SignUp,
    SignUpSheet,
    TeamMember,
)
from league.operations.matches import table_turns
from league.operations.support.wording import local_day
from scoring.pure.teams import Membership

MOST_EXAMPLES = 3


def require_none(merged: Player, survivor: Player) -> None:
    """Raise Conflict with every reason against a merge."""
    faults = list(faults_of(merged, survivor))
    if faults:
        raise Conflict(faults[0].message, [fault.to_json() for fault in faults])


def faults_of(merged: Player, survivor: Player) -> Iterator[Fault]:
    """Yield each reason against a merge, with what to do about it."""
    names = {"one": merged.name, "other": survivor.name}
    if matches := list(_common_matches(merged, survivor)):
        where = ", ".join(_place(match) for match in matches)
        words = _("%(one)s and %(other)s sat at the same table, so they are two people: %(where)s.")
        yield Fault("at_one_table", "into", words % {**names, "where": where})
    running = Match.objects.filter(seats__player__in=[merged, survivor])
    if match := running.filter(over=False, stopped_at=None).first():
        words = _("%(one)s or %(other)s is still in a match: finish or cancel it first.")
        yield Fault("match_runs", "into", f"{words % names} ({_place(match)})")
    for entry in Entrant.objects.filter(
        player=merged, tournament__entrants__player=survivor
    ).select_related("tournament__season"):
        words = _("Both are entered in %(name)s: withdraw one entry first.")
        yield Fault("both_entered", "into", words % {"name": entry.tournament})
    yield from _sign_up_faults(merged, survivor)
    for member in DivisionMember.objects.filter(
        player=merged, period__members__player=survivor
    ).select_related("period__ladder"):
        words = _("Both are in divisions of %(name)s.")
        yield Fault("both_in_divisions", "into", words % {"name": member.period})
    yield from _team_faults(merged, survivor)
    here = Presence.objects.current()
    if here.filter(player=merged, session__in=here.filter(player=survivor).values("session")):
        words = _("Both are checked in on the same evening: check one of them out first.")
        yield Fault("both_checked_in", "into", words)
    if merged.account_id and survivor.account_id:
        words = _(
            "%(one)s and %(other)s have different accounts: one of them must leave the club first."
        )
        yield Fault("two_accounts", "into", words % names)
    if merged.guardian_id and survivor.guardian_id:
        words = _(
            "%(one)s and %(other)s each have a guardian: one of them must leave the club first."
        )
        yield Fault("two_guardians", "into", words % names)
    offers = Invitation.objects.filter(state=InvitationState.OPEN)
    if all(offers.filter(player=player).exists() for player in (merged, survivor)):
        words = _("%(one)s and %(other)s are invited: revoke one invitation first.")
        yield Fault("two_invitations", "into", words % names)


def _common_matches(merged: Player, survivor: Player) -> "QuerySet[Match]":
    of_survivor = table_turns.seated_at(survivor.pk).values("pk")
    both = table_turns.seated_at(merged.pk).filter(pk__in=of_survivor)
    return both.select_related("session__season")[:MOST_EXAMPLES]


def _team_faults(merged: Player, survivor: Player) -> Iterator[Fault]:
    """Yield the team tables in which one person would be in two teams on one day."""
    rows = TeamMember.objects.filter(player__in=[merged, survivor])
    rows = rows.select_related("team__table__season").order_by("pk")
    own = [row for row in rows if row.player_id == merged.pk]
    for row in own:
        for other in rows:
            if other.player_id != survivor.pk or other.team.table_id != row.team.table_id:
                continue
            if _membership(row).overlaps(_membership(other)):
                words = _(
                    "Both are in teams of %(name)s on the same days, %(one)s and %(other)s: end "
                    "one of these times first."
                )
                names = {"name": row.team.table.season, "one": row.team, "other": other.team}
                yield Fault("both_in_teams", "into", words % names)


def _membership(row: TeamMember) -> Membership:
    return Membership(row.team_id, row.player_id, row.since, row.until)


def _sign_up_faults(merged: Player, survivor: Player) -> Iterator[Fault]:
    for sign_up in SignUp.objects.filter(
        player=merged, sheet__sign_ups__player=survivor
    ).select_related("sheet__session__season__club", "sheet__tournament__season"):
        words = _("Both have answered the sign-up for %(name)s: remove one answer first.")
        yield Fault("both_signed_up", "into", words % {"name": _occasion(sign_up.sheet)})
    if PersonalLink.objects.filter(player__in=[merged, survivor]).count() > 1:
        words = _("%(one)s and %(other)s each have a personal link: revoke one first.")
        yield Fault("two_links", "into", words % {"one": merged.name, "other": survivor.name})


def _occasion(sheet: SignUpSheet) -> str:
    """Return the name of the tournament, or the season and day of the evening."""
    if sheet.session is None:
        return str(sheet.tournament)
    return f"{sheet.session.season.name}, {local_day(sheet.session)}"


def _place(match: Match) -> str:
    words = {"game": game_name(match.game), "day": local_day(match.session)}
    return _("%(game)s on %(day)s") % words
