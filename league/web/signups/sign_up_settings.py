"""Sign-up settings at the desk of a club: the way, the code, and the personal links."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.models import Club, PersonalLink, SignUpAccess
from league.operations.people import player_lists
from league.operations.signups import access, personal_links
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.signups.club_code import spaced
from league.web.signups.sheet_forms import AccessForm
from league.web.support import qr_codes
from league.web.support.forms import run_operation
from league.web.support.pages import MOST_CARDS, MOST_NEW_CARDS, PlayersPage
from league.web.support.phone_addresses import PhoneOrigin, phone_origin
from league.web.support.request import Request


@desk
def sign_up_settings(request: Request, slug: str) -> HttpResponse:
    """Show how players sign up; a POST changes it."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    form = AccessForm(request.POST or None, initial={"access": access.settings_of(club).access})
    if request.method == "POST" and form.is_valid():
        saved = run_operation(form, access.change, club, by=request.user, **form.cleaned_data)
        if saved is not None:
            messages.success(request, _("Saved."))
            return redirect("web:sign_up_settings", club.slug)
    return _page(request, club, form)


@desk
@require_POST
def renew_code(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    access.renew_code(club, by=request.user)
    messages.success(request, _("The club has a new code. The old code no longer works."))
    return redirect("web:sign_up_settings", club.slug)


@desk
def links(request: Request, slug: str) -> HttpResponse:
    """Show the personal links of the players without account, for printing; a POST makes the
    missing ones."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    players = club.players.without_account()
    missing = players.filter(personal_link=None)
    if request.method == "POST":
        for player in player_lists.first_by_name(missing, MOST_NEW_CARDS).players:
            personal_links.make(player, by=request.user)
        return redirect("web:personal_links", club.slug)
    origin = phone_origin(request)
    having = players.exclude(personal_link=None).select_related("personal_link")
    page = PlayersPage(request, having, MOST_CARDS)
    context = {
        "club": club,
        "page": page,
        "cards": [(row, qr_codes.of(_link(origin, row.personal_link))) for row in page.rows],
        "missing": min(missing.count(), MOST_NEW_CARDS),
        "is_local_only": origin.is_local_only,
        "links_work": access.allows(club, SignUpAccess.LINK),
    }
    return render(request, "signups/links.html", context)


@desk
def player_link(request: Request, pk: int) -> HttpResponse:
    """Show the personal link of one player; a POST makes, renews or revokes it."""
    player = permissions.find_player(request.user, pk, Action.ORGANISE)
    if request.method == "POST":
        if request.POST.get("do") == "revoke":
            personal_links.revoke(player, by=request.user)
        else:
            personal_links.make(player, by=request.user)
        return redirect("web:player_link", pk)
    link = PersonalLink.objects.filter(player=player).first()
    origin = phone_origin(request)
    context = {
        "club": player.club,
        "player": player,
        "link": link,
        "qr": qr_codes.of(_link(origin, link)) if link is not None else None,
        "is_local_only": origin.is_local_only,
        "links_work": access.allows(player.club, SignUpAccess.LINK),
    }
    return render(request, "signups/player_link.html", context)


def _page(request: Request, club: Club, form: AccessForm) -> HttpResponse:
    settings = access.settings_of(club)
    rows = club.players.without_account()
    origin = phone_origin(request)
    code = spaced(settings.code) if settings.code else ""
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "settings": settings,
        "code": code,
        "code_qr": qr_codes.of(f"{origin.url}sign-up/club/{code}/") if code else None,
        "players": PlayersPage(request, rows.select_related("personal_link")),
        "player_count": rows.count(),
        "is_local_only": origin.is_local_only,
        "links_work": access.allows(club, SignUpAccess.LINK),
        "code_works": access.allows(club, SignUpAccess.CODE),
    }
    status = 422 if form.errors else 200
    return render(request, "signups/sign_up_settings.html", context, status=status)


def _link(origin: PhoneOrigin, link: PersonalLink) -> str:
    """Return the address to give away. It has no language: each reader is answered in their own."""
    return f"{origin.url}{personal_links.path_of(link)}"
