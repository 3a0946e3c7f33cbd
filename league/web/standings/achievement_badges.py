"""The achievements of a player as badges, with their signs and the addresses of their proofs."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from games import GAMES
from league.operations.standings import achievement_words, achievements
from league.operations.standings.achievements import Achievement, CareerFacts, ClubSession
from league.operations.standings.careers import Meeting, PlayedMatch


class Badge(NamedTuple):
    """A badge: `sign` is the number of its drawing in people/_badge_signs.html."""

    sign: str
    title: str
    detail: str
    at: datetime
    address: str


def badges(
    matches: Sequence[PlayedMatch],
    meetings: Sequence[Meeting],
    sessions: Sequence[ClubSession],
    scores: achievements.Scores,
) -> list[Badge]:
    """Return the badges of a player from the matches played."""
    facts = CareerFacts(matches, meetings, sessions, scores, list(GAMES))
    return [_badge(achievement) for achievement in achievements.achievements(facts)]


def _badge(achievement: Achievement) -> Badge:
    title, detail = achievement_words.words(achievement)
    address = (
        reverse("web:session", args=[achievement.session])
        if achievement.match is None
        else reverse("web:match", args=[achievement.match])
    )
    return Badge(achievement.code, title, detail, achievement.at, address)
