"""The result of a match, for those who may say something about it: confirm, dispute, decide,
postpone. The phone at the table does the first two at its own address."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league import permissions
from league.errors import Conflict, Forbidden, Invalid, LeagueError
from league.models import Confirmation, Dispute, Match, Outcome, Quorum, User
from league.operations.matches import match_results
from league.operations.results import confirmations, disputes, postponements
from league.operations.results.confirmations import Speaker
from league.permissions import Action
from league.web.accounts.access import can, desk
from league.web.support.once import once
from league.web.support.request import Request

Body = dict[str, Any]


class PostponeForm(forms.Form):
    """The time is that of the club, which the view has activated."""

    to = forms.DateTimeField(
        label=gettext_lazy("Played on"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


@desk
@once
def result(request: Request, pk: int) -> HttpResponse:
    match = permissions.match(request.user, pk, Action.VIEW)
    if request.method != "POST":
        return _page(request, match)
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    with timezone.override(ZoneInfo(match.session.season.club.timezone)):
        try:
            act(request, match)
        except (Invalid, Conflict) as refused:
            return _page(request, match, refused)
    if request.POST.get("back") == "evening":
        return redirect("web:desk_session", match.session_id)
    return redirect("web:result", pk)


def at_table(request: HttpRequest, match: Match, by: User) -> LeagueError | None:
    """What the players at a table have said on its phone; what is refused is shown there."""
    told = request.POST
    try:
        say = SAID.get(told.get("do", ""))
        if say is None:
            raise Http404
        say(match, by, told, True)
    except (Invalid, Conflict, Forbidden) as refused:
        return refused
    return None


def told_of(match: Match) -> Body:
    """What pages show of a result: how it stands, who has confirmed it, who not yet."""
    told = match_results.result_status(match)
    said = confirmations.current_confirmations([match]).get(match.pk, [])
    by_player = {row.player_id: row for row in said}
    seats = list(match.seats.select_related("player"))
    asks = match.over and match.session.season.confirmation not in {Quorum.NOBODY, Quorum.REFEREE}
    rows = match.disputes.select_related("player", "opened_by", "decided_by")
    listed = list(rows)
    return {
        "match": match,
        "told": told,
        "said": [row for row in said if row.player_id is not None],
        "referee": by_player.get(None),
        "due_at": match_results.due_at(match) if told.is_provisional else None,
        "asked": [(seat, by_player.get(seat.player_id)) for seat in seats] if asks else [],
        "seats_of": seats,
        "disputes": listed,
        "open_disputes": [each for each in listed if each.is_open],
    }


def waiting(found: "list[tuple[int, Match]]") -> list[tuple[int, Match, Any]]:
    """Of the matches of an evening, with the numbers of their tables, those that are not final."""
    told = match_results.provisional_among([match for _number, match in found])
    return [(number, match, told[match.pk]) for number, match in found if match.pk in told]


def _page(request: Request, match: Match, refused: LeagueError | None = None) -> HttpResponse:
    club = match.session.season.club
    match = permissions.match(request.user, match.pk, Action.VIEW)  # as it is after what was tried
    organiser = can(request, club, Action.ORGANISE)
    own = _own(request, match)
    sent = request.POST.dict() if refused else {}
    context = {
        **told_of(match),
        "session": match.session,
        "season": match.session.season,
        "club": club,
        "member": True,
        "organiser": organiser,
        "own": own,
        "may_speak": organiser or own is not None,
        "needs_referee": organiser and match_results.result_status(match).needed.count > 0,
        "refused": refused.detail if refused else "",
        "sent": sent,
        "outcomes": _outcomes(),
        "form": PostponeForm(sent if sent.get("do") == "postpone" else None),
    }
    return render(request, "results/result.html", context, status=422 if refused else 200)


def _outcomes() -> list[tuple[str, Any]]:
    return list(Outcome.choices)


def _own(request: Request, match: Match) -> int | None:
    try:
        return confirmations.speaker(match, player=None, by=request.user).player
    except Forbidden:
        return None


def _player(told: Mapping[str, str]) -> int | None:
    typed = told.get("player", "")
    return int(typed) if typed.isdecimal() and len(typed) < 19 else None


def _who(match: Match, by: User, told: Mapping[str, str], is_table: bool) -> Speaker:
    return confirmations.speaker(match, player=_player(told), by=by, at_table=is_table)


def _confirm(match: Match, by: User, told: Mapping[str, str], is_table: bool) -> None:
    confirmations.confirm(match, _who(match, by, told, is_table), by=by)


def _take_back(match: Match, by: User, told: Mapping[str, str], is_table: bool) -> None:
    row = _row(Confirmation.objects.filter(match=match), told)
    confirmations.require_author(match, row.player_id, by=by, at_table=is_table)
    confirmations.take_back(row, by=by)


def _dispute(match: Match, by: User, told: Mapping[str, str], is_table: bool) -> None:
    who = _who(match, by, told, is_table)
    disputes.open_dispute(match, who, reason=told.get("reason", ""), by=by)


def _withdraw(match: Match, by: User, told: Mapping[str, str], is_table: bool) -> None:
    row = _row(Dispute.objects.filter(match=match), told)
    confirmations.require_author(match, row.player_id, by=by, at_table=is_table)
    disputes.withdraw(row, by=by)


def _row(rows: Any, told: Mapping[str, str]) -> Any:
    typed = told.get("row", "")
    found = rows.select_related("match__session__season__club").filter(
        pk=int(typed) if typed.isdecimal() and len(typed) < 19 else 0
    )
    row = found.first()
    if row is None:
        raise Http404
    return row


SAID: Mapping[str, Callable[[Match, User, QueryDict, bool], None]] = {
    "confirm": _confirm,
    "take_back": _take_back,
    "dispute": _dispute,
    "withdraw": _withdraw,
}


def _say(request: Request, match: Match) -> None:
    SAID[request.POST["do"]](match, request.user, request.POST, False)


def _organise(request: Request, match: Match) -> None:
    permissions.require(request.user, match.session.season.club, Action.ORGANISE)


def _decide(request: Request, match: Match) -> None:
    _organise(request, match)
    row = _row(Dispute.objects.filter(match=match), request.POST)
    outcome = request.POST.get("outcome", "")
    if outcome not in Outcome.values:
        raise Invalid(_("Choose what was decided."))
    disputes.decide(row, outcome=outcome, words=request.POST.get("words", ""), by=request.user)


def _reopen(request: Request, match: Match) -> None:
    _organise(request, match)
    disputes.reopen(_row(Dispute.objects.filter(match=match), request.POST), by=request.user)


def _postpone(request: Request, match: Match) -> None:
    _organise(request, match)
    form = PostponeForm(request.POST)
    if not form.is_valid():
        raise Invalid(_("Say on which day and at what time it is played."))
    to: datetime = form.cleaned_data["to"]
    postponements.postpone(match, to=to, reason=form.cleaned_data["reason"], by=request.user)


def _go_on(request: Request, match: Match) -> None:
    _organise(request, match)
    postponements.end_postponement(match, by=request.user)


ACTS: Mapping[str, Callable[[Request, Match], None]] = {
    **dict.fromkeys(SAID, _say),
    "decide": _decide,
    "reopen": _reopen,
    "postpone": _postpone,
    "go_on": _go_on,
}
