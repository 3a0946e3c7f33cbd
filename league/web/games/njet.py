from django import forms
from django.utils.translation import gettext_lazy as _


class OptionsForm(forms.Form):
    """The house rule that clubs change; the others by the API."""

    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=100, initial=8)
