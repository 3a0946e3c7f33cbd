"""Pages for everybody. They set no cookie and show each name as its owner chose."""

from typing import Any

from django.db.models import Count, Prefetch, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from games import GAMES, record
from league.models import Club, Match, Player, Season, Seat, Session
from league.operations import matches
from league.permissions import Action
from league.web import race
from league.web.access import can, is_member
from league.web.games import PAGES
from scoring import tables

RECENT = 12


def home(request: HttpRequest) -> HttpResponse:
    clubs = Club.objects.annotate(
        player_count=Count("players", distinct=True), season_count=Count("seasons", distinct=True)
    ).order_by("name")
    return render(request, "public/home.html", {"clubs": clubs[:200]})


def club(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Club, slug=slug)
    seasons = list(found.seasons.all()[:50])
    table = tables.find(seasons[0].pk) if seasons else None
    context = {
        "club": found,
        "seasons": seasons,
        "leaders": tables.read(table).rows[:5] if table else [],
        "matches": _matches(Q(session__season__club=found))[:RECENT],
        **_names(request, found),
    }
    return render(request, "public/club.html", context)


def season(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    found, table = _season_table(pk, game)
    view = tables.read(table)
    context = {
        "season": found,
        "club": found.club,
        "game": game,
        "games": found.games,
        "view": view,
        "scheme": table.scheme,
        "race": race.chart(found, view),
        "sessions": found.sessions.annotate(match_count=Count("matches"))[:60],
        **_names(request, found.club),
    }
    return render(request, "public/season.html", context)


def season_table(request: HttpRequest, pk: int, game: str = "") -> HttpResponse:
    """The table alone, which the page asks for again and again: 304 while nothing has changed."""
    found, table = _season_table(pk, game)
    names = _names(request, found.club)
    tag = f'"{tables.tag(table)}.{get_language()}.{int(names["member"])}"'
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    view = tables.read(table)
    context = {"season": found, "view": view, "scheme": table.scheme, **names}
    response = render(request, "public/_table.html", context)
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response


def session(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Session.objects.select_related("season__club"), pk=pk)
    context = {
        "session": found,
        "season": found.season,
        "club": found.season.club,
        "matches": _matches(Q(session=found)),
        **_names(request, found.season.club),
    }
    return render(request, "public/session.html", context)


def match(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Match.objects.select_related("session__season__club"), pk=pk)
    club = found.session.season.club
    seats = list(found.seats.select_related("player"))
    rounds, pages = found.submissions.current(), PAGES[found.game]
    context = {
        "match": found,
        "session": found.session,
        "season": found.session.season,
        "club": club,
        "seats": seats,
        "rounds": [pages.explain(row, len(seats)) for row in rounds],
        "running": _running_totals([row.scores for row in rounds], found.totals),
        "standings": list(zip(seats, found.totals, found.places, strict=True)),
        "style": pages.style,
        "round_template": pages.round_template,
        "has_replay": bool(pages.step_template),
        "match_template": pages.match_template,
        "whole": pages.show_match(found, rounds) if pages.match_template else {},
        "may_submit": can(request, club, Action.SUBMIT),
        **_names(request, club),
    }
    return render(request, "public/match.html", context)


def replay(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A transcript move by move: a page of its own, which works without any script."""
    return render(request, "public/replay.html", _replay(request, pk, number))


def replay_step(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The same as a piece of page, for the match page to show in place."""
    return render(request, "games/_replay.html", _replay(request, pk, number))


def _replay(request: HttpRequest, pk: int, number: int) -> dict[str, Any]:
    """404 unless this round came with a transcript."""
    found = get_object_or_404(Match.objects.select_related("session__season__club"), pk=pk)
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
        **_names(request, club),
    }


def player(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    results = (
        found.results.live()
        .select_related("match__session__season")
        .order_by("-match__session__starts_at", "-match_id")
    )
    standings = found.standings.select_related("table__season").order_by("-table__season_id")
    context = {
        "player": found,
        "club": found.club,
        "results": results[:60],
        "standings": [row for row in standings if not row.table.game],
        "by_place": results.order_by()
        .values("place")
        .annotate(times=Count("id"))
        .order_by("place"),
        **_names(request, found.club),
    }
    return render(request, "public/player.html", context)


def _season_table(pk: int, game: str) -> tuple[Season, Any]:
    found = get_object_or_404(Season.objects.select_related("club"), pk=pk)
    table = tables.find(pk, game) if not game or game in GAMES else None
    if table is None:
        raise Http404
    return found, table


def _matches(condition: Q) -> Any:
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return Match.objects.filter(condition).select_related("session").prefetch_related(seats)


def _names(request: HttpRequest, club: Club) -> dict[str, bool]:
    return {"member": is_member(request, club), "organiser": can(request, club, Action.ORGANISE)}


def _running_totals(rounds: list[list[int]], totals: list[int]) -> list[list[tuple[int, int]]]:
    """Per round and seat (score, total so far), counted back from the totals: some games start with
    more than nothing."""
    lines: list[list[tuple[int, int]]] = []
    so_far = list(totals)
    for scores in reversed(rounds):
        lines.append(list(zip(scores, so_far, strict=True)))
        so_far = [total - score for total, score in zip(so_far, scores, strict=True)]
    return lines[::-1]
