"""Import of the confirmations, disputes and postponements of a match from another server. Like
`confirmations`, `disputes` and `postponements` it writes their tables and columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import Confirmation, ConfirmationWay, Dispute, DisputeOutcome, Match
from league.operations.matches import table_turns
from league.operations.matches.table_turns import SeatTurns
from league.operations.results import confirmations

ResultRecord = Mapping[str, Any]


def restore(match: Match, record: ResultRecord) -> None:
    """Store the confirmations, disputes and postponement of `record` for a match. The match has its
    rounds and its end already. A null result in the record means the match's own."""
    _check(match, record, table_turns.seat_turns([match.pk])[match.pk])
    Confirmation.objects.bulk_create(_confirmation(match, row) for row in record["confirmations"])
    Dispute.objects.bulk_create(_dispute(match, row) for row in record["disputes"])
    if record["result_at"] is not None and match.over:
        match.result_at = record["result_at"]
    if postponement := record["postponed"]:
        match.postponed_to, match.postpone_reason = postponement["to"], postponement["reason"]
        match.postponed_after = postponement["after"]
    confirmations.set_confirmed(match)
    match.disputed = sum(dispute.is_open for dispute in Dispute.objects.filter(match=match))
    columns = ("result_at", "confirmed", "disputed", "postponed_to", "postpone_reason")
    match.save(update_fields=[*columns, "postponed_after"])


def _check(match: Match, record: ResultRecord, turns: Sequence[SeatTurns]) -> None:
    seats = [seat.turns[-1].player for seat in turns]
    people = [player for seat in turns for player in seat.players]  # also those who left
    confirmed_keys, disputing_players = set[Any](), set[Any]()
    for index, row in enumerate(record["confirmations"]):
        path = f"confirmations.{index}"
        _check_player(row["player"], seats if row["taken_back"] is None else people, path)
        key = (row["result"] if row["result"] is not None else match.result, row["player"])
        _refuse((row["how"] == ConfirmationWay.REFEREE) != (row["player"] is None), path)
        _refuse(row["taken_back"] is None and key in confirmed_keys, path)
        if row["taken_back"] is None:
            confirmed_keys.add(key)
    for index, row in enumerate(record["disputes"]):
        path, decision = f"disputes.{index}", row["decided"]
        _check_player(row["player"], people, path)
        is_open = row["withdrawn"] is None and decision is None
        _refuse(not row["reason"] or bool(row["withdrawn"] and decision), path)
        _refuse(is_open and row["player"] in disputing_players, path)
        if is_open and row["player"] is not None:
            disputing_players.add(row["player"])
        if decision is not None:
            _refuse(not _is_decision(match, decision, len(seats)), f"{path}.decided")


def _is_decision(match: Match, decision: ResultRecord, seats: int) -> bool:
    """Return whether a decision is possible: only a void match records its status before."""
    before = decision["before"]
    if decision["outcome"] != DisputeOutcome.VOID:
        return before is None
    is_void = match.stopped_at is not None and not match.over and match.rounds_played > 0
    return is_void and before is not None and all(seat < seats for seat in before["forfeits"])


def _check_player(player: int | None, seats: Sequence[int], path: str) -> None:
    if player is not None and player not in seats:
        words = _("This player is not at this table.")
        raise invalid("not_seated", f"{path}.player", words)


def _refuse(wrong: bool, path: str) -> None:
    if wrong:
        words = _("This confirmation or dispute is not possible for this result.")
        raise invalid("bad_saying", path, words)


def _confirmation(match: Match, row: ResultRecord) -> Confirmation:
    taken_back = row["taken_back"] or {"at": None, "by": None}
    return Confirmation(
        match=match,
        result=match.result if row["result"] is None else row["result"],
        player_id=row["player"],
        own=row["own"],
        how=row["how"],
        by=row["by"],
        at=row["at"],
        taken_back_at=taken_back["at"],
        taken_back_by=taken_back["by"],
    )


def _dispute(match: Match, row: ResultRecord) -> Dispute:
    withdrawn = row["withdrawn"] or {"at": None, "by": None}
    decision = row["decided"] or {
        "at": None,
        "by": None,
        "outcome": "",
        "words": "",
        "before": None,
    }
    return Dispute(
        match=match,
        result=match.result if row["result"] is None else row["result"],
        player_id=row["player"],
        reason=row["reason"],
        opened_at=row["at"],
        opened_by=row["by"],
        withdrawn_at=withdrawn["at"],
        withdrawn_by=withdrawn["by"],
        decided_at=decision["at"],
        decided_by=decision["by"],
        outcome=decision["outcome"],
        words=decision["words"],
        before=_before(decision["before"]),
    )


def _before(before: ResultRecord | None) -> dict[str, Any]:
    if before is None:
        return {}
    times = {
        name: before[name] and before[name].isoformat() for name in ("stopped_at", "result_at")
    }
    return {**before, **times}
