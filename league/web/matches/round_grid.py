"""All results of a round of a tournament, or of an evening, in one grid: a row per table.

Each row is stored, refused or asked about by itself, whether script sends one row or the button of
the page sends all. A round is checked and stored as by its own page (`round_form`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Invalid, LeagueError, Stale
from league.models import Match, Session, Sitting, Submission
from league.operations.matches import names_at_tables, table_numbers
from league.operations.matches.repeated_rounds import Repeated
from league.operations.matches.table_numbers import NumberedMatch
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.games import PAGES
from league.web.games.pages import Body
from league.web.matches import round_form
from league.web.matches.round_entry import device_of
from league.web.support import live
from league.web.support.refusals import Refusal
from league.web.support.request import Request


@dataclass(frozen=True)
class GridField:
    """The score of one player, with its problems."""

    id: str
    label: str
    value: str
    problems: Sequence[Body]


@dataclass(frozen=True)
class RowOutcome:
    """The result of a row that was sent: the number of its stored round, or why there is none."""

    saved: int = 0
    error: LeagueError | None = None
    typed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_conflict(self) -> bool:
        """True if the match has moved on, so that the scores belong to no round any more."""
        is_news = isinstance(self.error, (Conflict, Stale))
        return is_news and not isinstance(self.error, Repeated)


@dataclass(frozen=True)
class GridRow:
    """A table of the grid. `form` is the context of its next round; None after the last one."""

    number: int
    match: Match
    latest: Submission | None
    outcome: RowOutcome
    form: Mapping[str, Any] | None

    @property
    def prefix(self) -> str:
        return f"m{self.match.pk}"

    @property
    def fields(self) -> list[GridField]:
        return [
            GridField(
                f"{self.prefix}-score-{line['seat'].number}",
                names_at_tables.full(line["seat"]),
                line["filled"].get("score", ""),
                line["problems"],
            )
            for line in (self.form["lines"] if self.form else [])
        ]

    @property
    def latest_scores(self) -> list[tuple[str, int]]:
        names = map(names_at_tables.full, self.match.seats.all())
        return list(zip(names, self.latest.scores, strict=True)) if self.latest else []

    @property
    def asks_finisher(self) -> bool:
        return PAGES[self.match.game].asks_finisher

    @property
    def typed_scores(self) -> list[str]:
        """The scores that were sent for a round that another user has entered."""
        typed = self.outcome.typed if self.outcome.is_conflict else {}
        return [str(text) for name, text in typed.items() if name.startswith("score-")]

    @property
    def first_bad(self) -> str:
        """The id of the first bad field of a refused row, else of its first field."""
        bad = [grid_field.id for grid_field in self.fields if grid_field.problems]
        return next(iter([*bad, *(grid_field.id for grid_field in self.fields)]), "")


@desk
def session_results(request: Request, pk: int) -> HttpResponse:
    """Enter the next round of each table of an evening."""
    session = permissions.find_session(request.user, pk, Action.SUBMIT)
    return _results(request, session, table_numbers.numbered_matches(session))


@desk
def sitting_results(request: Request, pk: int) -> HttpResponse:
    """Enter the next round of each table of a round of a tournament."""
    sitting = permissions.find_sitting(request.user, pk, Action.SUBMIT)
    session = permissions.find_session(request.user, sitting.session_id, Action.SUBMIT)
    tables = table_numbers.numbered_matches(session)
    return _results(
        request, session, [table for table in tables if table.sitting == sitting], sitting
    )


def _results(
    request: Request,
    session: Session,
    tables: Sequence[NumberedMatch],
    sitting: Sitting | None = None,
) -> HttpResponse:
    """Show the grid, or only its rows to an open page (static/site/live.js)."""
    if "rows" in request.GET:
        return live.fragment(
            request,
            "matches/_round_rows.html",
            lambda: {"rows": _rows(tables, {})},
            version=" ".join(f"{table.match.pk}.{table.match.version}" for table in tables),
        )
    outcomes = _enter(request, tables) if request.method == "POST" else {}
    rows = _rows(tables, outcomes)
    refused = [row for row in rows if row.outcome.error]
    open_rows = [row for row in rows if row.form]
    context = {
        "session": session,
        "season": session.season,
        "club": session.season.club,
        "sitting": sitting,
        "tournament": sitting.tournament if sitting else None,
        "back": reverse("web:desk_sitting", args=[sitting.pk])
        if sitting
        else reverse("web:desk_session", args=[session.pk]),
        "rows": rows,
        "open_rows": open_rows,
        "focus": next((row.first_bad for row in [*refused, *open_rows]), ""),
        "refused": [_refusal(row) for row in refused],
    }
    return render(request, "matches/round_grid.html", context, status=422 if refused else 200)


def _refusal(row: GridRow) -> Refusal:
    label = _("Table %(n)s") % {"n": row.number}
    return Refusal(str(row.outcome.error), row.first_bad, label)


def _enter(request: Request, tables: Sequence[NumberedMatch]) -> dict[int, RowOutcome]:
    """Store the sent rows, each by itself, and return what came of them, by match.

    A row is sent if its own button was pressed, or if the whole grid was sent and it has scores.
    """
    only = request.POST.get("row", "")
    outcomes = {}
    for match in (table.match for table in tables):
        sent = _fields_of(request.POST, match)
        if only == str(match.pk) or (not only and _has_scores(sent)):
            outcomes[match.pk] = _enter_row(request, match, sent)
    return outcomes


def _enter_row(request: Request, match: Match, sent: QueryDict) -> RowOutcome:
    text = sent.get("number", "")
    number = int(text) if text.isdecimal() and len(text) < 10 else 0
    players = len(match.seats.all())
    try:
        if number == match.rounds_played + 1:
            round_form.require_check(match, number, sent, players)
        round_form.store(
            match, number, sent, by=request.user, players=players, device=device_of(request)
        )
    except (Invalid, Conflict, Stale) as error:
        return RowOutcome(error=error, typed=sent.dict())
    return RowOutcome(saved=number)


def _rows(tables: Sequence[NumberedMatch], outcomes: Mapping[int, RowOutcome]) -> list[GridRow]:
    return [
        _row(table.number, table.match, outcomes.get(table.match.pk, RowOutcome()))
        for table in tables
    ]


def _row(number: int, match: Match, outcome: RowOutcome) -> GridRow:
    match.refresh_from_db(fields=["version", "rounds_played", "over", "stopped_at"])
    latest = match.submissions.filter(number=match.rounds_played).order_by("-version").first()
    form = None
    if not match.ended:
        is_shown = not outcome.is_conflict
        form = round_form.form_context(
            match,
            match.rounds_played + 1,
            list(match.seats.all()),
            filled=dict(outcome.typed) if outcome.typed and is_shown else None,
            error=outcome.error if is_shown else None,
        )
    return GridRow(number, match, latest, outcome, form)


def _fields_of(post: QueryDict, match: Match) -> QueryDict:
    """Return the fields of the row of this match, named as in the form of its own page."""
    start = f"m{match.pk}-"
    fields = QueryDict(mutable=True)
    for name, values in post.lists():
        if name.startswith(start):
            fields.setlist(name.removeprefix(start), values)
    fields["evidence"] = "sheet"
    return fields


def _has_scores(fields: QueryDict) -> bool:
    return any(str(text).strip() for name, text in fields.items() if name.startswith("score-"))
