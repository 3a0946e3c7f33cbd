"""Forms of teams: the rule of a team table, and a team with its players."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Club, TeamTable
from league.web.support.forms import NamedPlayersForm


class TeamRuleForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of the rule; `best` is only for the rule of the best members."""

    class Meta:
        model = TeamTable
        fields = ["rule", "best"]
        widgets = {"rule": forms.RadioSelect}
        help_texts = {"best": _("Only for the best members’ points.")}

    def _post_clean(self) -> None:
        """Leave all checks to the operation, whose words say the remedy."""


class TeamForm(NamedPlayersForm):
    """The form of a team: its name, and its players from a day on or for the whole time."""

    name = forms.CharField(
        label=_("Name"), max_length=100, error_messages={"required": _("Give the team a name.")}
    )
    players = forms.CharField(
        label=_("Members"),
        help_text=_("One name per line."),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    from_day = forms.DateField(
        label=_("These are the members from"),
        help_text=_(
            "Players who come from another team leave it the day before. Earlier results stay "
            "where they are. Empty: they are the members at any time."
        ),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    @classmethod
    def of_club(cls, club: Club, data: Any, *, by_date: bool = True, **initial: Any) -> "TeamForm":
        """Return the form for players of a club, without the day if `by_date` is false."""
        form = cls(data or None, initial=initial)
        form.club = club
        if not by_date:
            del form.fields["from_day"]
        return form
