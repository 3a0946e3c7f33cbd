"""The members of leagues that do not count all players. Only this module writes LeagueMember."""

from collections.abc import Collection, Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from league.models import League, LeagueMember, MemberRule, Player
from scoring import ledger


def enrol(player: Player) -> None:
    """Add a player to the leagues of the club whose rules he meets, unless he is a member already;
    they count his earlier results too."""
    leagues = League.objects.filter(season__club=player.club_id, season__closed_at=None)
    of_rule = leagues.filter(member_rule__in=[MemberRule.UNDER_18, MemberRule.JOINED])
    for league in of_rule.exclude(members__player=player).select_related("season__club"):
        if _by_rule(league).filter(pk=player.pk).exists():
            LeagueMember.objects.create(league=league, player=player)
            ledger.recount_league(league.season_id, league.pk)


def set_members(league: League, players: Collection[int]) -> bool:
    """Make these players the members of a league; return whether anything has changed."""
    members = set(league.members.values_list("player", flat=True))
    league.members.exclude(player__in=players).delete()
    LeagueMember.objects.bulk_create(
        LeagueMember(league=league, player_id=player)
        for player in dict.fromkeys(players)
        if player not in members
    )
    return members != set(players)


def ids_by_rule(league: League) -> Sequence[int]:
    """Return the players who meet the rule of a league now."""
    return list(_by_rule(league).values_list("pk", flat=True))


def _by_rule(league: League) -> "QuerySet[Player]":
    players = Player.objects.filter(club=league.season.club_id).order_by("pk")
    return players.filter(_condition(league))


def _condition(league: League) -> Q:
    if league.member_rule == MemberRule.UNDER_18:
        return Q(is_child=True)
    if league.joined_since is not None:
        zone = ZoneInfo(league.season.club.timezone)
        return Q(created_at__gte=datetime.combine(league.joined_since, time(), zone))
    return Q(pk__in=[])
