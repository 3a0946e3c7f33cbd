"""The organiser's desk: clubs, players, seasons, evenings, tables."""

import zoneinfo
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.models import Club, Player, Season, Session
from league.operations import clubs, matches, seasons
from league.permissions import Action
from league.web import forms
from league.web.access import Request, can, desk
from league.web.games import PAGES


@desk
def home(request: Request) -> HttpResponse:
    """My clubs, and a new one."""
    form = forms.ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = forms.run(form, clubs.create, by=request.user, **form.cleaned_data)
        if club is not None:
            return redirect("web:desk_club", club.slug)
    mine = request.user.memberships.select_related("club").order_by("club__name")
    return render(request, "desk/home.html", {"memberships": mine, "form": form})


@desk
def club(request: Request, slug: str) -> HttpResponse:
    return _club_page(request, permissions.club(request.user, slug, Action.VIEW))


@desk
@require_POST
def add_player(request: Request, slug: str) -> HttpResponse:
    found = permissions.club(request.user, slug, Action.ORGANISE)
    form = forms.PlayerForm(request.POST)
    if form.is_valid():
        player = forms.run(form, clubs.add_player, found, **form.cleaned_data)
        if player is not None:
            messages.success(request, _("%(name)s is in.") % {"name": player.name})
            return redirect("web:desk_club", slug)
    return _club_page(request, found, player_form=form)


@desk
@require_POST
def add_season(request: Request, slug: str) -> HttpResponse:
    found = permissions.club(request.user, slug, Action.ORGANISE)
    form = forms.SeasonForm(request.POST)
    if form.is_valid():
        season = forms.run(form, seasons.create, found, **form.cleaned_data)
        if season is not None:
            return redirect("web:desk_season", season.pk)
    return _club_page(request, found, season_form=form)


@desk
@require_POST
def add_member(request: Request, slug: str) -> HttpResponse:
    found = permissions.club(request.user, slug, Action.OWN)
    form = forms.MemberForm(request.POST)
    if form.is_valid():
        member = forms.run(form, clubs.add_member, found, **form.cleaned_data)
        if member is not None:
            return redirect("web:desk_club", slug)
    return _club_page(request, found, member_form=form)


@desk
def player(request: Request, pk: int) -> HttpResponse:
    found = Player.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise Http404
    permissions.require(request.user, found.club, Action.ORGANISE)
    form = forms.PlayerForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        saved = forms.run(form, clubs.update_player, found, **form.cleaned_data)
        if saved is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_club", found.club.slug)
    return render(request, "desk/player.html", {"club": found.club, "player": found, "form": form})


@desk
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
        return render(request, "desk/season.html", context)


@desk
def session(request: Request, pk: int) -> HttpResponse:
    """The tables of an evening, and a new one."""
    found = permissions.session(request.user, pk, Action.VIEW)
    form = forms.MatchForm(found.season, request.POST or None)
    options_forms = {
        slug: PAGES[slug].options_form(
            request.POST if request.POST.get("game") == slug else None, prefix=slug
        )
        for slug in found.season.games
        if slug in PAGES
    }
    if request.method == "POST":
        permissions.require(request.user, found.season.club, Action.ORGANISE)
        match = _set_table(found, form, options_forms)
        if match is not None:
            return redirect("web:match", match.pk)
    return render(
        request, "desk/session.html", _session_context(request, found, form, options_forms)
    )


def _set_table(session: Session, form: forms.MatchForm, options_forms: dict[str, Any]) -> Any:
    if not form.is_valid():
        return None
    game = form.cleaned_data["game"]
    if not options_forms[game].is_valid():
        return None
    players = form.players()
    options = PAGES[game].read_options(options_forms[game].cleaned_data, len(players))
    return forms.run(form, matches.create, session, game=game, players=players, options=options)


def _session_context(
    request: HttpRequest, session: Session, form: Any, options_forms: Any
) -> dict[str, Any]:
    season: Season = session.season
    return {
        "club": season.club,
        "season": season,
        "session": session,
        "matches": session.matches.prefetch_related("seats__player").order_by("over", "id"),
        "form": form,
        "options_forms": options_forms,
        "organiser": can(request, season.club, Action.ORGANISE),
        "may_submit": can(request, season.club, Action.SUBMIT),
    }


def _club_page(request: HttpRequest, club: Club, **filled: Any) -> HttpResponse:
    """The forms that were not sent are empty ones."""
    refused = any(form.errors for form in filled.values())
    on_page = {
        "player_form": forms.PlayerForm(),
        "season_form": forms.SeasonForm(initial={"starts_on": timezone.localdate()}),
        "member_form": forms.MemberForm(),
        **filled,
    }
    for name, form in on_page.items():
        form.auto_id = f"{name}_%s"  # three forms on one page, each with its own labels
    context = {
        "club": club,
        "players": sorted(club.players.all(), key=Player.sort_key),
        "seasons": club.seasons.all(),
        "members": club.memberships.select_related("user").order_by("user__email"),
        "organiser": can(request, club, Action.ORGANISE),
        "owner": can(request, club, Action.OWN),
        **on_page,
    }
    return render(request, "desk/club.html", context, status=422 if refused else 200)
