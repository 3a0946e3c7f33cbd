"""What was said about the result of a match in an archive: its keys, and how it is told.

Confirmations and disputes name the result that they are about by its mark, or by null if that is
how the match stands.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.dateparse import parse_datetime

from league.models import Confirmation, Dispute, How, Match, Outcome
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.moments import moment, optional_moment
from league.operations.exchange.archive.shape import Field

Row = Mapping[str, Any]
TIMES = ("stopped_at", "result_at")
NUMBER = shape.integer(1, 10_000_000)
WHO = shape.optional(NUMBER)
SEAT = shape.integer(0, 9)
MARK = shape.optional(shape.text(32))
LATER_MOMENT = shape.optional(shape.moment)

TAKEN_BACK: Mapping[str, Field] = {"at": shape.moment, "by": WHO}
CONFIRMATION: Mapping[str, Field] = {
    "player": shape.optional(NUMBER),
    "result": MARK,
    "own": shape.flag,
    "how": shape.choice(*How.values),
    "by": WHO,
    "at": shape.moment,
    "taken_back": shape.optional(shape.thing(TAKEN_BACK)),
}
BEFORE: Mapping[str, Field] = {
    "stopped_at": LATER_MOMENT,
    "stop_reason": shape.text(200),
    "forfeits": shape.several(SEAT, 10),
    "result_at": LATER_MOMENT,
}
DECIDED: Mapping[str, Field] = {
    "outcome": shape.choice(*Outcome.values),
    "words": shape.text(300),
    "by": WHO,
    "at": shape.moment,
    "before": shape.optional(shape.thing(BEFORE)),
}
DISPUTE: Mapping[str, Field] = {
    "player": shape.optional(NUMBER),
    "result": MARK,
    "reason": shape.text(300),
    "by": WHO,
    "at": shape.moment,
    "withdrawn": shape.optional(shape.thing(TAKEN_BACK)),
    "decided": shape.optional(shape.thing(DECIDED)),
}
POSTPONED: Mapping[str, Field] = {
    "to": shape.moment,
    "reason": shape.text(200),
    "after": shape.integer(0, 1000),
}
FIELDS: Mapping[str, Field] = {
    "result_at": LATER_MOMENT,
    "confirmations": shape.several(shape.thing(CONFIRMATION), 10_000),
    "disputes": shape.several(shape.thing(DISPUTE), 10_000),
    "postponed": shape.optional(shape.thing(POSTPONED)),
}
LATER: Mapping[str, Any] = {
    "result_at": None,
    "confirmations": [],
    "disputes": [],
    "postponed": None,
}


def tell(match: Match, refs: Any) -> Row:
    """`refs` has the numbers of people and players."""
    confirmations = sorted(match.confirmations.all(), key=lambda row: row.pk)
    disputes = sorted(match.disputes.all(), key=lambda row: row.pk)
    return {
        "result_at": optional_moment(match.result_at),
        "confirmations": [_confirmation(row, match, refs) for row in confirmations],
        "disputes": [_dispute(row, match, refs) for row in disputes],
        "postponed": match.postponed_to
        and {
            "to": moment(match.postponed_to),
            "reason": match.postpone_reason,
            "after": match.postponed_after,
        },
    }


def _confirmation(row: Confirmation, match: Match, refs: Any) -> Row:
    return {
        "player": row.player_id and refs.players[row.player_id],
        "result": _mark(row.result, match),
        "own": row.own,
        "how": row.how,
        "by": refs.who(row.by_id),
        "at": moment(row.at),
        "taken_back": _stamp(row.taken_back_at, row.taken_back_by_id, refs),
    }


def _dispute(row: Dispute, match: Match, refs: Any) -> Row:
    return {
        "player": row.player_id and refs.players[row.player_id],
        "result": _mark(row.result, match),
        "reason": row.reason,
        "by": refs.who(row.opened_by_id),
        "at": moment(row.opened_at),
        "withdrawn": _stamp(row.withdrawn_at, row.withdrawn_by_id, refs),
        "decided": row.decided_at
        and {
            "outcome": row.outcome,
            "words": row.words,
            "by": refs.who(row.decided_by_id),
            "at": moment(row.decided_at),
            "before": _before(row.before) if row.before else None,
        },
    }


def _before(told: Mapping[str, Any]) -> Row:
    times = {
        name: told[name] and parse_datetime(told[name]) for name in ("stopped_at", "result_at")
    }
    return {**told, **{name: optional_moment(at) for name, at in times.items()}}


def _mark(result: str, match: Match) -> str | None:
    return None if result == match.result else result


def _stamp(at: Any, by: int | None, refs: Any) -> Row | None:
    return None if at is None else {"at": moment(at), "by": refs.who(by)}


def read(row: Row, find: Any, who: Any) -> Row:
    """What was said, with players and people instead of numbers."""
    return {
        "result_at": row["result_at"],
        "postponed": row["postponed"],
        "confirmations": [
            {
                **each,
                "player": each["player"]
                and find("players", each["player"], f"confirmations.{at}.player").pk,
                "by": who(each["by"], f"confirmations.{at}.by"),
                "taken_back": _by(each["taken_back"], who, f"confirmations.{at}.taken_back.by"),
            }
            for at, each in enumerate(row["confirmations"])
        ],
        "disputes": [
            {
                **each,
                "player": each["player"]
                and find("players", each["player"], f"disputes.{at}.player").pk,
                "by": who(each["by"], f"disputes.{at}.by"),
                "withdrawn": _by(each["withdrawn"], who, f"disputes.{at}.withdrawn.by"),
                "decided": _by(each["decided"], who, f"disputes.{at}.decided.by"),
            }
            for at, each in enumerate(row["disputes"])
        ],
    }


def _by(stamp: Row | None, who: Any, path: str) -> Row | None:
    return stamp and {**stamp, "by": who(stamp["by"], path)}
