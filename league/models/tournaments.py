"""Tournaments: entrants, seating constraints, sittings with their tables, and the audit log."""

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choice_fields import ChoiceField
from league.models.matches import Match
from league.models.people import Player
from league.models.seasons import Season, Session


class Format(models.TextChoices):
    """Ways of drawing the sittings of a tournament."""

    SOCIAL = "social", _("as many different opponents as possible")
    SWISS = "swiss", _("Swiss: players with similar standings meet")
    ROUND_ROBIN = "round_robin", _("round robin: everyone plays everyone")
    KNOCK_OUT = "knock_out", _("knock-out by tables")
    KING = "king", _("king of the table")
    RANDOM = "random", _("random")
    SNAKE = "snake", _("snake seeding: strong and weak players at each table")
    INTERVAL = "interval", _("seeding in steps: strong and weak players at each table")
    SCRIPT = "script", _("own seating plan: every round from a file")
    ARENA = "arena", _("arena: as many matches as time allows")


class Tournament(models.Model):
    """A season that is played by a plan. The season has the standings, penalties and sessions.

    Only operations.tournaments writes it; all changes of a tournament lock this row, so that they
    happen one after the other. `script` has the tables of each round, ids of players in seat order,
    where the rounds come from a file; only operations.tournaments.seat_scripts writes it.

    An arena has no sittings: its evenings are in queue play, and `minutes` is how long one lasts.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="tournament")
    game = models.SlugField(max_length=30)
    options = models.JSONField(_("house rules"), default=dict)
    format = ChoiceField(_("format"), max_length=12, choices=Format.choices)
    sittings_planned = models.PositiveSmallIntegerField(_("tournament rounds planned"), default=0)
    least = models.PositiveSmallIntegerField(_("smallest table"))
    most = models.PositiveSmallIntegerField(_("largest table"))
    preferred = models.JSONField(_("preferred table sizes"), default=list)
    rules = models.JSONField(_("draw rules, most important first"), default=list)
    go_on = models.PositiveSmallIntegerField(_("players who advance from each table"), default=0)
    finalists = models.PositiveSmallIntegerField(_("players in the final"), default=0)
    consolation = models.BooleanField(
        _("eliminated players play on alongside the final"), default=False, db_default=False
    )
    minutes = models.PositiveSmallIntegerField(_("minutes per tournament round"), default=0)
    step_free_tables = models.JSONField(_("step-free tables"), default=list)
    script = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField()), blank=True
    )
    seed = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=1)
    closed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(format__in=Format.values), name="tournament_format_known"
            ),
            models.CheckConstraint(
                condition=models.Q(least__gte=2, most__gte=models.F("least")),
                name="tournament_tables_have_sizes",
                violation_error_message=_(
                    "The largest table cannot be smaller than the smallest table."
                ),
            ),
            models.CheckConstraint(
                condition=~models.Q(format=Format.KNOCK_OUT) | models.Q(go_on__gte=1),
                name="tournament_somebody_goes_on",
                violation_error_message=_(
                    "In a knock-out, at least one player advances from each table."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.season.name

    @property
    def is_arena(self) -> bool:
        return self.format == Format.ARENA

    @property
    def selects_players(self) -> bool:
        """Return whether the best go on to further levels or a final, which decide the places."""
        return self.format == Format.KNOCK_OUT or self.finalists > 0


class EntrantState(models.TextChoices):
    ENTERED = "entered", _("entered")
    HERE = "here", pgettext_lazy("entrant", "here")
    GONE = "gone", pgettext_lazy("entrant", "dropped out")
    REPLACED = "replaced", pgettext_lazy("entrant", "replaced")


class Entrant(models.Model):
    """A player in a tournament, from sitting `from_sitting` to `until_sitting`. `skips` are the
    numbers of the sittings that the player asked to skip.

    Only operations.entrants writes it. A player who dropped out or was replaced may come back.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    rank = models.PositiveSmallIntegerField(_("seeding"), null=True)
    level = models.PositiveSmallIntegerField(_("level"), null=True)
    step_free = models.BooleanField(_("needs a step-free table"), default=False)
    table = models.PositiveSmallIntegerField(_("fixed table"), null=True)
    minimum = models.PositiveSmallIntegerField(_("points needed to finish"), null=True)
    state = ChoiceField(max_length=10, choices=EntrantState.choices, default=EntrantState.ENTERED)
    substitute = models.ForeignKey(
        "self", null=True, on_delete=models.RESTRICT, related_name="replaces"
    )
    from_sitting = models.PositiveSmallIntegerField(default=1)
    until_sitting = models.PositiveSmallIntegerField(null=True)
    skips = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                name="entrant_once",
                violation_error_message=_("This player is already entered."),
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=EntrantState.values), name="entrant_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state=EntrantState.REPLACED, substitute__isnull=False)
                | (~models.Q(state=EntrantState.REPLACED) & models.Q(substitute=None)),
                name="entrant_replaced_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    def plays(self, number: int) -> bool:
        """Return whether sitting `number` is drawn with this entrant."""
        return self.state == EntrantState.HERE and number not in self.skips

    def skipped(self, number: int) -> bool:
        """Return whether the entrant is or was here for sitting `number`, but skips it."""
        has_left = self.until_sitting is not None and self.until_sitting < number
        return self.state != EntrantState.ENTERED and not has_left and number in self.skips


class WishKind(models.TextChoices):
    APART = "apart", _("never at the same table")
    TOGETHER = "together", _("always at the same table")


class Wish(models.Model):
    """A seating constraint: two entrants who must not, or want to, share a table. Only
    operations.seating_constraints writes it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="wishes")
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    kind = ChoiceField(max_length=10, choices=WishKind.choices)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "wishes"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "one", "other"],
                name="wish_once",
                violation_error_message=_("There is already a wish about these two players."),
            ),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="wish_of_two_in_order"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=WishKind.values), name="wish_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} {self.kind} {self.other_id}"


class SittingKind(models.TextChoices):
    PRELIMINARY = "preliminary", _("preliminary")
    KNOCK_OUT = "knock_out", _("knock-out")
    FINAL = "final", _("final")


class SittingState(models.TextChoices):
    """The state of a sitting. `complete` is never stored: it follows from the matches."""

    DRAFT = "draft", pgettext_lazy("sitting", "draft")
    CHECKED = "checked", pgettext_lazy("sitting", "checked")
    PUBLISHED = "published", pgettext_lazy("sitting", "published")
    RUNNING = "running", pgettext_lazy("sitting", "running")
    COMPLETE = "complete", pgettext_lazy("sitting", "complete")
    LOCKED = "locked", pgettext_lazy("sitting", "locked")


HIDDEN_STATES = (SittingState.DRAFT, SittingState.CHECKED)  # only organisers see these
PUBLISHED_STATES = (SittingState.PUBLISHED, SittingState.RUNNING, SittingState.LOCKED)


class Audience(models.TextChoices):
    """The readers of a plan: members and phones at the tables, screens in the room, the public."""

    PLAYERS = "players", pgettext_lazy("audience", "players")
    SCREENS = "screens", pgettext_lazy("audience", "screens")
    PUBLIC = "public", pgettext_lazy("audience", "public")


PUBLICATION_TIMES = {
    Audience.PLAYERS: "published_at",
    Audience.SCREENS: "screens_at",
    Audience.PUBLIC: "public_at",
}


class Sitting(models.Model):
    """One round of tables. Only operations.sittings, sitting_tables and publication write it.

    `request` and `plan` have the format of `python -m seating`, with ids of players; the sitting is
    round `plan_round` of the plan. `noted` has the ids of its sit-outs in the ledger.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sittings")
    number = models.PositiveSmallIntegerField()
    session = models.ForeignKey(Session, on_delete=models.RESTRICT, related_name="sittings")
    kind = ChoiceField(max_length=12, choices=SittingKind.choices)
    state = ChoiceField(max_length=10, choices=SittingState.choices, default=SittingState.DRAFT)
    seed = models.CharField(max_length=64)
    request = models.JSONField()
    request_hash = models.CharField(max_length=64)
    plan = models.JSONField()
    plan_round = models.PositiveSmallIntegerField(default=0)
    by_hand = models.BooleanField(default=False)
    sit_out = models.JSONField(default=list)
    noted = models.JSONField(default=list)
    reasons = models.JSONField(default=list)
    provisional = models.BooleanField(default=False)
    note = models.CharField(max_length=300, blank=True)
    minutes = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    drawn_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True)  # to the players, before the other audiences
    screens_at = models.DateTimeField(null=True)
    public_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    locked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="sitting_number_once",
                violation_error_message=_("The tournament already has a round with this number."),
            ),
            models.CheckConstraint(
                condition=models.Q(number__gte=1), name="sitting_counts_from_one"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=SittingKind.values), name="sitting_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=HIDDEN_STATES, published_at=None)
                | models.Q(state__in=PUBLISHED_STATES, published_at__isnull=False),
                name="sitting_published_or_not",
            ),
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=False)
                | models.Q(screens_at=None, public_at=None),
                name="sitting_players_see_it_first",
                violation_error_message=_(
                    "Publish a round to the players before showing it on screens or to the public."
                ),
            ),
            models.CheckConstraint(
                condition=~models.Q(state=SittingState.RUNNING)
                | models.Q(started_at__isnull=False),
                name="sitting_runs_since",
            ),
            models.CheckConstraint(
                condition=models.Q(state=SittingState.LOCKED, locked_at__isnull=False)
                | (~models.Q(state=SittingState.LOCKED) & models.Q(locked_at=None)),
                name="sitting_locked_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"

    @property
    def plan_of_round(self) -> dict[str, Any]:
        """The part of the plan that is about this sitting; some are drawn together."""
        planned: dict[str, Any] = self.plan["rounds"][self.plan_round]
        return planned

    @property
    def has_consolation(self) -> bool:
        """Return whether players who are out of a knock-out play on at the tables after the
        first. No other round of a knock-out is drawn by a script."""
        return (
            self.kind == SittingKind.FINAL
            and self.tournament.format == Format.KNOCK_OUT
            and self.request["mode"] == "script"
        )

    def is_shown_to(self, audience: Audience) -> bool:
        return getattr(self, PUBLICATION_TIMES[audience]) is not None


class SittingTable(models.Model):
    """A table of a sitting. `players` are ids in seat order; the match is created when the sitting
    is published."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    players = models.JSONField()
    match = models.OneToOneField(
        Match, null=True, on_delete=models.RESTRICT, related_name="sitting_table"
    )
    extra_minutes = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["sitting", "number"], name="sitting_table_once"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1), name="sitting_table_counts_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting_id}, table {self.number}"


class IncidentKind(models.TextChoices):
    """Kinds of entries in the log of a tournament; AuditKind has their words."""

    CREATE = "create"
    CHANGE = "change"
    SCRIPT = "script"
    ENTER = "enter"
    TAKE_OUT = "take_out"
    LATE = "late"
    CHECK_IN = "check_in"
    NOT_HERE = "not_here"
    DROP_OUT = "drop_out"
    RETURN = "return"
    SUBSTITUTE = "substitute"
    SKIP = "skip"
    UNSKIP = "unskip"
    NO_SHOW = "no_show"
    STAND_IN = "stand_in"
    STAND_IN_UNDONE = "stand_in_undone"
    FORFEIT = "forfeit"
    STOP = "stop"
    ABANDON = "abandon"
    RESUME = "resume"
    POSTPONE = "postpone"
    PLAY_ON = "play_on"
    CONFIRM = "confirm"
    UNCONFIRM = "unconfirm"
    DISPUTE = "dispute"
    UNDISPUTE = "undispute"
    DECIDE = "decide"
    UNDECIDE = "undecide"
    DRAW = "draw"
    DISCARD = "discard"
    SWAP = "swap"
    SEATS = "seats"
    CHECK = "check"
    UNCHECK = "uncheck"
    PUBLISH = "publish"
    WITHDRAW = "withdraw"
    SHOW_SCREENS = "show_screens"
    HIDE_SCREENS = "hide_screens"
    SHOW_PUBLIC = "show_public"
    HIDE_PUBLIC = "hide_public"
    START = "start"
    UNSTART = "unstart"
    PAUSE = "pause"
    GO_ON = "go_on"
    EXTRA_TIME = "extra_time"
    LOCK = "lock"
    UNLOCK = "unlock"
    CLOSE = "close"
    REOPEN = "reopen"
