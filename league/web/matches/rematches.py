"""The buttons that start a rematch, on the desk of an evening and on the page of a match."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid
from league.models import Match, Session
from league.operations.sessions import rematches
from league.operations.sessions.current_sessions import LONGEST_SESSION
from league.operations.sessions.rematches import SeatOrder
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support import return_links
from league.web.support.double_submissions import once
from league.web.support.request import Request


@desk
@require_POST
@once
def start_rematch(request: Request, pk: int) -> HttpResponse:
    """Start the rematch of a match, and return to the desk or, from its page, to the new match."""
    match = permissions.find_match(request.user, pk, Action.SUBMIT)
    from_match = request.POST.get("back") == "match"
    try:
        rematch, is_new = rematches.start(match, posted_order(request.POST), by=request.user)
    except (Invalid, Conflict) as error:
        messages.error(request, error.detail)
        if from_match:
            return redirect("web:match", pk)
        return redirect("web:desk_session", match.session_id)
    if from_match:
        messages.success(request, started_words(rematch, is_new=is_new))
        return redirect("web:match", rematch.pk)
    return_links.add_match_message(request, started_words(rematch, is_new=is_new), rematch)
    return redirect("web:desk_session", match.session_id)


def posted_order(post: Any) -> SeatOrder:
    """Return the order of seats that the pressed button chooses."""
    is_rotated = post.get("seats") == SeatOrder.ROTATED
    return SeatOrder.ROTATED if is_rotated else SeatOrder.SAME


def started_words(rematch: Match, *, is_new: bool) -> str:
    words = (
        _("The rematch has been created at table %(number)s.")
        if is_new
        else _("The rematch is already being played at table %(number)s.")
    )
    return words % {"number": rematch.table}


def takes_rematches(session: Session) -> bool:
    """Return whether the session is neither closed nor cancelled nor long over, so that pages
    offer rematches."""
    if session.closed_at is not None or session.cancelled_at is not None:
        return False
    return timezone.now() < session.starts_at + LONGEST_SESSION


def links_of(match: Match) -> dict[str, Match | None]:
    """Return the rematch and the replay of a match, and the matches that it follows."""
    return {
        "rematch": match.rematches.first(),
        "rematch_of": _shown(match.rematch_of),
        "replay": match.replays.first(),
        "replay_of": _shown(match.replay_of),
    }


def _shown(match: Match | None) -> Match | None:
    """Return the match unless it was cancelled."""
    return match if match is not None and match.called_off_at is None else None
