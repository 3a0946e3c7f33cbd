"""Who comes to a tournament without having been entered."""

from django.db import transaction

from league.models import Entrant, Tournament, User
from league.operations.people import clubs
from league.operations.tournaments import entrants
from league.operations.tournaments.entrants import Entry
from league.operations.tournaments.tournaments import take_turn


@transaction.atomic
def arrive(tournament: Tournament, player: int, *, by: User | None) -> Entrant:
    """A player of the club is here, entered on the spot if he was not; twice changes nothing."""
    found = take_turn(tournament)
    entrants.enter(found, [Entry(player)], by=by)
    entrants.check_in(found, [player], by=by)
    return entrants.find(found, player)


@transaction.atomic
def walk_in(tournament: Tournament, name: str, *, by: User | None) -> Entrant:
    """Somebody new to the club."""
    found = take_turn(tournament)
    return arrive(found, _newcomer(found, name), by=by)


@transaction.atomic
def stand_in(tournament: Tournament, player: int, name: str, *, by: User | None) -> Entrant:
    """Somebody new to the club comes instead of this player."""
    found = take_turn(tournament)
    return entrants.substitute(found, player, _newcomer(found, name), by=by)


def _newcomer(tournament: Tournament, name: str) -> int:
    return clubs.add_newcomer(tournament.season.club, name).pk
