"""Matches, their seats and the versions of their rounds."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.people import Player
from league.models.seasons import Session
from league.models.users import User

OPEN = models.Q(over=False, stopped_at=None, called_off_at=None)  # matches that can be played on
# of open matches, those that wait for another day; the condition of `Match.is_postponed`
POSTPONED = models.Q(postponed_to__isnull=False, rounds_played__lte=models.F("postponed_after"))


class SubstitutionEffect(models.TextChoices):
    """Whose result it is, in words; scoring.pure.substitutions has the meaning."""

    STARTER = "starter", _("the player who started")
    SUBSTITUTE = "substitute", _("the substitute")
    BOTH = "both", _("both, by rounds played")
    NEITHER = "neither", _("neither")


class MatchManager(models.Manager["Match"]):
    """Excludes matches that were called off and never played."""

    def get_queryset(self) -> models.QuerySet["Match"]:
        return super().get_queryset().filter(called_off_at=None)


class Match(models.Model):
    """One play of a game at a table. Totals, places and `over` follow from its rounds.

    Only a match without rounds is called off; its row remains, and only the log of the session
    shows it.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="matches")
    game = models.SlugField(max_length=30)
    options = models.JSONField(default=dict)
    # None: the table of a sitting has the number; operations.matches.table_numbers answers for all
    table_number = models.PositiveIntegerField(_("table number"), null=True)
    totals = models.JSONField(default=list)
    places = models.JSONField(default=list)
    rounds_played = models.PositiveIntegerField(default=0)
    over = models.BooleanField(default=False)
    evidence = models.CharField(max_length=10, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    called_off_at = models.DateTimeField(null=True)
    # ended by people, not by its rules: with places, where those who gave up come last, or without
    # a result, where `over` is false
    stopped_at = models.DateTimeField(null=True)
    stop_reason = models.CharField(max_length=200, blank=True)
    forfeits = models.JSONField(default=list)
    # `result` is the fingerprint of its rounds and its end, empty without a result; `confirmed`
    # and `disputed` (open ones) repeat Confirmation and Dispute for lists (decision 32):
    # [fingerprint, seat or null for a referee, whether this player has entered the result]
    result = models.CharField(max_length=32, blank=True)
    result_at = models.DateTimeField(null=True)
    confirmed = models.JSONField(default=list)
    disputed = models.PositiveSmallIntegerField(default=0)
    # postponed as long as no further round is played
    postponed_to = models.DateTimeField(null=True)
    postpone_reason = models.CharField(max_length=200, blank=True)
    postponed_after = models.PositiveIntegerField(default=0)
    # the match that was stopped because a player left, and whose others play this one
    continues = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="continued_by"
    )
    # the ended match whose players play another one here (operations.sessions.rematches)
    rematch_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    # the match that is played again here and counts no more (operations.results.replays)
    replay_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="replays"
    )

    objects = MatchManager()
    every: models.Manager["Match"] = models.Manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["session", "table_number"],
                condition=OPEN,
                name="open_table_number_once",
                violation_error_message=_("Another table has this number."),
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=models.Q(called_off_at=None),
                name="match_has_one_rematch",
                violation_error_message=_("This match already has a rematch."),
            ),
            models.UniqueConstraint(
                fields=["replay_of"],
                condition=models.Q(called_off_at=None),
                name="match_has_one_replay",
                violation_error_message=_("This match was already replayed."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    @property
    def table(self) -> int:
        """The number of its table: its own or, in a tournament, the one in the plan; 0 where there
        is none (operations.matches.table_numbers)."""
        planned = None if self.table_number else getattr(self, "sitting_table", None)
        number: int = planned.number if planned else self.table_number or 0
        return number

    @property
    def ended(self) -> bool:
        """True if play has ended: the match is over, or was stopped with or without a result."""
        return self.over or self.stopped_at is not None

    @property
    def is_postponed(self) -> bool:
        """True if the match waits for another day; the next round entered ends this."""
        waits = self.postponed_to is not None and self.rounds_played <= self.postponed_after
        return waits and not self.ended

    def seats_user(self, user: User) -> bool:
        """Return whether the user sits at the table, or a child whose guardian the user is."""
        own = models.Q(player__is_child=False, player__account=user)
        of_child = models.Q(player__is_child=True, player__guardian=user)
        return self.seats.filter(own | of_child).exists()


class Seat(models.Model):
    """The place of a player at a table: `number` from 0, in playing order."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_taken_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_sits_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"


class SubstitutionManager(models.Manager["Substitution"]):
    """Excludes substitutions that were taken back."""

    def get_queryset(self) -> models.QuerySet["Substitution"]:
        return super().get_queryset().filter(taken_back_at=None)


class Substitution(models.Model):
    """A player takes over a seat of a running match, from a round on. The seat has the player who
    sits there now; the first `leaving` at a seat began the match there, and the last `effect` at a
    seat says whose result it is. Only operations.results.substitutions writes it; nothing is
    deleted.

    `after_rounds` is the number of rounds that had been entered by then.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="substitutions")
    seat = models.PositiveSmallIntegerField()
    leaving = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="left_seats")
    entering = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="taken_seats")
    from_round = models.PositiveIntegerField()
    after_rounds = models.PositiveIntegerField()
    effect = ChoiceField(max_length=10, choices=SubstitutionEffect.choices)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = SubstitutionManager()
    every: models.Manager["Substitution"] = models.Manager()

    class Meta:
        ordering = ["id"]
        verbose_name_plural = _("substitutions")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat", "from_round"],
                condition=models.Q(taken_back_at=None),
                name="substitution_once_from_round",
                violation_error_message=_("Another player has this seat from this round."),
            ),
            models.CheckConstraint(
                condition=models.Q(from_round__gte=2), name="substitution_after_first_round"
            ),
            models.CheckConstraint(
                condition=~models.Q(leaving=models.F("entering")),
                name="substitution_of_two_players",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.entering_id} for {self.leaving_id}"


class SubmissionQuerySet(models.QuerySet["Submission"]):
    def current(self) -> list["Submission"]:
        """Return the latest version of each round of one match, in playing order."""
        latest = {row.number: row for row in self.order_by("number", "version")}
        return list(latest.values())


class SubmissionManager(models.Manager["Submission"]):
    """Excludes submissions that were withdrawn: the match continues as if they had not been
    entered."""

    def get_queryset(self) -> SubmissionQuerySet:
        return SubmissionQuerySet(self.model, using=self._db).filter(withdrawn_at=None)


class Submission(models.Model):
    """One accepted version of a round. Append-only: a correction is a new version (decision 12). A
    withdrawn round keeps all its versions, with a time stamp; the next round in its place continues
    the numbering."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="submissions")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    body = models.JSONField()
    verdict = models.JSONField()
    notices = models.JSONField(default=list)
    evidence = models.CharField(max_length=10)
    reason = models.CharField(max_length=200, blank=True)
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    # the number of the table whose phone sent it, with the rights of `submitted_by`
    phone_of_table = models.PositiveSmallIntegerField(null=True)
    # digest of the device, to notice the same round from another device
    device = models.CharField(max_length=20, blank=True, db_default="")
    submitted_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    withdrawn_reason = models.CharField(max_length=200, blank=True, db_default="")

    objects = SubmissionManager.from_queryset(SubmissionQuerySet)()
    every = SubmissionQuerySet.as_manager()

    class Meta:
        ordering = ["number", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number", "version"], name="submission_version_once"
            ),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, version__gte=1),
                name="submission_counts_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}, round {self.number} v{self.version}"

    @property
    def scores(self) -> list[int]:
        return list(self.verdict["scores"])


class TranscriptDraft(models.Model):
    """The next round of a match, entered move by move while it is played (games.unfinished). It is
    deleted when the round is stored or the draft discarded; only
    operations.matches.transcript_drafts writes it.

    `body` is an unfinished ROUND; `entered` has the time of each of its moves, in seconds since
    1970, since spectators see a move only after a delay. `acts` are the keys of the latest changes,
    so that a change that comes twice counts once.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="transcript_draft")
    number = models.PositiveIntegerField()
    body = models.JSONField()
    entered = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)
    acts = models.JSONField(default=list)
    started_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.match_id}, round {self.number} v{self.version}"
