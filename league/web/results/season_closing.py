"""The page that closes a season, with its open matters, and reopens it."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, LeagueError
from league.models import Season
from league.operations.results import open_matters, season_closing
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.request import Request

MOST_LISTED = 100


@desk
def close_season(request: Request, pk: int) -> HttpResponse:
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    if hasattr(season, "tournament"):
        return redirect("web:desk_tournament", season.tournament.pk)
    if request.method != "POST":
        return _page(request, season)
    action = request.POST.get("do", "")
    if action not in {"close", "reopen"}:
        raise Http404
    try:
        if action == "close":
            season_closing.close(season, force=request.POST.get("force", ""), by=request.user)
            messages.success(request, _("The season is closed."))
        else:
            season_closing.reopen(season, by=request.user)
            messages.success(request, _("The season is open again."))
    except (Invalid, Conflict) as error:
        return _page(request, season, error)
    return redirect("web:close_season", pk)


def _page(request: Request, season: Season, error: LeagueError | None = None) -> HttpResponse:
    matters = [] if season.closed_at else open_matters.of_season(season)
    context = {
        "club": season.club,
        "season": season,
        "matters": matters[:MOST_LISTED],
        "more": max(0, len(matters) - MOST_LISTED),
        "name": season.name,
        "sent": request.POST,
        "refused": error.detail if error else "",
        "member": True,
    }
    status = 200 if error is None else 409 if isinstance(error, Conflict) else 422
    return render(request, "results/close_season.html", context, status=status)
