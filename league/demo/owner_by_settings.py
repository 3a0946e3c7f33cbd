"""The owner of a new server by its settings, for servers without a local user."""

from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.password_validation import validate_password

from league.demo import first_run
from league.errors import NotFound
from league.models import User


class OwnerWithoutAddress(Exception):
    """MANCHE_OWNER_PASSWORD is set without MANCHE_OWNER_EMAIL."""


class NewOwner(NamedTuple):
    """The account that was created, and whether its owner has yet to choose a password."""

    account: User
    needs_password: bool


def create_owner_of_settings() -> NewOwner | None:
    """Create the owner that MANCHE_OWNER_EMAIL names, while no real person has an account.

    Return None if there is such an account, even one created concurrently: an account that exists
    is never changed. Raise ValidationError for a weak password.
    """
    email, password = settings.OWNER_EMAIL, settings.OWNER_PASSWORD
    if password and not email:
        raise OwnerWithoutAddress
    if not email or not first_run.is_open():
        return None
    if password:
        validate_password(password)
    name = email.partition("@")[0]
    try:
        account = first_run.create_owner(name=name, email=email, password=password or None)
    except NotFound:
        return None
    return NewOwner(account, needs_password=not password)
