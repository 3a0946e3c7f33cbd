"""Arrivals of players who were not entered in a tournament."""

from django.db import transaction

from league.models import Entrant, Player, Tournament, User
from league.operations.audit import club_log
from league.operations.people import clubs, player_log
from league.operations.tournaments import entrants
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.tournaments import lock_tournament


@transaction.atomic
def enter_and_check_in(tournament: Tournament, player: int, *, by: User | None) -> Entrant:
    """Check in a player of the club, entered now if necessary; the second call changes nothing."""
    locked = lock_tournament(tournament)
    entrants.enter(locked, [EntryData(player)], by=by)
    entrants.check_in(locked, [player], by=by)
    return entrants.find(locked, player)


@transaction.atomic
def walk_in(tournament: Tournament, name: str, *, by: User | None) -> Entrant:
    """Add a new player to the club and check the player in."""
    locked = lock_tournament(tournament)
    player = _add_newcomer(locked, name)
    entrant = enter_and_check_in(locked, player.pk, by=by)
    player_log.log_added(player, by=by)
    return entrant


@transaction.atomic
def substitute_newcomer(
    tournament: Tournament, player: int, name: str, *, by: User | None
) -> Entrant:
    """Add a new player to the club as the substitute of this player."""
    locked = lock_tournament(tournament)
    newcomer = _add_newcomer(locked, name)
    entrant = entrants.substitute(locked, player, newcomer.pk, by=by)
    player_log.log_added(newcomer, by=by)
    return entrant


def _add_newcomer(tournament: Tournament, name: str) -> Player:
    """Add the player; the caller records it when it has taken all locks."""
    with club_log.as_one_act():
        return clubs.add_newcomer(tournament.season.club, name)
