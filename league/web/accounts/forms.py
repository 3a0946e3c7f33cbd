"""Forms of accounts, with the fields in our words."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from django.utils.translation import gettext_lazy as _


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """The form of the sign-in page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("E-mail")
        self.fields["login"].widget.attrs = {"autofocus": True, "autocomplete": "username"}
        self.fields["password"].widget.attrs.pop("placeholder", None)
        self.fields["password"].help_text = ""
