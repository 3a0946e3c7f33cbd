"""Invitations at the desk: the link and its QR code, revoking, a sheet for all players."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from league import permissions
from league.models import Club, Invitation, Player, Role
from league.operations.mail import outbox
from league.operations.people import invitations
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.support import qr_codes
from league.web.support.once import once
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
    player = forms.TypedChoiceField(
        label=gettext_lazy("As this player"),
        help_text=gettext_lazy("Links the account to this player’s results."),
        coerce=int,
        required=False,
        empty_value=None,
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        help_text=gettext_lazy("Leave it empty to show or send the link yourself."),
    )

    def __init__(self, club: Club, *args: Any, owner: bool, mails: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roles = [each for each in Role.choices if owner or each[0] != Role.OWNER]
        self.fields["role"].choices = roles  # type: ignore[attr-defined]
        self.fields["role"].initial = Role.ORGANISER
        players = sorted(club.players.without_account(), key=Player.sort_key)
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", _("nobody in the list")),
            *((each.pk, each.name) for each in players),
        ]
        if not mails:
            del self.fields["email"]


def invitation_form(request: Request, club: Club, data: Any = None) -> InvitationForm:
    owner = is_allowed(request, club, Action.OWN)
    player = request.GET.get("player")
    initial = {"player": player, "role": Role.PLAYER} if player else {}
    return InvitationForm(club, data, owner=owner, mails=outbox.is_configured(), initial=initial)


@desk
def invitation(request: Request, slug: str, pk: int) -> HttpResponse:
    """Show one invitation: link, QR code and state."""
    row = permissions.invitation(request.user, slug, pk)
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
    row = permissions.invitation(request.user, slug, pk)
    invitations.revoke(row, by=request.user)
    return redirect("web:members", slug)


@desk
@once
def sheet(request: Request, slug: str) -> HttpResponse:
    """Show the open invitations of players for printing; a POST makes the missing ones."""
    club = permissions.club(request.user, slug, Action.ORGANISE)
    if request.method == "POST":
        invitations.invite_players(club, by=request.user)
        return redirect("web:invitation_sheet", slug)
    rows = invitations.open_for_players(club)
    origin = phone_origin(request)
    context = {
        "club": club,
        "cards": [(each, qr_codes.of(link(origin, each))) for each in rows],
        "missing": club.players.without_account().count() - len(rows),
        "is_local_only": origin.is_local_only,
    }
    return render(request, "people/invitation_sheet.html", context)


def link(origin: PhoneOrigin, row: Invitation) -> str:
    """Return the address to give away. It has no language: each reader is answered in their own."""
    return f"{origin.url}join/{invitations.token_of(row)}/"
