"""The facts of a match for the standings and ratings: from its verdict to the ledger."""

from collections.abc import Sequence
from typing import Any

from games.base import Verdict
from league.models import Match
from league.operations.matches import table_turns
from league.operations.matches.table_turns import SeatTurns
from scoring import ledger
from scoring.pure.encounters import Encounter, RoundVerdict, partner_encounters
from scoring.pure.points import target_of


def record(match: Match, players: Sequence[int], verdict: Verdict) -> None:
    """Record the facts of the match, or withdraw them if it is not over; `players` are ids in seat
    order. With a substitution, its effect says whose they are."""
    seats = table_turns.turns_of(match.pk, players) if match.over else []
    ledger.record(
        **_place(match),
        finish=_finish(match, players, seats) if match.over else [],
        partners=_partners(seats, verdict) if match.over else [],
    )


def record_first(match: Match, players: Sequence[int], verdict: Verdict) -> None:
    """Record the facts of a match that a new round has ended: before, it was not over, and so it
    has no live ones."""
    seats = table_turns.turns_of(match.pk, players)
    ledger.record_first(
        **_place(match),
        finish=_finish(match, players, seats),
        partners=_partners(seats, verdict),
    )


def _place(match: Match) -> dict[str, Any]:
    return {
        "season_id": match.session.season_id,
        "session_id": match.session_id,
        "match_id": match.pk,
        "match_version": match.version,
        "game": match.game,
        "target": target_of(match.options),
    }


def _finish(
    match: Match, players: Sequence[int], seats: Sequence[SeatTurns]
) -> list[ledger.SeatResult]:
    lines = zip(players, match.totals, match.places, seats, strict=True)
    return [
        ledger.SeatResult(player, score, place, turns.shares(match.rounds_played))
        for player, score, place, turns in lines
    ]


def _partners(seats: Sequence[SeatTurns], verdict: Verdict) -> list[Encounter | None]:
    """Return the sides of each round as players, if the game has partners and rounds name them;
    None for a round in which a side misses a player who is not rated."""
    played = [RoundVerdict(round_.scores or (), round_.breakdown) for round_ in verdict.rounds]
    rounds: list[Encounter | None] = []
    for number, (sides, ranks) in enumerate(partner_encounters(played), 1):
        rated = [[seats[seat].rated_player(number) for seat in side] for side in sides]
        rounds.append(_rated_encounter(rated, ranks))
    return rounds


def _rated_encounter(
    sides: Sequence[Sequence[int | None]], ranks: Sequence[int]
) -> Encounter | None:
    """Return the encounter of those sides that are rated; None if fewer than two are complete."""
    complete = [
        ([player for player in side if player is not None], rank)
        for side, rank in zip(sides, ranks, strict=True)
        if None not in side
    ]
    if len(complete) < 2:
        return None
    return Encounter([side for side, _rank in complete], [rank for _side, rank in complete])
