"""Conflicts that block erasing a player."""

from collections.abc import Iterator, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from games import game_name
from league.errors import Conflict, Fault
from league.models import Entrant, EntrantState, Match, Player, Presence
from league.operations.support.wording import local_day


def require_none(people: Sequence[Player]) -> None:
    """Raise Conflict with everything that has to end first."""
    faults = list(faults_of(people))
    if faults:
        raise Conflict(faults[0].message, [fault.to_json() for fault in faults])


def faults_of(people: Sequence[Player]) -> Iterator[Fault]:
    """Yield each obstacle to erasing one person, all of whose players these are, with its
    remedy."""
    name = {"name": people[0].name}
    running = Match.objects.filter(seats__player__in=people, over=False, stopped_at=None)
    if match := running.select_related("session__season__club").first():
        words = _("%(name)s is still in a match: finish or cancel it first.") % name
        where = f"{game_name(match.game)}, {local_day(match.session)}"
        yield Fault("match_runs", "", f"{words} ({where})")
    if Presence.objects.current().filter(player__in=people).exists():
        words = _("%(name)s is checked in at an evening: check this player out first.")
        yield Fault("checked_in", "", words % name)
    playing = Q(state__in=[EntrantState.ENTERED, EntrantState.HERE], tournament__closed_at=None)
    for entry in Entrant.objects.filter(playing, player__in=people).select_related(
        "tournament__season"
    ):
        words = _(
            "%(name)s is entered in %(tournament)s: withdraw the entry, or close the tournament "
            "first."
        )
        yield Fault("entered", "", words % {**name, "tournament": entry.tournament})
