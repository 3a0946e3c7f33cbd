"""The desk page "Seating wishes" of a club: pairs of players to seat together or apart at evenings,
needs of single players, and step-free tables of the room. For organisers only."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import NotFound
from league.models import Club, Player, WishKind
from league.models.seating_needs import LONGEST_NOTE
from league.operations.people import seating_needs
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.double_submissions import once
from league.web.support.forms import TableNumbersField, changed_values, run_operation
from league.web.support.pages import ListPage
from league.web.support.person_field import MOST_DIGITS, player_of_club
from league.web.support.request import Request

MOST_WISHES = 50  # of a page, in the order in which they were set


class WishForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Seating wish"), choices=WishKind.choices)
    note = forms.CharField(
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("Such as “family” or “teacher”."),
        max_length=LONGEST_NOTE,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data, auto_id="wish_%s")
        self.fields["one"] = player_of_club(club, label=_("Player"))
        self.fields["other"] = player_of_club(club, label=_("Other player"))
        self.order_fields(["one", "kind", "other", "note"])


class NeedForm(forms.Form):
    """The needs of one player. With a `chosen` player the form shows the stored needs, and an
    emptied field removes a need; for a typed name empty fields change nothing."""

    level = forms.IntegerField(
        label=gettext_lazy("Level"),
        help_text=gettext_lazy("A number you choose. Players far apart in level sit apart."),
        min_value=0,
        required=False,
    )
    fixed_table = forms.IntegerField(
        label=gettext_lazy("Fixed table"),
        help_text=gettext_lazy("The number of the table at which the player always sits."),
        min_value=1,
        required=False,
    )
    step_free = forms.BooleanField(label=gettext_lazy("Needs a step-free table"), required=False)

    def __init__(self, club: Club, data: Any = None, player: Player | None = None) -> None:
        initial = {name: getattr(player, name) for name in NeedForm.base_fields} if player else {}
        super().__init__(data, initial=initial, auto_id="need_%s")
        self.chosen = player
        for field in self.fields.values():
            field.show_hidden_initial = True
        self.fields["player"] = player_of_club(club, label=_("Player"))

    @property
    def needs(self) -> list[forms.BoundField]:
        return [self[name] for name in NeedForm.base_fields]


class TablesForm(forms.Form):
    step_free_tables = TableNumbersField(label=gettext_lazy("Step-free tables"), required=False)

    def __init__(self, club: Club, data: Any = None) -> None:
        initial = {"step_free_tables": ", ".join(map(str, club.step_free_tables))}
        super().__init__(data, initial=initial, auto_id="room_%s")


@desk
def seating_wishes(request: Request, slug: str) -> HttpResponse:
    """List wishes and needs; with `player` the form of needs is that player's."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    player = _chosen_player(club, request.GET.get("player", ""))
    return _page(request, club, need_form=NeedForm(club, player=player))


@desk
@require_POST
@once
def add_wish(request: Request, slug: str) -> HttpResponse:
    """Set the wish of a pair; it replaces an earlier one of the pair."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    form = WishForm(club, request.POST)
    if form.is_valid():
        values = form.cleaned_data
        wish = run_operation(form, seating_needs.set_wish, club, by=request.user, **values)
        if wish is not None:
            messages.success(request, _("The wish is saved."))
            return redirect("web:seating_wishes", slug)
    return _page(request, club, wish_form=form)


@desk
@require_POST
def remove_wish(request: Request, slug: str, number: int) -> HttpResponse:
    """Remove a wish; idempotent."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    try:
        seating_needs.remove_wish(club, number, by=request.user)
    except NotFound:
        pass
    else:
        messages.success(request, _("The wish has been removed."))
    return redirect("web:seating_wishes", slug)


@desk
@require_POST
def set_need(request: Request, slug: str) -> HttpResponse:
    """Change the needs of one player. Concurrent changes of other needs stay."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    player = _chosen_player(club, request.POST.get("player", ""))
    form = NeedForm(club, request.POST, player)
    if form.is_valid():
        changes = changed_values(form)
        number = form.cleaned_data["player"]
        player = permissions.find_player(request.user, number, Action.ORGANISE)
        changes.pop("player", None)
        saved = run_operation(form, seating_needs.set_need, player, by=request.user, **changes)
        if saved is not None:
            messages.success(request, _("%(name)s’s needs are saved.") % {"name": player.name})
            return redirect(reverse("web:seating_wishes", args=[slug]) + "#needs")
    return _page(request, club, need_form=form)


@desk
@require_POST
def set_step_free_tables(request: Request, slug: str) -> HttpResponse:
    """Store which tables of the room can be reached without steps."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    form = TablesForm(club, request.POST)
    if form.is_valid():
        tables = form.cleaned_data["step_free_tables"]
        operation = seating_needs.set_step_free_tables
        if run_operation(form, operation, club, tables, by=request.user) is not None:
            messages.success(request, _("Saved."))
            return redirect(reverse("web:seating_wishes", args=[slug]) + "#room")
    return _page(request, club, tables_form=form)


def _chosen_player(club: Club, number: str) -> Player | None:
    """Return the player of a link or of a form that was opened for this player."""
    if not number.isdecimal() or len(number) > MOST_DIGITS:
        return None
    player: Player | None = club.players.filter(pk=int(number)).first()
    return player


def _needs_in_words(player: Player) -> list[str]:
    words = []
    if player.level is not None:
        words.append(_("level %(n)s") % {"n": player.level})
    if player.fixed_table is not None:
        words.append(_("always table %(n)s") % {"n": player.fixed_table})
    if player.step_free:
        words.append(_("needs a step-free table"))
    return words


def _page(request: Request, club: Club, **overrides: Any) -> HttpResponse:
    """Render the page; `overrides` are forms that were sent, all other forms are new."""
    is_refused = any(form.is_bound and form.errors for form in overrides.values())
    rows = seating_needs.wishes_of(club).select_related("one", "other").order_by("pk")
    players = seating_needs.players_with_needs(club).order_by("name_key", "pk")
    page: ListPage[Player] = ListPage(request, players, MOST_WISHES, name="players")
    context = {
        "club": club,
        "wishes": ListPage(request, rows, MOST_WISHES, name="wishes"),
        "players": page,
        "need_lines": [(player, _needs_in_words(player)) for player in page.rows],
        "wish_form": WishForm(club),
        "need_form": NeedForm(club),
        "tables_form": TablesForm(club),
        **overrides,
    }
    status = 422 if is_refused else 200
    return render(request, "people/seating_wishes.html", context, status=status)
