"""The facts of a match for the standings and ratings: from its verdict to the ledger."""

from collections.abc import Sequence
from typing import Any

from games.base import Verdict
from league.models import Match
from scoring import ledger
from scoring.pure.encounters import Encounter, RoundVerdict, partner_encounters
from scoring.pure.points import target_of


def record(match: Match, players: Sequence[int], verdict: Verdict) -> None:
    """Record the facts of the match, or withdraw them if it is not over; `players` are ids in seat
    order."""
    ledger.record(
        **_place(match),
        finish=_finish(match, players) if match.over else [],
        partners=_partners(players, verdict) if match.over else [],
    )


def record_first(match: Match, players: Sequence[int], verdict: Verdict) -> None:
    """Record the facts of a match that a new round has ended: before, it was not over, and so it
    has no live ones."""
    ledger.record_first(
        **_place(match), finish=_finish(match, players), partners=_partners(players, verdict)
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


def _finish(match: Match, players: Sequence[int]) -> list[ledger.SeatResult]:
    return [
        ledger.SeatResult(player, score, place)
        for player, score, place in zip(players, match.totals, match.places, strict=True)
    ]


def _partners(players: Sequence[int], verdict: Verdict) -> list[Encounter]:
    """Return the sides of each round as players, if the game has partners and rounds name them."""
    played = [RoundVerdict(round_.scores or (), round_.breakdown) for round_ in verdict.rounds]
    return [
        Encounter([[players[seat] for seat in side] for side in sides], ranks)
        for sides, ranks in partner_encounters(played)
    ]
