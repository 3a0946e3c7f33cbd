"""Where the players of a reader sit now."""

from collections.abc import Collection
from typing import NamedTuple

from league.models import Audience, Match, Player, Season, Session
from league.operations.matches import match_results
from league.operations.tournaments.play import publication


class OwnSeat(NamedTuple):
    """A table at which a player sits; `is_reader` says whether the player is the reader."""

    player: Player
    is_reader: bool
    number: int
    match: Match

    @property
    def next_round(self) -> int:
        return self.match.rounds_played + 1

    @property
    def others(self) -> list[Player]:
        """The others at the table, in playing order."""
        seats = [seat.player for seat in self.match.seats.all()]
        return [player for player in seats if player != self.player]


def own_seats(
    where: Session | Season, players: Collection[Player], reader: Collection[int]
) -> list[OwnSeat]:
    """Return the running tables of these players at a session, or in a whole season, if their seats
    are published."""
    if not players:
        return []
    place = {"session": where} if isinstance(where, Session) else {"session__season": where}
    rows = Match.objects.filter(
        publication.visible_to(Audience.PLAYERS), seats__player__in=players, over=False, **place
    ).distinct()
    matches = match_results.with_relations(rows).prefetch_related("seats__player")
    running = [match for match in matches if not (match.ended or match.is_postponed)]
    seats = []
    for match in sorted(running, key=lambda row: row.pk):
        seated = {seat.player_id for seat in match.seats.all()}
        seats += [
            OwnSeat(player, player.pk in reader, match.table, match)
            for player in players
            if player.pk in seated
        ]
    return seats
