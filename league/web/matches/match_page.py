"""The public page of a match: the score sheet, round by round, move by move."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games import game_name, record
from league import permissions
from league.models import Audience, Match, Seat, User
from league.operations.matches import matches, names_at_tables, transcript_drafts
from league.operations.results import correction_proposals, substitutions
from league.operations.support import versions
from league.operations.support.wording import signless
from league.operations.tournaments.play import publication
from league.permissions import Action
from league.web.accounts.access import audience, is_allowed, is_member, viewer_permissions
from league.web.games import PAGES, sheet
from league.web.matches import match_summary, rematches
from league.web.results import results
from league.web.support import cached_views, live
from league.web.support.link_previews import LinkPreview, preview
from league.web.support.public_pages import find_public
from league.web.support.shared_pages import shared_page

PLAYING = 100  # added to the class of readers who may enter rounds
MOST_OPEN = 3  # rounds; of more only the last is open at first


def _plays(user: User, pk: int) -> bool:
    """Return whether the user sits at the table while rounds may be entered there."""
    match = Match.objects.filter(pk=pk, over=False).first()
    return match is not None and match.seats_user(user)


@cached_views.cached_view(versions.match)
@shared_page(Match, versions.match, is_personal=_plays)
def match_page(request: HttpRequest, pk: int) -> HttpResponse:
    match = find_visible_match(request, pk)
    context = _match_context(request, match)
    return render(request, "matches/match.html", context)


@cached_views.cached_view(versions.match)
@shared_page(Match, versions.match, is_personal=_plays)
def match_piece(request: HttpRequest, pk: int) -> HttpResponse:
    """Return only score and rounds, which live.js fetches."""
    match = find_visible_match(request, pk)
    return live.fragment(
        request,
        "matches/_match_part.html",
        lambda: _match_context(request, match),
        version=versions.match(pk) or "",
        audience=_audience(request, match),
    )


def find_visible_match(request: HttpRequest, pk: int) -> Match:
    """Return the match; raise Http404 if its sitting is not published to the reader."""
    match = find_public(request, Match.objects.select_related("sitting_table__sitting"), pk=pk)
    is_public = publication.is_visible(match, Audience.PUBLIC)
    if not is_public and not is_member(request, match.session.season.club):
        raise Http404
    return match


def _may_enter(request: HttpRequest, match: Match) -> bool:
    return permissions.may_enter_rounds(request.user, match)


def _audience(request: HttpRequest, match: Match) -> int:
    """Return the class of the reader; players at the table form a class of their own."""
    return audience(request, match.session.season.club) + PLAYING * _may_enter(request, match)


def _match_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    club = match.session.season.club
    seats = names_at_tables.seats_of(match)
    rounds, pages = match.submissions.current(), PAGES[match.game]
    may_submit = is_allowed(request, club, Action.SUBMIT)
    explained = [pages.explain(row, len(seats)) for row in rounds]
    score_sheet = sheet.score_sheet(explained, match.totals, pages.marks)
    standings = list(zip(seats, match.totals, match.places, strict=True))
    viewer = viewer_permissions(request, club)
    names = [seat.player.name if viewer["member"] else seat.player.public_name for seat in seats]
    return {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": club,
        "seats": seats,
        "rounds": explained,
        "all_open": len(rounds) <= MOST_OPEN,
        "sheet": score_sheet,
        "moment": match_summary.match_moment(match, seats, score_sheet),
        "standings": standings,
        **_preview(match, standings),
        "lead": _lead(match),
        "substitutions": substitutions.substitutions_of(match),
        "continues": match.continues,
        "continued_by": match.continued_by.first() if match.stopped_at else None,
        **(results.result_context(match) if match.over or match.is_postponed else {}),
        "style": pages.style,
        "round_template": pages.round_template,
        "is_followed": match.session.follow_delay is not None
        and transcript_drafts.current(match) is not None,
        "has_replay": bool(pages.step_template),
        "match_template": pages.match_template,
        "match_style": pages.match_style,
        "whole": pages.show_match(match, rounds, names) if pages.match_template and rounds else {},
        "may_submit": may_submit,
        "may_enter": _may_enter(request, match),
        "waiting": correction_proposals.pending(match).first()
        if may_submit and match.over
        else None,
        **_rematch_links(match, may_submit=may_submit),
        **viewer,
    }


def _rematch_links(match: Match, *, may_submit: bool) -> dict[str, Any]:
    """Return the matches before and after this one at its table, and whether a button offers the
    rematch."""
    links = rematches.links_of(match)
    is_planned = getattr(match, "sitting_table", None) is not None
    is_last = match.ended and not is_planned and links["replay"] is None
    is_offered = may_submit and is_last and links["rematch"] is None
    return {
        **links,
        "may_replay": is_last,
        "may_rematch": is_offered and rematches.takes_rematches(match.session),
    }


def _preview(match: Match, standings: Sequence[tuple[Seat, int, int]]) -> dict[str, LinkPreview]:
    """Return the preview, without names while the public does not see who plays."""
    lines = [
        f"{place}. {names_at_tables.public(seat)} {signless(total)}"
        for seat, total, place in sorted(standings, key=lambda line: line[2])
    ]
    is_public = publication.is_visible(match, Audience.PUBLIC)
    title = f"{game_name(match.game)} · {match.session.season.club.name}"
    description = " · ".join(lines) if is_public else match.session.season.name
    return preview("match", match.pk, title=title, description=description)


def _lead(match: Match) -> int:
    """Return how many points the best is ahead of the next one; 0 before the first round."""
    best: int = max(match.totals, default=0)
    return best - max((total for total in match.totals if total < best), default=best)


def replay(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a transcript move by move on a page of its own, which works without script."""
    return render(request, "matches/replay.html", _replay_context(request, pk, number))


def replay_step(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Return the same step as a fragment, which the match page shows in place."""
    return render(request, "games/_replay.html", _replay_context(request, pk, number))


def _replay_context(request: HttpRequest, pk: int, number: int) -> dict[str, Any]:
    """Return the context of a step; raise Http404 unless the round has a transcript."""
    match = find_visible_match(request, pk)
    pages, club = PAGES[match.game], match.session.season.club
    if not pages.step_template or not 1 <= number <= match.rounds_played:
        raise Http404
    steps = record.steps(matches.match_record(match), number - 1)
    if not steps:
        raise Http404
    text = request.GET.get("step", "")
    last = len(steps) - 1
    step = min(int(text), last) if text.isdecimal() and len(text) < 5 else 0
    return {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": club,
        "seats": list(match.seats.select_related("player")),
        "number": number,
        "step": step,
        "back": max(0, step - 1),
        "on": min(last, step + 1),
        "last": last,
        "move": steps[step].move,
        "style": pages.style,
        "table": pages.show_step(steps[step]),
        "move_template": pages.move_template,
        "step_template": pages.step_template,
        **viewer_permissions(request, club),
    }
