"""The first sheet of an XLSX file as rows of text.

It is read row by row and within limits: a few kilobytes can unfold to gigabytes, or name a cell in
row one million.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Any
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
METHODS = {ZIP_STORED, ZIP_DEFLATED}  # others may ask for gigabytes to unpack
TOO_LONG = re.compile(rb"<[^<]{%d}" % LONGEST_TAG)
NumberedCells = tuple[int, tuple[str, ...]]


def read_rows(content: bytes, *, most_columns: int) -> Iterator[NumberedCells]:
    """Yield the rows. Cells further right are skipped; formulas count by the value saved with
    them."""
    try:
        _check_size(content)
        yield from _rows(content, most_columns)
    except LeagueError:
        raise
    except Exception:  # openpyxl raises many kinds of errors on broken files
        raise _unreadable() from None


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


def _rows(content: bytes, most_columns: int) -> Iterator[NumberedCells]:
    from openpyxl import load_workbook  # imported here, as few processes ever read a workbook

    values, formulas = (
        load_workbook(BytesIO(content), read_only=True, data_only=data_only, keep_links=False)
        for data_only in (True, False)
    )
    pairs = zip(_sheet(values, most_columns), _sheet(formulas, most_columns), strict=True)
    previous, count = None, 0
    for number, (value_cells, formula_cells) in enumerate(pairs, 1):
        if value_cells is not previous:  # the reader fills gaps with one and the same empty row
            count += 1
            if count > MOST_FILE_ROWS:
                raise _too_large()
            yield number, tuple(map(_text, value_cells, formula_cells, [number] * len(value_cells)))
        previous = value_cells


def _sheet(book: "Workbook", most_columns: int) -> Iterator[tuple[Any, ...]]:
    """Return the rows of the first sheet, without relying on the size that it claims."""
    sheet = book.worksheets[0]
    return sheet.iter_rows(min_row=1, max_row=MOST_ROWS, min_col=1, max_col=most_columns)


def _text(cell: Any, formula: Any, row: int) -> str:
    if cell.value is None and formula.value is not None and formula.data_type == "f":
        message = _("A formula in row %(row)s was saved without its value.") % {"row": row}
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
    return invalid("not_xlsx", "content", _("This XLSX file cannot be read."))
