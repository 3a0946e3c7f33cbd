"""An evening in short, on its public page: the summary, and its best hands as they were played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.models import Match, Session
from league.operations.sessions import session_summary
from league.operations.sessions.session_summary import BestRound
from league.operations.support.wording import local_day
from league.web.games import PAGES
from league.web.support.link_previews import preview


@dataclass(frozen=True)
class BestHand:
    """The best round of a game, drawn by `template` if its evidence shows the cards or tiles."""

    best: BestRound
    template: str
    groups: Any
    items: Sequence[Mapping[str, Any]]


def summary_context(session: Session, matches: Sequence[Match]) -> dict[str, Any]:
    """Return summary, hands and preview of an evening from its matches, newest first."""
    summary = session_summary.summary(session, matches)
    values = {"season": session.season.name, "club": session.season.club.name}
    return {
        "summary": summary,
        "hands": [_hand(best) for best in summary.best_rounds] if summary else [],
        **preview(
            "session",
            session.pk,
            title=f"{local_day(session)} · {session.season.club.name}",
            description=_("Tables and results of an evening in %(season)s at %(club)s.") % values,
        ),
    }


def _hand(best: BestRound) -> BestHand:
    pages, number = PAGES[best.match.game], best.seats[0].number
    explained = pages.explain(best.row, len(best.match.totals))
    seat = explained["seats"][number]
    teams = explained.get("teams") or []
    team: Mapping[str, Any] = next((team for team in teams if number in team["members"]), {})
    items = seat.get("items") or team.get("items") or []
    return BestHand(best, pages.hand_template, seat.get("groups"), items)
