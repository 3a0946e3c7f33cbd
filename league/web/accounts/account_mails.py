"""Mails about an account: allauth names them, `templates/letters` has their words."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import get_language

from league.operations.mail.letters import Letter
from league.operations.support.links import link_to
from league.web.accounts.account_links import in_language

# letters that people cause who need not be the owner of the address
CAUSED_BY_ANYBODY = {
    "email_confirmation",
    "email_confirmation_signup",
    "password_reset_key",
    "account_already_exists",
}


def letter(name: str, context: Mapping[str, Any]) -> Letter:
    """Return the letter that allauth knows by this name, such as "password_reset_key"."""
    address = context.get("activate_url") or context.get("password_reset_url")
    addresses = {"from": context.get("from_email"), "to": context.get("to_email")}
    return Letter(name, addresses, link=_own(address) if address else "")


def _own(address: str) -> str:
    """Return an address that allauth made from a request as one of this server, in the language of
    the letter."""
    return link_to(in_language(urlsplit(address).path, get_language() or ""))
