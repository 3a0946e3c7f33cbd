"""The players that the reader of a page answers for."""

from dataclasses import dataclass, field

from django.http import HttpRequest

from league.errors import NotFound
from league.models import Club, Player, User
from league.operations.signups import access


@dataclass(frozen=True)
class Reader:
    """The players that the reader answers for; `own` are the ids of the ones who are the reader,
    without children in the reader's care."""

    players: list[Player] = field(default_factory=list)
    own: frozenset[int] = frozenset()

    def find(self, pk: int) -> Player:
        """Return one of the players; raise NotFound for all others."""
        player = next((player for player in self.players if player.pk == pk), None)
        if player is None:
            raise NotFound("")
        return player


def of_request(request: HttpRequest, club: Club) -> Reader:
    """Return the players of the signed-in reader: the own ones, and the children in their care."""
    if not isinstance(request.user, User):
        return Reader()
    players = access.players_of_account(club, request.user)
    return Reader(players, frozenset(player.pk for player in players if not player.is_child))


def of_player(player: Player) -> Reader:
    """Return the reader who holds the link or has chosen the name of this player."""
    return Reader([player], frozenset([player.pk]))
