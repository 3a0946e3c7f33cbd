"""The pages on which a player is erased and an account deleted: what becomes of what, then the name
or the address, typed to be sure."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Player
from league.operations.people import visibility
from league.operations.privacy import account_erasing, erasing
from league.permissions import Action, may
from league.web.accounts.access import desk
from league.web.support.forms import run_operation
from league.web.support.request import Request


class EraseForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Type the player’s name to confirm"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DeleteAccountForm(forms.Form):
    """The players that are erased with the account, and its address."""

    erase = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Also erase me from the results of"),
        help_text=gettext_lazy("Otherwise the club still shows your results."),
        widget=forms.CheckboxSelectMultiple,
        coerce=int,
        required=False,
    )
    email = forms.CharField(
        label=gettext_lazy("Type your e-mail address to confirm"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "email"}),
    )

    def __init__(self, data: Any, players: list[Player]) -> None:
        super().__init__(data, initial={"erase": [player.pk for player in players]})
        choices = [(player.pk, player.club.name) for player in players]
        self.fields["erase"].choices = choices  # type: ignore[attr-defined]
        if not players:
            del self.fields["erase"]


@desk
def erase_player(request: Request, pk: int) -> HttpResponse:
    """Show what erasing a player concerns; a POST with the name does it."""
    player = erasing.find(pk, request.user)
    form = EraseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        run_operation(form, erasing.erase, player, name=form.cleaned_data["name"], by=request.user)
        if form.is_valid():
            words = _("%(name)s has been erased. The matches of other players have not changed.")
            messages.success(request, words % {"name": player.name})
            if may(request.user, player.club, Action.OWN):
                return redirect("web:desk_club", player.club.slug)
            return redirect("web:own_players")
    is_own = request.user.pk in {player.account_id, player.guardian_id}
    context = {
        "club": None if is_own else player.club,
        "player": player,
        "form": form,
        "preview": erasing.preview(player),
        "back": reverse("web:own_players") if is_own else reverse("web:desk_player", args=[pk]),
    }
    status = 422 if form.errors else 200
    return render(request, "privacy/erase_player.html", context, status=status)


@desk
def delete_account(request: Request) -> HttpResponse:
    """Show what becomes of an account and its players; a POST with the address deletes it."""
    _require_fresh_sign_in(request)
    players = [
        player for player in visibility.players_of(request.user) if player.account == request.user
    ]
    form = DeleteAccountForm(request.POST if request.method == "POST" else None, players)
    if request.method == "POST" and form.is_valid():
        erased = form.cleaned_data.get("erase", [])
        email = form.cleaned_data["email"]
        run_operation(form, account_erasing.delete, request.user, email=email, erased=erased)
        if form.is_valid():
            logout(request)
            messages.success(request, _("Your account has been deleted."))
            return redirect("web:home")
    faults = list(account_erasing.faults_of(request.user))
    context = {"form": form, "faults": faults, "back": reverse("account")}
    status = 422 if form.errors else 200
    return render(request, "privacy/delete_account.html", context, status=status)


def _require_fresh_sign_in(request: Request) -> None:
    """Require the password or a passkey again if the last sign-in is too old: allauth's middleware
    answers the exception raised here."""
    reauthentication_required(lambda _request: None)(request)
