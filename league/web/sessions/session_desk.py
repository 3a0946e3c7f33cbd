"""The desk of a session on one page: who is present, the tables, and what to do next."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league import permissions
from league.errors import Conflict, Invalid, NotFound
from league.models import ActionKind, Match, Season, Session
from league.operations.matches.correction_policy import CorrectionTerms, correction_terms
from league.operations.people import person_search
from league.operations.results import closing, correction_proposals
from league.operations.seasons import notices, penalties, seasons
from league.operations.sessions import nights, rematches, session_log, session_log_words, undo
from league.operations.sessions import queue_play as queues
from league.operations.signups import night_arrivals, session_arrivals
from league.operations.signups.night_arrivals import Arrival
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.matches.rematches import takes_rematches
from league.web.room import room
from league.web.sessions import clock, queue_play, session_state
from league.web.standings.penalties import SitOutForm, remember_count
from league.web.support import dense_tables, forms, live, person_field
from league.web.support.double_submissions import once
from league.web.support.notices import show as show_notices
from league.web.support.pages import MOST_TAPPED
from league.web.support.request import Request
from scoring.models import SitOut

LOG_LINES = 8  # of the log that are visible before it is unfolded


@desk
@require_safe
def manage_session(request: Request, pk: int) -> HttpResponse:
    return _session_page(request, permissions.find_session(request.user, pk, Action.VIEW))


@desk
def parts(request: Request, pk: int) -> HttpResponse:
    """Return all parts of the page that change, which the open page fetches repeatedly."""
    session = permissions.find_session(request.user, pk, Action.VIEW)
    rights = _rights(request, session)
    variant = f"{int(rights['organiser'])}{int(rights['may_submit'])}"
    variant += dense_tables.DENSE if dense_tables.is_dense(request) else ""
    return live.fragment(
        request,
        "sessions/desk_parts.html",
        lambda: _desk_context(request, session),
        version=f"{session_state.version(session)}-{variant}",
    )


@desk
@require_POST
@once
def start(request: Request, pk: int) -> HttpResponse:
    """Open a session that begins now."""
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    now = timezone.now().replace(second=0, microsecond=0)
    session = seasons.open_session(season, starts_at=now, by=request.user)
    show_notices(request, notices.of_session(session))
    return redirect("web:desk_session", session.pk)


@desk
@require_POST
@once
def check_in(request: Request, pk: int) -> HttpResponse:
    """Check a player in: by number, or by typed name (person_field); `do=new` adds a new player,
    `do=expected` checks in all who said yes, `do=last_time` all who came last time. In a league
    night each player is checked in at their own evenings."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    person = person_field.read(request.POST)
    try:
        if request.POST.get("player"):
            arrivals = night_arrivals.check_in(session, [person.player], by=request.user)
            _tell_other_evenings(request, session, arrivals)
        elif request.POST.get("do") == "expected":
            night_arrivals.check_in_expected(session, by=request.user)
        elif request.POST.get("do") == "last_time":
            players = session_arrivals.players_of_last_session(session)
            night_arrivals.check_in(session, [player.pk for player in players], by=request.user)
        else:
            arrivals = night_arrivals.check_in_person(
                session, person.name, person.creation, by=request.user
            )
            _tell_other_evenings(request, session, arrivals)
    except (Invalid, Conflict) as error:
        return _session_page(
            request, session, **person_field.answer(error, "find"), typed=person.name
        )
    return redirect("web:desk_session", pk)


def _tell_other_evenings(request: Request, session: Session, arrivals: list[Arrival]) -> None:
    """Tell that a player is here for another evening of the league night than the one shown."""
    names = nights.short_names(nights.sessions_of(session))
    evenings = [names[arrival.session.pk] for arrival in arrivals]
    if arrivals and any(arrival.session.pk != session.pk for arrival in arrivals):
        words = _("Checked in for: %(evenings)s.") % {"evenings": ", ".join(evenings)}
        messages.info(request, words)


@desk
def people(request: Request, pk: int) -> HttpResponse:
    """Return the suggestions for a name that is being typed."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    is_for_table = request.GET.get("for") == "table"
    done = () if is_for_table else (person_search.Whereabouts.HERE,)
    return person_field.suggestions(
        request, night_arrivals.people(session), *done, may_create=not is_for_table
    )


@desk
@require_POST
def check_out(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    night_arrivals.check_out(session, [_number(request.POST.get("player", ""))], by=request.user)
    return redirect("web:desk_session", pk)


@desk
@require_POST
def sit_out(request: Request, pk: int) -> HttpResponse:
    """Record that a player had to sit out because the tables were full."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    form = SitOutForm(session.season, request.POST, auto_id="sit_out_%s")
    if form.is_valid():
        sit_out_record = forms.run_operation(
            form, session_log.sit_out, session, by=request.user, **form.cleaned_data
        )
        if sit_out_record is not None:
            return redirect("web:desk_session", pk)
    return _session_page(request, session, sit_out_form=form)


@desk
@require_POST
def strike_sit_out(request: Request, pk: int, number: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    sit_out_record = SitOut.objects.filter(session=session, pk=number).first()
    if sit_out_record is None:
        raise Http404
    penalties.strike_sit_out(sit_out_record, by=request.user)
    return redirect("web:desk_session", pk)


@desk
@require_POST
def call_off(request: Request, pk: int) -> HttpResponse:
    """Call off a match that is not played after all."""
    match = permissions.find_match(request.user, pk, Action.ORGANISE)
    try:
        session_log.call_off(match, by=request.user)
    except Conflict as error:
        messages.error(request, error.detail)
    return redirect("web:desk_session", match.session_id)


@desk
def undo_entry(request: Request, pk: int, ref: str) -> HttpResponse:
    """Undo an entry of the log after listing the entries that depend on it."""
    session = permissions.find_session(request.user, pk, Action.SUBMIT)
    entries = undo.log_entries(session)
    entry = undo.find_entry(session, ref, entries)
    dependents = undo.dependents(entry, entries)
    _require_right_to_undo(request, session, [entry, *dependents])
    listed_refs, refusal = request.POST.getlist("known"), ""
    terms = _terms_of_undoing([entry, *dependents])
    if request.method == "POST":
        try:
            undo.undo(
                session,
                ref,
                by=request.user,
                expected_dependents=listed_refs,
                reason=request.POST.get("reason", ""),
                confirmed=bool(request.POST.get("confirmed")),
            )
        except (Invalid, Conflict, NotFound) as error:
            refusal = error.detail
        else:
            messages.success(request, _("Action undone."))
            return redirect("web:desk_session", pk)
    if entry.undone_at is not None or (refusal and not dependents and not terms):
        messages.error(request, refusal or _("This action is already undone."))
        return redirect("web:desk_session", pk)
    descriptions = session_log_words.entry_texts([entry, *dependents])
    context = {
        "entry": descriptions[0],
        "dependents": descriptions[1:],
        "refused": refusal
        if listed_refs or terms
        else "",  # the first time the list is a question, not a refusal
        "terms": terms,
        "reason": request.POST.get("reason", ""),
        **_base_context(session),
    }
    status = 409 if listed_refs or (refusal and terms) else 200
    return render(request, "sessions/undo.html", context, status=status)


@desk
@require_POST
def redo_entry(request: Request, pk: int, ref: str) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.SUBMIT)
    _require_right_to_undo(request, session, [undo.find_entry(session, ref)])
    try:
        undo.redo(session, ref, by=request.user)
    except (Invalid, Conflict, NotFound) as error:
        messages.error(request, error.detail)
    return redirect("web:desk_session", pk)


def _terms_of_undoing(entries: list[undo.LogEntry]) -> CorrectionTerms | None:
    """Return the terms on which these rounds and ends are undone; None if no result changes by
    it."""
    ending = {undo.ROUND, undo.CORRECTION, ActionKind.STOP, ActionKind.CLOSE}
    match_ids = {
        match for entry in entries if entry.kind in ending for match in entry.subject["matches"]
    }
    matches = Match.objects.filter(pk__in=match_ids, over=True)
    match = matches.select_related("session__season__club").first()
    return correction_terms(match) if match else None


def _require_right_to_undo(
    request: Request, session: Session, entries: list[undo.LogEntry]
) -> None:
    """Raise Forbidden unless the user may undo the entries: scorers rounds only, organisers all."""
    if not all(entry.is_round for entry in entries):
        permissions.require(request.user, session.season.club, Action.ORGANISE)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0


def _session_page(request: Request, session: Session, **overrides: Any) -> HttpResponse:
    """Render the page; `overrides` are forms that were sent, all other forms are empty."""
    season: Season = session.season
    status = person_field.status(overrides)
    sit_out_form = overrides.pop("sit_out_form", None) or SitOutForm(season, auto_id="sit_out_%s")
    remember_count(sit_out_form, session.sit_outs.count())
    context = {
        "sit_out_form": sit_out_form,
        **queue_play.switch_context(session),
        **_desk_context(request, session),
        **overrides,
    }
    return render(request, "sessions/desk_session.html", context, status=status)


def _desk_context(request: Request, session: Session) -> dict[str, Any]:
    """Return what changes on the desk: people, tables and steps of all evenings of the league
    night; log, clock and queue of the evening itself."""
    sessions = nights.sessions_of(session)
    names = nights.short_names(sessions)
    states = session_state.states_of_night(sessions)
    desk_state = session_state.state_of_whole_night(sessions, states)
    arrivals = session_state.arrivals_of_night(sessions, desk_state)
    entries = undo.log_entries(session)
    queue = queues.queue_of(session)
    return {
        "state": desk_state,
        "arrivals": arrivals,
        "candidates": session_state.players_not_here(session, desk_state, arrivals, MOST_TAPPED),
        "steps": session_state.steps_of_night(session, sessions, states, queue),
        **queue_play.queue_context(queue),
        "rematches": {
            match for row in sessions for match in _with_rematch_buttons(row, states[row.pk])
        },
        "closing_ref": closing.closing_of(session, entries),
        "sit_outs": [row for each in sessions for row in session_state.sit_outs(each)],
        "proposals": [
            row for each in sessions for row in correction_proposals.pending_in_session(each)
        ],
        "log": session_log_words.entry_texts(entries),
        "log_lines": LOG_LINES,
        "member": True,
        "night": [(row, names[row.pk]) for row in sessions] if len(sessions) > 1 else [],
        "own_name": names[session.pk],
        "rooms": [(row, room.desk_context(row)) for row in sessions],
        **_dense_context(request, desk_state),
        **_base_context(session),
        **_rights(request, session),
        **clock.desk_context(session),
        "kind": "session",
    }


def _with_rematch_buttons(session: Session, state: session_state.SessionDeskState) -> set[int]:
    """Return the ids of the ended matches whose players can play on together."""
    if not takes_rematches(session):
        return set()
    tables = [table.match for table in state.tables]
    planned = {match.pk for match in tables if getattr(match, "sitting_table", None)}
    return rematches.last_matches(tables) - planned


def _dense_context(request: Request, state: session_state.SessionDeskState) -> dict[str, Any]:
    is_dense = dense_tables.is_dense(request)
    squares = [
        dense_tables.square(table.number, table.match, table.people, is_late=table.waits_long)
        for table in (state.tables if is_dense else [])
    ]
    return {
        "dense": is_dense,
        "squares": squares,
        "square_tally": dense_tables.tally(squares),
    }


def _base_context(session: Session) -> dict[str, Any]:
    return {"club": session.season.club, "season": session.season, "session": session}


def _rights(request: Request, session: Session) -> dict[str, bool]:
    club = session.season.club
    return {
        "organiser": is_allowed(request, club, Action.ORGANISE),
        "may_submit": is_allowed(request, club, Action.SUBMIT),
    }
