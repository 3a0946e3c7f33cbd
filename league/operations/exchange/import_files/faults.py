"""Faults of single rows of a file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from league.errors import Fault

MOST_LISTED = 200


@dataclass(frozen=True)
class RowFault(Fault):
    """A fault or notice of one row. `must_confirm`: a notice without whose confirmation nothing is
    imported."""

    row: int = 0  # as spreadsheets and editors count: the first line is 1; 0 for the whole file
    must_confirm: bool = False
    column: str = ""  # its name in the file

    def to_json(self) -> dict[str, Any]:
        more = {"row": self.row, "column": self.column, "must_confirm": self.must_confirm}
        return {**super().to_json(), **{name: value for name, value in more.items() if value}}


def at_row(
    row: int, field: str, code: str, message: str, clause: str = "", *, must_confirm: bool = False
) -> RowFault:
    """Return a fault or notice of a field of a row."""
    path = f"rows.{row}.{field}" if field else f"rows.{row}"
    return RowFault(code, path, message, clause, row, must_confirm)


def of_file(code: str, message: str, *, must_confirm: bool = False) -> RowFault:
    """Return a notice of a whole file."""
    return RowFault(code, "content", message, must_confirm=must_confirm)


def with_columns(faults: Iterable[RowFault], columns: Mapping[str, str]) -> list[RowFault]:
    """Return the faults with the names of their columns; `columns` are the names by field."""
    return [replace(fault, column=columns.get(_field(fault), "")) for fault in faults]


def _field(fault: RowFault) -> str:
    return fault.path.removeprefix(f"rows.{fault.row}").removeprefix(".")


def to_row_faults(problems: Iterable[dict[str, Any]], row: int, field: str = "") -> list[RowFault]:
    """Return the problems of an operation as faults of the row that caused it."""
    return [
        at_row(
            row, field or problem["path"], problem["code"], problem["message"], problem["clause"]
        )
        for problem in problems
    ]


def first_problems(faults: Iterable[RowFault]) -> list[dict[str, Any]]:
    """Return the first faults in the order of their rows."""
    ordered = sorted(faults, key=lambda fault: fault.row)
    return [fault.to_json() for fault in ordered[:MOST_LISTED]]
