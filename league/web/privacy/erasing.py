"""The pages on which a player is erased and an account deleted: what becomes of what, then the name
or the address, typed to be sure."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import NotFound
from league.models import Player
from league.operations.people import visibility
from league.operations.privacy import account_erasing, erasing
from league.permissions import Action, may
from league.web.accounts.access import desk
from league.web.support.forms import run_operation
from league.web.support.request import Request


class EraseForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the player, typed to be sure"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DeleteAccountForm(forms.Form):
    """The players that are erased with the account, and its address."""

    erase = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Erase me also from the results of"),
        help_text=gettext_lazy("Where this is not chosen, the club goes on showing your results."),
        widget=forms.CheckboxSelectMultiple,
        coerce=int,
        required=False,
    )
    email = forms.CharField(
        label=gettext_lazy("Your e-mail address, typed to be sure"),
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
    player = Player.objects.select_related("club").filter(pk=pk).first()
    if player is None:
        raise NotFound(_("There is nothing here."))
    erasing.require_right(player, request.user)
    form = EraseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        erased = {"name": form.cleaned_data["name"], "by": request.user}
        if run_operation(form, _erase, player, erased):
            words = _("%(name)s is erased. What others have played stays as it was.")
            messages.success(request, words % {"name": player.name})
            if may(request.user, player.club, Action.OWN):
                return redirect("web:desk_club", player.club.slug)
            return redirect("web:own_players")
    own = request.user.pk in {player.account_id, player.guardian_id}
    context = {
        "club": player.club,
        "player": player,
        "form": form,
        "preview": erasing.preview(player),
        "back": "own_players" if own else "desk_player",
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
        choices = {
            "erased": form.cleaned_data.get("erase", []),
            "email": form.cleaned_data["email"],
        }
        if run_operation(form, _delete, request, choices):
            messages.success(request, _("Your account is deleted."))
            return redirect("web:home")
    faults = list(account_erasing.faults_of(request.user))
    context = {"form": form, "faults": faults, "players": players}
    status = 422 if form.errors else 200
    return render(request, "privacy/delete_account.html", context, status=status)


def _require_fresh_sign_in(request: Request) -> None:
    """Ask for the password or a passkey again if it was given long ago: allauth's middleware
    answers what is raised here."""
    reauthentication_required(lambda _request: None)(request)


def _erase(player: Player, choices: dict[str, Any]) -> bool:
    erasing.erase(player, **choices)
    return True


def _delete(request: Request, choices: dict[str, Any]) -> bool:
    """Delete the account and end its session in this browser."""
    account_erasing.delete(request.user, **choices)
    logout(request)
    return True
