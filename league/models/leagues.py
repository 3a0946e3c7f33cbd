"""Leagues over the evenings of a season, beside the season's own standings."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.name_keys import NameKeyField
from league.models.people import Player
from league.models.seasons import Season
from scoring.pure.facts import FactScope


class MemberRule(models.TextChoices):
    """The rules that make players members, besides the choice of an organiser."""

    ALL = "all", _("all players of the club")
    LISTED = "listed", _("only the players you choose")
    UNDER_18 = "under_18", _("players under 18")
    JOINED = "joined", _("players who joined recently")


class PlaceRule(models.TextChoices):
    """The opponents of a member at a table with players who do not count."""

    TABLE = "table", _("as played, among all players at the table")
    MEMBERS = "members", _("among the members at the table, as if the others had not played")


class League(models.Model):
    """Standings over some of a season's facts: of its members, in its games, between its days. The
    season's own standings count everything and have no row here.

    `games` empty means all games of the season. With another rule than ALL only its `members`
    count. Only operations.seasons.leagues writes it.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=100)
    name_key = NameKeyField()
    games = models.JSONField(_("games"), default=list)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    member_rule = ChoiceField(
        _("who counts"), max_length=10, choices=MemberRule.choices, default=MemberRule.ALL
    )
    joined_since = models.DateField(_("joined on or after"), null=True, blank=True)
    place_rule = ChoiceField(
        _("places"),
        max_length=10,
        choices=PlaceRule.choices,
        default=PlaceRule.TABLE,
        db_default=PlaceRule.TABLE,
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name_key", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="league_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(member_rule__in=MemberRule.values),
                name="league_member_rule_known",
            ),
            models.CheckConstraint(
                condition=models.Q(place_rule__in=PlaceRule.values), name="league_place_rule_known"
            ),
            models.CheckConstraint(
                condition=models.Q(member_rule=MemberRule.JOINED, joined_since__isnull=False)
                | (~models.Q(member_rule=MemberRule.JOINED) & models.Q(joined_since=None)),
                name="league_joined_since_with_its_rule",
            ),
            models.UniqueConstraint(
                fields=["season", "name"],
                name="league_name_unique_in_season",
                violation_error_message=_("The season already has a league with this name."),
            ),
            models.CheckConstraint(
                condition=models.Q(starts_on__isnull=True)
                | models.Q(ends_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="league_ends_after_start",
                violation_error_message=_("The last day must not be before the first."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def all_games(self) -> list[str]:
        """The games of the season that count, spelled out."""
        return [game for game in self.season.games if not self.games or game in self.games]

    @cached_property
    def scope(self) -> FactScope:
        """The part of the season's facts that counts, as of the first use of this object."""
        members = self._member_ids()
        return FactScope(
            games=frozenset(self.games) if self.games else None,
            sessions=self._session_ids(),
            players=members,
            among_players=self.place_rule == PlaceRule.MEMBERS,
        )

    def _session_ids(self) -> frozenset[int] | None:
        """Return the ids of the sessions between the days of the league, in the time zone of the
        club; None for all."""
        limits = self.time_limits()
        if not limits:
            return None
        return frozenset(self.season.sessions.filter(**limits).values_list("pk", flat=True))

    def time_limits(self) -> Mapping[str, datetime]:
        """Return the conditions on the sessions of the season that count; none if all do."""
        limits = {}
        if self.starts_on is not None:
            limits["starts_at__gte"] = self._midnight(self.starts_on)
        if self.ends_on is not None:
            limits["starts_at__lt"] = self._midnight(self.ends_on + timedelta(days=1))
        return limits

    def _midnight(self, day: date) -> datetime:
        return datetime.combine(day, time(), ZoneInfo(self.season.club.timezone))

    def _member_ids(self) -> frozenset[int] | None:
        """Return the ids of the players who count; None for all."""
        if self.member_rule == MemberRule.ALL:
            return None
        return frozenset(self.members.values_list("player", flat=True))


class LeagueMember(models.Model):
    """A member of a league that does not count all players. One who became a member by its rule
    remains one, so that no results vanish on a birthday. Only
    operations.people.league_members writes it; merges and erasing exchange players."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="leagues")

    class Meta:
        ordering = ["id"]  # a player may be there twice after a merge, whose undo needs both rows

    def __str__(self) -> str:
        return f"{self.player_id} in {self.league_id}"


def standings_name(season: Season, league: League | None) -> str:
    """Return the name of a season, or of one of its leagues together with the season's."""
    return f"{league.name} · {season.name}" if league else season.name
