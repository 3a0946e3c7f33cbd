"""The organiser's desk: clubs, players, seasons, evenings."""

import zoneinfo
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.demo import demo_club
from league.models import Club, Player
from league.operations.exchange import archives
from league.operations.people import clubs
from league.operations.seasons import seasons
from league.permissions import Action
from league.web.accounts.access import can, desk
from league.web.support import forms
from league.web.support.once import once
from league.web.support.request import Request


@desk
@once
def home(request: Request) -> HttpResponse:
    """My clubs, and a new one."""
    form = forms.ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = forms.run(form, clubs.create, by=request.user, **form.cleaned_data)
        if club is not None:
            return redirect("web:desk_club", club.slug)
    return home_page(request, form=form)


def home_page(request: Request, **filled: Any) -> HttpResponse:
    refused = filled.get("archive_form")
    known = archives.count_imports(request.user)
    context = {
        "memberships": request.user.memberships.select_related("club").order_by("club__name"),
        "form": forms.ClubForm(),
        "archive_form": forms.ArchiveForm(initial={"known": known}, auto_id="archive_%s"),
        **filled,
    }
    return render(request, "people/desk_clubs.html", context, status=422 if refused else 200)


@desk
def club(request: Request, slug: str) -> HttpResponse:
    return club_page(request, permissions.club(request.user, slug, Action.VIEW))


@desk
@require_POST
@once
def add_player(request: Request, slug: str) -> HttpResponse:
    found = permissions.club(request.user, slug, Action.ORGANISE)
    form = forms.PlayerForm(request.POST)
    if form.is_valid():
        player = forms.run(form, clubs.add_player, found, **form.cleaned_data)
        if player is not None:
            messages.success(request, _("%(name)s is in.") % {"name": player.name})
            return redirect("web:desk_club", slug)
    return club_page(request, found, player_form=form)


@desk
@require_POST
@once
def add_season(request: Request, slug: str) -> HttpResponse:
    found = permissions.club(request.user, slug, Action.ORGANISE)
    form = forms.SeasonForm(request.POST)
    if form.is_valid():
        season = forms.run(form, seasons.create, found, by=request.user, **form.cleaned_data)
        if season is not None:
            return redirect("web:desk_season", season.pk)
    return club_page(request, found, season_form=form)


@desk
def player(request: Request, pk: int) -> HttpResponse:
    found = Player.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise Http404
    permissions.require(request.user, found.club, Action.ORGANISE)
    form = forms.editing(forms.PlayerForm, found, request.POST)
    if request.method == "POST" and form.is_valid():
        saved = forms.run(form, clubs.update_player, found, **forms.changes(form))
        if saved is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_club", found.club.slug)
    context = {"club": found.club, "player": found, "form": form}
    return render(request, "people/desk_player.html", context, status=422 if form.errors else 200)


@desk
@once
def season(request: Request, pk: int) -> HttpResponse:
    """The evenings of a season, and a new one."""
    found = permissions.season(request.user, pk, Action.VIEW)
    with timezone.override(zoneinfo.ZoneInfo(found.club.timezone)):
        form = forms.SessionForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            permissions.require(request.user, found.club, Action.ORGANISE)
            opened = forms.run(form, seasons.open_session, found, **form.cleaned_data)
            if opened is not None:
                return redirect("web:desk_session", opened.pk)
        context = {
            "club": found.club,
            "season": found,
            "sessions": found.sessions.all(),
            "form": form,
            "organiser": can(request, found.club, Action.ORGANISE),
        }
        return render(request, "seasons/desk_season.html", context)


@desk
def season_settings(request: Request, pk: int) -> HttpResponse:
    """Its name, days and games, and who confirms its results."""
    found = permissions.season(request.user, pk, Action.ORGANISE)
    form = forms.editing(forms.SeasonForm, found, request.POST, games=found.games)
    if request.method == "POST" and form.is_valid():
        saved = forms.run(form, seasons.update, found, by=request.user, **forms.changes(form))
        if saved is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_season", pk)
    context = {"club": found.club, "season": found, "form": form, "organiser": True}
    return render(
        request, "seasons/season_settings.html", context, status=422 if form.errors else 200
    )


def club_page(
    request: Request,
    club: Club,
    role_forms: Mapping[int, forms.RoleForm] | None = None,
    **filled: Any,
) -> HttpResponse:
    """The forms that were not sent are empty ones."""
    role_forms = role_forms or {}
    refused = any(form.errors for form in [*filled.values(), *role_forms.values()])
    on_page = {
        "player_form": forms.PlayerForm(),
        "season_form": forms.SeasonForm(initial={"starts_on": club.today()}),
        "member_form": forms.MemberForm(),
        **filled,
    }
    for name, form in on_page.items():
        form.auto_id = f"{name}_%s"  # three forms on one page, each with its own labels
    for form in [*filled.values(), *role_forms.values()]:
        forms.focus(form)
    members = club.memberships.select_related("user").order_by("user__email")
    context = {
        "club": club,
        "players": sorted(club.players.all(), key=Player.sort_key),
        "seasons": club.seasons.select_related("tournament"),
        "current": seasons.current_season(club, club.today()),
        "members": [(each, role_forms.get(each.pk) or forms.RoleForm.of(each)) for each in members],
        "is_demo": club.name == demo_club.CLUB_NAME and club == demo_club.find(),
        "organiser": can(request, club, Action.ORGANISE),
        "owner": can(request, club, Action.OWN),
        **on_page,
    }
    return render(request, "people/desk_club.html", context, status=422 if refused else 200)
