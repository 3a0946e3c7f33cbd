"""An evening on one screen: who is here, the tables, and what to do next."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid, NotFound
from league.models import Match, Season, Session
from league.operations.seasons import penalties, seasons
from league.operations.sessions import session_log, session_log_words, undo
from league.permissions import Action
from league.web.accounts.access import can, desk
from league.web.games import PAGES
from league.web.sessions import session_state
from league.web.sessions.seating import tell_guests
from league.web.standings.penalties import SitOutForm, look_at
from league.web.support import forms, live, return_links
from league.web.support.once import once
from league.web.support.request import Request
from scoring.models import SitOut

PARTS = {"next", "people", "tables"}
SHOWN = 8  # entries of the log, before one asks for more


@desk
@once
def session(request: Request, pk: int) -> HttpResponse:
    """The screen; sent to it is a table that was set by hand."""
    found = permissions.session(request.user, pk, Action.VIEW)
    if request.method != "POST":
        return _page(request, found)
    permissions.require(request.user, found.season.club, Action.ORGANISE)
    form = forms.MatchForm(found.season, request.POST)
    options = _options_forms(request, found.season)
    match = _set_table(request, found, form, options)
    if match is not None:
        tell_guests(request, found, form.players())
        return_links.tell(request, _("The table is set."), match)
        return redirect("web:desk_session", pk)
    return _page(request, found, form=form, options_forms=options)


@desk
def part(request: Request, pk: int, name: str) -> HttpResponse:
    """A piece of the screen, which the page asks for again and again."""
    found = permissions.session(request.user, pk, Action.VIEW)
    if name not in PARTS:
        raise Http404
    rights = _rights(request, found)
    version = (
        f"{session_state.version(found)}-{int(rights['organiser'])}{int(rights['may_submit'])}"
    )
    return live.fragment(
        request,
        f"sessions/desk_{name}.html",
        lambda: _context(request, found),
        version=version,
    )


@desk
@require_POST
@once
def start(request: Request, pk: int) -> HttpResponse:
    """An evening that begins now."""
    season = permissions.season(request.user, pk, Action.ORGANISE)
    now = timezone.now().replace(second=0, microsecond=0)
    opened = seasons.open_session(season, starts_at=now)
    return redirect("web:desk_session", opened.pk)


@desk
@require_POST
@once
def check_in(request: Request, pk: int) -> HttpResponse:
    """A player of the list, or whoever is called as was typed; `do=new` adds somebody."""
    found = permissions.session(request.user, pk, Action.ORGANISE)
    name = " ".join(request.POST.get("name", "").split())
    try:
        if request.POST.get("player"):
            session_log.check_in(found, [_number(request.POST["player"])], by=request.user)
        elif request.POST.get("do") == "new":
            session_log.add_player(found, name, by=request.user)
        else:
            session_log.check_in(found, [forms.called(found.season.club, name).pk], by=request.user)
    except (Invalid, Conflict) as refused:
        return _page(request, found, refused=refused.detail, typed=name)
    return redirect("web:desk_session", pk)


@desk
@require_POST
def check_out(request: Request, pk: int) -> HttpResponse:
    found = permissions.session(request.user, pk, Action.ORGANISE)
    session_log.check_out(found, [_number(request.POST.get("player", ""))], by=request.user)
    return redirect("web:desk_session", pk)


@desk
@require_POST
def close(request: Request, pk: int) -> HttpResponse:
    """Everybody has gone home."""
    found = permissions.session(request.user, pk, Action.ORGANISE)
    session_log.close(found, by=request.user)
    return redirect("web:desk_session", pk)


@desk
@require_POST
def sit_out(request: Request, pk: int) -> HttpResponse:
    """Somebody had to watch, since the tables were full."""
    found = permissions.session(request.user, pk, Action.ORGANISE)
    form = SitOutForm(found.season, request.POST, auto_id="sit_out_%s")
    if form.is_valid():
        noted = forms.run(form, session_log.sit_out, found, by=request.user, **form.cleaned_data)
        if noted is not None:
            return redirect("web:desk_session", pk)
    return _page(request, found, sit_out_form=form)


@desk
@require_POST
def strike_sit_out(request: Request, pk: int, number: int) -> HttpResponse:
    found = permissions.session(request.user, pk, Action.ORGANISE)
    noted = SitOut.objects.filter(session=found, pk=number).first()
    if noted is None:
        raise Http404
    penalties.strike_sit_out(noted)
    return redirect("web:desk_session", pk)


@desk
@require_POST
def call_off(request: Request, pk: int) -> HttpResponse:
    """Nobody plays this match after all."""
    match = permissions.match(request.user, pk, Action.ORGANISE)
    try:
        session_log.call_off(match, by=request.user)
    except Conflict as refused:
        messages.error(request, refused.detail)
    return redirect("web:desk_session", match.session_id)


@desk
def undo_entry(request: Request, pk: int, ref: str) -> HttpResponse:
    """What builds on it is listed before all of it is undone."""
    found = permissions.session(request.user, pk, Action.SUBMIT)
    listed = undo.entries(found)
    entry = undo.find(found, ref, listed)
    with_it = undo.dependents(entry, listed)
    _require_right(request, found, [entry, *with_it])
    known, refused = request.POST.getlist("known"), ""
    if request.method == "POST":
        try:
            undo.undo(found, ref, by=request.user, known=known)
        except (Invalid, Conflict, NotFound) as error:
            refused = error.detail
        else:
            messages.success(request, _("Undone."))
            return redirect("web:desk_session", pk)
    if entry.undone_at is not None or (refused and not with_it):
        messages.error(request, refused or _("This was undone already."))
        return redirect("web:desk_session", pk)
    told = session_log_words.say([entry, *with_it])
    context = {
        "entry": told[0],
        "with_it": told[1:],
        "refused": refused if known else "",  # unasked, the list is a question and no refusal
        **_place(found),
    }
    return render(request, "sessions/undo.html", context, status=409 if known else 200)


@desk
@require_POST
def redo_entry(request: Request, pk: int, ref: str) -> HttpResponse:
    found = permissions.session(request.user, pk, Action.SUBMIT)
    _require_right(request, found, [undo.find(found, ref)])
    try:
        undo.redo(found, ref, by=request.user)
    except (Invalid, Conflict, NotFound) as error:
        messages.error(request, error.detail)
    return redirect("web:desk_session", pk)


def _require_right(request: Request, session: Session, entries: list[undo.Entry]) -> None:
    """Who enters rounds may take them back; the rest is for organisers."""
    if not all(entry.is_round for entry in entries):
        permissions.require(request.user, session.season.club, Action.ORGANISE)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0


def _page(request: Request, session: Session, **filled: Any) -> HttpResponse:
    """The forms that were not sent are empty ones."""
    season: Season = session.season
    status = 422 if filled else 200
    sit_out_form = filled.pop("sit_out_form", None) or SitOutForm(season, auto_id="sit_out_%s")
    look_at(sit_out_form, session.sit_outs.count())
    context = {
        "form": forms.MatchForm(season),
        "options_forms": _options_forms(request, season),
        "sit_out_form": sit_out_form,
        **_context(request, session),
        **filled,
    }
    return render(request, "sessions/desk_session.html", context, status=status)


def _context(request: Request, session: Session) -> dict[str, Any]:
    state = session_state.state_of(session)
    return {
        "state": state,
        "candidates": session_state.candidates(session, state),
        "steps": session_state.steps(state, session.season.games),
        "sit_outs": session_state.sat_out(session),
        "log": session_log_words.say(undo.entries(session)),
        "shown": SHOWN,
        "member": True,
        **_place(session),
        **_rights(request, session),
    }


def _place(session: Session) -> dict[str, Any]:
    return {"club": session.season.club, "season": session.season, "session": session}


def _rights(request: Request, session: Session) -> dict[str, bool]:
    club = session.season.club
    return {
        "organiser": can(request, club, Action.ORGANISE),
        "may_submit": can(request, club, Action.SUBMIT),
    }


def _options_forms(request: Request, season: Season) -> dict[str, Any]:
    """The house rules of the game that was sent, the usual ones of the others."""
    return {
        slug: PAGES[slug].options_at_table()(
            request.POST if request.POST.get("game") == slug else None, prefix=slug
        )
        for slug in season.games
        if slug in PAGES
    }


def _set_table(
    request: Request, session: Session, form: forms.MatchForm, options_forms: dict[str, Any]
) -> Match | None:
    if not form.is_valid():
        return None
    game = form.cleaned_data["game"]
    if not options_forms[game].is_valid():
        return None
    players = form.players()
    options = PAGES[game].read_options(options_forms[game].cleaned_data, form.taken())
    return forms.run(
        form,
        session_log.set_table,
        session,
        game=game,
        players=players,
        options=options,
        by=request.user,
    )
