"""Rounds that players skip, or an organiser for them: who may do it, and which rounds are offered.

Writes no table itself: entrants.skip_round does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league import permissions
from league.errors import Forbidden
from league.models import Entrant, EntrantState, Tournament, User
from league.operations.people.visibility import players_of
from league.operations.tournaments import entrants
from league.permissions import Action


@dataclass(frozen=True)
class RoundChoice:
    """The rounds that an entrant can still skip, and those that the entrant skips so far."""

    entrant: Entrant
    to_skip: Sequence[int]
    skipped: Sequence[int]


def skip_round(tournament: Tournament, player: int, number: int, *, by: User) -> Entrant:
    """Skip a round as entrants.skip_round does; raise Forbidden for players of others."""
    _require_own(tournament, player, by)
    return entrants.skip_round(tournament, player, number, by=by)


def play_round(tournament: Tournament, player: int, number: int, *, by: User) -> Entrant:
    """Play a round after all; raise Forbidden for players of others."""
    _require_own(tournament, player, by)
    return entrants.play_round(tournament, player, number, by=by)


def choice_of(entrant: Entrant) -> RoundChoice:
    """Return which rounds this entrant can skip now."""
    is_in = entrant.state in {EntrantState.ENTERED, EntrantState.HERE}
    rounds = entrants.rounds_to_skip(entrant.tournament) if is_in else []
    return RoundChoice(
        entrant,
        [number for number in rounds if number not in entrant.skips],
        [number for number in rounds if number in entrant.skips],
    )


def choices_of_account(account: User) -> list[RoundChoice]:
    """Return the choices of all players of an account in open tournaments."""
    rows = Entrant.objects.filter(player__in=players_of(account), tournament__closed_at=None)
    entered = rows.select_related("player", "tournament__season__club").order_by("pk")
    choices = [choice_of(entrant) for entrant in entered]
    return [choice for choice in choices if choice.to_skip or choice.skipped]


def _require_own(tournament: Tournament, player: int, by: User) -> None:
    if permissions.may(by, tournament.season.club, Action.ORGANISE):
        return
    if not players_of(by).filter(pk=player).exists():
        raise Forbidden(_("You can skip rounds only for your own players."))
