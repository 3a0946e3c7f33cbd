"""A file of rows and columns, as text cells: from CSV of any usual kind or from XLSX.

Rows keep the number that a spreadsheet shows beside them; rows without anything in them are left
out.
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
DELIMITERS = ";,\t"  # of those found equally often the first
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class Format(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    NDJSON = "ndjson"


Numbered = tuple[int, tuple[str, ...]]


class Row(NamedTuple):
    number: int
    cells: tuple[str, ...]


class Sheet(NamedTuple):
    """`named`: whether the file names its columns; else they are called A, B, C."""

    columns: tuple[str, ...]
    rows: list[Row]
    named: bool = True


def read(content: bytes, format: Format, *, header: bool = True, most: int | None = None) -> Sheet:
    """Return the rows of a file. With `header` the first line that holds anything names the
    columns, else columns are named A, B, C as in a spreadsheet. `most` rows are enough; else the
    limit holds. Invalid if the file cannot be read as a table."""
    filled = _filled(content, format)
    first = next(filled)
    if not header:
        return _without_names([first, *islice(filled, (most or MOST_ROWS + 1) - 1)], most)
    columns = _trimmed(first[1])
    _check_columns(len(columns))
    return Sheet(tuple(name.strip() for name in columns), _rows(filled, len(columns), most))


def first_line(content: bytes, format: Format) -> tuple[str, ...]:
    """Return the cells of the first line that holds anything."""
    return next(_filled(content, format))[1]


def decode(content: bytes) -> str:
    """UTF-8 with or without its mark, what spreadsheets call Unicode text, or Windows' own."""
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


def delimiter(text: str) -> str:
    """Whichever stands most often in the first line, outside quotes."""
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


def _filled(content: bytes, format: Format) -> Iterator[Numbered]:
    """Yield the lines that hold anything, at least one."""
    numbered = _xlsx(content) if format == Format.XLSX else _csv(content)
    filled = ((number, cells) for number, cells in numbered if any(map(str.strip, cells)))
    first = next(filled, None)
    if first is None:
        raise invalid("empty_file", "content", _("The file is empty."))
    return chain([first], filled)


def _without_names(lines: Sequence[Numbered], most: int | None) -> Sheet:
    """All lines are rows, and the longest of them tells how many columns there are."""
    count = max(len(_trimmed(cells)) for _number, cells in lines)
    _check_columns(count)
    return Sheet(tuple(map(_letters, range(count))), _rows(lines, count, most), named=False)


def _letters(number: int) -> str:
    """Return the name of a column as spreadsheets have it, from 0: A to Z, then AA.

    >>> _letters(0), _letters(26)
    ('A', 'AA')
    """
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def _check_columns(count: int) -> None:
    if count > MOST_COLUMNS:
        message = _("A file has at most %(most)s columns.") % {"most": MOST_COLUMNS}
        raise invalid("too_many_columns", "content", message)


def _csv(content: bytes) -> Iterator[Numbered]:
    if content.startswith((ZIP, OLD_EXCEL)):
        raise invalid("not_text", "content", _("This is a spreadsheet file, not CSV."))
    text, skipped = decode(content), 0
    chosen = delimiter(text)
    if text[:4].lower() == "sep=" and text[5:6] in {"\r", "\n"}:  # how Excel is told
        chosen, skipped = text[4], 1
    reader = csv.reader(StringIO(text, newline=""), delimiter=chosen, strict=True)
    try:
        for number, cells in enumerate(reader, 1):
            if number > skipped:
                yield number, tuple(cells)
    except csv.Error:
        words = _("The quotation marks near line %(line)s do not match.")
        raise invalid("bad_csv", "content", words % {"line": reader.line_num}) from None


def _xlsx(content: bytes) -> Iterator[Numbered]:
    if content.startswith(OLD_EXCEL):
        message = _("This is an old or protected Excel file: save it as .xlsx without a password.")
        raise invalid("not_xlsx", "content", message)
    return xlsx.read(content, most_columns=MOST_COLUMNS + 1)  # one more, to tell of it


def _rows(numbered: Iterable[Numbered], columns: int, most: int | None) -> list[Row]:
    rows = []
    for number, cells in islice(numbered, most or MOST_ROWS + 1):
        cells = _trimmed(cells) if len(cells) > columns else cells
        _check(number, cells, columns)
        rows.append(Row(number, cells + ("",) * (columns - len(cells))))
    if len(rows) > MOST_ROWS:
        message = _("A file has at most %(most)s rows: cut it in parts.") % {"most": MOST_ROWS}
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
    """Without the empty cells at the end, which spreadsheets like to add."""
    last = max((index for index, cell in enumerate(cells) if cell.strip()), default=-1)
    return cells[: last + 1]
