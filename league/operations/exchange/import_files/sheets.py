"""Tables of text cells, from CSV of any usual kind or from XLSX.

Rows keep the number that a spreadsheet shows beside them; empty rows are left out. Lines above the
names of the columns are a title.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from io import StringIO
from itertools import chain, islice
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.errors import invalid
from league.operations.exchange.import_files import encodings, xlsx
from league.operations.exchange.import_files.faults import RowFault, at_row, of_file
from league.operations.exchange.import_files.unsupported_files import OLD_EXCEL, ZIP, refuse_foreign

MOST_ROWS = 20_000
MOST_COLUMNS = 100
LONGEST_CELL = 1000
LONGEST_HEADER = 2 * MOST_COLUMNS * LONGEST_CELL
HEADER_LINES = 10  # among which the names of the columns are
DELIMITERS = ";,\t"  # the first wins among equally frequent ones
MOST_NAMED = 200  # characters of the names of sheets in a notice


class FileFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    NDJSON = "ndjson"
    XML = "xml"  # plays of BoardGameGeek
    BG_STATS = "bgsplay"


NumberedCells = tuple[int, tuple[str, ...]]
CountNames = Callable[[Sequence[str]], int]  # how many of these cells name a column


class SheetRow(NamedTuple):
    number: int
    cells: tuple[str, ...]


class Sheet(NamedTuple):
    """A table. `has_names`: the file names its columns; otherwise they are called A, B, C.
    `notices` are about the file: what it contains beside the table."""

    columns: tuple[str, ...]
    rows: list[SheetRow]
    has_names: bool = True
    notices: Sequence[RowFault] = ()


def first_line_names(cells: Sequence[str]) -> int:
    """Return that any line may name the columns, so that the first does."""
    return 1


def read_table(
    content: bytes,
    file_format: FileFormat,
    *,
    header: bool | None = True,
    most: int | None = None,
    count_names: CountNames = first_line_names,
) -> Sheet:
    """Return the rows of a file; raise Invalid if it cannot be read as a table.

    With `header` a line names the columns: the first one in which `count_names` finds names, else
    the first that is not empty. Without it columns are named A, B, C as in a spreadsheet. With None
    that depends on whether a line names columns. `most` limits the rows; without it more rows than
    allowed are an error."""
    notices: list[RowFault] = []
    lines = _nonempty_lines(content, file_format, count_names, notices)
    head = list(islice(lines, min(HEADER_LINES, (most or MOST_ROWS) + 1)))
    title = 0 if header is False else _title_lines(head, count_names)
    if header is False or (header is None and not count_names(head[title][1])):
        every = chain(head, lines)
        return _without_names(list(islice(every, most or MOST_ROWS + 1)), most, notices)
    if title:
        notices.append(_title_notice(head[:title], count_names(head[title][1])))
    columns = _trimmed(head[title][1])
    _check_columns(len(columns))
    names = tuple(name.strip() for name in columns)
    rows = _rows(chain(head[title + 1 :], lines), len(columns), most)
    new_rows = [row for row in rows if tuple(map(str.strip, row.cells)) != names]
    if len(new_rows) < len(rows):
        first = next(row for row in rows if tuple(map(str.strip, row.cells)) == names)
        words = _("The column names are repeated here: the row is left out.")
        notices.append(at_row(first.number, "", "repeated_header", words))
    return Sheet(names, new_rows, notices=notices)


def _title_lines(head: Sequence[NumberedCells], count_names: CountNames) -> int:
    """Return how many lines are above the names of the columns."""
    counts = [count_names(cells) for _number, cells in head]
    return counts.index(max(counts)) if counts[0] < max(counts) else 0


def _title_notice(title: Sequence[NumberedCells], names: int) -> RowFault:
    """Return a notice of the lines that are left out; with a single name below them they might be
    rows as well."""
    text = " ".join(" ".join(filter(None, cells)) for _number, cells in title)
    words = _("The lines above the column names are left out: “%(text)s”.")
    return at_row(title[0][0], "", "title_lines", words % {"text": text[:MOST_NAMED]},
                  must_confirm=names < 2)  # fmt: skip


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
    return max(counts, key=lambda delimiter: counts[delimiter])


def _nonempty_lines(
    content: bytes, file_format: FileFormat, count_names: CountNames, notices: list[RowFault]
) -> Iterator[NumberedCells]:
    """Yield the lines that are not empty; raise Invalid if there are none."""
    if file_format == FileFormat.XLSX:
        numbered = _xlsx(content, notices)
    else:
        numbered = _csv(content, count_names, notices)
    filled = ((number, cells) for number, cells in numbered if any(map(str.strip, cells)))
    first = next(filled, None)
    if first is None:
        raise invalid("empty_file", "content", _("The file is empty."))
    return chain([first], filled)


def _without_names(
    lines: Sequence[NumberedCells], most: int | None, notices: Sequence[RowFault]
) -> Sheet:
    """Return a sheet in which all lines are rows; the longest determines the number of columns."""
    count = max(len(_trimmed(cells)) for _number, cells in lines)
    _check_columns(count)
    columns = tuple(map(column_letters, range(count)))
    return Sheet(columns, _rows(lines, count, most), has_names=False, notices=notices)


def column_letters(number: int) -> str:
    """Return the name of a column as spreadsheets have it, from 0: A to Z, then AA.

    >>> column_letters(0), column_letters(26)
    ('A', 'AA')
    """
    return (column_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


def _check_columns(count: int) -> None:
    if count > MOST_COLUMNS:
        message = _("A file may have at most %(most)s columns.") % {"most": MOST_COLUMNS}
        raise invalid("too_many_columns", "content", message)


def _csv(
    content: bytes, count_names: CountNames, notices: list[RowFault]
) -> Iterator[NumberedCells]:
    if content.startswith((ZIP, OLD_EXCEL)):
        refuse_foreign(content, "not_text")
        raise invalid(
            "not_text", "content", _("This is a spreadsheet file, not CSV: save it as CSV.")
        )
    refuse_foreign(content, "not_text")
    text, is_guessed = encodings.decode(content)
    if is_guessed:
        words = _("This file’s encoding was guessed: check the names, or save it as UTF-8.")
        notices.append(of_file("encoding_guessed", words, must_confirm=True))
    separator, skipped = _delimiter(text, count_names), 0
    if text[:4].lower() == "sep=" and text[5:6] in {"\r", "\n"}:  # a hint for Excel
        separator, skipped = text[4], 1
    return islice(_lines(text, separator), skipped, None)


def _lines(text: str, separator: str) -> Iterator[NumberedCells]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for number, cells in enumerate(reader, 1):
            yield number, tuple(cells)
    except csv.Error:
        words = _("A quotation mark is missing near line %(line)s.")
        raise invalid("bad_csv", "content", words % {"line": reader.line_num}) from None


def _delimiter(text: str, count_names: CountNames) -> str:
    """Return the delimiter with which one of the first lines names the most columns, else the most
    frequent one of the first line: a title above the names may have none."""
    frequent = find_delimiter(text)
    counts = {delimiter: _most_names(text, delimiter, count_names) for delimiter in DELIMITERS}
    best = max(counts, key=lambda delimiter: counts[delimiter])
    return best if counts[best] > counts[frequent] else frequent


def _most_names(text: str, delimiter: str, count_names: CountNames) -> int:
    reader = csv.reader(StringIO(text[:LONGEST_HEADER], newline=""), delimiter=delimiter)
    most = 0
    try:
        for cells in islice(filter(None, reader), HEADER_LINES):
            most = max(most, count_names(cells))
    except csv.Error:
        pass
    return most


def _xlsx(content: bytes, notices: list[RowFault]) -> Iterator[NumberedCells]:
    refuse_foreign(content, "not_xlsx")
    sheet = xlsx.read_sheet(content, most_columns=MOST_COLUMNS + 1)  # one more, to report it
    if sheet.others:
        words = _("Only the sheet “%(name)s” is read, not: %(others)s.")
        others = ", ".join(sheet.others)[:MOST_NAMED]
        notices.append(of_file("other_sheets", words % {"name": sheet.name, "others": others}))
    return sheet.rows


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
