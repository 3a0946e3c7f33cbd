"""The desk of a club: its players, members, seasons and their sessions."""

import zoneinfo
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.demo import demo_club
from league.models import Club, Player, Season, Session
from league.operations.exchange import archives
from league.operations.people import clubs, duplicates, person_search
from league.operations.seasons import notices, seasons
from league.operations.sessions import current_sessions
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.people.club_settings_forms import TIMEZONES_ID, NewClubForm, timezone_choices
from league.web.people.first_steps import steps_context
from league.web.people.invitations import people_without_account
from league.web.support import forms, person_field
from league.web.support.double_submissions import once
from league.web.support.notices import show as show_notices
from league.web.support.pages import ListPage, PlayersPage
from league.web.support.request import Request


@desk
@once
def home(request: Request) -> HttpResponse:
    """List the user's clubs, and create a new one."""
    form = NewClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = forms.run_operation(form, clubs.create, by=request.user, **form.cleaned_data)
        if club is not None:
            return redirect("web:desk_club", club.slug)
    return home_page(request, form=form)


@desk
@once
def first_club(request: Request) -> HttpResponse:
    """Create the first club of a new server, in one short form."""
    sent = request.POST if request.method == "POST" else None
    form = NewClubForm(sent)
    if form.is_valid():
        club = forms.run_operation(form, clubs.create, by=request.user, **form.cleaned_data)
        if club is not None:
            return redirect("web:desk_club", club.slug)
    context = {"form": form, "timezones": timezone_choices(), "timezones_id": TIMEZONES_ID}
    status = 422 if form.errors else 200
    return render(request, "people/first_club.html", context, status=status)


def home_page(request: Request, **overrides: Any) -> HttpResponse:
    is_refused = overrides.get("archive_form")
    archive_count = archives.count_imports(request.user)
    memberships = request.user.memberships.select_related("club").order_by("club__name_key", "pk")
    context = {
        "memberships": memberships,
        "under_way": current_sessions.under_way(
            [membership.club for membership in memberships], timezone.now()
        ),
        "form": NewClubForm(),
        "timezones": timezone_choices(),
        "timezones_id": TIMEZONES_ID,
        "archive_form": forms.ArchiveForm(initial={"known": archive_count}, auto_id="archive_%s"),
        **overrides,
    }
    return render(request, "people/desk_clubs.html", context, status=422 if is_refused else 200)


@desk
def club(request: Request, slug: str) -> HttpResponse:
    return club_page(request, permissions.find_club(request.user, slug, Action.VIEW))


@desk
@require_POST
@once
def add_player(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    form = forms.PlayerForm.of_new(club, request.POST)
    if form.is_valid():
        values = form.new_values()
        alike = [] if values.pop("is_another") else duplicates.look_alikes(club, values["name"])
        if alike:
            words = _("%(name)s looks like %(others)s: is it the same person?")
            others = get_text_list([other.name for other in alike], _("or"))
            form.add_error("name", words % {"name": values["name"], "others": others})
            return club_page(request, club, player_form=form, has_look_alikes=True)
        player = forms.run_operation(form, clubs.add_player, club, by=request.user, **values)
        if player is not None:
            messages.success(request, _("%(name)s has been added.") % {"name": player.name})
            return redirect("web:desk_club", slug)
    return club_page(request, club, player_form=form)


@desk
def people(request: Request, slug: str) -> HttpResponse:
    """Return the suggestions for a name that is being typed; with `for=invitation` only players
    without an account."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    is_invitation = request.GET.get("for") == "invitation"
    chosen = people_without_account(club) if is_invitation else person_search.people_of(club)
    return person_field.suggestions(request, chosen, may_create=False)


@desk
@require_POST
@once
def add_season(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    form = forms.SeasonForm(request.POST)
    if form.is_valid():
        season = forms.run_operation(
            form, seasons.create, club, by=request.user, **form.cleaned_data
        )
        if season is not None:
            return redirect("web:desk_season", season.pk)
    return club_page(request, club, season_form=form)


@desk
def manage_player(request: Request, pk: int) -> HttpResponse:
    player = Player.objects.select_related("club").filter(pk=pk).first()
    if player is None:
        raise Http404
    permissions.require(request.user, player.club, Action.ORGANISE)
    form = forms.edit_form(forms.PlayerForm, player, request.POST)
    del form.fields["is_another"]  # the name may be anybody's already
    if request.method == "POST" and form.is_valid():
        changes = forms.changed_values(form)
        saved = forms.run_operation(form, clubs.update_player, player, by=request.user, **changes)
        if saved is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_club", player.club.slug)
    merges = player.merges.filter(undone_at=None).select_related("merged")
    holder = player.guardian_id if player.is_child else player.account_id
    context = {
        "club": player.club,
        "player": player,
        "form": form,
        "merges": merges,
        "is_without_account": holder is None,
        "may_erase": holder is None and is_allowed(request, player.club, Action.OWN),
    }
    return render(request, "people/desk_player.html", context, status=422 if form.errors else 200)


@desk
@once
def manage_season(request: Request, pk: int) -> HttpResponse:
    """List the sessions of a season, and open a new one."""
    season = permissions.find_season(request.user, pk, Action.VIEW)
    with timezone.override(zoneinfo.ZoneInfo(season.club.timezone)):
        form = forms.SessionForm(request.POST or None, initial={"place": season.club.meeting_place})
        if request.method == "POST" and form.is_valid():
            permissions.require(request.user, season.club, Action.ORGANISE)
            session = forms.run_operation(
                form, seasons.open_session, season, by=request.user, **form.cleaned_data
            )
            if session is not None:
                show_notices(request, notices.of_session(session))
                return redirect("web:desk_session", session.pk)
        context = {
            "club": season.club,
            "season": season,
            **_sessions_context(request, season),
            "form": form,
            "games": ", ".join(season.games),
            "organiser": is_allowed(request, season.club, Action.ORGANISE),
        }
        return render(request, "seasons/desk_season.html", context)


def _sessions_context(request: Request, season: Season) -> dict[str, ListPage[Session]]:
    """Return the sessions that are planned, the next first, and those that have begun, the latest
    first."""
    now = timezone.now()
    counted = Q(matches__called_off_at=None)
    playing = counted & Q(matches__over=False, matches__stopped_at=None)
    rows = season.sessions.select_related("sign_up_sheet").annotate(
        match_count=Count("matches", filter=counted), running=Count("matches", filter=playing)
    )
    planned = rows.filter(starts_at__gt=now).order_by("starts_at", "pk")
    begun = rows.filter(starts_at__lte=now).order_by("-starts_at", "-pk")
    return {
        "planned": ListPage(request, planned, name="planned"),
        "sessions": ListPage(request, begun),
    }


@desk
def season_settings(request: Request, pk: int) -> HttpResponse:
    """Edit name, days and games of a season, who confirms its results, and for owners what a
    correction needs."""
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    form = forms.edit_form(forms.SeasonForm, season, request.POST, games=season.games)
    owner = is_allowed(request, season.club, Action.OWN)
    if not owner:
        form.leave_corrections_to_owners()
    if request.method == "POST" and form.is_valid():
        saved = forms.run_operation(
            form, seasons.update, season, by=request.user, **forms.changed_values(form)
        )
        if saved is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_season", pk)
    context = {
        "club": season.club,
        "season": season,
        "form": form,
        "organiser": True,
        "owner": owner,
    }
    return render(
        request, "seasons/season_settings.html", context, status=422 if form.errors else 200
    )


def club_page(
    request: Request, club: Club, *, has_look_alikes: bool = False, **overrides: Any
) -> HttpResponse:
    """Render the desk of a club; `overrides` are forms that were sent, all other forms are
    empty."""
    is_refused = any(form.errors for form in overrides.values())
    forms_on_page = {
        "player_form": forms.PlayerForm.of_new(club),
        "season_form": forms.new_season_form(club),
        **overrides,
    }
    for name, form in forms_on_page.items():
        form.auto_id = f"{name}_%s"  # two forms on one page, each with its own labels
    organiser = is_allowed(request, club, Action.ORGANISE)
    is_demo = club.name == demo_club.CLUB_NAME and club == demo_club.find()
    context = {
        "club": club,
        "has_look_alikes": has_look_alikes,
        "players": PlayersPage(request, club.players.all()),
        "seasons": ListPage(request, club.seasons.select_related("tournament"), name="seasons"),
        "current": seasons.current_season(club, club.today()),
        "player_count": club.players.count(),
        "member_count": club.memberships.count(),
        "is_demo": is_demo,
        "under_way": current_sessions.under_way([club], timezone.now()),
        "organiser": organiser,
        "owner": is_allowed(request, club, Action.OWN),
        **steps_context(request, club, organiser=organiser and not is_demo),
        **forms_on_page,
    }
    return render(request, "people/desk_club.html", context, status=422 if is_refused else 200)
