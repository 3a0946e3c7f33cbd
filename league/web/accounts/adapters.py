"""Decisions of this product where django-allauth leaves a choice.

allauth calls the methods by their names.
"""

import ipaddress
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import translation
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.models import Role, User
from league.names import LONGEST_NAME, visible_line
from league.operations.mail import outbox
from league.operations.mail.letters import Letter
from league.operations.people import accounts, invitations, visibility
from league.operations.support.links import link_to
from league.web.accounts import own_browsers, unsent_forms
from league.web.accounts.account_links import in_language
from league.web.support.request import client_address

INVITATION_KEY = "invitation"  # of the session of a person who has opened an invitation
NO_ADDRESS = "0.0.0.0"  # of a visitor whose proxy passes on none
# letters that people cause who need not be the owner of the address
CAUSED_BY_ANYBODY = {
    "email_confirmation",
    "email_confirmation_signup",
    "password_reset_key",
    "account_already_exists",
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts that sign in by e-mail address."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is closed."),
        "email_password_mismatch": gettext_lazy(
            "This e-mail address and this password do not match. Check both: passwords are "
            "case-sensitive."
        ),
        "email_taken": gettext_lazy(
            "An account already uses this e-mail address. Sign in instead."
        ),
        "too_many_login_attempts": gettext_lazy(
            "Too many wrong passwords. Wait five minutes, or use a passkey."
        ),
        "rate_limited": gettext_lazy("Too many attempts. Wait a minute, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return settings.SIGNUP_OPEN or _is_invited(request)

    def is_reauthentication_required(self, *, app: str, **details: Any) -> bool:
        """Return False for a person who signs in through another service only: there is nothing
        here to confirm with."""
        required = super().is_reauthentication_required(app=app, **details)
        return required and bool(self.get_reauthentication_methods(self.request.user))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Hand a mail to the outbox, in the language of the account."""
        name = template_prefix.rpartition("/")[2]
        account = User.objects.filter(email=email.lower()).first()
        outbox.send(
            email,
            lambda: letter(name, context),
            language=account.language if account is not None else "",
            is_limited=name in CAUSED_BY_ANYBODY,
        )

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address of the visitor; some proxies pass on words instead."""
        try:
            return str(ipaddress.ip_address(client_address(request)))
        except ValueError:
            return NO_ADDRESS

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the first page of the account, in the language that it has chosen."""
        language = getattr(request.user, "language", "") or translation.get_language()
        with translation.override(language):
            return resolve_url(first_page(request.user))

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **details)
        if unsent := unsent_forms.take(request):
            response = unsent_forms.ask_to_send_again(request, unsent)
        own_browsers.remember(response, user.email)
        accounts.record_sign_in(user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key under which wrong passwords of an account are counted. A browser in which
        the account has signed in before counts for itself: strangers who guess do not lock out the
        owner."""
        email = str(credentials.get("email", "")).lower()
        return f"{email} own browser" if own_browsers.is_own(request, email) else email


class KeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Passkeys, codes of an app and recovery codes."""

    def get_totp_issuer(self) -> str:
        return "Manche"

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return _("Passkey %(number)s") % {"number": number}


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Sign-in through the OpenID Connect provider of the environment."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse an ID token that was not made for this attempt to sign in (OpenID Connect Core,
        3.1.3.7, clause 11)."""
        id_token = sociallogin.account.extra_data.get("id_token", {})
        if id_token.get("nonce") != sociallogin.state.get("nonce"):
            provider = sociallogin.account.get_provider(request)
            raise ImmediateHttpResponse(render_authentication_error(request, provider))

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> User:
        user: User = super().populate_user(request, sociallogin, data)
        user.name = visible_line(str(data.get("name") or ""))[:LONGEST_NAME]
        return user


def first_page(user: User | AnonymousUser) -> str:
    """Return the name of the page on which an account begins: those who only play see their
    results, all others the desk."""
    if not isinstance(user, User) or user.memberships.exclude(role=Role.PLAYER).exists():
        return settings.LOGIN_REDIRECT_URL
    plays = visibility.players_of(user).exists()
    return "web:my_results" if plays else settings.LOGIN_REDIRECT_URL


def letter(name: str, context: Mapping[str, Any]) -> Letter:
    """Return the letter that allauth knows by this name, such as "password_reset_key";
    `templates/letters` has its words."""
    address = context.get("activate_url") or context.get("password_reset_url")
    addresses = {"from": context.get("from_email"), "to": context.get("to_email")}
    return Letter(name, addresses, link=_own_address(address) if address else "")


def _own_address(address: str) -> str:
    """Return an address that allauth made from a request as one of this server, in the language of
    the letter."""
    return link_to(in_language(urlsplit(address).path, get_language() or ""))


def _is_invited(request: HttpRequest) -> bool:
    """Return whether the visitor has opened an invitation that still works."""
    try:
        invitations.find(request.session.get(INVITATION_KEY, ""))
    except LeagueError:
        return False
    return True
