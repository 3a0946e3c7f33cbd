"""Penalties and tie-break draws at the desk of a season."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid
from league.models import League, Player, Season
from league.operations.seasons import penalties as operations
from league.operations.support import wording
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.standings.shared import organised, standings_address
from league.web.support.double_submissions import once
from league.web.support.forms import run_operation
from league.web.support.pages import ListPage
from league.web.support.person_field import player_of_club
from league.web.support.request import Request
from scoring.models import Draw, Penalty, Table

MOST_PENALTIES = 50  # of a page, the latest first


class PenaltyForm(forms.Form):
    points = forms.IntegerField(
        label=gettext_lazy("Points deducted"),
        help_text=gettext_lazy("0 is a warning."),
        min_value=0,
        max_value=operations.MOST_POINTS,
        initial=0,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("This text is public: do not name anyone."),
        max_length=operations.MOST_REASON,
    )
    known = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sessions = [
            (session.pk, wording.date(timezone.localtime(session.starts_at), "j F Y"))
            for session in season.sessions.filter(cancelled_at=None)
        ]
        self.fields["player"] = player_of_club(season.club, label=_("Player"))
        self.fields["session"] = forms.TypedChoiceField(
            label=_("Evening"), coerce=int, choices=sessions
        )
        self.order_fields(["player", "session", "points"])
        if reasons := season.club.penalty_reasons:
            self._offer(reasons)

    def _offer(self, reasons: Sequence[str]) -> None:
        """Offer the reasons of the club, beside own words."""
        self.fields["offered"] = forms.ChoiceField(
            label=_("Reason"),
            choices=[("", _("In your own words")), *((reason, reason) for reason in reasons)],
            required=False,
        )
        self.fields["reason"].label = _("In your own words")
        self.fields["reason"].required = False
        self.order_fields(["player", "session", "points", "offered"])

    def clean(self) -> dict[str, Any]:
        """Return the values with one reason: the chosen one, followed by own words."""
        values = super().clean() or {}
        offered = values.pop("offered", "")
        own_words = values.get("reason", "")
        if "offered" in self.fields and "reason" in values:
            values["reason"] = " · ".join(filter(None, [offered, own_words]))
        return values


class SitOutForm(forms.Form):
    known = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = player_of_club(season.club, label=_("Player"))


class LiftForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason for lifting it"), max_length=operations.MOST_REASON
    )


@desk
def penalties(request: Request, pk: int) -> HttpResponse:
    """List the penalties of a season, and impose a new one."""
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    with timezone.override(season.club.timezone):
        form = PenaltyForm(season, request.POST or None)
        if request.method == "POST" and form.is_valid():
            penalty = run_operation(
                form, operations.penalise, season, by=request.user, **form.cleaned_data
            )
            if penalty is not None:
                messages.success(request, _("The penalty is saved."))
                return redirect("web:penalties", pk)
        return _penalties_page(request, season, form)


@desk
@require_POST
def lift(request: Request, pk: int, number: int) -> HttpResponse:
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    penalty = Penalty.objects.filter(season=season, pk=number).first()
    if penalty is None:
        raise Http404
    form = LiftForm(request.POST, auto_id=f"lift_{number}_%s")
    if form.is_valid():
        lifted_penalty = run_operation(
            form, operations.lift_penalty, penalty, by=request.user, **form.cleaned_data
        )
        if lifted_penalty is not None:
            messages.success(request, _("The penalty has been lifted."))
            return redirect("web:penalties", pk)
    with timezone.override(season.club.timezone):
        return _penalties_page(request, season, PenaltyForm(season), {number: form})


@desk
@once
def tiebreak_draws(
    request: Request, pk: int, game: str = "", *, of_league: bool = False
) -> HttpResponse:
    """Show the shared places and the tie-break draws so far of a season or a league; a POST draws
    for one group."""
    season, league = organised(request, pk, of_league=of_league)
    table = _find_table(season, game, league)
    refusal = ""
    if request.method == "POST":
        try:
            operations.draw_for_tie(
                season,
                players=_posted_players(request),
                game=game,
                league=league,
                by=request.user,
            )
        except (Invalid, Conflict) as error:
            refusal = error.detail
        else:
            messages.success(request, _("The tie-break draw has been made."))
            return redirect(request.path)
    draws = Draw.objects.filter(table=table).select_related("drawn_by").order_by("-id")
    drawn_ids = {player for draw in draws for player in draw.players}
    players = Player.shown.filter(club=season.club_id).in_bulk(drawn_ids)
    context = {
        "club": season.club,
        "season": season,
        "league": league,
        "game": game,
        "games": league.all_games if league else season.games,
        "address": standings_address(table),
        "scheme_address": reverse("web:league_scheme", args=[league.pk])
        if league
        else reverse("web:desk_scheme", args=[season.pk]),
        "draws_address": reverse("web:league_lots", args=[league.pk])
        if league
        else reverse("web:lots", args=[season.pk]),
        "groups": operations.tied_groups(table),
        "lots_count": operations.uses_tiebreak_draws(table),
        "draws": [(draw, [players[player] for player in draw.players]) for draw in draws],
        "refused": refusal,
        "organiser": True,
        "member": True,
    }
    return render(request, "seasons/tiebreak_draws.html", context, status=422 if refusal else 200)


def remember_count(form: forms.Form, count: int) -> None:
    """Set the hidden field `known` to the number of rows that the page shows, also after a refusal,
    so that the same form sent twice is refused."""
    form.initial["known"] = count
    if form.is_bound:
        data = QueryDict(mutable=True)  # keeps all values of a name
        data.update(form.data)
        data["known"] = str(count)
        form.data = data


def _penalties_page(
    request: HttpRequest,
    season: Season,
    form: PenaltyForm,
    lifts: dict[int, LiftForm] | None = None,
) -> HttpResponse:
    penalties = Penalty.objects.filter(season=season).order_by("-id")
    rows = penalties.select_related("player", "session", "given_by", "voided_by")
    lifts = lifts or {}
    page = ListPage[Penalty](request, rows.filter(pk__in=lifts) if lifts else rows, MOST_PENALTIES)
    remember_count(form, rows.count())
    context = {
        "club": season.club,
        "season": season,
        "form": form,
        "penalties": [
            (row, lifts.get(row.pk) or LiftForm(auto_id=f"lift_{row.pk}_%s")) for row in page.rows
        ],
        "page": page,
        "organiser": True,
        "owner": is_allowed(request, season.club, Action.OWN),
    }
    is_refused = request.method == "POST"
    return render(request, "seasons/penalties.html", context, status=422 if is_refused else 200)


def _find_table(season: Season, game: str, league: League | None) -> Table:
    try:
        return operations.find_table(season, game, league)
    except Invalid as error:
        raise Http404(error.detail) from None


def _posted_players(request: HttpRequest) -> list[int]:
    """Return the ids of the players; one that is no number becomes 0, which no group contains."""
    ids = request.POST.getlist("player")
    return [int(pk) if pk.isdecimal() and len(pk) < 19 else 0 for pk in ids]
