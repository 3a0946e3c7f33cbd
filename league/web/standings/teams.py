"""The pages on which organisers name the teams of a season or a league and their members."""

from datetime import date
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.models import League, Player, Season, Team, TeamTable
from league.operations.seasons import teams
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.standings.shared import organised
from league.web.standings.team_forms import TeamForm, TeamRuleForm
from league.web.support import forms
from league.web.support.double_submissions import once
from league.web.support.request import Request
from scoring.pure.teams import Membership


@desk
@once
def manage_teams(request: Request, pk: int, *, of_league: bool = False) -> HttpResponse:
    """Choose the rule of a team table, which opens it, and add teams."""
    season, league = organised(request, pk, of_league=of_league)
    table = TeamTable.objects.filter(season=season, league=league, session=None).first()
    adds_team = request.method == "POST" and request.POST.get("do") == "team"
    data = request.POST if request.method == "POST" else None
    rule_form = TeamRuleForm(None if adds_team else data, instance=table)
    team_form = TeamForm.of_club(season.club, data if adds_team else None)
    if adds_team and table is not None:
        if team_form.is_valid() and _add_team(request, table, team_form):
            return redirect(request.path)
    elif (
        data is not None
        and rule_form.is_valid()
        and _save_rule(request, season, league, table, rule_form)
    ):
        return redirect(request.path)
    is_refused = bool(rule_form.errors or team_form.errors)
    context = {
        "club": season.club,
        "season": season,
        "league": league,
        "table": TeamTable.objects.filter(pk=table.pk).first() if table else None,
        "teams": list(table.teams.all()) if table else [],
        "rule_form": rule_form,
        "team_form": team_form,
        "organiser": True,
    }
    return render(request, "seasons/teams.html", context, status=422 if is_refused else 200)


def _save_rule(
    request: Request,
    season: Season,
    league: League | None,
    table: TeamTable | None,
    form: TeamRuleForm,
) -> bool:
    values = {name: form.cleaned_data[name] for name in ("rule", "best")}
    if table is None:
        saved = forms.run_operation(
            form, teams.create_table, season, league=league, by=request.user, **values
        )
    else:
        saved = forms.run_operation(form, teams.update_table, table, by=request.user, **values)
    if saved is not None:
        messages.success(request, _("The rule for teams is saved."))
    return saved is not None


def _add_team(request: Request, table: TeamTable, form: TeamForm) -> bool:
    values = form.cleaned_data
    added = forms.run_operation(
        form,
        teams.create_team_of_players,
        table,
        name=values["name"],
        players=values["players"],
        from_day=values["from_day"],
        by=request.user,
    )
    if added is not None:
        messages.success(request, _("The team %(name)s is saved.") % {"name": added.name})
    return added is not None


@desk
def manage_team(request: Request, pk: int) -> HttpResponse:
    """Rename a team, or let players join and leave it from a day on."""
    team = permissions.find_team(request.user, pk, Action.ORGANISE)
    table, club = team.table, team.table.season.club
    today = timezone.localtime(timezone.now(), ZoneInfo(club.timezone)).date()
    form = TeamForm.of_club(
        club,
        request.POST,
        by_date=table.session_id is None,
        name=team.name,
        players="\n".join(player.name for player in _players_on(team, today)),
        from_day=today,
    )
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        saved = forms.run_operation(
            form,
            teams.set_players,
            team,
            name=values["name"],
            players=values["players"],
            from_day=values.get("from_day"),
            by=request.user,
        )
        if saved is not None:
            messages.success(request, _("The team %(name)s is saved.") % {"name": saved.name})
            return redirect("web:desk_team", pk)
    members = teams.members_of([team])[team.pk]
    people = Player.shown.in_bulk([member.player for member in members])
    context = {
        "club": club,
        "season": table.season,
        "league": table.league,
        "table": table,
        "team": Team.objects.get(pk=pk),
        "members": [(people[m.player], m) for m in members if m.player in people],
        "form": form,
        "organiser": True,
    }
    return render(request, "seasons/team.html", context, status=422 if form.errors else 200)


def _players_on(team: Team, day: date) -> list[Player]:
    """Return the members on a day by name."""
    ids = [
        member.player
        for member in teams.members_of([team])[team.pk]
        if Membership(team.pk, *member).includes(day)
    ]
    return list(Player.shown.filter(pk__in=ids).order_by("name_key", "pk"))
