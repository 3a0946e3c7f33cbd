"""The sittings of a tournament on the desk: drawn, changed by hand, published, played."""

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
from league.models import Audience, Format, Session, Sitting, SittingState, Tournament
from league.operations.results import stops
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import (
    publication,
    sitting_clock,
    sitting_tables,
    sitting_views,
    sittings,
)
from league.permissions import Action
from league.web.accounts.access import can, desk
from league.web.support import live
from league.web.support.request import Request
from league.web.tournaments import sitting_state, tournament_state
from league.web.tournaments.tournament_forms import DrawForm, sessions_of

MOST_DIGITS = 18
State = SittingState
Act = Callable[..., Any]
ACTS: dict[str, tuple[Act, str]] = {  # what it does, and the state in which it is done already
    "check": (sittings.check, State.CHECKED),
    "uncheck": (sittings.uncheck, State.DRAFT),
    "publish": (publication.publish, State.PUBLISHED),
    "show_screens": (partial(publication.publish, to=[Audience.SCREENS]), ""),
    "hide_screens": (partial(publication.withdraw, hide_from=[Audience.SCREENS]), ""),
    "show_public": (partial(publication.publish, to=[Audience.PUBLIC]), ""),
    "hide_public": (partial(publication.withdraw, hide_from=[Audience.PUBLIC]), ""),
    "withdraw": (sittings.withdraw, State.CHECKED),
    "start": (sitting_clock.start, State.RUNNING),
    "unstart": (sitting_clock.unstart, State.PUBLISHED),
    "pause": (sitting_clock.pause, ""),
    "go_on": (sitting_clock.go_on, ""),
    "lock": (sittings.lock, State.LOCKED),
    "unlock": (sittings.unlock, ""),
    "accept": (sittings.accept, ""),
}


@desk
def draw(request: Request, pk: int) -> HttpResponse:
    """The next sitting as a draft; what stands in the way is told first."""
    found = permissions.tournament(request.user, pk, Action.ORGANISE)
    with timezone.override(zoneinfo.ZoneInfo(found.season.club.timezone)):
        form = DrawForm(sessions_of(found), request.POST if request.method == "POST" else None)
        if request.method != "POST":
            return _draw_page(request, found, form)
        refused: LeagueError | None = None
        if form.is_valid():
            try:
                drawn = _draw(request, found, form)
            except (Invalid, Conflict) as error:
                refused = error
            else:
                return redirect("web:desk_sitting", drawn[0].pk)
        waiting = found.sittings.filter(published_at=None).order_by("number").first()
        if waiting is not None:  # drawn twice at once, or by somebody else: here it is
            messages.info(
                request, _("Sitting %(number)s is drawn already.") % {"number": waiting.number}
            )
            return redirect("web:desk_sitting", waiting.pk)
        return _draw_page(request, found, form, refused=refused, status=409 if refused else 422)


@desk
def sitting(request: Request, pk: int) -> HttpResponse:
    """A sitting; `one` and `other` in the address are two who might change places."""
    found = permissions.sitting(request.user, pk, Action.VIEW)
    return _page(request, found)


@desk
def part(request: Request, pk: int, name: str) -> HttpResponse:
    """A piece of a published sitting, which the page asks for again and again."""
    found = permissions.sitting(request.user, pk, Action.VIEW)
    if name != "play":
        raise NotFound(_("There is nothing here."))
    rights = _rights(request, found)
    told = "".join(str(int(right)) for right in rights.values())
    told += "".join(f"-{_number(request.GET.get(name, ''))}" for name in ("one", "other"))
    return live.fragment(
        request,
        "tournaments/sitting_play.html",
        lambda: _context(request, found),
        version=f"{tournament_state.version(found.tournament)}-{found.version}-{told}",
    )


@desk
@require_POST
def do(request: Request, pk: int) -> HttpResponse:
    """One step, forwards or back. Twice is as once; what somebody else did meanwhile is shown."""
    found = permissions.sitting(request.user, pk, Action.ORGANISE)
    wish = request.POST.get("do", "")
    if wish not in ACTS:
        raise NotFound(_("There is nothing here."))
    act, done = ACTS[wish]
    try:
        act(found, by=request.user, seen_version=_seen(request), **_wished(request, wish))
    except Stale as refused:
        return _again(request, found, refused, done)
    except (Invalid, Conflict) as refused:
        if not _is_done(found, done):
            return _page(request, found, refused=refused)
    return redirect("web:desk_sitting", pk)


@desk
@require_POST
def discard(request: Request, pk: int) -> HttpResponse:
    """A draw, and those after it, are thrown away; twice is as once. Back to the draw."""
    tournament = permissions.tournament(request.user, pk, Action.ORGANISE)
    number = _number(request.POST.get("sitting", ""))
    found = tournament.sittings.filter(pk=number).first()
    if found is None:
        return redirect("web:draw_sitting", pk)
    try:
        sittings.discard(found, by=request.user, seen_version=_seen(request))
    except Stale as refused:
        return _again(request, found, refused, "")
    except Conflict as refused:
        messages.error(request, refused.detail)
        return redirect("web:desk_tournament", pk)
    messages.success(request, _("The draw is thrown away."))
    return redirect("web:draw_sitting", pk)


@desk
@require_POST
def swap(request: Request, pk: int) -> HttpResponse:
    """Two change places, as the page has shown it."""
    found = permissions.sitting(request.user, pk, Action.ORGANISE)
    one, other = (_number(request.POST.get(name, "")) for name in ("one", "other"))
    stand = sitting_views.load_one(found)
    known = sitting_state.people(stand)
    if one not in known or other not in known or one == other:
        missing = Invalid(_("Choose two people of this sitting."))
        return _page(request, found, refused=missing)
    tables = [[player.pk for player in table.players] for table in stand.tables]
    sit_out = [player.pk for player in stand.sit_out]
    change = sittings.arrange if found.published_at is None else sitting_tables.swap
    seen = _seen(request)
    try:
        change(
            found,
            *sitting_views.exchanged(tables, sit_out, one, other),
            seen_version=found.version if seen is None else seen,
            by=request.user,
        )
    except Stale as refused:
        return _again(request, found, refused, "")
    except (Invalid, Conflict) as refused:
        return _page(request, found, refused=refused)
    told = {"one": known[one].name, "other": known[other].name}
    messages.success(request, _("%(one)s and %(other)s have changed places.") % told)
    return redirect(f"{request.path.removesuffix('swap/')}#pick-{one}")


@desk
@require_POST
def table(request: Request, pk: int, number: int) -> HttpResponse:
    """What happens at one table: more time, somebody who does not come, an end before its end."""
    found = permissions.sitting(request.user, pk, Action.ORGANISE)
    wish = AT_TABLE.get(request.POST.get("do", ""))
    if wish is None:
        raise NotFound(_("There is nothing here."))
    try:
        wish(request, found, number)
    except Stale as refused:
        return _again(request, found, refused, "")
    except (Invalid, Conflict) as refused:
        return _page(request, found, refused=refused, at=number)
    return redirect(f"{request.path.split('tables/')[0]}#table-{number}")


def _draw(request: Request, found: Tournament, form: DrawForm) -> list[Sitting]:
    chosen = form.cleaned_data.get("session")
    session = Session.objects.filter(season=found.season_id, pk=chosen).first() if chosen else None
    return sittings.draw(
        found,
        session,
        seed=form.cleaned_data["seed"],
        mode=form.cleaned_data["mode"],
        provisional="provisional" in request.POST,
        by=request.user,
    )


def _draw_page(
    request: Request,
    found: Tournament,
    form: DrawForm,
    *,
    refused: LeagueError | None = None,
    status: int = 200,
) -> HttpResponse:
    state = tournament_state.state_of(found)
    told = tournament_state.told(state)
    blocking = [each for each in told if each.finding.blocking]
    context = {
        **_place(found),
        "form": form,
        "state": state,
        "refused": refused,
        "blocking": [each for each in blocking if not each.finding.provisional],
        "missing": [each for each in blocking if each.finding.provisional],
        "to_know": [each for each in told if not each.finding.blocking],
        "stuck": [each for each in state.findings if each.code in tournament_state.AS_STEPS],
        "sizes": prechecks.words_of_sizes(prechecks.expected_tables(found)),
        "all_at_once": found.format == Format.ROUND_ROBIN,
    }
    return render(request, "tournaments/sitting_draw.html", context, status=status)


def _again(request: Request, found: Sitting, refused: Stale, done: str) -> HttpResponse:
    """What was wanted beside what is there now, and who did it; the wish can be sent again."""
    now = permissions.sitting(request.user, found.pk, Action.ORGANISE)
    if done and _is_done(now, done):
        return redirect("web:desk_sitting", now.pk)
    stand = sitting_views.load_one(now)
    known = sitting_state.people(stand)
    one, other = (known.get(_number(request.POST.get(name, ""))) for name in ("one", "other"))
    wish = request.POST.get("do", "")
    is_swap = one is not None and other is not None
    context = {
        **_place(now.tournament),
        "stand": stand,
        "sitting": now,
        "wish": wish,
        "one": one,
        "other": other,
        "sent": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in {"csrfmiddlewaretoken", "version"}
        ],
        "is_possible": is_swap or bool(wish),
        "since": sitting_state.since(now),
        "refused": refused,
    }
    return render(request, "tournaments/sitting_conflict.html", context, status=409)


def _is_done(found: Sitting, state: str) -> bool:
    now = Sitting.objects.filter(pk=found.pk).values_list("state", flat=True).first()
    return bool(state) and now == state


def _wished(request: Request, wish: str) -> dict[str, Any]:
    """To whom it is published; to everybody if the form does not ask."""
    asks = wish == "publish" and "to" in request.POST
    return {"to": request.POST.getlist("to")} if asks else {}


def _set_extra_time(request: Request, found: Sitting, number: int) -> None:
    minutes = _number(request.POST.get("minutes", ""))
    sitting_clock.set_extra_time(found, number, minutes, by=request.user)


def _no_show(request: Request, found: Sitting, number: int) -> None:
    sitting_tables.no_show(
        found,
        _number(request.POST.get("player", "")),
        instead=_number(request.POST.get("instead", "")) or None,
        seen_version=_seen(request),
        by=request.user,
    )


def _stop(request: Request, found: Sitting, number: int) -> None:
    stops.stop(
        _match(found, number),
        forfeited=[_number(each) for each in request.POST.getlist("forfeited")],
        reason=request.POST.get("reason", ""),
        by=request.user,
    )


def _abandon(request: Request, found: Sitting, number: int) -> None:
    stops.abandon(_match(found, number), reason=request.POST.get("reason", ""), by=request.user)


def _resume(request: Request, found: Sitting, number: int) -> None:
    stops.resume(_match(found, number), by=request.user)


def _match(found: Sitting, number: int) -> Any:
    match = sitting_clock.table_of(found, number).match
    if match is None:
        raise Conflict(_("This sitting is not published yet."))
    return match


AT_TABLE: dict[str, Callable[[Request, Sitting, int], None]] = {
    "extra": _set_extra_time,
    "no_show": _no_show,
    "stop": _stop,
    "abandon": _abandon,
    "resume": _resume,
}


def _page(
    request: Request, found: Sitting, *, refused: LeagueError | None = None, at: int = 0
) -> HttpResponse:
    status = 200
    if refused is not None:
        status = 409 if isinstance(refused, Conflict) else 422
        found = permissions.sitting(request.user, found.pk, Action.VIEW)
    context = {**_context(request, found), "refused": refused, "at": at}
    return render(request, "tournaments/desk_sitting.html", context, status=status)


def _context(request: Request, found: Sitting) -> dict[str, Any]:
    state = sitting_state.state_of(found)
    rights = _rights(request, found)
    asked = request.POST if request.method == "POST" else request.GET
    one, other = (_number(asked.get(name, "")) for name in ("one", "other"))
    picked = sitting_state.exchange(state.stand, one, other) if rights["organiser"] else None
    return {
        "state": state,
        "sitting": state.sitting,
        "picked": picked,
        **rights,
        **_place(found.tournament),
    }


def _place(found: Tournament) -> dict[str, Any]:
    season = found.season
    return {"tournament": found, "season": season, "club": season.club, "member": True}


def _rights(request: Request, found: Sitting) -> dict[str, bool]:
    club = found.tournament.season.club
    return {
        "organiser": can(request, club, Action.ORGANISE),
        "may_submit": can(request, club, Action.SUBMIT),
    }


def _seen(request: Request) -> int | None:
    text = request.POST.get("version", "")
    return _number(text) if text else None


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
