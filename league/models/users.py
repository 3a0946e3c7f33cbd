"""Accounts."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.name_keys import NameKeyField


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser):
    """An account, which signs in by e-mail address. A person at a table is a Player."""

    email = models.EmailField(
        _("e-mail"),
        max_length=254,
        unique=True,
        error_messages={"unique": _("Another account already uses this e-mail address.")},
    )
    name = models.CharField(_("name"), max_length=100, blank=True)
    name_key = NameKeyField()
    # "": as in the browser
    language = ChoiceField(_("language"), max_length=5, blank=True, choices=settings.LANGUAGES)
    is_active = models.BooleanField(default=True)
    is_operator = models.BooleanField(default=False)  # the owner of this server
    created_at = models.DateTimeField(auto_now_add=True)

    # no column: set while a token of one club acts for the user
    only_club: int | None = None
    # no column: the scope of the token that acts for the user
    scope: str | None = None
    # no column: the number of the table whose phone acts with the rights of this user
    phone_of_table: int | None = None

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            # one spelling per address, so that unique means unique
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="email_lower"),
        ]

    def __str__(self) -> str:
        return self.name or self.email
