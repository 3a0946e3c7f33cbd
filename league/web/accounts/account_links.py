"""Links that give an account a new password or confirm its address, in the language of the
account."""

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.urls import get_script_prefix, reverse

from league.models import User


def password_path(account: User) -> str:
    """Return the path where the account sets a password, once and within three days."""
    key = default_token_generator.make_token(account)
    uid = user_pk_to_url_str(account)
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": key})
    return in_language(path, account.language)


def confirmation_path(address: EmailAddress) -> str:
    """Return the path where the owner of the account confirms the address."""
    key = EmailConfirmationHMAC.create(address).key
    path = reverse("account_confirm_email", args=[key])
    return in_language(path, address.user.language)


def in_language(path: str, language: str) -> str:
    """Return the path of a page in this language; without one the browser decides.

    >>> in_language("/en/login/", "fr"), in_language("/en/login/", "")
    ('/fr/login/', '/login/')
    """
    start = get_script_prefix()
    code, _slash, rest = path.removeprefix(start).partition("/")
    if code not in dict(settings.LANGUAGES):
        return path
    return f"{start}{language}/{rest}" if language else f"{start}{rest}"
