"""The scheme of a season on the desk: written, tried out on results, then adopted."""

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

from league import permissions
from league.errors import Invalid
from league.models import Season
from league.operations.seasons import seasons
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.standings.shared import explained
from league.web.support.request import Request
from scoring.models import SchemeVersion
from scoring.pure import schemes
from scoring.pure.schemes import DEFAULT_CAP, DEFAULT_PLACE_POINTS, POINTS, SIZES, Scheme
from scoring.pure.tiebreaks import TIEBREAKS
from scoring.standings_queries import Move

INTEGER = re.compile(r"-?\d{1,18}", re.ASCII)
VERSIONS_SHOWN = 50
NUMBERS = {  # field → label, help
    "scale": (
        gettext_lazy("Scale"),
        gettext_lazy("What the winner gets, or what reaching the target is worth."),
    ),
    "cap": (gettext_lazy("Cap"), gettext_lazy("The most points of a match, up or down.")),
    "best_evenings": (
        gettext_lazy("Best evenings that count"),
        gettext_lazy("Empty: all of them."),
    ),
    "drop_worst": (
        gettext_lazy("Worst evenings dropped"),
        gettext_lazy("Of those attended; one always counts."),
    ),
    "minimum_evenings": (
        gettext_lazy("Evenings needed"),
        gettext_lazy("Who attended fewer is listed after all others."),
    ),
    "attendance": (
        gettext_lazy("Points for attendance"),
        gettext_lazy("For every evening attended, counted or dropped."),
    ),
    "planned_evenings": (
        gettext_lazy("Evenings planned"),
        gettext_lazy("Of the whole season; empty: not known. Foretells what can still happen."),
    ),
    "matches_per_evening": (
        gettext_lazy("Matches in an evening"),
        gettext_lazy("The most of one player; empty: not known."),
    ),
}
NEEDED = {"scale", "cap"}  # the other numbers may stay empty


class SchemeForm(forms.Form):
    """Takes whatever is typed: the scoring itself says all that is wrong with it."""

    def __init__(self, season: Season, data: Any = None) -> None:
        present = seasons.current_scheme(season)
        super().__init__(data, initial=_written(present))
        language = get_language() or "en"
        systems = [(each.code, each.label.say(language, {})) for each in POINTS.values()]
        self.fields["points"] = forms.CharField(
            label=_("How a match earns points"),
            required=False,
            widget=forms.RadioSelect(choices=systems),
        )
        for name, (label, words) in NUMBERS.items():
            self.fields[name] = _number(label, words)
        for size in SIZES:
            self.fields[f"place-{size}"] = forms.CharField(
                label=_("%(n)s players") % {"n": size}, required=False
            )
        known = [(each.code, each.label.say(language, {})) for each in TIEBREAKS.values()]
        for number in range(1, len(TIEBREAKS) + 1):
            self.fields[f"tiebreak-{number}"] = forms.CharField(
                label=f"{number}.",
                required=False,
                widget=forms.Select(choices=[("", "—"), *known]),
            )
        others = season.club.seasons.exclude(pk=season.pk)[:VERSIONS_SHOWN]
        self.fields["on"] = forms.TypedChoiceField(
            label=_("Try it on the results of"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", _("this season")), *((each.pk, each.name) for each in others)],
        )

    def raw(self) -> dict[str, Any]:
        """The scheme as it would come by the API, right or wrong."""
        given = self.cleaned_data
        points = given["points"]
        raw: dict[str, Any] = {"points": points, "tiebreaks": [given[f] for f in self._asked()]}
        for name in NUMBERS:
            if given[name] or name in NEEDED:
                raw[name] = _read(given[name])
        if points != "capped_margin":
            del raw["cap"]
        if points == "place_points":
            raw["place_points"] = {size: _list(given[f"place-{size}"]) for size in SIZES}
        return raw

    def refuse(self, problems: list[dict[str, Any]]) -> None:
        """Each beside the field that it is about."""
        asked = self._asked()
        for problem in problems:
            _scheme, *steps = str(problem["path"]).split(".")
            match steps:
                case ["place_points", size, *_rest]:
                    field = f"place-{size}"
                case ["tiebreaks", number, *_rest]:
                    field = asked[int(number)]
                case [name, *_rest]:
                    field = name
                case _:
                    field = _scheme
            self.add_error(field if field in self.fields else None, problem["message"])

    def places(self) -> list[forms.BoundField]:
        return [self[f"place-{size}"] for size in SIZES]

    def tiebreaks(self) -> list[forms.BoundField]:
        return [self[f"tiebreak-{number}"] for number in range(1, len(TIEBREAKS) + 1)]

    def systems(self) -> list[tuple[Any, Any]]:
        """Each choice of points with its help."""
        return list(zip(self["points"], POINTS.values(), strict=True))

    def _asked(self) -> list[str]:
        """The fields of tie-breaks that are not left empty."""
        fields = [f"tiebreak-{number}" for number in range(1, len(TIEBREAKS) + 1)]
        return [field for field in fields if self.cleaned_data[field]]


@desk
def scheme(request: Request, pk: int) -> HttpResponse:
    """Nothing is adopted that was not shown first: what is sent must be what was tried out."""
    season = permissions.season(request.user, pk, Action.ORGANISE)
    form = SchemeForm(season, request.POST or None)
    moves = _try_out(season, form) if request.method == "POST" else None
    seen = "" if moves is None else _mark(form.raw())
    if seen and request.POST.get("do") == "adopt" and request.POST.get("seen") == seen:
        seasons.update(season, scheme=form.raw(), by=request.user)
        messages.success(request, _("The scheme is adopted and counts for the whole season."))
        return redirect("web:desk_scheme", pk)
    context = {
        "club": season.club,
        "season": season,
        "form": form,
        "moves": moves,
        "on": form.cleaned_data.get("on") if form.is_bound else None,
        "seen": seen,
        "changed": bool(seen) and request.POST.get("do") == "adopt",
        "organiser": True,
        "versions": [
            (version, explained(schemes.read(version.scheme))) for version in _versions(season)
        ],
    }
    refused = request.method == "POST" and moves is None
    return render(request, "seasons/scheme.html", context, status=422 if refused else 200)


def _try_out(season: Season, form: SchemeForm) -> list[Move] | None:
    if not form.is_valid():
        return None
    try:
        return seasons.preview(season, form.raw(), on=form.cleaned_data["on"])
    except Invalid as error:
        form.refuse(error.problems)
        return None


def _versions(season: Season) -> Any:
    """The newest first."""
    found = SchemeVersion.objects.filter(season=season).select_related("adopted_by")
    return found.order_by("-number")[:VERSIONS_SHOWN]


def _mark(raw: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(raw, sort_keys=True).encode()).hexdigest()[:24]


def _written(present: Scheme) -> dict[str, Any]:
    """The scheme as the form shows it; what it does not use has its usual values."""
    places = present.place_points or DEFAULT_PLACE_POINTS
    return {
        **{name: getattr(present, name) for name in NUMBERS},
        "points": present.points,
        "cap": present.cap or DEFAULT_CAP,
        **{f"place-{size}": " ".join(map(str, places[size])) for size in SIZES},
        **{f"tiebreak-{n}": code for n, code in enumerate(present.tiebreaks, start=1)},
    }


def _number(label: Any, words: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.CharField(label=label, help_text=words, required=False, widget=widget)


def _read(text: str) -> int | str:
    return int(text) if INTEGER.fullmatch(text) else text


def _list(text: str) -> list[int | str]:
    return [_read(word) for word in re.split(r"[\s,;]+", text.strip()) if word]
