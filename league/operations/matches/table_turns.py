"""Players at the seats of matches, by the rounds that they played. It only reads; the room of
results writes substitutions."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from django.db.models import Q, QuerySet

from league.models import Match, Player, Seat, Substitution
from scoring.pure import substitutions
from scoring.pure.substitutions import SeatShare, SubstitutionEffect, Turn


class SeatTurns(NamedTuple):
    """The turns at one seat, the first from round 1; `effect` says whose the result is, None
    without a substitution."""

    turns: Sequence[Turn]
    effect: SubstitutionEffect | None = None

    @property
    def players(self) -> list[int]:
        """The players of the seat in order of arrival, each once."""
        return list(dict.fromkeys(turn.player for turn in self.turns))

    def shares(self, rounds: int) -> Sequence[SeatShare] | None:
        """Return whose the result is after this number of rounds; None without a substitution."""
        if self.effect is None:
            return None
        return substitutions.seat_shares(self.turns, self.effect, rounds)

    def rated_player(self, number: int) -> int | None:
        """Return who is rated for this round if rounds are rated one by one, or None."""
        if self.effect is None:
            return self.turns[0].player
        return substitutions.rated_player(self.turns, self.effect, number)


def seat_turns(match_ids: Iterable[int]) -> dict[int, list[SeatTurns]]:
    """Return the turns of each seat of these matches, by match; two queries for all."""
    ids = list(match_ids)
    seats: dict[int, list[tuple[int, int]]] = {}
    rows = Seat.objects.filter(match__in=ids).order_by("match", "number")
    for match, number, player in rows.values_list("match", "number", "player"):
        seats.setdefault(match, []).append((number, player))
    changes = substitutions_by_seat(ids)
    return {
        match: [_turns(player, changes.get((match, number), ())) for number, player in of_match]
        for match, of_match in seats.items()
    }


def turns_of(match_id: int, players: Sequence[int]) -> list[SeatTurns]:
    """Return the turns of each seat of a match whose present players are known; one query."""
    changes = substitutions_by_seat([match_id])
    return [
        _turns(player, changes.get((match_id, seat), ())) for seat, player in enumerate(players)
    ]


def players_of_tables(match_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return all players who sat at the tables of these matches in any round, by match: seat
    by seat in order of arrival, each once."""
    return {
        match: list(dict.fromkeys(player for seat in seats for player in seat.players))
        for match, seats in seat_turns(match_ids).items()
    }


def substitutes_of(match_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return the players who came into these matches, by match, in order of arrival, each once;
    matches without any are left out."""
    came_in: dict[int, list[int]] = {}
    rows = Substitution.objects.filter(match__in=list(match_ids)).order_by("from_round", "pk")
    for match, player in rows.values_list("match", "entering"):
        players = came_in.setdefault(match, [])
        if player not in players:
            players.append(player)
    return came_in


def leavers_of(match_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return the players who have left their seats at these matches, by match, in order; matches
    without any are left out."""
    left: dict[int, list[int]] = {}
    rows = Substitution.objects.filter(match__in=list(match_ids)).order_by("from_round", "pk")
    for match, player in rows.values_list("match", "leaving"):
        left.setdefault(match, []).append(player)
    return left


def starters_of_tables(match_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return the players who began these matches, in seat order, by match."""
    return {
        match: [seat.turns[0].player for seat in seats]
        for match, seats in seat_turns(match_ids).items()
    }


def meetings(match_ids: Iterable[int]) -> dict[int, set[frozenset[int]]]:
    """Return the pairs of players who sat together at these matches, by match. Players who followed
    one another at a seat have not met there, nor have those who left before the other one came; a
    match without rounds counts as one in which all begin."""
    return {
        match: {
            frozenset((one, other))
            for first, second in combinations(seats, 2)
            for number in _beginnings(first, second)
            if (one := substitutions.player_of_round(first.turns, number))
            != (other := substitutions.player_of_round(second.turns, number))
        }
        for match, seats in seat_turns(match_ids).items()
    }


def sat_at(player: int) -> "QuerySet[Match]":
    """Return the matches at which a player sat in any round, also those where a substitution was
    taken back: rows of the player refer to them."""
    return seated_at(player).filter(called_off_at=None)


def seated_at(player: int) -> "QuerySet[Match]":
    """Return the matches of `sat_at`, also those that were called off: their seats remain."""
    seats = Seat.objects.filter(player=player).values("match")
    changes = Substitution.every.filter(Q(leaving=player) | Q(entering=player)).values("match")
    return Match.every.filter(Q(pk__in=seats) | Q(pk__in=changes))


def sits_or_sat(players: Iterable[Player | int]) -> Q:
    """Return the condition on matches that one of these players (or their ids) sat there in any
    round."""
    people = list(players)
    left = Substitution.objects.filter(leaving__in=people).values("match")
    return Q(pk__in=Seat.objects.filter(player__in=people).values("match")) | Q(pk__in=left)


def substitutions_by_seat(match_ids: Iterable[int]) -> Mapping[tuple[int, int], list[Substitution]]:
    """Return the substitutions of these matches by match and seat, the oldest first."""
    by_seat: dict[tuple[int, int], list[Substitution]] = {}
    for row in Substitution.objects.filter(match__in=list(match_ids)).order_by("from_round"):
        by_seat.setdefault((row.match_id, row.seat), []).append(row)
    return by_seat


def _beginnings(first: SeatTurns, second: SeatTurns) -> set[int]:
    """Return the rounds at which a turn begins at one of two seats."""
    return {turn.from_round for turn in (*first.turns, *second.turns)}


def _turns(player: int, changes: Sequence[Substitution]) -> SeatTurns:
    """Return the turns at a seat; `player` sits there without a change."""
    if not changes:
        return SeatTurns([Turn(player)])
    turns = [Turn(changes[0].leaving_id)]
    turns += [Turn(change.entering_id, change.from_round) for change in changes]
    return SeatTurns(turns, SubstitutionEffect(changes[-1].effect))
