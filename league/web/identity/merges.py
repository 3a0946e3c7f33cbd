"""The desk pages of merging: choose the other player, see what would change, merge; and undo."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import permissions
from league.errors import NotFound
from league.models import Player, PlayerMerge
from league.operations.identity import merging
from league.operations.identity.merging import LaterUnit
from league.operations.identity.preview import MergePreview, preview
from league.operations.people import duplicates
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.double_submissions import once
from league.web.support.forms import run_operation
from league.web.support.person_field import player_of_club
from league.web.support.request import Request


class MergeForm(forms.Form):
    """The choice of the player who stays."""

    def __init__(self, data: Any, player: Player) -> None:
        super().__init__(data)
        label = _("Same person as")
        self.fields["into"] = player_of_club(player.club, label=label)
        self.look_alikes = duplicates.look_alikes(player.club, player.name, but=player.pk)


class UndoForm(forms.Form):
    """Where later results go; one box for each evening or tournament that may go either way."""

    units = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Played by")
    )

    def __init__(self, data: Any, stored: PlayerMerge, units: list[LaterUnit]) -> None:
        super().__init__(data)
        free = [unit for unit in units if not unit.is_forced]
        self.fields["units"].choices = [  # type: ignore[attr-defined]
            (unit.key, unit.name) for unit in free
        ]
        self.fields["units"].label = _("Played by %(name)s") % {"name": stored.merged.name}
        if not free:
            del self.fields["units"]


@desk
@once
def merge(request: Request, pk: int) -> HttpResponse:
    """Show what a merge would change; a POST carries it out."""
    player = permissions.find_player(request.user, pk, Action.ORGANISE)
    form = MergeForm(
        request.POST or (request.GET if request.GET.keys() & {"into", "into-name"} else None),
        player,
    )
    shown: MergePreview | None = None
    if form.is_valid():
        survivor = permissions.find_player(request.user, form.cleaned_data["into"], Action.ORGANISE)
        if request.method == "POST":
            if run_operation(form, merging.merge, player, survivor, by=request.user):
                words = _("%(one)s and %(other)s are now one player: %(other)s.")
                messages.success(request, words % {"one": player.name, "other": survivor.name})
                return redirect("web:desk_player", survivor.pk)
        else:
            shown = run_operation(form, preview, player, survivor)
    context = {"club": player.club, "player": player, "form": form, "preview": shown}
    status = 422 if request.method == "POST" else 200
    return render(request, "identity/merge.html", context, status=status)


@desk
@once
def undo_merge(request: Request, pk: int) -> HttpResponse:
    """Ask where later results go, and undo the merge."""
    rows = PlayerMerge.objects.select_related("club", "merged", "survivor")
    stored = rows.filter(pk=pk).first()
    if stored is None:
        raise NotFound(_("There is nothing here."))
    permissions.require(request.user, stored.club, Action.ORGANISE)
    units = merging.later_units(stored)
    form = UndoForm(request.POST if request.method == "POST" else None, stored, units)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data.get("units", [])
        player = run_operation(form, merging.undo, stored, by=request.user, units=chosen)
        if player is not None:
            messages.success(
                request, _("%(name)s is a separate player again.") % {"name": player.name}
            )
            return redirect("web:desk_player", player.pk)
    context = {
        "club": stored.club,
        "merge": stored,
        "form": form,
        "forced": [unit for unit in units if unit.is_forced],
    }
    status = 422 if form.errors else 200
    return render(request, "identity/undo_merge.html", context, status=status)
