"""Tokens of programs, and codes of tables."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.matches import Match
from league.models.people import Club


class Scope(models.TextChoices):
    READ = "read", _("read")
    SUBMIT = "submit", _("enter rounds")
    ADMIN = "admin", _("everything that the account can do")


class TokenQuerySet(models.QuerySet["Token"]):
    def live(self) -> "TokenQuerySet":
        """Return the tokens that have neither expired nor been revoked."""
        unexpired = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
        return self.filter(unexpired, revoked_at__isnull=True)


class Token(models.Model):
    """The credentials of a program that acts for a user, in all clubs of the user or in one; with a
    match it is for a table, where it only enters rounds. The secret itself is displayed once and
    never stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    digest = models.CharField(max_length=64, unique=True)
    prefix = models.CharField(max_length=16)
    name = models.CharField(_("name"), max_length=100, blank=True)
    scope = ChoiceField(_("rights"), max_length=10, choices=Scope.choices)
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="tokens")
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="tokens")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        db_table = "api_token"  # the API made it
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(scope__in=Scope.values), name="token_scope_known"),
            models.CheckConstraint(
                condition=Q(match__isnull=True)
                | Q(scope=Scope.SUBMIT, club__isnull=False, expires_at__isnull=False),
                name="token_of_a_table_is_bounded",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.scope})"

    @property
    def is_live(self) -> bool:
        expired = self.expires_at is not None and self.expires_at <= timezone.now()
        return self.revoked_at is None and not expired


class TableCode(models.Model):
    """A code for entering the rounds of a match without an account.

    `token` has its rights, its end and its revocation; the secret of that token is thrown away.
    Unlike a secret the code is stored in plain text: the organiser shows and prints it all evening,
    and it opens one match until the next morning. A revoked code remains, so that an old phone does
    not count as an attempt to guess.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="codes")
    token = models.OneToOneField(Token, on_delete=models.CASCADE, related_name="code")
    code = models.CharField(max_length=8, unique=True)

    def __str__(self) -> str:
        return f"{self.code[:4]}-{self.code[4:]}"
