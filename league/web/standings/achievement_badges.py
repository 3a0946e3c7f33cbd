"""The achievements of a player as badges: their words, their signs, and who sees them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games import GAMES, game_name
from league.models import Player, Visibility
from league.operations.standings import achievements
from league.operations.standings.achievements import Achievement, CareerFacts, ClubSession
from league.operations.standings.careers import Meeting, PlayedMatch
from league.operations.support import wording


class Badge(NamedTuple):
    """A badge: `sign` is the number of its drawing in people/_badge_signs.html."""

    sign: str
    title: str
    detail: str
    at: datetime
    address: str


def are_shown(player: Player, *, member: bool) -> bool:
    """Return whether a reader sees the achievements of a player. Strangers see none of a child, nor
    of a player without a name."""
    if player.hides_achievements:
        return False
    return member or not (player.is_child or player.visibility == Visibility.HIDDEN)


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
    title, detail = _words(achievement)
    address = (
        reverse("web:session", args=[achievement.session])
        if achievement.match is None
        else reverse("web:match", args=[achievement.match])
    )
    return Badge(achievement.code, title, detail, achievement.at, address)


def _words(achievement: Achievement) -> tuple[str, str]:
    """Return the title of an achievement and what it is for."""
    values = {"n": achievement.number, "game": game_name(achievement.game)}
    values["points"] = wording.signless(achievement.number)
    title, detail = {
        "club_record": (
            _("Club high score"),
            _("%(game)s: %(points)s points, the most in the club"),
        ),
        "all_games": (_("All-rounder"), _("won a match in each of the %(n)s games")),
        "broken_spell": (
            _("Broke the spell"),
            _("finished ahead of someone who had been ahead %(n)s times in a row"),
        ),
        "perfect_evening": (_("Perfect evening"), _("won all %(n)s matches of an evening")),
        "wins_in_a_row": (_("Winning streak"), _("%(n)s wins in a row")),
        "verified_in_a_row": (_("Beyond doubt"), _("%(n)s verified matches in a row")),
        "evenings_in_a_row": (_("Pillar of the club"), _("%(n)s evenings in a row")),
        "matches": (_("Regular"), _("%(n)s matches played")),
        "first_win": (_("First win"), "%(game)s"),
    }[achievement.code]
    return title, detail % values
