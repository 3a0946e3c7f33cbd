"""The public visibility of the players of an account, including children it is the guardian of."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import NotFound
from league.models import Player, Visibility
from league.operations.people import visibility
from league.web.accounts.access import desk
from league.web.support.forms import run_operation
from league.web.support.request import Request

CHOICES = ("visibility", "alias", "hides_achievements")


class VisibilityForm(forms.Form):
    """The choice about one player; `player` tells several forms of a page apart."""

    player = forms.IntegerField(widget=forms.HiddenInput)
    visibility = forms.ChoiceField(
        label=gettext_lazy("What the public sees"),
        choices=Visibility.choices,
        widget=forms.RadioSelect,
    )
    alias = forms.CharField(label=gettext_lazy("Alias"), max_length=100, required=False)
    hides_achievements = forms.BooleanField(
        label=gettext_lazy("Hide my achievements from everyone"), required=False
    )


@desk
def own_players(request: Request) -> HttpResponse:
    players = list(visibility.players_of(request.user))
    refused = None
    if request.method == "POST":
        refused = VisibilityForm(request.POST)
        if refused.is_valid() and _save(request, refused, players):
            messages.success(request, _("Saved."))
            return redirect("web:own_players")
    context = {"choices": [(player, _form(player, refused)) for player in players]}
    status = 422 if refused else 200
    return render(request, "people/own_players.html", context, status=status)


def _save(request: Request, form: VisibilityForm, players: list[Player]) -> bool:
    """Store the choice; raise NotFound for a player of another user."""
    chosen = {player.pk: player for player in players}.get(form.cleaned_data["player"])
    if chosen is None:
        raise NotFound(_("There is nothing here."))
    choice = {name: form.cleaned_data[name] for name in CHOICES}
    return run_operation(form, visibility.choose, chosen, by=request.user, **choice) is not None


def _form(player: Player, refused: VisibilityForm | None) -> VisibilityForm:
    """Return the form of a player, with the refused input if there is any."""
    if refused is not None and refused["player"].value() == str(player.pk):
        form = refused
    else:
        form = VisibilityForm(
            initial={"player": player.pk, **{name: getattr(player, name) for name in CHOICES}}
        )
    form.auto_id = f"id_{player.pk}_%s"
    return form
