"""What was said elsewhere about the result of a match comes in with it. With `confirmations`,
`disputes` and `postponing` a writer of their tables and columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import Confirmation, Dispute, How, Match, Outcome
from league.operations.results import confirmations

Row = Mapping[str, Any]


def restore(match: Match, told: Row) -> None:
    """`match` has its rounds and its end already; null as a result is its own."""
    seats = list(match.seats.order_by("number").values_list("player", flat=True))
    _check(match, told, seats)
    Confirmation.objects.bulk_create(_confirmation(match, row) for row in told["confirmations"])
    Dispute.objects.bulk_create(_dispute(match, row) for row in told["disputes"])
    if told["result_at"] is not None and match.over:
        match.result_at = told["result_at"]
    if put_off := told["postponed"]:
        match.postponed_to, match.postpone_reason = put_off["to"], put_off["reason"]
        match.postponed_after = put_off["after"]
    confirmations.repeat(match)
    match.disputed = sum(each.is_open for each in Dispute.objects.filter(match=match))
    columns = ("result_at", "confirmed", "disputed", "postponed_to", "postpone_reason")
    match.save(update_fields=[*columns, "postponed_after"])


def _check(match: Match, told: Row, seats: Sequence[int]) -> None:
    confirmed, disputing = set[Any](), set[Any]()
    for at, row in enumerate(told["confirmations"]):
        path = f"confirmations.{at}"
        _check_player(row["player"], seats, path)
        key = (row["result"] if row["result"] is not None else match.result, row["player"])
        _refuse((row["how"] == How.REFEREE) != (row["player"] is None), path)
        _refuse(row["taken_back"] is None and key in confirmed, path)
        if row["taken_back"] is None:
            confirmed.add(key)
    for at, row in enumerate(told["disputes"]):
        path, decided = f"disputes.{at}", row["decided"]
        _check_player(row["player"], seats, path)
        is_open = row["withdrawn"] is None and decided is None
        _refuse(not row["reason"] or bool(row["withdrawn"] and decided), path)
        _refuse(is_open and row["player"] in disputing, path)
        if is_open and row["player"] is not None:
            disputing.add(row["player"])
        if decided is not None:
            _refuse(not _is_decision(match, decided, len(seats)), f"{path}.decided")


def _is_decision(match: Match, decided: Row, seats: int) -> bool:
    """What is void tells how it stood before, and the match has no result."""
    before = decided["before"]
    if decided["outcome"] != Outcome.VOID:
        return before is None
    is_void = match.stopped_at is not None and not match.over and match.rounds_played > 0
    return is_void and before is not None and all(seat < seats for seat in before["forfeits"])


def _check_player(player: int | None, seats: Sequence[int], path: str) -> None:
    if player is not None and player not in seats:
        words = _("This player does not sit at this table.")
        raise invalid("not_seated", f"{path}.player", words)


def _refuse(wrong: bool, path: str) -> None:
    if wrong:
        words = _("Nothing like this can have been said about a result.")
        raise invalid("bad_saying", path, words)


def _confirmation(match: Match, row: Row) -> Confirmation:
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


def _dispute(match: Match, row: Row) -> Dispute:
    withdrawn = row["withdrawn"] or {"at": None, "by": None}
    decided = row["decided"] or {
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
        decided_at=decided["at"],
        decided_by=decided["by"],
        outcome=decided["outcome"],
        words=decided["words"],
        before=_before(decided["before"]),
    )


def _before(told: Row | None) -> dict[str, Any]:
    if told is None:
        return {}
    times = {name: told[name] and told[name].isoformat() for name in ("stopped_at", "result_at")}
    return {**told, **times}
