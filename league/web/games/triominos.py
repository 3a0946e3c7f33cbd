from django import forms
from django.utils.translation import gettext_lazy as _


class OptionsForm(forms.Form):
    """The house rule that clubs change; the others by the API."""

    target = forms.IntegerField(label=_("Played to"), min_value=1, max_value=5000, initial=400)
