"""The name that a new account gives. It stands in a module of its own, since the forms of allauth
import it while they are defined."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.errors import LeagueError
from league.models import User
from league.names import clean_name
from league.operations.people import accounts


class NameForm(forms.Form):
    """Extra sign-up fields for allauth: the name, besides e-mail and password."""

    field_order = ["name", "email", "password1"]
    name = forms.CharField(
        label=_("Your name"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"])
        except LeagueError as error:
            raise forms.ValidationError(error.detail) from None

    def signup(self, request: HttpRequest, user: User) -> None:
        accounts.update(user, name=self.cleaned_data["name"])
