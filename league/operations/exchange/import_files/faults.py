"""Faults of single rows of a file."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from league.errors import Fault

MOST_LISTED = 200


@dataclass(frozen=True)
class RowFault(Fault):
    """A fault of one row."""

    row: int = 0  # as spreadsheets and editors count: the first line is 1

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "row": self.row}


def at_row(row: int, field: str, code: str, message: str, clause: str = "") -> RowFault:
    """Return a fault of a field of a row."""
    path = f"rows.{row}.{field}" if field else f"rows.{row}"
    return RowFault(code, path, message, clause, row)


def to_row_faults(problems: Iterable[dict[str, Any]], row: int, field: str = "") -> list[RowFault]:
    """Return the problems of an operation as faults of the row that caused it."""
    return [
        at_row(row, field or each["path"], each["code"], each["message"], each["clause"])
        for each in problems
    ]


def first_problems(faults: Iterable[RowFault]) -> list[dict[str, Any]]:
    """Return the first faults in the order of their rows."""
    ordered = sorted(faults, key=lambda fault: fault.row)
    return [fault.to_json() for fault in ordered[:MOST_LISTED]]
