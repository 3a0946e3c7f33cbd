"""Teams of a season, of a league or of one evening, and their members by date."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.leagues import League
from league.models.name_keys import NameKeyField
from league.models.people import Player
from league.models.seasons import Season, Session
from scoring.pure.teams import TeamRule

TEAM_RULES = [
    (TeamRule.SUM.value, _("the sum of its members’ points")),
    (TeamRule.MEAN.value, _("the mean of its members’ points")),
    (TeamRule.BEST_K.value, _("the best members’ points")),
    (TeamRule.PLACES.value, _("points for its place among the teams at the table")),
]
MOST_COUNTED = 100  # members at a table: more than any table has seats


class TeamTable(models.Model):
    """The teams of a season, of one of its leagues (`league`) or of one evening (`session`), and
    the rule that makes a team's result from its members'. The team table itself is computed from
    the facts whenever it is read. Only operations.seasons.teams writes it.

    `best` is the k of the rule `best_k`. `draw` is None, or says how the teams of an evening were
    drawn: seed, number of teams, and the players in the order from which they were drawn.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="team_tables")
    league = models.ForeignKey(
        League, null=True, on_delete=models.CASCADE, related_name="team_tables"
    )
    session = models.ForeignKey(
        Session, null=True, on_delete=models.CASCADE, related_name="team_tables"
    )
    rule = ChoiceField(
        _("a team gets"), max_length=10, choices=TEAM_RULES, default=TeamRule.SUM.value
    )
    best = models.PositiveSmallIntegerField(_("members that count"), null=True, blank=True)
    draw = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(rule__in=[rule.value for rule in TeamRule]), name="team_rule_known"
            ),
            models.CheckConstraint(
                condition=Q(rule=TeamRule.BEST_K.value, best__gte=1)
                | (~Q(rule=TeamRule.BEST_K.value) & Q(best=None)),
                name="team_best_with_its_rule",
            ),
            models.CheckConstraint(
                condition=Q(league=None) | Q(session=None), name="team_table_of_one_frame"
            ),
            models.UniqueConstraint(
                fields=["season"],
                condition=Q(league=None, session=None),
                name="team_table_once_in_season",
            ),
            models.UniqueConstraint(fields=["league"], name="team_table_once_in_league"),
            models.UniqueConstraint(fields=["session"], name="team_table_once_in_session"),
        ]

    def __str__(self) -> str:
        return f"teams of {self.season_id}/{self.league_id}/{self.session_id}"


class Team(models.Model):
    table = models.ForeignKey(TeamTable, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=100)
    name_key = NameKeyField()

    class Meta:
        ordering = ["name_key", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
            models.UniqueConstraint(
                fields=["table", "name"],
                name="team_name_unique_in_table",
                violation_error_message=_("There already is a team with this name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """A player of a team, from the day `since` to the day `until`, both included; None means no
    limit. On each day a player is in at most one team of a table."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="teams")
    since = models.DateField(_("from"), null=True, blank=True)
    until = models.DateField(_("until"), null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(since=None) | Q(until=None) | Q(until__gte=F("since")),
                name="team_member_leaves_after_joining",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.team_id}"
