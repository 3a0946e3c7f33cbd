"""The rest of a match, in a few words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Match


def points_left(match: Match) -> str:
    """Return the points left in a game that ends at a number of points."""
    target = match.options["target"]
    left = max(0, target - max(match.totals))
    words = ngettext(
        "Played to %(target)s: %(n)s point to go", "Played to %(target)s: %(n)s points to go", left
    )
    return words % {"target": target, "n": left}


def rounds_so_far(match: Match) -> str:
    """Return the rounds that are played, in a game that does not say how much is left."""
    played = match.rounds_played
    return ngettext("%(n)s round so far", "%(n)s rounds so far", played) % {"n": played}


def rounds_left(match: Match) -> str:
    left = max(0, match.options["rounds"] - match.rounds_played)
    return ngettext("%(n)s round left", "%(n)s rounds left", left) % {"n": left}


def chips_or_rounds_left(match: Match) -> str:
    if match.options["end"] == "chips":
        return _("Played until a player has no chips left")
    return rounds_left(match)
