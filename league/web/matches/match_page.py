"""A match for everybody: the sheet as on paper, round by round, move by move."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from games import record
from league.models import Audience, Match
from league.operations.matches import matches
from league.operations.support import versions
from league.operations.tournaments.play import publication
from league.permissions import Action
from league.web.accounts.access import audience, can, is_member, viewer_permissions
from league.web.games import PAGES, sheet
from league.web.results import results
from league.web.support import cached_views, live

MOST_OPEN = 3  # rounds; of more only the last is open at first


def match(request: HttpRequest, pk: int) -> HttpResponse:
    found = _find(request, pk)
    return render(request, "matches/match.html", _match(request, found))


@cached_views.cached_view(versions.match)
def match_piece(request: HttpRequest, pk: int) -> HttpResponse:
    """Its score and its rounds alone, for live.js."""
    found = _find(request, pk)
    return live.fragment(
        request,
        "matches/_match_part.html",
        lambda: _match(request, found),
        version=versions.match(pk) or "",
        audience=audience(request, found.session.season.club),
    )


def _find(request: HttpRequest, pk: int) -> Match:
    """For the public there is no match of a sitting that was not published to it."""
    rows = Match.objects.select_related("session__season__club", "sitting_table__sitting")
    found = get_object_or_404(rows, pk=pk)
    is_public = publication.is_seen(found, Audience.PUBLIC)
    if not is_public and not is_member(request, found.session.season.club):
        raise Http404
    return found


def _match(request: HttpRequest, found: Match) -> dict[str, Any]:
    club = found.session.season.club
    seats = list(found.seats.select_related("player"))
    rounds, pages = found.submissions.current(), PAGES[found.game]
    explained = [pages.explain(row, len(seats)) for row in rounds]
    return {
        "match": found,
        "session": found.session,
        "season": found.session.season,
        "club": club,
        "seats": seats,
        "rounds": explained,
        "all_open": len(rounds) <= MOST_OPEN,
        "sheet": sheet.write(explained, found.totals, pages.marks),
        "standings": list(zip(seats, found.totals, found.places, strict=True)),
        "ahead": _ahead(found),
        **(results.told_of(found) if found.over or found.is_postponed else {}),
        "style": pages.style,
        "round_template": pages.round_template,
        "has_replay": bool(pages.step_template),
        "match_template": pages.match_template,
        "whole": pages.show_match(found, rounds) if pages.match_template and rounds else {},
        "may_submit": can(request, club, Action.SUBMIT),
        **viewer_permissions(request, club),
    }


def _ahead(match: Match) -> int:
    """How far the best is before the next one; 0 while nothing has been played."""
    best: int = max(match.totals, default=0)
    return best - max((total for total in match.totals if total < best), default=best)


def replay(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A transcript move by move: a page of its own, which works without any script."""
    return render(request, "matches/replay.html", _replay(request, pk, number))


def replay_step(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The same as a piece of page, for the match page to show in place."""
    return render(request, "games/_replay.html", _replay(request, pk, number))


def _replay(request: HttpRequest, pk: int, number: int) -> dict[str, Any]:
    """404 unless this round came with a transcript."""
    found = _find(request, pk)
    pages, club = PAGES[found.game], found.session.season.club
    if not pages.step_template or not 1 <= number <= found.rounds_played:
        raise Http404
    steps = record.steps(matches.written(found), number - 1)
    if not steps:
        raise Http404
    asked = request.GET.get("step", "")
    last = len(steps) - 1
    step = min(int(asked), last) if asked.isdecimal() and len(asked) < 5 else 0
    return {
        "match": found,
        "session": found.session,
        "season": found.session.season,
        "club": club,
        "seats": list(found.seats.select_related("player")),
        "number": number,
        "step": step,
        "back": max(0, step - 1),
        "on": min(last, step + 1),
        "last": last,
        "move": steps[step].move,
        "style": pages.style,
        "table": pages.show_step(steps[step]),
        "said_template": pages.said_template,
        "step_template": pages.step_template,
        **viewer_permissions(request, club),
    }
