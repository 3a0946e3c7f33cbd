from django import forms
from django.utils.translation import gettext_lazy as _


class OptionsForm(forms.Form):
    """The house rules that clubs change; the others by the API."""

    chips = forms.IntegerField(
        label=_("Chips at the start"), min_value=5, max_value=10_000, initial=50
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=100, initial=6)
