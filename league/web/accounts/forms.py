"""Forms of accounts, with the fields in our words."""

from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    ReauthenticateForm,
    ResetPasswordForm,
    SignupForm,
)
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.forms import Field
from django.utils.translation import gettext_lazy as _


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """The form of the sign-in page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("E-mail")
        self.fields["login"].widget.attrs = {"autofocus": True, "autocomplete": "username"}
        self.fields["password"].widget.attrs.pop("placeholder", None)
        self.fields["password"].help_text = ""


class WithoutPlaceholders:
    """A mixin that leaves out placeholders, which repeat the labels."""

    fields: dict[str, Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class OurWords(WithoutPlaceholders):
    """A mixin that names the address as all other forms do."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")


class NewAccountForm(OurWords, SignupForm):  # type: ignore[misc]
    """The form of a new account."""


class ForgottenPasswordForm(OurWords, ResetPasswordForm):  # type: ignore[misc]
    """The form that asks for a link for a new password."""


class IdentityForm(WithoutPlaceholders, ReauthenticateForm):  # type: ignore[misc]
    """The form that asks for the password once more."""


class NewPasswordForm(WithoutPlaceholders, ChangePasswordForm):  # type: ignore[misc]
    """The form of another password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password, again")


class NewEmailForm(OurWords, AddEmailForm):  # type: ignore[misc]
    """The form of another address."""


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """The form of a new passkey, which signs in alone unless its owner says otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the passkey")
        self.fields["passwordless"].label = _(
            "Sign in with this passkey only, without the password"
        )
        self.fields["passwordless"].help_text = _("Otherwise you use it after the password.")
        self.fields["passwordless"].initial = True
