"""The page "A player leaves": a substitute, the others go on, or the match stops. Each choice says
what it does."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import permissions
from league.errors import Conflict, Invalid, LeagueError, NotFound, Stale
from league.models import Match, Seat, Substitution, SubstitutionEffect
from league.operations.people import person_search
from league.operations.results import leavers, match_ends, substitutions
from league.operations.results.leavers import MatchEnd
from league.operations.results.stopped_matches import LONGEST_REASON
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support import return_links
from league.web.support.double_submissions import once
from league.web.support.person_field import KnownPersonField
from league.web.support.request import Request

MOST_NUMBER = 2**63 - 1  # of a row
SUBSTITUTE, GO_ON, STOP = "substitute", "go_on", "stop"
EFFECTS = (
    (
        SubstitutionEffect.STARTER,
        gettext_lazy("The player who started"),
        gettext_lazy("The substitute only helps out: no points, no rating."),
    ),
    (
        SubstitutionEffect.SUBSTITUTE,
        gettext_lazy("The substitute"),
        gettext_lazy("The substitute gets the points and the rating of the whole match."),
    ),
    (
        SubstitutionEffect.BOTH,
        gettext_lazy("Both, by rounds played"),
        gettext_lazy(
            "Both have the place, and each gets a share of its points. The seat is not rated, "
            "except in rounds with partners."
        ),
    ),
    (
        SubstitutionEffect.NEITHER,
        gettext_lazy("Neither"),
        gettext_lazy("The seat keeps its place, but nobody gets points or a rating for it."),
    ),
)
ENDS = (
    (
        MatchEnd.RESULT,
        gettext_lazy("With the result so far"),
        gettext_lazy("The places count as they are now."),
    ),
    (
        MatchEnd.FORFEIT,
        gettext_lazy("With the player who leaves in last place"),
        gettext_lazy("The others are ranked by their points."),
    ),
    (
        MatchEnd.NONE,
        gettext_lazy("Without a result"),
        gettext_lazy("The match does not count in any standings. Its rounds stay."),
    ),
)


class LeavingForm(forms.Form):
    """The player who leaves, and what happens then; which fields are needed depends on `way`."""

    leaving = forms.IntegerField(min_value=1, max_value=MOST_NUMBER)
    way = forms.ChoiceField()
    free = forms.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)
    from_round = forms.IntegerField(min_value=1, max_value=10_000, required=False)
    effect = forms.ChoiceField(choices=SubstitutionEffect.choices, required=False)
    end = forms.ChoiceField(choices=[(end.value, end.value) for end in MatchEnd], required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    def __init__(self, match: Match, seats: list[Seat], data: Any = None) -> None:
        super().__init__(data)
        self.free_players = substitutions.free_players(match)
        ways = [*([SUBSTITUTE] if match.rounds_played else []), STOP]
        if leavers.can_go_on(match, len(seats)):
            ways.insert(-1, GO_ON)
        self.ways = ways
        self.seats = seats
        self.fields["way"].choices = [(way, way) for way in ways]  # type: ignore[attr-defined]
        for name in ("leaving", "way"):
            self.fields[name].error_messages["required"] = _("Choose one of these.")
        self.fields["other"] = KnownPersonField(
            person_search.people_of(match.session.season.club),
            f"{reverse('web:evening_people', args=[match.session_id])}?for=table",
            required=False,
            label=_("Another player of the club"),
        )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("way") == SUBSTITUTE and not self.errors:
            if values.get("free") is None and values.get("other") is None:
                self.add_error("free", _("Choose who takes over the seat, or type a name."))
            if values.get("free") is not None and values.get("other") is not None:
                self.add_error("free", _("Choose a player or type a name, not both."))
            if not values.get("effect"):
                self.add_error("effect", _("Choose who gets the result."))
        return values

    @property
    def entering(self) -> int:
        return int(self.cleaned_data["free"] or self.cleaned_data["other"])


@desk
@once
def leaving(request: Request, pk: int) -> HttpResponse:
    """Show the choices for a player who leaves a table; a POST carries one out, and with
    `do=undo` takes a substitution back."""
    match = permissions.find_match(request.user, pk, Action.ORGANISE)
    seats = list(match.seats.select_related("player"))
    if request.method != "POST":
        return _page(request, match, LeavingForm(match, seats))
    if request.POST.get("do") == "undo":
        return _undo(request, match, seats)
    form = LeavingForm(match, seats, request.POST)
    if not form.is_valid():
        return _page(request, match, form, status=422)
    try:
        words, shown = _act(request, match, form)
    except (Invalid, Conflict, Stale) as error:
        return _page(request, match, form, error=error, status=409)
    return_links.add_match_message(request, words, shown)
    return redirect(return_links.desk_address(match))


def _act(request: Request, match: Match, form: LeavingForm) -> tuple[str, Match]:
    """Carry out the choice; return a message, and the match that it is about."""
    values, text = form.cleaned_data, request.POST.get("version", "")
    version = int(text) if text.isdecimal() and len(text) < 10 else None
    if values["way"] == SUBSTITUTE:
        row = substitutions.substitute(
            match,
            leaving=values["leaving"],
            entering=form.entering,
            effect=SubstitutionEffect(values["effect"]),
            from_round=values["from_round"],
            seen_version=version,
            by=request.user,
        )
        words = _("From round %(n)s on, %(name)s plays for %(other)s.")
        people = {"name": row.entering.name, "other": row.leaving.name}
        return words % {"n": row.from_round, **people}, match
    end = MatchEnd(values["end"] or MatchEnd.RESULT)
    more = {"reason": values["reason"], "seen_version": version, "by": request.user}
    if values["way"] == GO_ON:
        new = leavers.go_on(match, leaving=values["leaving"], end=end, **more)
        return _("The others play on at table %(number)s.") % {"number": new.table}, new
    without_result = end == MatchEnd.NONE or not match.rounds_played
    match_ends.end(
        match,
        forfeited=[values["leaving"]] if end == MatchEnd.FORFEIT and not without_result else (),
        without_result=without_result,
        **more,
    )
    words = (
        _("The match at table %(number)s ended without a result.")
        if without_result
        else _("The match at table %(number)s ended with the result so far.")
    )
    return words % {"number": match.table}, match


def _undo(request: Request, match: Match, seats: list[Seat]) -> HttpResponse:
    text = request.POST.get("substitution", "")
    number = int(text) if text.isdecimal() and len(text) < 19 else 0
    row = Substitution.every.filter(match=match, pk=number).select_related("leaving").first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    try:
        substitutions.take_back(row, by=request.user)
    except (Invalid, Conflict, Stale) as error:
        return _page(request, match, LeavingForm(match, seats), error=error, status=409)
    messages.success(request, _("%(name)s has the seat again.") % {"name": row.leaving.name})
    return redirect("web:player_leaves", match.pk)


def _page(
    request: Request,
    match: Match,
    form: LeavingForm,
    *,
    error: LeagueError | None = None,
    status: int = 200,
) -> HttpResponse:
    sent = request.POST if form.is_bound else request.GET
    context = {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": match.session.season.club,
        "member": True,
        "form": form,
        "back": return_links.desk_address(match),
        "leaving": sent.get("leaving", ""),
        "way": sent.get("way") or form.ways[0],
        "chosen_free": sent.get("free", ""),
        "from_round": sent.get("from_round") or match.rounds_played + 1,
        "effect": sent.get("effect", ""),
        "end": sent.get("end") or MatchEnd.RESULT,
        "reason": sent.get("reason", ""),
        "effects": EFFECTS,
        "ends": ENDS,
        "substitutions": substitutions.substitutions_of(match),
        "refused": error.detail if error else "",
    }
    return render(request, "results/leaving.html", context, status=status)
