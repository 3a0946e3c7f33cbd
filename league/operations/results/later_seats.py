"""Seats of later sittings as they would have been drawn after a correction.

A sitting is drawn again with its own seed and the results of the sittings before it. Only drawn
sittings can be recomputed, not seats chosen by hand. Nothing is stored here.
"""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple

from league.models import Match, Player, Sitting, SittingTable
from league.operations.audit import club_log
from league.operations.seating.requests import parse_request
from league.operations.support.dry_run import dry_run
from league.operations.tournaments.draw import seating_requests
from scoring import ledger
from seating import draw as drawing
from seating.plan import Plan

MOST_PLAYERS = 60  # in a tournament of more, a preview would keep people waiting
MOST_SECONDS = 3.0  # after which no further sitting is drawn again
RequestContent = Mapping[str, Any]
RequestsByNumber = Mapping[int, RequestContent]


class SeatMove(NamedTuple):
    """A player who would have sat at another table; None: at no table."""

    sitting: int
    player: Player
    table: int | None
    table_now: int | None


class LaterSeats(NamedTuple):
    """Later seats that a correction would have changed; `unknown` sittings could not be
    recomputed."""

    moves: Sequence[SeatMove] = ()
    unknown: Sequence[int] = ()


def later_sittings(match: Match) -> list[Sitting]:
    """Return the sittings of the tournament after the match's own, in order."""
    table = SittingTable.objects.filter(match=match.pk).select_related("sitting").first()
    if table is None:
        return []
    sittings = Sitting.objects.filter(
        tournament=table.sitting.tournament_id, number__gt=table.sitting.number
    )
    related = sittings.select_related("tournament__season").prefetch_related("tables")
    return list(related.order_by("number"))


def current_requests(sittings: Sequence[Sitting]) -> RequestsByNumber:
    """Return the request of each sitting by the results of the sittings before it, by number."""
    requests: dict[int, RequestContent] = {}
    with dry_run(), club_log.as_one_act():  # a preview is no act
        for sitting in reversed(sittings):
            matches = [table.match_id for table in sitting.tables.all() if table.match_id]
            ledger.withdraw(sitting.tournament.season_id, matches)
            if not seating_requests.is_drawn_with_others(sitting):
                requests[sitting.number] = seating_requests.current_request(sitting).request
    return requests


def compare_seats(
    sittings: Sequence[Sitting], before: RequestsByNumber, after: RequestsByNumber
) -> LaterSeats:
    """Return who would have sat elsewhere, by the requests before and after the correction. This
    may take seconds, so it stands outside of transactions."""
    end = monotonic() + MOST_SECONDS
    moves: list[SeatMove] = []
    unknown: list[int] = []
    for sitting in sittings:
        number = sitting.number
        if sitting.by_hand or number not in after or _is_same(before[number], after[number]):
            continue
        plan = None
        if _is_same(before[number], sitting.request) and monotonic() < end:
            plan = _draw(after[number])
        if plan is None:
            unknown.append(number)
        else:
            moves += _moves(sitting, plan)
    return LaterSeats(moves, unknown)


def _is_same(one: RequestContent, other: RequestContent) -> bool:
    """Return whether both requests lead to the same tables."""
    keys = (one.keys() | other.keys()) - seating_requests.ADVICE
    return all(one.get(key) == other.get(key) for key in keys)


def _draw(content: RequestContent) -> Plan | None:
    """Return the plan; None if there are too many players, or the time was too short for the plan
    that the draw would have had."""
    if len(content["players"]) > MOST_PLAYERS:
        return None
    plan = drawing.draw(parse_request(content), monotonic)
    is_in_time = all(reason["code"] != "out_of_time" for reason in plan.reasons)
    return plan if plan.rounds and is_in_time else None


def _moves(sitting: Sitting, plan: Plan) -> list[SeatMove]:
    now = {player: table.number for table in sitting.tables.all() for player in table.players}
    then = {
        int(name): number for number, table in enumerate(plan.rounds[0].tables, 1) for name in table
    }
    moved = [player for player in now.keys() | then.keys() if now.get(player) != then.get(player)]
    players = sorted(Player.every.filter(pk__in=moved), key=Player.sort_key)
    return [
        SeatMove(sitting.number, player, then.get(player.pk), now.get(player.pk))
        for player in players
    ]
