"""Taking over the sign-ups of a tournament as its entrants."""

from django.db import transaction

from league.models import Entrant, SignUp, SignUpSheet, User
from league.operations.tournaments import entrants
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.tournaments import lock_tournament


@transaction.atomic
def take_over(sheet: SignUpSheet, *, by: User | None) -> list[Entrant]:
    """Enter all players with a place, in the order of the list; return the new entrants. Existing
    entrants stay as they are."""
    assert sheet.tournament is not None, "of a tournament"
    tournament = lock_tournament(sheet.tournament)
    coming = SignUp.objects.filter(sheet=sheet, has_place=True).order_by("number")
    players = coming.values_list("player", flat=True)
    return entrants.enter(tournament, [EntryData(player) for player in players], by=by)
