"""The settings of a club at its desk, for owners: one form, and the logo beside it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict
from league.models import Club
from league.operations.people import club_logo
from league.operations.people import club_settings as operations
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.people.club_settings_forms import (
    TIMEZONES_ID,
    ClubSettingsForm,
    LogoForm,
    timezone_choices,
)
from league.web.support import live
from league.web.support.forms import changed_values, run_operation
from league.web.support.request import Request


@desk
def club_settings(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.OWN)
    form = ClubSettingsForm.of(club, request.POST or None)
    if request.method == "POST" and form.is_valid():
        saved = run_operation(
            form, operations.update, club, by=request.user, **changed_values(form)
        )
        if saved is not None:
            messages.success(request, _("Saved."))
            return redirect("web:club_settings", saved.slug)
    return _page(request, club, form=form)


@desk
@require_POST
def send_logo(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.OWN)
    form = LogoForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["logo"]
        job = run_operation(
            form, club_logo.start, club, file.read(), by=request.user, name=file.name
        )
        if job is not None:
            return redirect("web:club_settings", club.slug)
    return _page(request, club, logo_form=form)


@desk
@require_POST
def remove_logo(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.OWN)
    try:
        club_logo.remove(club, by=request.user)
        messages.success(request, _("The logo has been removed."))
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:club_settings", club.slug)


@desk
def logo_piece(request: Request, slug: str) -> HttpResponse:
    """Return only the logo and the state of a new one, which live.js fetches."""
    club = permissions.find_club(request.user, slug, Action.OWN)
    context = _logo_context(club)
    job = context["job"]
    version = f"g{club.pk}.{club.logo_version}.{job and job.pk}.{job and job.state}"
    return live.fragment(request, "people/_logo.html", lambda: context, version=version)


def _page(request: Request, club: Club, **overrides: Any) -> HttpResponse:
    """Render the page; `overrides` are forms that were sent."""
    is_refused = any(form.errors for form in overrides.values())
    context = {
        "form": ClubSettingsForm.of(club),
        "logo_form": LogoForm(),
        "timezones": timezone_choices(),
        "timezones_id": TIMEZONES_ID,
        **_logo_context(club),
        **overrides,
    }
    return render(request, "people/club_settings.html", context, status=422 if is_refused else 200)


def _logo_context(club: Club) -> dict[str, Any]:
    return {"club": club, "job": club_logo.jobs_of_club(club).first()}
