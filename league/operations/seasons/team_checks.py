"""Checks of teams before they are stored: the rule, the members and their days. Nothing is stored
here."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.errors import Fault, Invalid, invalid
from league.models import League, Player, Season, Session, Team, TeamTable
from league.models.teams import MOST_COUNTED
from scoring.pure.teams import Membership, TeamRule

MOST_MEMBERSHIPS = 5000  # of a team


class MemberData(NamedTuple):
    """A player's time in a team, both days included; None means no limit."""

    player: int
    since: date | None = None
    until: date | None = None


class TeamData(NamedTuple):
    name: str
    members: Sequence[MemberData] = ()


def require_frame(table: TeamTable) -> None:
    """Raise Invalid for a league or an evening of another season, and for both together."""
    if table.league is not None and table.session is not None:
        words = _("Teams are of a league or of an evening. Leave one of the two out.")
        raise invalid("league_or_session", "session", words)
    if table.league is not None and table.league.season_id != table.season_id:
        raise invalid("unknown_league", "league", _("This season has no such league."))
    if table.session is not None and table.session.season_id != table.season_id:
        raise invalid("unknown_session", "session", _("This season has no such evening."))


def find_league(season: Season, pk: int | None) -> League | None:
    """Return a league of the season; raise Invalid if it has no such league."""
    if pk is None:
        return None
    league = season.leagues.filter(pk=pk).first()
    if league is None:
        raise invalid("unknown_league", "league", _("This season has no such league."))
    return league


def find_session(season: Season, pk: int | None) -> Session | None:
    """Return an evening of the season; raise Invalid if it has no such evening."""
    if pk is None:
        return None
    session = season.sessions.filter(pk=pk).first()
    if session is None:
        raise invalid("unknown_session", "session", _("This season has no such evening."))
    return session


def require_rule(table: TeamTable) -> None:
    """Raise Invalid for a rule that does not exist or lacks its number of members."""
    if table.rule not in [rule.value for rule in TeamRule]:
        names = ", ".join(rule.value for rule in TeamRule)
        words = _("Choose one of: %(known)s.") % {"known": names}
        raise invalid("not_a_choice", "rule", words)
    if table.rule != TeamRule.BEST_K and table.best is not None:
        words = _("This number is only for the rule of the best members. Leave it out.")
        raise invalid("bad_best", "best", words)
    if table.rule == TeamRule.BEST_K and not 1 <= (table.best or 0) <= MOST_COUNTED:
        words = _("Give the number of members that count at a table, from 1 to %(most)s.")
        raise invalid("bad_best", "best", words % {"most": MOST_COUNTED})


def require_members(
    table: TeamTable, members: Sequence[MemberData], path: str, stay: Collection[int] = ()
) -> None:
    """Raise Invalid for players of other clubs, guests, and days in the wrong order. The players
    who `stay` may have become guests since they joined."""
    if len(members) > MOST_MEMBERSHIPS:
        words = _("A team can have at most %(most)s members.") % {"most": MOST_MEMBERSHIPS}
        raise invalid("too_long", path, words)
    faults = list(_member_faults(table, members, path, stay))
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def _member_faults(
    table: TeamTable, members: Sequence[MemberData], path: str, stay: Collection[int]
) -> Iterator[Fault]:
    ids = [member.player for member in members]
    of_club = Player.shown.filter(club=table.season.club_id, pk__in=ids)
    is_guest = dict(of_club.values_list("pk", "is_guest"))
    for index, (player, since, until) in enumerate(members):
        at = f"{path}.{index}"
        if player not in is_guest:
            yield Fault("unknown_player", f"{at}.player", _("The club has no such player."))
        elif is_guest[player] and player not in stay:
            words = _("A guest counts in no table. Make the guest a member of the club first.")
            yield Fault("player_is_guest", f"{at}.player", words)
        if since is not None and until is not None and until < since:
            words = _("The last day must not be before the first.")
            yield Fault("ends_before_start", f"{at}.until", words)
        if table.session_id is not None and (since or until):
            words = _("These teams are for one evening. Leave the days out.")
            yield Fault("days_not_allowed", f"{at}.since", words)


def require_overlaps(
    table: TeamTable,
    teams: Mapping[int, Sequence[MemberData]],
    changed: int,
    path: str = "members",
) -> None:
    """Raise Invalid if a member of the changed team is in two teams of the table, or twice in this
    one, on one day."""
    taken: defaultdict[int, list[tuple[int, Membership]]] = defaultdict(list)
    for team, members in teams.items():
        for member in members if team != changed else ():
            taken[member.player].append((team, Membership(team, *member)))
    faults: list[Fault] = []
    for index, member in enumerate(teams[changed]):
        own = Membership(changed, *member)
        clash = next((team for team, other in taken[member.player] if own.overlaps(other)), None)
        if clash is not None:
            faults.append(_clash(clash, changed, member, f"{path}.{index}.player"))
        taken[member.player].append((changed, own))
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def _clash(team: int, changed: int, member: MemberData, path: str) -> Fault:
    name = Player.objects.values_list("name", flat=True).get(pk=member.player)
    if team == changed:
        words = _("%(player)s is listed twice for the same days.")
        return Fault("twice_in_team", path, words % {"player": name})
    other = Team.objects.values_list("name", flat=True).get(pk=team)
    words = _(
        "%(player)s is in the team %(team)s on some of these days. End that time first, or choose "
        "other days."
    )
    return Fault("in_two_teams", path, words % {"player": name, "team": other})
