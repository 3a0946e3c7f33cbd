"""Sign-ups for sessions and tournaments: who comes, in which order, and who waits for a place."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choice_fields import ChoiceField
from league.models.people import Club, Player
from league.models.seasons import Season, Session
from league.models.tournaments import Tournament


class SignUpAccess(models.TextChoices):
    """Ways in which a player can sign up, besides through an organiser; each way includes the ones
    before."""

    ACCOUNT = "account", _("with an account")
    LINK = "link", _("with an account or a personal link")
    CODE = (
        "code",
        _("with an account, a personal link, or the club code and a name from the list"),
    )


class SignUpSettings(models.Model):
    """Sign-up settings of a club; its members know the code. Only operations.signups writes it."""

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="sign_up_settings"
    )
    access = ChoiceField(
        _("how players sign up"),
        max_length=7,
        choices=SignUpAccess.choices,
        default=SignUpAccess.ACCOUNT,
    )
    code = models.CharField(max_length=12, blank=True)  # empty: none was made yet

    class Meta:
        verbose_name_plural = "sign-up settings"
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=~models.Q(code=""), name="sign_up_code_of_one_club"
            ),
            models.CheckConstraint(
                condition=models.Q(access__in=SignUpAccess.values), name="sign_up_access_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.access}"


class PersonalLink(models.Model):
    """A link for the answers of a player without an account; a new nonce makes the old link
    useless. Only operations.signups writes it."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="personal_link")
    nonce = models.CharField(max_length=32)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"link of {self.player_id}"


class SignUpSheet(models.Model):
    """The list of a session or of a tournament, on which players say whether they come.

    All changes of its sign-ups lock this row, so that they happen one after the other. Only
    operations.signups writes it.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, null=True, related_name="sign_up_sheet"
    )
    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, null=True, related_name="sign_up_sheet"
    )
    closes_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(
        pgettext_lazy("sign-up", "places"), null=True, blank=True
    )
    guests_allowed = models.PositiveSmallIntegerField(_("guests per player"), default=0)
    is_closed = models.BooleanField(default=False)  # by an organiser, even after the deadline
    last_number = models.PositiveIntegerField(default=0)  # of the last sign-up that said yes
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(session=None, tournament__isnull=False)
                | models.Q(session__isnull=False, tournament=None),
                name="sign_up_sheet_of_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(capacity=None) | models.Q(capacity__gte=1),
                name="sign_up_sheet_has_places",
            ),
        ]

    def __str__(self) -> str:
        return f"sign-ups of {self.session_id or self.tournament_id}"

    @property
    def season(self) -> Season:
        """The season of the session, or of the tournament."""
        occasion = self.session or self.tournament
        assert occasion is not None, "one of the two"
        return occasion.season

    @property
    def club(self) -> Club:
        return self.season.club


class SignUpAnswer(models.TextChoices):
    YES = "yes", pgettext_lazy("sign-up", "yes")
    MAYBE = "maybe", pgettext_lazy("sign-up", "perhaps")
    NO = "no", pgettext_lazy("sign-up", "no")


class SignUp(models.Model):
    """The answer of a player. Each "yes" gets a sequence number; the lowest numbers have places,
    the rest wait. No player waits while a place is free. Only operations.signups writes it."""

    sheet = models.ForeignKey(SignUpSheet, on_delete=models.CASCADE, related_name="sign_ups")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sign_ups")
    # the player who brings this one along
    guest_of = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="guests"
    )
    # whether this guest came into the list of players with this sign-up, and goes with it
    is_newcomer = models.BooleanField(default=False, db_default=False)
    answer = ChoiceField(max_length=5, choices=SignUpAnswer.choices)
    games = models.JSONField(default=list)  # that the player would like to play
    number = models.PositiveIntegerField(null=True)
    has_place = models.BooleanField(default=False)
    answered_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    moved_up_at = models.DateTimeField(null=True)  # from the waiting list
    # whether the log of the club has this answer; signups.anonymous records the others
    is_logged = models.BooleanField(default=True, db_default=True)

    class Meta:
        ordering = ["number", "id"]
        indexes = [
            models.Index(
                fields=["sheet"], condition=models.Q(is_logged=False), name="sign_up_unlogged"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "player"], name="sign_up_once"),
            models.UniqueConstraint(fields=["sheet", "number"], name="sign_up_number_once"),
            models.CheckConstraint(
                condition=models.Q(answer__in=SignUpAnswer.values), name="sign_up_answer_known"
            ),
            models.CheckConstraint(
                condition=models.Q(answer=SignUpAnswer.YES, number__isnull=False)
                | (~models.Q(answer=SignUpAnswer.YES) & models.Q(number=None, has_place=False)),
                name="sign_up_yes_has_a_number",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.answer}"
