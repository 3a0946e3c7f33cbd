"""The form of a club's award."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Club, ClubAward, League
from league.models.awards import MOST_CENTS
from league.operations.standings import award_words
from league.web.support.forms import changed_values, edit_form, game_choices
from scoring.pure.statistics import STATISTICS

CENTS = 100


class AwardForm(forms.ModelForm):  # type: ignore[type-arg]  # has none when it runs
    """The form of an award. `over` names its season or league in one choice."""

    class Meta:
        model = ClubAward
        fields = [
            "name", "statistic", "lowest", "game", "starts_on", "ends_on", "category",
            "minimum_matches", "minimum_evenings", "prize", "amount", "currency",
        ]  # fmt: skip
        widgets = {
            name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            for name in ("starts_on", "ends_on")
        } | {"category": forms.RadioSelect}
        help_texts = {
            "starts_on": _("Empty: from the first evening."),
            "ends_on": _("Empty: to the last evening."),
            "prize": _("Such as a cup. Tied winners share prize money."),
        }

    statistic = forms.ChoiceField(
        label=_("What counts"), help_text=_("For scores, choose a game too.")
    )
    over = forms.ChoiceField(label=_("Results of"), required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    amount = forms.DecimalField(
        label=_("Prize money"),
        required=False,
        min_value=0,
        max_value=MOST_CENTS // CENTS,
        decimal_places=2,
    )

    def offer(self, club: Club) -> "AwardForm":
        """Offer the seasons, leagues and games of the club; return the form."""
        self.club = club
        fields: Any = self.fields
        fields["statistic"].choices = [(code, award_words.statistic(code)) for code in STATISTICS]
        fields["over"].choices = _sources(club)
        fields["game"].choices = [("", gettext("All games")), *game_choices()]
        return self

    def clean_amount(self) -> int:
        return int((self.cleaned_data["amount"] or 0) * CENTS)

    def clean_minimum_matches(self) -> int:
        return self.cleaned_data["minimum_matches"] or 0

    def clean_minimum_evenings(self) -> int:
        return self.cleaned_data["minimum_evenings"] or 0

    def values(self) -> dict[str, Any]:
        """Return all values of a new award."""
        return self._with_source({name: self.cleaned_data[name] for name in self.fields})

    def changes(self) -> dict[str, Any]:
        """Return the values that this person has changed."""
        return self._with_source(changed_values(self))

    def _with_source(self, values: dict[str, Any]) -> dict[str, Any]:
        if "over" not in values:
            return values
        kind, _dash, pk = values.pop("over").partition("-")
        league = None
        if kind == "league":
            league = League.objects.select_related("season").get(season__club=self.club, pk=pk)
        season = self.club.seasons.get(pk=pk) if kind == "season" else league and league.season
        return {**values, "season": season, "league": league}


def of_award(award: ClubAward, data: Any) -> AwardForm:
    """Return the form of an existing award."""
    amount = Decimal(award.amount) / CENTS if award.amount else None
    form = edit_form(AwardForm, award, data, over=_source_of(award), amount=amount)
    return form.offer(award.club)


def _source_of(award: ClubAward) -> str:
    if award.league_id:
        return f"league-{award.league_id}"
    return f"season-{award.season_id}" if award.season_id else ""


def _sources(club: Club) -> list[tuple[str, str]]:
    """Return the choices of `over`, each season with its leagues, the newest first."""
    choices = [("", capfirst(gettext("all seasons")))]
    for season in club.seasons.prefetch_related("leagues"):
        choices.append((f"season-{season.pk}", season.name))
        choices += [
            (f"league-{league.pk}", f"{season.name} · {league.name}")
            for league in season.leagues.all()
        ]
    return choices
