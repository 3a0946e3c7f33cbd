"""A sheet of an XLSX file as rows of text: the first visible one that is not empty.

It is read row by row and within limits: a few kilobytes can unfold to gigabytes, or name a cell in
row one million.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.utils.translation import gettext as _

from league.errors import Invalid, LeagueError, invalid

if TYPE_CHECKING:
    from openpyxl import Workbook

MOST_UNPACKED = 48 * 1024 * 1024
MOST_PARTS = 1000
MOST_TAGS = 2_000_000  # as many as 20,000 rows of twenty cells have; each costs some microseconds
LONGEST_TAG = 1024 * 1024  # with the text behind it; a cell has a few thousand characters
MOST_ROWS = 1_048_576  # of the format
MOST_FILE_ROWS = 100_000  # of them in a file, including empty ones
MOST_EMPTY_ROWS = 1000  # before the first cell of a sheet that is not empty
METHODS = {ZIP_STORED, ZIP_DEFLATED}  # others may ask for gigabytes to unpack
TOO_LONG = re.compile(rb"<[^<]{%d}" % LONGEST_TAG)
NumberedCells = tuple[int, tuple[str, ...]]


class XlsxSheet(NamedTuple):
    """A sheet: its rows, its name, and the names of other sheets that are not empty."""

    rows: Iterator[NumberedCells]
    name: str
    others: Sequence[str]


def read_sheet(content: bytes, *, most_columns: int) -> XlsxSheet:
    """Return the first visible sheet that is not empty. Cells further right are skipped; formulas
    count by the value saved with them."""
    from openpyxl import load_workbook  # imported here, as few processes ever read a workbook

    with _readable():
        _check_size(content)
        values, formulas = (
            load_workbook(BytesIO(content), read_only=True, data_only=data_only, keep_links=False)
            for data_only in (True, False)
        )
        sheets = list(enumerate(values.worksheets))
        filled = [number for number, sheet in sheets if _has_cells(sheet, most_columns)]
        visible = [
            number for number in filled if values.worksheets[number].sheet_state == "visible"
        ]
        chosen = next(iter(visible), 0)
        name = values.worksheets[chosen].title
        others = [values.worksheets[number].title for number in filled if number != chosen]
    return XlsxSheet(_checked_rows(values, formulas, chosen, most_columns), name, others)


def _checked_rows(
    values: "Workbook", formulas: "Workbook", number: int, most_columns: int
) -> Iterator[NumberedCells]:
    with _readable():
        yield from _rows(values, formulas, number, most_columns)


@contextmanager
def _readable() -> Iterator[None]:
    """Turn the many kinds of errors that openpyxl raises on broken files into one."""
    try:
        yield
    except LeagueError:
        raise
    except Exception:
        raise _unreadable() from None


def _has_cells(sheet: Any, columns: int) -> bool:
    """Return whether one of the first rows has a value."""
    rows = sheet.iter_rows(min_row=1, max_row=MOST_ROWS, max_col=columns, values_only=True)
    return any(value is not None for row in islice(rows, MOST_EMPTY_ROWS) for value in row)


def _check_size(content: bytes) -> None:
    """Refuse files that are too large once unpacked. The sizes in the index are binding: no more
    than that is unpacked. Time and memory go into tags, and into entities that expand; no
    spreadsheet program writes the latter."""
    archive = ZipFile(BytesIO(content))
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise _too_large()
    if any(part.compress_type not in METHODS for part in parts):
        raise _unreadable()
    tags = 0
    for part in parts:
        content = archive.read(part).replace(b"\0", b"")  # in UTF-16 too
        tags += content.count(b"<")
        if tags > MOST_TAGS or b"<!ENTITY" in content or TOO_LONG.search(content):
            raise _too_large()


def _rows(
    values: "Workbook", formulas: "Workbook", number: int, most_columns: int
) -> Iterator[NumberedCells]:
    pairs = zip(
        _cells(values, number, most_columns), _cells(formulas, number, most_columns), strict=True
    )
    previous, count = None, 0
    for row, (value_cells, formula_cells) in enumerate(pairs, 1):
        if value_cells is not previous:  # the reader fills gaps with one and the same empty row
            count += 1
            if count > MOST_FILE_ROWS:
                raise _too_large()
            yield row, tuple(map(_text, value_cells, formula_cells, [row] * len(value_cells)))
        previous = value_cells


def _cells(book: "Workbook", number: int, most_columns: int) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a sheet, without relying on the size that it claims."""
    sheet = book.worksheets[number]
    return sheet.iter_rows(min_row=1, max_row=MOST_ROWS, min_col=1, max_col=most_columns)


def _text(cell: Any, formula: Any, row: int) -> str:
    if cell.value is None and formula.value is not None and formula.data_type == "f":
        message = _(
            "A formula in row %(row)s was saved without its value: save the file again in a "
            "spreadsheet program."
        ) % {"row": row}
        raise invalid("formula_without_value", f"rows.{row}", message)
    if cell.data_type == "e":
        message = _("A cell in row %(row)s contains an error: %(found)s.")
        values = {"row": row, "found": str(cell.value)[:20]}
        raise invalid("bad_cell", f"rows.{row}", message % values)
    return cell_text(cell.value)


def cell_text(value: object) -> str:
    """Return a cell as it would be typed: whole numbers without a point, days as 2026-10-01."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float() if value.is_integer() and abs(value) < 2**53:
            return str(int(value))
        case datetime() if value.time() == time.min:
            return value.date().isoformat()
        case datetime():
            return value.isoformat(" ", "minutes")
        case date():
            return value.isoformat()
        case time():
            return value.isoformat("minutes")
        case timedelta():
            hours, seconds = divmod(round(value.total_seconds()), 3600)
            return f"{hours:02}:{seconds // 60:02}"
    return str(value)


def _too_large() -> Invalid:
    words = _("Once unpacked, a spreadsheet may have at most 48 MiB and about 400,000 cells.")
    return invalid("too_large", "content", words)


def _unreadable() -> Invalid:
    return invalid(
        "not_xlsx",
        "content",
        _(
            "This XLSX file cannot be read: save it again in a spreadsheet program, or save it as "
            "CSV."
        ),
    )
