"""Conflicts of rounds: the stored round, and where the submitted round differs from it."""

import json
from typing import Any

from django.utils.translation import gettext as _

from league.errors import Conflict, Fault
from league.models import Submission
from league.operations.matches import differences

MAX_VALUE_LENGTH = 60


def of_round(conflict: Conflict, row: Submission, current: Any, sent: dict[str, Any]) -> Conflict:
    """Return the conflict with the round that has the number."""
    differing = differences.between(row.body, sent)
    faults = [_differs(difference) for difference in differing] or [_already(row.number)]
    problems = [*conflict.problems, *(fault.to_json() for fault in faults)]
    return Conflict(conflict.detail, problems, current=current)


def _already(number: int) -> Fault:
    words = _("Round %(number)s is already stored exactly as you sent it.") % {"number": number}
    return Fault("already_submitted", "", words)


def _differs(difference: differences.Difference) -> Fault:
    words = _("%(stored)s is stored, but you sent %(sent)s.")
    values = {"stored": _to_text(difference.before), "sent": _to_text(difference.after)}
    return Fault("differs", difference.path, words % values)


def _to_text(value: Any) -> str:
    if value is None:
        return _("nothing")
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"
