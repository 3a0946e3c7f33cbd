"""Confirmations, disputes and postponements in an archive: their keys, and their translation into
rows and back.

Confirmations and disputes name the result that they are about by its fingerprint, or by null if it
is the current result of the match.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.dateparse import parse_datetime

from league.models import Confirmation, ConfirmationWay, Dispute, DisputeOutcome, Match
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.shape import Field
from league.operations.exchange.archive.timestamps import format_optional_time, format_time
from problems.seats import MOST_SEATS

ArchiveRow = Mapping[str, Any]
TIMES = ("stopped_at", "result_at")
NUMBER = shape.integer_field(1, 10_000_000)
WHO = shape.optional_field(NUMBER)
SEAT = shape.integer_field(0, MOST_SEATS - 1)
FINGERPRINT = shape.optional_field(shape.text_field(32))
LATER_MOMENT = shape.optional_field(shape.time_field)

TAKEN_BACK: Mapping[str, Field] = {"at": shape.time_field, "by": WHO}
CONFIRMATION: Mapping[str, Field] = {
    "player": shape.optional_field(NUMBER),
    "result": FINGERPRINT,
    "own": shape.boolean_field,
    "how": shape.choice_field(*ConfirmationWay.values),
    "by": WHO,
    "at": shape.time_field,
    "taken_back": shape.optional_field(shape.object_field(TAKEN_BACK)),
}
BEFORE: Mapping[str, Field] = {
    "stopped_at": LATER_MOMENT,
    "stop_reason": shape.text_field(200),
    "forfeits": shape.list_field(SEAT, 10),
    "result_at": LATER_MOMENT,
}
DECIDED: Mapping[str, Field] = {
    "outcome": shape.choice_field(*DisputeOutcome.values),
    "words": shape.text_field(300),
    "by": WHO,
    "at": shape.time_field,
    "before": shape.optional_field(shape.object_field(BEFORE)),
}
DISPUTE: Mapping[str, Field] = {
    "player": shape.optional_field(NUMBER),
    "result": FINGERPRINT,
    "reason": shape.text_field(300),
    "by": WHO,
    "at": shape.time_field,
    "withdrawn": shape.optional_field(shape.object_field(TAKEN_BACK)),
    "decided": shape.optional_field(shape.object_field(DECIDED)),
}
POSTPONED: Mapping[str, Field] = {
    "to": shape.time_field,
    "reason": shape.text_field(200),
    "after": shape.integer_field(0, 1000),
}
FIELDS: Mapping[str, Field] = {
    "result_at": LATER_MOMENT,
    "confirmations": shape.list_field(shape.object_field(CONFIRMATION), 10_000),
    "disputes": shape.list_field(shape.object_field(DISPUTE), 10_000),
    "postponed": shape.optional_field(shape.object_field(POSTPONED)),
}
DEFAULTS_OF_LATER_KEYS: Mapping[str, Any] = {
    "result_at": None,
    "confirmations": [],
    "disputes": [],
    "postponed": None,
}


def result_row(match: Match, refs: Any) -> ArchiveRow:
    """Return the row about the result of a match; `refs` has the numbers of people and players."""
    confirmations = sorted(match.confirmations.all(), key=lambda row: row.pk)
    disputes = sorted(match.disputes.all(), key=lambda row: row.pk)
    return {
        "result_at": format_optional_time(match.result_at),
        "confirmations": [_confirmation(row, match, refs) for row in confirmations],
        "disputes": [_dispute(row, match, refs) for row in disputes],
        "postponed": match.postponed_to
        and {
            "to": format_time(match.postponed_to),
            "reason": match.postpone_reason,
            "after": match.postponed_after,
        },
    }


def _confirmation(row: Confirmation, match: Match, refs: Any) -> ArchiveRow:
    return {
        "player": row.player_id and refs.players[row.player_id],
        "result": _fingerprint(row.result, match),
        "own": row.own,
        "how": row.how,
        "by": refs.who(row.by_id),
        "at": format_time(row.at),
        "taken_back": _stamp(row.taken_back_at, row.taken_back_by_id, refs),
    }


def _dispute(row: Dispute, match: Match, refs: Any) -> ArchiveRow:
    return {
        "player": row.player_id and refs.players[row.player_id],
        "result": _fingerprint(row.result, match),
        "reason": row.reason,
        "by": refs.who(row.opened_by_id),
        "at": format_time(row.opened_at),
        "withdrawn": _stamp(row.withdrawn_at, row.withdrawn_by_id, refs),
        "decided": row.decided_at
        and {
            "outcome": row.outcome,
            "words": row.words,
            "by": refs.who(row.decided_by_id),
            "at": format_time(row.decided_at),
            "before": _before(row.before) if row.before else None,
        },
    }


def _before(before: Mapping[str, Any]) -> ArchiveRow:
    times = {
        name: before[name] and parse_datetime(before[name]) for name in ("stopped_at", "result_at")
    }
    return {**before, **{name: format_optional_time(at) for name, at in times.items()}}


def _fingerprint(result: str, match: Match) -> str | None:
    return None if result == match.result else result


def _stamp(at: Any, by: int | None, refs: Any) -> ArchiveRow | None:
    return None if at is None else {"at": format_time(at), "by": refs.who(by)}


def resolve_result(row: ArchiveRow, find: Any, who: Any) -> ArchiveRow:
    """Return the row with players and people in place of numbers."""
    return {
        "result_at": row["result_at"],
        "postponed": row["postponed"],
        "confirmations": [
            {
                **confirmation,
                "player": confirmation["player"]
                and find("players", confirmation["player"], f"confirmations.{index}.player").pk,
                "by": who(confirmation["by"], f"confirmations.{index}.by"),
                "taken_back": _resolve_person(
                    confirmation["taken_back"], who, f"confirmations.{index}.taken_back.by"
                ),
            }
            for index, confirmation in enumerate(row["confirmations"])
        ],
        "disputes": [
            {
                **dispute,
                "player": dispute["player"]
                and find("players", dispute["player"], f"disputes.{index}.player").pk,
                "by": who(dispute["by"], f"disputes.{index}.by"),
                "withdrawn": _resolve_person(
                    dispute["withdrawn"], who, f"disputes.{index}.withdrawn.by"
                ),
                "decided": _resolve_person(dispute["decided"], who, f"disputes.{index}.decided.by"),
            }
            for index, dispute in enumerate(row["disputes"])
        ],
    }


def _resolve_person(stamp: ArchiveRow | None, who: Any, path: str) -> ArchiveRow | None:
    return stamp and {**stamp, "by": who(stamp["by"], path)}
