"""The sittings of a tournament at the desk: drawn, changed by hand, published, played."""

import zoneinfo
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid, LeagueError, NotFound, Stale
from league.models import (
    Audience,
    Format,
    Session,
    Sitting,
    SittingState,
    Tournament,
)
from league.operations.seating import plans
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import (
    publication,
    sitting_clock,
    sitting_tables,
    sitting_views,
    sittings,
)
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.support import dense_tables, live
from league.web.support.request import Request
from league.web.tournaments import sitting_state, tournament_state
from league.web.tournaments.tournament_forms import DrawForm, sessions_of

MOST_DIGITS = 18
SittingAction = Callable[..., Any]
SITTING_ACTIONS: dict[
    str, tuple[SittingAction, str]
] = {  # operation, and the state in which it was carried out already
    "check": (sittings.check, SittingState.CHECKED),
    "uncheck": (sittings.uncheck, SittingState.DRAFT),
    "publish": (publication.publish, SittingState.PUBLISHED),
    "publish_and_start": (publication.publish_and_start, SittingState.RUNNING),
    "show_screens": (partial(publication.publish, to=[Audience.SCREENS]), ""),
    "hide_screens": (partial(publication.withdraw, hide_from=[Audience.SCREENS]), ""),
    "show_public": (partial(publication.publish, to=[Audience.PUBLIC]), ""),
    "hide_public": (partial(publication.withdraw, hide_from=[Audience.PUBLIC]), ""),
    "withdraw": (sittings.withdraw, SittingState.CHECKED),
    "start": (sitting_clock.start, SittingState.RUNNING),
    "unstart": (sitting_clock.unstart, SittingState.PUBLISHED),
    "pause": (sitting_clock.pause, ""),
    "go_on": (sitting_clock.resume, ""),
    "lock": (sittings.lock, SittingState.LOCKED),
    "unlock": (sittings.unlock, ""),
    "minutes": (sitting_clock.set_minutes, ""),
    "accept": (sittings.keep_seats, ""),
}


@desk
def draw(request: Request, pk: int) -> HttpResponse:
    """Draw the next sitting as a draft; obstacles are shown first."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    with timezone.override(zoneinfo.ZoneInfo(tournament.season.club.timezone)):
        form = DrawForm(sessions_of(tournament), request.POST if request.method == "POST" else None)
        if request.method != "POST":
            return _draw_page(request, tournament, form)
        refusal: LeagueError | None = None
        if form.is_valid():
            try:
                drafts = _draw_sittings(request, tournament, form)
            except (Invalid, Conflict) as error:
                refusal = error
            else:
                return redirect("web:desk_sitting", drafts[0].pk)
        waiting = tournament.sittings.filter(published_at=None).order_by("number").first()
        if waiting is not None:  # drawn by a double click or by another user meanwhile
            messages.info(
                request, _("Round %(number)s is already drawn.") % {"number": waiting.number}
            )
            return redirect("web:desk_sitting", waiting.pk)
        return _draw_page(request, tournament, form, error=refusal, status=409 if refusal else 422)


@desk
def manage_sitting(request: Request, pk: int) -> HttpResponse:
    """Show a sitting; `one` and `other` in the address preview a swap of two players."""
    sitting = permissions.find_sitting(request.user, pk, Action.VIEW)
    return _sitting_page(request, sitting)


@desk
def part(request: Request, pk: int, name: str) -> HttpResponse:
    """Return the part of a published sitting that the open page fetches repeatedly."""
    sitting = permissions.find_sitting(request.user, pk, Action.VIEW)
    if name != "play":
        raise NotFound(_("There is nothing here."))
    rights = _rights(request, sitting)
    variant = "".join(str(int(right)) for right in rights.values())
    variant += dense_tables.DENSE if dense_tables.is_dense(request) else ""
    variant += "".join(f"-{_number(request.GET.get(name, ''))}" for name in ("one", "other"))
    return live.fragment(
        request,
        "tournaments/sitting_play.html",
        lambda: _desk_context(request, sitting),
        version=f"{tournament_state.version(sitting.tournament)}-{sitting.version}-{variant}",
    )


@desk
@require_POST
def act(request: Request, pk: int) -> HttpResponse:
    """Take one step of the life of a sitting, forwards or back.

    Repeating a step is no error; a concurrent change by another user is shown.
    """
    sitting = permissions.find_sitting(request.user, pk, Action.ORGANISE)
    action = request.POST.get("do", "")
    if action not in SITTING_ACTIONS:
        raise NotFound(_("There is nothing here."))
    operation, done_state = SITTING_ACTIONS[action]
    arguments = _audience_arguments(request, action)
    if action == "minutes":  # the number itself makes a second tap harmless
        arguments = {"minutes": _number(request.POST.get("minutes", ""))}
    else:
        arguments["seen_version"] = _seen_version(request)
    try:
        operation(sitting, by=request.user, **arguments)
    except Stale as error:
        return _conflict_page(request, sitting, error, done_state)
    except (Invalid, Conflict) as error:
        if not _is_in_state(sitting, done_state):
            return _sitting_page(request, sitting, error=error)
    return redirect("web:desk_sitting", pk)


@desk
@require_POST
def discard(request: Request, pk: int) -> HttpResponse:
    """Discard a draw and those after it; discarding twice is no error."""
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    number = _number(request.POST.get("sitting", ""))
    sitting = tournament.sittings.filter(pk=number).first()
    if sitting is None:
        return redirect("web:draw_sitting", pk)
    try:
        sittings.discard(sitting, by=request.user, seen_version=_seen_version(request))
    except Stale as error:
        return _conflict_page(request, sitting, error, "")
    except Conflict as error:
        messages.error(request, error.detail)
        return redirect("web:desk_tournament", pk)
    messages.success(request, _("The draw has been discarded."))
    return redirect("web:draw_sitting", pk)


@desk
@require_POST
def swap(request: Request, pk: int) -> HttpResponse:
    """Let two players change places as the page has previewed it."""
    sitting = permissions.find_sitting(request.user, pk, Action.ORGANISE)
    one, other = (_number(request.POST.get(name, "")) for name in ("one", "other"))
    stand = sitting_views.load_sitting(sitting)
    players = sitting_state.players_of(stand)
    if one not in players or other not in players or one == other:
        problem = Invalid(_("Choose two players of this round."))
        return _sitting_page(request, sitting, error=problem)
    tables = [[player.pk for player in table.players] for table in stand.tables]
    sit_out = [player.pk for player in stand.sit_out]
    change = sittings.arrange if sitting.published_at is None else sitting_tables.swap
    seen_version = _seen_version(request)
    try:
        change(
            sitting,
            *plans.swap_players(tables, sit_out, one, other),
            seen_version=sitting.version if seen_version is None else seen_version,
            by=request.user,
        )
    except Stale as error:
        return _conflict_page(request, sitting, error, "")
    except (Invalid, Conflict) as error:
        return _sitting_page(request, sitting, error=error)
    names = {"one": players[one].name, "other": players[other].name}
    messages.success(request, _("%(one)s and %(other)s have swapped seats.") % names)
    return redirect(f"{request.path.removesuffix('swap/')}#pick-{one}")


@desk
@require_POST
def table(request: Request, pk: int, number: int) -> HttpResponse:
    """Act on one table: extra time, a no-show."""
    sitting = permissions.find_sitting(request.user, pk, Action.ORGANISE)
    table_action = TABLE_ACTIONS.get(request.POST.get("do", ""))
    if table_action is None:
        raise NotFound(_("There is nothing here."))
    try:
        table_action(request, sitting, number)
    except Stale as error:
        return _conflict_page(request, sitting, error, "")
    except (Invalid, Conflict) as error:
        return _sitting_page(request, sitting, error=error, table_number=number)
    return redirect(f"{request.path.split('tables/')[0]}#table-{number}")


def _draw_sittings(request: Request, tournament: Tournament, form: DrawForm) -> list[Sitting]:
    chosen = form.cleaned_data.get("session")
    session = (
        Session.objects.filter(season=tournament.season_id, pk=chosen).first() if chosen else None
    )
    return sittings.draw(
        tournament,
        session,
        seed=form.cleaned_data["seed"],
        mode=form.cleaned_data["mode"],
        provisional="provisional" in request.POST,
        by=request.user,
    )


def _draw_page(
    request: Request,
    tournament: Tournament,
    form: DrawForm,
    *,
    error: LeagueError | None = None,
    status: int = 200,
) -> HttpResponse:
    state = tournament_state.state_of(tournament)
    findings = tournament_state.finding_links(state)
    blocking = [finding for finding in findings if finding.finding.blocking]
    context = {
        **_base_context(tournament),
        "form": form,
        "state": state,
        "refused": error,
        "blocking": [
            blocking_finding
            for blocking_finding in blocking
            if not blocking_finding.finding.provisional
        ],
        "missing": [
            blocking_finding
            for blocking_finding in blocking
            if blocking_finding.finding.provisional
        ],
        "remarks": [finding for finding in findings if not finding.finding.blocking],
        "stuck": [
            finding for finding in state.findings if finding.code in tournament_state.CODES_OF_STEPS
        ],
        "sizes": prechecks.sizes_in_words(prechecks.expected_tables(tournament)),
        "all_at_once": tournament.format == Format.ROUND_ROBIN,
    }
    return render(request, "tournaments/sitting_draw.html", context, status=status)


def _conflict_page(
    request: Request, sitting: Sitting, error: Stale, done_state: str
) -> HttpResponse:
    """Show the requested step beside another user's concurrent change, so that it can be sent
    again."""
    current = permissions.find_sitting(request.user, sitting.pk, Action.ORGANISE)
    if done_state and _is_in_state(current, done_state):
        return redirect("web:desk_sitting", current.pk)
    stand = sitting_views.load_sitting(current)
    players = sitting_state.players_of(stand)
    one, other = (players.get(_number(request.POST.get(name, ""))) for name in ("one", "other"))
    action = request.POST.get("do", "")
    has_both_players = one is not None and other is not None
    context = {
        **_base_context(current.tournament),
        "stand": stand,
        "sitting": current,
        "action": action,
        "one": one,
        "other": other,
        "sent": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in {"csrfmiddlewaretoken", "version"}
        ],
        "is_possible": has_both_players or bool(action),
        "since": sitting_state.latest_entries(current),
        "refused": error,
    }
    return render(request, "tournaments/sitting_conflict.html", context, status=409)


def _is_in_state(sitting: Sitting, state: str) -> bool:
    current_state = Sitting.objects.filter(pk=sitting.pk).values_list("state", flat=True).first()
    return bool(state) and current_state == state


def _audience_arguments(request: Request, action: str) -> dict[str, Any]:
    """Return the audiences that a sitting is published to; empty for the default, which is all of
    them."""
    names_audiences = action in {"publish", "publish_and_start"} and "to" in request.POST
    return {"to": request.POST.getlist("to")} if names_audiences else {}


def _set_extra_time(request: Request, sitting: Sitting, number: int) -> None:
    minutes = _number(request.POST.get("minutes", ""))
    sitting_clock.set_extra_time(sitting, number, minutes, by=request.user)


def _no_show(request: Request, sitting: Sitting, number: int) -> None:
    sitting_tables.no_show(
        sitting,
        _number(request.POST.get("player", "")),
        instead=_number(request.POST.get("instead", "")) or None,
        seen_version=_seen_version(request),
        by=request.user,
    )


TABLE_ACTIONS: dict[str, Callable[[Request, Sitting, int], None]] = {
    "extra": _set_extra_time,
    "no_show": _no_show,
}


def _sitting_page(
    request: Request, sitting: Sitting, *, error: LeagueError | None = None, table_number: int = 0
) -> HttpResponse:
    status = 200
    if error is not None:
        status = 409 if isinstance(error, Conflict) else 422
        sitting = permissions.find_sitting(request.user, sitting.pk, Action.VIEW)
    context = {**_desk_context(request, sitting), "refused": error, "at": table_number}
    if table_number:
        context["squares"] = []  # the form that was refused stands on a card
    return render(request, "tournaments/desk_sitting.html", context, status=status)


def _desk_context(request: Request, sitting: Sitting) -> dict[str, Any]:
    state = sitting_state.state_of(sitting)
    rights = _rights(request, sitting)
    query = request.POST if request.method == "POST" else request.GET
    one, other = (_number(query.get(name, "")) for name in ("one", "other"))
    picked = sitting_state.exchange(state.stand, one, other) if rights["organiser"] else None
    return {
        "state": state,
        "sitting": state.sitting,
        "picked": picked,
        **_dense_context(request, state),
        **rights,
        **_base_context(sitting.tournament),
    }


def _dense_context(request: Request, state: sitting_state.SittingDeskState) -> dict[str, Any]:
    """Return the squares of a published sitting; the cards of a draft become smaller instead."""
    is_dense = dense_tables.is_dense(request)
    shown = state.stand.tables if is_dense and not state.is_unpublished else []
    squares = tournament_state.squares(shown)
    return {
        "dense": is_dense,
        "squares": squares,
        "square_tally": dense_tables.tally(squares),
    }


def _base_context(tournament: Tournament) -> dict[str, Any]:
    season = tournament.season
    return {"tournament": tournament, "season": season, "club": season.club, "member": True}


def _rights(request: Request, sitting: Sitting) -> dict[str, bool]:
    club = sitting.tournament.season.club
    return {
        "organiser": is_allowed(request, club, Action.ORGANISE),
        "may_submit": is_allowed(request, club, Action.SUBMIT),
    }


def _seen_version(request: Request) -> int | None:
    text = request.POST.get("version", "")
    return _number(text) if text else None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
