"""The page "These players really sat here": other names for the scores of a match."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, LeagueError, Stale
from league.models import Match, Player, Seat
from league.operations.matches import correction_policy
from league.operations.people import person_search
from league.operations.results import seat_corrections
from league.operations.results.correction_preview import CorrectionPreview, preview_seats
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.results.effects import effects_context
from league.web.support import return_links
from league.web.support.person_field import PersonField
from league.web.support.request import Request


class SeatsForm(forms.Form):
    """A player for each seat, in playing order."""

    def __init__(self, match: Match, seats: list[Seat], data: Any = None) -> None:
        super().__init__(data)
        people = person_search.people_of(match.session.season.club)
        url = reverse("web:evening_people", args=[match.session_id])
        for seat in seats:
            field = PersonField(people, url, label=_("Seat %(n)s") % {"n": seat.number + 1})
            self.fields[f"seat-{seat.number}"] = field
            self.initial[f"seat-{seat.number}"] = seat.player

    def players(self) -> list[Player]:
        return [self.cleaned_data[name] for name in self.fields]


@desk
def seats(request: Request, pk: int) -> HttpResponse:
    """Show the seats of a match; a POST previews other players there, or with `do=save` stores
    them."""
    match = permissions.find_match(request.user, pk, Action.ORGANISE)
    seat_rows = list(match.seats.select_related("player"))
    if request.method != "POST":
        return _page(request, match, SeatsForm(match, seat_rows))
    form = SeatsForm(match, seat_rows, request.POST)
    if not form.is_valid():
        return _page(request, match, form, status=422)
    chosen = seat_corrections.with_exchanges(match, [player.pk for player in form.players()])
    try:
        if request.POST.get("do") != "save":
            preview = preview_seats(match.pk, chosen, by=request.user)
            return _page(request, match, form, preview=preview, chosen=chosen)
        seat_corrections.correct_seats(
            chosen,
            by=request.user,
            reason=request.POST.get("reason", ""),
            confirmed=bool(request.POST.get("confirmed")),
            seen_versions=_seen_version(request, match),
        )
    except (Invalid, Conflict, Stale) as error:
        return _page(request, match, form, error=error, status=409)
    return_links.add_match_message(request, _("The seats have been corrected."), match)
    return redirect(return_links.desk_address(match))


def _page(
    request: Request,
    match: Match,
    form: SeatsForm,
    *,
    error: LeagueError | None = None,
    preview: CorrectionPreview | None = None,
    chosen: dict[int, list[int]] | None = None,
    status: int = 200,
) -> HttpResponse:
    names = Player.shown.in_bulk({pk for players in (chosen or {}).values() for pk in players})
    others = Match.objects.filter(pk__in=chosen or []).exclude(pk=match.pk)
    seated = [
        Seat(match=match, number=number, player=names[player])
        for number, player in enumerate((chosen or {}).get(match.pk, []))
    ]
    context = {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": match.session.season.club,
        "member": True,
        "form": form,
        "refused": error.detail if error else "",
        "terms": correction_policy.correction_terms(match),
        "reason": request.POST.get("reason", ""),
        "other_tables": [
            (other.sitting_table.number, [names[pk].name for pk in (chosen or {})[other.pk]])
            for other in others.select_related("sitting_table")
        ],
        **effects_context(seated, preview),
    }
    return render(request, "results/seats.html", context, status=status)


def _seen_version(request: Request, match: Match) -> dict[int, int]:
    text = request.POST.get("version", "")
    return {match.pk: int(text)} if text.isdecimal() and len(text) < 10 else {}
