"""One's own data as a file, and for an organiser the data of a player without an account."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from league import permissions
from league.errors import Conflict
from league.models import Job
from league.operations.privacy import my_data as operations
from league.permissions import Action
from league.web.accounts.access import desk, user_timezone
from league.web.support.request import Request

MOST_JOBS = 5


@desk
def my_data(request: Request) -> HttpResponse:
    """List the latest files of an account; a POST starts a new one."""
    if request.method == "POST":
        return redirect("web:job", operations.start_for_account(request.user).pk)
    jobs = Job.objects.filter(by=request.user, kind=operations.ACCOUNT_JOB)[:MOST_JOBS]
    context = {"jobs": jobs, "zone": user_timezone(request.user)}
    return render(request, "privacy/my_data.html", context)


@desk
def player_data(request: Request, pk: int) -> HttpResponse:
    """List the latest files of a player; a POST starts a new one."""
    player = permissions.find_player(request.user, pk, Action.ORGANISE)
    error = ""
    if request.method == "POST":
        try:
            return redirect("web:job", operations.start_for_player(player, by=request.user).pk)
        except Conflict as refusal:
            error = refusal.detail
    jobs = Job.objects.filter(
        club=player.club, kind=operations.PLAYER_JOB, arguments={"player": player.pk}
    )[:MOST_JOBS]
    context = {
        "club": player.club,
        "player": player,
        "jobs": jobs,
        "zone": player.club.timezone,
        "refused": error,
    }
    return render(request, "privacy/my_data.html", context, status=409 if error else 200)
