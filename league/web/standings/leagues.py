"""The pages on which organisers open the leagues of a season and change them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import permissions
from league.models import League, MemberRule, PlaceRule, Player
from league.operations.seasons import leagues as operations
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support import forms
from league.web.support.double_submissions import once
from league.web.support.request import Request


@desk
@once
def season_leagues(request: Request, pk: int) -> HttpResponse:
    """List the leagues of a season, and open a new one."""
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    initial = {"member_rule": MemberRule.ALL, "place_rule": PlaceRule.TABLE}
    form = forms.LeagueForm(request.POST or None, initial=initial).offer(season)
    if request.method == "POST" and form.is_valid():
        league = forms.run_operation(
            form, operations.create, season, by=request.user, **form.cleaned_data
        )
        if league is not None:
            messages.success(request, _("The league counts the results of the season so far."))
            return redirect("web:desk_league", league.pk)
    context = {
        "club": season.club,
        "season": season,
        "leagues": season.leagues.all(),
        "form": form,
        "organiser": True,
    }
    return render(request, "seasons/leagues.html", context, status=422 if form.errors else 200)


@desk
def manage_league(request: Request, pk: int) -> HttpResponse:
    """Edit the rules and the members of a league."""
    league = permissions.find_league(request.user, pk, Action.ORGANISE)
    season = league.season
    form = forms.edit_form(
        forms.LeagueForm, league, request.POST, games=league.games, players=_member_names(league)
    )
    form.offer(season)
    if request.method == "POST" and form.is_valid():
        saved = forms.run_operation(
            form, operations.update, league, by=request.user, **forms.changed_values(form)
        )
        if saved is not None:
            messages.success(request, _("Saved. The standings are counted again."))
            return redirect("web:desk_league", pk)
    context = {
        "club": season.club,
        "season": season,
        "league": league,
        "form": form,
        "organiser": True,
    }
    return render(request, "seasons/league.html", context, status=422 if form.errors else 200)


def _member_names(league: League) -> str:
    """Return the names of the members, one per line."""
    members = Player.shown.filter(pk__in=operations.member_ids(league))
    return "\n".join(members.order_by("name_key", "pk").values_list("name", flat=True))
