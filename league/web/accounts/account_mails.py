"""What the mails about an account say. allauth names them by templates; here are their words."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.operations.mail.letters import Letter
from league.operations.support.links import link_to
from league.web.accounts.account_links import in_language

Context = Mapping[str, Any]


def letter(name: str, context: Context) -> Letter:
    """Return the letter that allauth knows by this name, such as "password_reset_key"."""
    return LETTERS[name](context)


def _confirm(context: Context) -> Letter:
    return Letter(
        subject=_("Confirm your e-mail address"),
        paragraphs=[
            _("This address was entered for an account on this server. If it is yours, confirm it.")
        ],
        link=_own(context["activate_url"]),
        link_words=_("Confirm address"),
        footer=_ignore(),
    )


def _reset(context: Context) -> Letter:
    return Letter(
        subject=_("Set a new password"),
        paragraphs=[_("Somebody asked for a new password for your account. The link works once.")],
        link=_own(context["password_reset_url"]),
        link_words=_("Set password"),
        footer=_ignore(),
    )


def _exists(context: Context) -> Letter:
    return Letter(
        subject=_("You already have an account"),
        paragraphs=[
            _(
                "Somebody tried to create an account with this e-mail address. You already have "
                "one: sign in, or set a new password if you have forgotten yours."
            )
        ],
        link=_own(context["password_reset_url"]),
        link_words=_("Set a new password"),
        footer=_ignore(),
    )


def _address_changed(context: Context) -> Letter:
    return Letter(
        subject=_("Your e-mail address was changed"),
        paragraphs=[
            _("Your account now has the address %(to)s instead of %(from)s.")
            % {"from": context["from_email"], "to": context["to_email"]}
        ],
        footer=_not_you(),
    )


def _notice(words: Callable[[], str]) -> Callable[[Context], Letter]:
    """Return a function that writes a letter of one sentence."""

    def write(context: Context) -> Letter:
        return Letter(subject=words(), paragraphs=[words()], footer=_not_you())

    return write


def _own(address: str) -> str:
    """Return an address that allauth made from a request as one of this server, in the language of
    the letter."""
    return link_to(in_language(urlsplit(address).path, get_language() or ""))


def _ignore() -> str:
    return _("If this was not you, ignore this e-mail: nothing will change.")


def _not_you() -> str:
    return _(
        "If this was not you, set a new password immediately and tell the owner of the server."
    )


# letters that people cause who need not be the owner of the address
CAUSED_BY_ANYBODY = {
    "email_confirmation",
    "email_confirmation_signup",
    "password_reset_key",
    "account_already_exists",
}
LETTERS: Mapping[str, Callable[[Context], Letter]] = {
    "email_confirmation": _confirm,
    "email_confirmation_signup": _confirm,
    "password_reset_key": _reset,
    "account_already_exists": _exists,
    "email_changed": _address_changed,
    "email_confirm": _notice(lambda: _("Your e-mail address is confirmed")),
    "email_deleted": _notice(lambda: _("An address of your account was removed")),
    "password_changed": _notice(lambda: _("Your password was changed")),
    "password_reset": _notice(lambda: _("Your password was reset")),
    "password_set": _notice(lambda: _("A password was set for your account")),
    "recovery_codes_generated": _notice(lambda: _("New recovery codes were created")),
    "totp_activated": _notice(lambda: _("Codes from an app now protect your account")),
    "totp_deactivated": _notice(lambda: _("Codes from an app no longer protect your account")),
    "webauthn_added": _notice(lambda: _("A passkey was added to your account")),
    "webauthn_removed": _notice(lambda: _("A passkey of your account was removed")),
    "account_connected": _notice(lambda: _("Another service now signs you in")),
    "account_disconnected": _notice(lambda: _("Another service no longer signs you in")),
}
