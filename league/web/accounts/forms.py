"""Forms of accounts, with the fields in our words."""

from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.db import transaction
from django.forms import BooleanField, Field
from django.utils.translation import gettext_lazy as _

from league.operations.people import tokens


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
    """The form of another password, which offers to end the tokens of the account too."""

    end_tokens = BooleanField(
        label=_("Also revoke my API tokens and table codes"),
        help_text=_(
            "A new password does not end them. Revoke them if someone else might know them."
        ),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password, again")
        if not tokens.of(self.user).live().exists():
            del self.fields["end_tokens"]

    @transaction.atomic
    def save(self) -> None:
        super().save()
        if self.cleaned_data.get("end_tokens"):
            tokens.revoke_all(self.user)


class ForgottenPasswordKeyForm(WithoutPlaceholders, ResetPasswordKeyForm):  # type: ignore[misc]
    """The form behind the link for a new password. It ends the tokens of the account, since its
    owner may have lost more than the password."""

    keep_tokens = BooleanField(
        label=_("Keep my API tokens and table codes"),
        help_text=_("Otherwise they are revoked, and programs that use them need new ones."),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is None or not tokens.of(self.user).live().exists():
            del self.fields["keep_tokens"]

    @transaction.atomic
    def save(self) -> None:
        super().save()
        if not self.cleaned_data.get("keep_tokens"):
            tokens.revoke_all(self.user)


class NewEmailForm(OurWords, AddEmailForm):  # type: ignore[misc]
    """The form of another address."""


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """The form of a new passkey. By default the passkey signs in without a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Passkey name")
        self.fields["passwordless"].label = _(
            "Sign in with this passkey only, without the password"
        )
        self.fields["passwordless"].help_text = _("Otherwise you use it after the password.")
        self.fields["passwordless"].initial = True
