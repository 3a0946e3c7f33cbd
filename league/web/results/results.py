"""The result of a match: confirm, dispute, decide, postpone. The phone at the table does the first
two."""

from collections.abc import Callable, Mapping, Sequence
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
from league.models import Confirmation, Dispute, DisputeOutcome, Match, Quorum, Submission, User
from league.operations.matches import correction_policy, match_results, names_at_tables
from league.operations.results import confirmations, disputes, postponements
from league.operations.results.confirmations import Speaker
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.games.pages import number
from league.web.support.double_submissions import once
from league.web.support.request import Request

Body = dict[str, Any]


class PostponeForm(forms.Form):
    """The form that postpones a match; times are in the club's zone, which the view activates."""

    to = forms.DateTimeField(
        label=gettext_lazy("New date and time"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


@desk
@once
def result(request: Request, pk: int) -> HttpResponse:
    match = permissions.find_match(request.user, pk, Action.VIEW)
    if request.method != "POST":
        return _result_page(request, match)
    act = RESULT_ACTIONS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    with timezone.override(ZoneInfo(match.session.season.club.timezone)):
        try:
            act(request, match)
        except (Invalid, Conflict) as error:
            return _result_page(request, match, error)
    if request.POST.get("back") == "evening":
        return redirect("web:desk_session", match.session_id)
    return redirect("web:result", pk)


def act_at_table(request: HttpRequest, match: Match, by: User) -> LeagueError | None:
    """Store a statement made on the phone at the table; return the refusal, or None."""
    post = request.POST
    try:
        statement = STATEMENTS.get(post.get("do", ""))
        if statement is None:
            raise Http404
        statement(match, by, post, True)
    except (Invalid, Conflict, Forbidden) as error:
        return error
    return None


def result_context(match: Match) -> Body:
    """Return the result for templates: its status, who has confirmed it and who not yet."""
    status = match_results.result_status(match)
    statements = confirmations.current_confirmations([match]).get(match.pk, [])
    by_player = {row.player_id: row for row in statements}
    seats = names_at_tables.seats_of(match)
    asks = match.over and match.session.season.confirmation not in {Quorum.NOBODY, Quorum.REFEREE}
    rows = match.disputes.select_related("player", "opened_by", "decided_by")
    disputes = list(rows)
    return {
        "match": match,
        "status": status,
        "statements": [row for row in statements if row.player_id is not None],
        "referee": by_player.get(None),
        "due_at": match_results.due_at(match) if status.is_provisional else None,
        "confirmers": [(seat, by_player.get(seat.player_id)) for seat in seats] if asks else [],
        "seats_of": seats,
        "disputes": disputes,
        "open_disputes": [dispute for dispute in disputes if dispute.is_open],
    }


def provisional_matches(tables: "list[tuple[int, Match]]") -> list[tuple[int, Match, Any]]:
    """Return number, match and status of the matches that are not final."""
    statuses = match_results.provisional_among([match for _number, match in tables])
    return [(number, match, statuses[match.pk]) for number, match in tables if match.pk in statuses]


def _result_page(request: Request, match: Match, error: LeagueError | None = None) -> HttpResponse:
    club = match.session.season.club
    match = permissions.find_match(
        request.user, match.pk, Action.VIEW
    )  # reload what the action may have changed
    organiser = is_allowed(request, club, Action.ORGANISE)
    own = _own_player(request, match)
    typed = request.POST.dict() if error else {}
    names = list(match.seats.values_list("player__name", flat=True))
    context = {
        **result_context(match),
        "session": match.session,
        "season": match.session.season,
        "club": club,
        "member": True,
        "organiser": organiser,
        "may_submit": is_allowed(request, club, Action.SUBMIT),
        "terms": correction_policy.correction_terms(match),
        "closed_scope": correction_policy.closed_scope(match),
        "own": own,
        "may_speak": organiser or own is not None,
        "needs_referee": organiser and match_results.result_status(match).needed.count > 0,
        "refused": error.detail if error else "",
        "sent": typed,
        "outcomes": _outcomes(),
        "round_lines": _round_lines(match, names, typed) if organiser and match.disputed else [],
        "form": PostponeForm(typed if typed.get("do") == "postpone" else None),
    }
    return render(request, "results/result.html", context, status=422 if error else 200)


def _outcomes() -> list[tuple[str, Any]]:
    return list(DisputeOutcome.choices)


def _own_player(request: Request, match: Match) -> int | None:
    try:
        return confirmations.speaker(match, player=None, by=request.user).player
    except Forbidden:
        return None


def _posted_player(post: Mapping[str, str]) -> int | None:
    text = post.get("player", "")
    return int(text) if text.isdecimal() and len(text) < 19 else None


def _speaker(match: Match, by: User, post: Mapping[str, str], is_table: bool) -> Speaker:
    return confirmations.speaker(match, player=_posted_player(post), by=by, at_table=is_table)


def _confirm(match: Match, by: User, post: Mapping[str, str], is_table: bool) -> None:
    confirmations.confirm(match, _speaker(match, by, post, is_table), by=by)


def _take_back(match: Match, by: User, post: Mapping[str, str], is_table: bool) -> None:
    row = _posted_row(Confirmation.objects.filter(match=match), post)
    confirmations.require_author(match, row.player_id, by=by, at_table=is_table)
    confirmations.take_back(row, by=by)


def _dispute(match: Match, by: User, post: Mapping[str, str], is_table: bool) -> None:
    who = _speaker(match, by, post, is_table)
    disputes.open_dispute(match, who, reason=post.get("reason", ""), by=by)


def _withdraw(match: Match, by: User, post: Mapping[str, str], is_table: bool) -> None:
    row = _posted_row(Dispute.objects.filter(match=match), post)
    confirmations.require_author(match, row.player_id, by=by, at_table=is_table)
    disputes.withdraw(row, by=by)


def _posted_row(rows: Any, post: Mapping[str, str]) -> Any:
    text = post.get("row", "")
    rows_of_id = rows.select_related("match__session__season__club").filter(
        pk=int(text) if text.isdecimal() and len(text) < 19 else 0
    )
    row = rows_of_id.first()
    if row is None:
        raise Http404
    return row


STATEMENTS: Mapping[str, Callable[[Match, User, QueryDict, bool], None]] = {
    "confirm": _confirm,
    "take_back": _take_back,
    "dispute": _dispute,
    "withdraw": _withdraw,
}


def _make_statement(request: Request, match: Match) -> None:
    STATEMENTS[request.POST["do"]](match, request.user, request.POST, False)


def _require_organiser(request: Request, match: Match) -> None:
    permissions.require(request.user, match.session.season.club, Action.ORGANISE)


def _decide(request: Request, match: Match) -> None:
    _require_organiser(request, match)
    row = _posted_row(Dispute.objects.filter(match=match), request.POST)
    outcome = request.POST.get("outcome", "")
    if outcome not in DisputeOutcome.values:
        raise Invalid(_("Choose a decision."))
    words = request.POST.get("words", "")
    scores = _corrected_scores(match, request.POST) if outcome == DisputeOutcome.CORRECTED else {}
    by, confirmed = request.user, _is_confirmed(request)
    if scores:
        disputes.correct_and_decide(row, scores, words=words, by=by, confirmed=confirmed)
    else:
        disputes.decide(row, outcome=outcome, words=words, by=by, confirmed=confirmed)


def _is_confirmed(request: Request) -> bool:
    return request.POST.get("confirmed") == "yes"


def _corrected_scores(match: Match, post: Mapping[str, str]) -> dict[int, list[int | str]]:
    """Return the rounds whose scores differ from the saved ones in the form of a dispute."""
    corrected = {}
    for row in match.submissions.current():
        fields = [post.get(f"round-{row.number}-{seat}") for seat in range(len(row.scores))]
        scores = [number(text or "") for text in fields]
        if None not in fields and scores != row.scores:
            corrected[row.number] = scores
    return corrected


def _round_lines(match: Match, names: Sequence[str], typed: Mapping[str, str]) -> list[Body]:
    """Return the rounds with their saved scores, the scores before a correction, and fields."""
    versions: dict[int, list[Submission]] = {}
    for row in match.submissions.order_by("number", "version"):
        versions.setdefault(row.number, []).append(row)
    lines = []
    for round_number, rows in versions.items():
        saved, before = rows[-1].scores, rows[-2].scores if len(rows) > 1 else []
        fields = []
        for seat, (name, score) in enumerate(zip(names, saved, strict=True)):
            field = f"round-{round_number}-{seat}"
            fields.append({"name": field, "value": typed.get(field, score), "player": name})
        earlier = before if before != saved else []
        lines.append({"number": round_number, "fields": fields, "earlier": earlier})
    return lines


def _reopen(request: Request, match: Match) -> None:
    _require_organiser(request, match)
    row = _posted_row(Dispute.objects.filter(match=match), request.POST)
    disputes.reopen(row, by=request.user, confirmed=_is_confirmed(request))


def _postpone(request: Request, match: Match) -> None:
    _require_organiser(request, match)
    form = PostponeForm(request.POST)
    if not form.is_valid():
        raise Invalid(_("Enter the new day and time."))
    to: datetime = form.cleaned_data["to"]
    postponements.postpone(match, to=to, reason=form.cleaned_data["reason"], by=request.user)


def _go_on(request: Request, match: Match) -> None:
    _require_organiser(request, match)
    postponements.end_postponement(match, by=request.user)


RESULT_ACTIONS: Mapping[str, Callable[[Request, Match], None]] = {
    **dict.fromkeys(STATEMENTS, _make_statement),
    "decide": _decide,
    "reopen": _reopen,
    "postpone": _postpone,
    "go_on": _go_on,
}
