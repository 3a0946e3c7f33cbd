"""The achievements of a player for readers: their words, and who sees them."""

from django.utils.translation import gettext as _

from games import game_name
from league.models import Player, Visibility
from league.operations.standings.achievements import Achievement
from league.operations.support import wording


def are_shown(player: Player, *, member: bool) -> bool:
    """Return whether a reader sees the achievements of a player. Strangers see none of a child, nor
    of a player without a name."""
    if player.hides_achievements:
        return False
    return member or not (player.is_child or player.visibility == Visibility.HIDDEN)


def words(achievement: Achievement) -> tuple[str, str]:
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
