"""The part of a request about the measured advantage of seats (rule `seat_advantage`)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from league.models import Season
from scoring import seat_advantages
from seating.request import MOST_SEAT_BALANCE


def seat_values(season: Season, game: str, players: Sequence[int]) -> dict[str, Any]:
    """Return what the seats are worth by the results of the club, and what players have had of it
    in this season."""
    measured = seat_advantages.measured_advantages(season.club_id, game)
    values = {size: {seat.seat: seat.value for seat in seats} for size, seats in measured.items()}
    balance: Counter[int] = Counter()
    for player, size, seat, times in seat_advantages.seats_of_players(season.pk, game):
        balance[player] += values.get(size, {}).get(seat, 0) * times
    most = MOST_SEAT_BALANCE
    return {
        "seat_values": {
            str(size): [of_size.get(seat, 0) for seat in range(size)]
            for size, of_size in values.items()
        },
        "seat_balance": {
            str(player): max(-most, min(most, balance[player]))
            for player in players
            if balance[player]
        },
    }
