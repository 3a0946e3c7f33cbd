"""Invitations at the desk: the link and its QR code, revoking, a sheet for all players."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from league import permissions
from league.models import Club, Invitation, Role
from league.operations.mail import outbox
from league.operations.people import invitations
from league.operations.people.person_search import People
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support import qr_codes
from league.web.support.double_submissions import once
from league.web.support.pages import MOST_CARDS, MOST_NEW_CARDS, ListPage
from league.web.support.person_field import KnownPersonField
from league.web.support.phone_addresses import PhoneOrigin, phone_origin
from league.web.support.request import Request


class InvitationForm(forms.Form):
    """Role, player and address of an invitation; only owners invite owners."""

    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        help_text=gettext_lazy(
            "An organiser runs evenings, a scorer enters rounds, a player views results."
        ),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        help_text=gettext_lazy("Leave it empty to show or send the link yourself."),
    )

    def __init__(
        self, club: Club, *args: Any, roles: list[str], mails: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [choice for choice in Role.choices if choice[0] in roles]  # type: ignore[attr-defined]
        self.fields["role"].initial = Role.PLAYER
        self.fields["player"] = KnownPersonField(
            people_without_account(club),
            f"{reverse('web:club_people', args=[club.slug])}?for=invitation",
            label=_("Linked player"),
            help_text=_("Links the account to this player’s results."),
            required=False,
        )
        self.order_fields(["role", "player", "email"])
        if not mails:
            del self.fields["email"]


def people_without_account(club: Club) -> People:
    """Return the players that a person can be invited as."""
    return People(club.players.without_account())


def invitation_form(request: Request, club: Club, data: Any = None) -> InvitationForm:
    roles = permissions.invitable_roles(request.user, club)
    number = request.GET.get("player", "")
    chosen = people_without_account(club).find(int(number)) if number.isdecimal() else None
    initial = {"player": chosen} if chosen else {}
    return InvitationForm(club, data, roles=roles, mails=outbox.is_configured(), initial=initial)


@desk
def invitation(request: Request, slug: str, pk: int) -> HttpResponse:
    """Show one invitation: link, QR code and state."""
    row = permissions.find_invitation(request.user, slug, pk)
    origin = phone_origin(request)
    context = {
        "club": row.club,
        "invitation": row,
        "qr": qr_codes.of(link(origin, row)),
        "is_local_only": origin.is_local_only,
    }
    return render(request, "people/invitation.html", context)


@desk
@require_POST
def revoke(request: Request, slug: str, pk: int) -> HttpResponse:
    row = permissions.find_invitation(request.user, slug, pk)
    invitations.revoke(row, by=request.user)
    return redirect("web:members", slug)


@desk
@once
def sheet(request: Request, slug: str) -> HttpResponse:
    """Show the open invitations of players for printing; a POST makes the missing ones."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    if request.method == "POST":
        invitations.invite_players(club, by=request.user, most=MOST_NEW_CARDS)
        return redirect("web:invitation_sheet", slug)
    rows = invitations.open_for_players(club, reader=request.user)
    origin = phone_origin(request)
    page = ListPage[Invitation](request, rows, MOST_CARDS)
    missing = invitations.uninvited_players(club).count()
    context = {
        "club": club,
        "page": page,
        "cards": [(row, qr_codes.of(link(origin, row))) for row in page.rows],
        "missing": min(missing, MOST_NEW_CARDS),
        "is_local_only": origin.is_local_only,
    }
    return render(request, "people/invitation_sheet.html", context)


def link(origin: PhoneOrigin, row: Invitation) -> str:
    """Return the address to give away. It has no language: each reader is answered in their own."""
    return f"{origin.url}join/{invitations.token_of(row)}/"
