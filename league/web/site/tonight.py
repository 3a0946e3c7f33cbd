"""“Tonight”: the events of today in all clubs of the signed-in person, and the next steps for
them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.models import Session
from league.web.accounts.access import desk
from league.web.site import tonight_cards
from league.web.site.tonight_cards import ReaderInClub
from league.web.support import live
from league.web.support.request import Request


@desk
def tonight(request: Request) -> HttpResponse:
    now = timezone.now()
    readers = tonight_cards.readers_of(request.user)
    sessions = tonight_cards.sessions_of_today(readers, now)
    return render(request, "site/tonight.html", _context(readers, sessions, now))


@desk
def tonight_piece(request: Request) -> HttpResponse:
    """Return only the cards, which the open page fetches repeatedly."""
    now = timezone.now()
    readers = tonight_cards.readers_of(request.user)
    sessions = tonight_cards.sessions_of_today(readers, now)
    version = tonight_cards.version(readers, sessions)
    return live.fragment(
        request,
        "site/_tonight.html",
        lambda: _context(readers, sessions, now),
        version=f"{request.user.pk}-{version}",
    )


def _context(
    readers: Mapping[int, ReaderInClub], sessions: Sequence[tuple[Session, bool]], now: datetime
) -> dict[str, Any]:
    return {
        "cards": tonight_cards.together(
            tonight_cards.card(
                session, readers[session.season.club_id], is_under_way=is_under_way, now=now
            )
            for session, is_under_way in sessions
        ),
        "coming": tonight_cards.coming_sessions(
            readers, now, without=[session for session, _is_under_way in sessions]
        ),
        "clubs": [reader.club for reader in readers.values()],
    }
