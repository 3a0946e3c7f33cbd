"""The scheme of a season at the desk: edited, previewed on results, then adopted."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from league.errors import Invalid
from league.models import League, Season
from league.operations.seasons import league_tables, leagues, seasons
from league.web.accounts.access import desk
from league.web.standings.shared import organised, scheme_context
from league.web.support.request import Request
from scoring.models import SchemeVersion
from scoring.pure import schemes
from scoring.pure.schemes import (
    COLUMNS,
    DEFAULT_CAP,
    DEFAULT_PLACE_POINTS,
    LARGE_SIZES,
    POINTS,
    SIZES,
    Scheme,
)
from scoring.pure.statistics import STATISTICS
from scoring.pure.tiebreaks import TIEBREAKS
from scoring.standings_queries import StandingsMove

INTEGER = re.compile(r"-?\d{1,18}", re.ASCII)
MOST_VERSIONS = 50
NUMBERS = {  # field → label, help
    "scale": (
        gettext_lazy("Full points"),
        gettext_lazy("Points for first place, the target, or a standard deviation."),
    ),
    "cap": (gettext_lazy("Cap"), gettext_lazy("The most points a match can earn or cost.")),
    "best_evenings": (
        gettext_lazy("Best evenings that count"),
        gettext_lazy("Empty: all of them."),
    ),
    "drop_worst": (
        gettext_lazy("Worst evenings dropped"),
        gettext_lazy("Of those attended; at least one counts."),
    ),
    "minimum_evenings": (
        gettext_lazy("Evenings needed"),
        gettext_lazy("Players with fewer evenings are ranked after all others."),
    ),
    "minimum_matches": (
        gettext_lazy("Matches needed"),
        gettext_lazy("Players with fewer matches are ranked after all others."),
    ),
    "attendance": (
        gettext_lazy("Points for attendance"),
        gettext_lazy("For every evening attended, counted or dropped."),
    ),
    "kept_per_month": (
        gettext_lazy("Kept per month (per cent)"),
        gettext_lazy(
            "90: a result is worth 90 per cent after a month, 81 after two. "
            "Empty: results do not fade."
        ),
    ),
    "planned_evenings": (
        gettext_lazy("Evenings planned"),
        gettext_lazy(
            "For the whole season. Leave empty if unknown. Used to predict possible places."
        ),
    ),
    "matches_per_evening": (
        gettext_lazy("Matches per evening"),
        gettext_lazy("The most one player can play. Leave empty if unknown."),
    ),
}
SIT_OUTS = (
    ("nothing", gettext_lazy("nothing")),
    ("own_mean", gettext_lazy("the player’s own mean so far, but at least half a win")),
    ("win", gettext_lazy("the points of a win")),
)
AGGREGATES = (
    ("sum", gettext_lazy("the sum of the evenings that count")),
    ("mean", gettext_lazy("the mean of all a player’s matches")),
)
NEEDED = {"scale", "cap"}  # the other numbers may stay empty


class SchemeForm(forms.Form):
    """The form of a scheme. It accepts any text: the scoring itself reports all problems."""

    def __init__(self, season: Season, data: Any = None, *, league: League | None = None) -> None:
        present = league_tables.current_scheme(league) if league else seasons.current_scheme(season)
        super().__init__(data, initial=_initial_values(present))
        language = get_language() or "en"
        systems = [(system.code, system.label.say(language, {})) for system in POINTS.values()]
        self.fields["points"] = forms.CharField(
            label=_("How a match earns points"),
            required=False,
            widget=forms.RadioSelect(choices=systems),
        )
        self.fields["aggregate"] = forms.CharField(
            label=_("Season points"),
            help_text=_("With the mean, all evenings count alike, and sitting out earns nothing."),
            required=False,
            widget=forms.Select(choices=AGGREGATES),
        )
        for name, (label, words) in NUMBERS.items():
            self.fields[name] = _number_field(label, words)
        self.fields["sit_out"] = forms.CharField(
            label=_("Points for sitting out"),
            help_text=_("For each tournament round in which a player had to sit out."),
            required=False,
            widget=forms.Select(choices=SIT_OUTS),
        )
        for size in (*SIZES, *LARGE_SIZES):
            self.fields[f"place-{size}"] = forms.CharField(
                label=_("%(n)s players") % {"n": size}, required=False
            )
        tiebreak_choices = [
            (tiebreak.code, tiebreak.label.say(language, {})) for tiebreak in TIEBREAKS.values()
        ]
        for number in range(1, len(TIEBREAKS) + 1):
            self.fields[f"tiebreak-{number}"] = forms.CharField(
                label=f"{number}.",
                required=False,
                widget=forms.Select(choices=[("", "—"), *tiebreak_choices]),
            )
        self.fields["columns"] = forms.MultipleChoiceField(
            label=_("Columns for information"),
            help_text=_("Up to four. They stand beside the points and do not change the places."),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            choices=[(code, STATISTICS[code].label.say(language, {})) for code in COLUMNS],
        )
        others = season.club.seasons.exclude(pk=season.pk)[:MOST_VERSIONS]
        self.fields["on"] = forms.TypedChoiceField(
            label=_("Preview with the results of"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", _("this season")), *((other.pk, other.name) for other in others)],
        )
        if league:
            del self.fields["on"]

    def raw(self) -> dict[str, Any]:
        """Return the scheme as the API would receive it, valid or not."""
        cleaned = self.cleaned_data
        points = cleaned["points"]
        raw_scheme: dict[str, Any] = {
            "points": points,
            "tiebreaks": [cleaned[f] for f in self._chosen_tiebreak_fields()],
        }
        for name in NUMBERS:
            if cleaned[name] or name in NEEDED:
                raw_scheme[name] = _number_or_text(cleaned[name])
        for name in ("aggregate", "sit_out"):
            if cleaned[name]:
                raw_scheme[name] = cleaned[name]
        if cleaned["columns"]:
            raw_scheme["columns"] = cleaned["columns"]
        if points != "capped_margin":
            del raw_scheme["cap"]
        if points == "place_points":
            raw_scheme["place_points"] = {
                size: _numbers_or_texts(cleaned[f"place-{size}"])
                for size in (*SIZES, *LARGE_SIZES)
                if cleaned[f"place-{size}"] or size in SIZES
            }
        return raw_scheme

    def refuse(self, problems: list[dict[str, Any]]) -> None:
        """Add each problem to the field that it concerns."""
        tiebreak_fields = self._chosen_tiebreak_fields()
        for problem in problems:
            _scheme, *steps = str(problem["path"]).split(".")
            match steps:
                case ["place_points", size, *_rest]:
                    field = f"place-{size}"
                case ["tiebreaks", number, *_rest]:
                    field = tiebreak_fields[int(number)]
                case [name, *_rest]:
                    field = name
                case _:
                    field = _scheme
            self.add_error(field if field in self.fields else None, problem["message"])

    def places(self) -> list[forms.BoundField]:
        return [self[f"place-{size}"] for size in (*SIZES, *LARGE_SIZES)]

    def tiebreaks(self) -> list[forms.BoundField]:
        return [self[f"tiebreak-{number}"] for number in range(1, len(TIEBREAKS) + 1)]

    def systems(self) -> list[tuple[Any, Any]]:
        """Return each choice of points with its help text."""
        return list(zip(self["points"], POINTS.values(), strict=True))

    def _chosen_tiebreak_fields(self) -> list[str]:
        """Return the names of the tie-break fields that are not empty."""
        fields = [f"tiebreak-{number}" for number in range(1, len(TIEBREAKS) + 1)]
        return [field for field in fields if self.cleaned_data[field]]


@desk
def scheme(request: Request, pk: int, *, of_league: bool = False) -> HttpResponse:
    """Preview a scheme of a season or a league, or adopt it. Only a scheme that was previewed
    unchanged can be adopted."""
    season, league = organised(request, pk, of_league=of_league)
    form = SchemeForm(season, request.POST or None, league=league)
    moves = _preview_moves(season, form, league) if request.method == "POST" else None
    fingerprint = "" if moves is None else _fingerprint(form.raw())
    if (
        fingerprint
        and request.POST.get("do") == "adopt"
        and request.POST.get("seen") == fingerprint
    ):
        if league:
            leagues.update(league, scheme=form.raw(), by=request.user)
            messages.success(request, _("The scheme has been adopted for the whole league."))
        else:
            seasons.update(season, scheme=form.raw(), by=request.user)
            messages.success(
                request, _("The scheme has been adopted and counts for the whole season.")
            )
        return redirect(request.path)
    context = {
        "club": season.club,
        "season": season,
        "league": league,
        "form": form,
        "moves": moves,
        "on": form.cleaned_data.get("on") if form.is_bound else None,
        "fingerprint": fingerprint,
        "changed": bool(fingerprint) and request.POST.get("do") == "adopt",
        "organiser": True,
        "versions": [
            (version, scheme_context(schemes.read(version.scheme)))
            for version in _versions(season, league)
        ],
    }
    is_refused = request.method == "POST" and moves is None
    return render(request, "seasons/scheme.html", context, status=422 if is_refused else 200)


def _preview_moves(
    season: Season, form: SchemeForm, league: League | None
) -> list[StandingsMove] | None:
    if not form.is_valid():
        return None
    try:
        return seasons.preview(season, form.raw(), on=form.cleaned_data.get("on"), league=league)
    except Invalid as error:
        form.refuse(error.problems)
        return None


def _versions(season: Season, league: League | None) -> Any:
    """Return the adopted schemes, the newest first."""
    adopted = SchemeVersion.objects.filter(season=season, league=league)
    versions = adopted.select_related("adopted_by")
    return versions.order_by("-number")[:MOST_VERSIONS]


def _fingerprint(raw: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(raw, sort_keys=True).encode()).hexdigest()[:24]


def _initial_values(present: Scheme) -> dict[str, Any]:
    """Return the values of the form for a scheme; fields it does not use have the default
    values."""
    places = present.place_points or DEFAULT_PLACE_POINTS
    return {
        **{name: getattr(present, name) for name in NUMBERS},
        "points": present.points,
        "aggregate": present.aggregate,
        "sit_out": present.sit_out,
        "columns": list(present.columns),
        "cap": present.cap or DEFAULT_CAP,
        **{f"place-{size}": " ".join(map(str, listed)) for size, listed in places.items()},
        **{f"tiebreak-{n}": code for n, code in enumerate(present.tiebreaks, start=1)},
    }


def _number_field(label: Any, words: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.CharField(label=label, help_text=words, required=False, widget=widget)


def _number_or_text(text: str) -> int | str:
    return int(text) if INTEGER.fullmatch(text) else text


def _numbers_or_texts(text: str) -> list[int | str]:
    return [_number_or_text(word) for word in re.split(r"[\s,;]+", text.strip()) if word]
