"""Tables of text cells, from CSV of any usual kind or from XLSX.

Rows keep the number that a spreadsheet shows beside them; empty rows are left out.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from io import StringIO
from itertools import chain, islice
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.errors import invalid
from league.operations.exchange.import_files import xlsx

MOST_ROWS = 20_000
MOST_COLUMNS = 100
LONGEST_CELL = 1000
LONGEST_HEADER = 2 * MOST_COLUMNS * LONGEST_CELL
DELIMITERS = ";,\t"  # the first wins among equally frequent ones
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class FileFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    NDJSON = "ndjson"


NumberedCells = tuple[int, tuple[str, ...]]


class SheetRow(NamedTuple):
    number: int
    cells: tuple[str, ...]


class Sheet(NamedTuple):
    """A table. `has_names`: the file names its columns; otherwise they are called A, B, C."""

    columns: tuple[str, ...]
    rows: list[SheetRow]
    has_names: bool = True


def read_table(
    content: bytes, format: FileFormat, *, header: bool = True, most: int | None = None
) -> Sheet:
    """Return the rows of a file; raise Invalid if it cannot be read as a table. With `header` the
    first line that is not empty names the columns, otherwise they are named A, B, C as in a
    spreadsheet. `most` limits the rows; without it more rows than allowed are an error."""
    filled = _nonempty_lines(content, format)
    first = next(filled)
    if not header:
        return _without_names([first, *islice(filled, (most or MOST_ROWS + 1) - 1)], most)
    columns = _trimmed(first[1])
    _check_columns(len(columns))
    return Sheet(tuple(name.strip() for name in columns), _rows(filled, len(columns), most))


def first_line(content: bytes, format: FileFormat) -> tuple[str, ...]:
    """Return the cells of the first line that is not empty."""
    return next(_nonempty_lines(content, format))[1]


def decode(content: bytes) -> str:
    """Return the text: UTF-8 with or without a byte order mark, what spreadsheets call Unicode
    text, or the encoding of Windows."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise invalid("not_text", "content", _("This is not a text file: save it as CSV in UTF-8."))


def find_delimiter(text: str) -> str:
    """Return the delimiter that is most frequent in the first line, outside quotes."""
    counts = dict.fromkeys(DELIMITERS, 0)
    quoted = False
    for character in text.lstrip("\r\n")[:LONGEST_HEADER]:
        if character == '"':
            quoted = not quoted
        elif not quoted and character in "\r\n":
            break
        elif not quoted and character in counts:
            counts[character] += 1
    return max(counts, key=lambda each: counts[each])


def _nonempty_lines(content: bytes, format: FileFormat) -> Iterator[NumberedCells]:
    """Yield the lines that are not empty; raise Invalid if there are none."""
    numbered = _xlsx(content) if format == FileFormat.XLSX else _csv(content)
    filled = ((number, cells) for number, cells in numbered if any(map(str.strip, cells)))
    first = next(filled, None)
    if first is None:
        raise invalid("empty_file", "content", _("The file is empty."))
    return chain([first], filled)


def _without_names(lines: Sequence[NumberedCells], most: int | None) -> Sheet:
    """Return a sheet in which all lines are rows; the longest determines the number of columns."""
    count = max(len(_trimmed(cells)) for _number, cells in lines)
    _check_columns(count)
    return Sheet(tuple(map(_letters, range(count))), _rows(lines, count, most), has_names=False)


def _letters(number: int) -> str:
    """Return the name of a column as spreadsheets have it, from 0: A to Z, then AA.

    >>> _letters(0), _letters(26)
    ('A', 'AA')
    """
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def _check_columns(count: int) -> None:
    if count > MOST_COLUMNS:
        message = _("A file may have at most %(most)s columns.") % {"most": MOST_COLUMNS}
        raise invalid("too_many_columns", "content", message)


def _csv(content: bytes) -> Iterator[NumberedCells]:
    if content.startswith((ZIP, OLD_EXCEL)):
        raise invalid("not_text", "content", _("This is a spreadsheet file, not CSV."))
    text, skipped = decode(content), 0
    separator = find_delimiter(text)
    if text[:4].lower() == "sep=" and text[5:6] in {"\r", "\n"}:  # a hint for Excel
        separator, skipped = text[4], 1
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for number, cells in enumerate(reader, 1):
            if number > skipped:
                yield number, tuple(cells)
    except csv.Error:
        words = _("A quotation mark is missing near line %(line)s.")
        raise invalid("bad_csv", "content", words % {"line": reader.line_num}) from None


def _xlsx(content: bytes) -> Iterator[NumberedCells]:
    if content.startswith(OLD_EXCEL):
        message = _("This is an old or protected Excel file: save it as .xlsx without a password.")
        raise invalid("not_xlsx", "content", message)
    return xlsx.read_rows(content, most_columns=MOST_COLUMNS + 1)  # one more, to report it


def _rows(numbered: Iterable[NumberedCells], columns: int, most: int | None) -> list[SheetRow]:
    rows = []
    for number, cells in islice(numbered, most or MOST_ROWS + 1):
        cells = _trimmed(cells) if len(cells) > columns else cells
        _check(number, cells, columns)
        rows.append(SheetRow(number, cells + ("",) * (columns - len(cells))))
    if len(rows) > MOST_ROWS:
        message = _("A file may have at most %(most)s rows: split it.") % {"most": MOST_ROWS}
        raise invalid("too_many_rows", "content", message)
    return rows


def _check(number: int, cells: tuple[str, ...], columns: int) -> None:
    if len(cells) > columns:
        message = _("Row %(row)s has more cells than there are column names.") % {"row": number}
        raise invalid("too_many_cells", f"rows.{number}", message)
    if any(len(cell) > LONGEST_CELL for cell in cells):
        words = _("A cell in row %(row)s has more than %(most)s characters.")
        raise invalid("too_long", f"rows.{number}", words % {"row": number, "most": LONGEST_CELL})


def _trimmed(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cells without the empty ones at the end, which spreadsheets often add."""
    last = max((index for index, cell in enumerate(cells) if cell.strip()), default=-1)
    return cells[: last + 1]
