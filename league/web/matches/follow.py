"""The public page of a round that is entered move by move: what spectators may see, and when."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Match
from league.operations.matches import names_at_tables, transcript_drafts
from league.operations.matches.transcript_drafts import Followed
from league.web.accounts.access import audience, viewer_permissions
from league.web.games import PAGES
from league.web.matches.match_page import find_visible_match
from league.web.support import live


def follow_page(request: HttpRequest, pk: int) -> HttpResponse:
    match = find_visible_match(request, pk)
    context = _context(request, match, transcript_drafts.followed(match))
    answer = render(request, "matches/follow.html", context)
    answer["Cache-Control"] = "no-cache"  # old moves appear as time passes
    return answer


def follow_piece(request: HttpRequest, pk: int) -> HttpResponse:
    """Return only the table, which live.js fetches."""
    match = find_visible_match(request, pk)
    followed = transcript_drafts.followed(match)
    return live.fragment(
        request,
        "matches/_follow.html",
        lambda: _context(request, match, followed),
        version=f"follow-{match.pk}-{match.version}-{followed.version if followed else ''}",
        audience=audience(request, match.session.season.club),
    )


def _context(request: HttpRequest, match: Match, followed: Followed | None) -> dict[str, Any]:
    club, pages = match.session.season.club, PAGES[match.game]
    context = {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": club,
        "seats": names_at_tables.seats_of(match),
        "style": pages.style,
        "delay": match.session.follow_delay,
        "followed": followed,
        **viewer_permissions(request, club),
    }
    if followed is None:
        return context
    step = followed.steps[-1]
    return {
        **context,
        "number": followed.number,
        "moves_shown": len(followed.steps) - 1,
        "move": step.move,
        "table": pages.show_step(step),
        "move_template": pages.move_template,
        "step_template": pages.step_template,
    }
