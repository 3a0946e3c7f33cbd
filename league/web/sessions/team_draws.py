"""The page on which organisers draw the teams of an evening."""

from typing import Any

from django import forms as django_forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import permissions
from league.models import TeamTable
from league.operations.seasons import teams
from league.operations.sessions import presence, team_draws
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.standings.team_forms import TeamRuleForm
from league.web.support import forms
from league.web.support.double_submissions import once
from league.web.support.request import Request


class TeamDrawForm(TeamRuleForm):
    """The form of a draw: how many teams, whether ratings are shared out, and the rule."""

    number = django_forms.IntegerField(label=gettext_lazy("Number of teams"), required=False)
    balanced = django_forms.BooleanField(
        label=gettext_lazy("Share out the players by their ratings"), required=False
    )

    field_order = ("number", "balanced", "rule", "best")


@desk
@once
def draw_teams(request: Request, pk: int) -> HttpResponse:
    """Draw the teams of an evening from the players who are present, as long as no match has a
    result."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    table = TeamTable.objects.filter(session=session).first()
    data = request.POST if request.method == "POST" else None
    form = TeamDrawForm(data, instance=table, initial={"number": team_draws.LEAST_TEAMS})
    if data is not None and form.is_valid():
        drawn = forms.run_operation(
            form, team_draws.draw, session, by=request.user, **form.cleaned_data
        )
        if drawn is not None:
            messages.success(request, _("The teams are drawn."))
            return redirect("web:draw_teams", pk)
    here = [player for player in presence.present_players(session) if not player.is_guest]
    context: dict[str, Any] = {
        "club": session.season.club,
        "season": session.season,
        "session": session,
        "table": TeamTable.objects.filter(session=session).first(),
        "teams": _teams_with_players(table),
        "here": len(here),
        "form": form,
        "organiser": True,
        "member": True,
    }
    return render(request, "sessions/draw_teams.html", context, status=422 if form.errors else 200)


def _teams_with_players(table: TeamTable | None) -> list[Any]:
    """Return the teams in the order of the draw, each with its players."""
    if table is None:
        return []
    rows = list(table.teams.order_by("pk"))
    members = teams.members_of(rows)
    players = teams.players_of(members)
    return [
        (row, [players[m.player] for m in members[row.pk] if m.player in players]) for row in rows
    ]
