"""Rows of cells as CSV and XLSX, both with numbers as numbers.

CSV has commas and decimal points in every language, so that one formula or program reads all of it,
and a byte-order mark, without which spreadsheets take it for another encoding;
a text that a spreadsheet would take for a formula gets an apostrophe. In XLSX texts are texts.
"""

import csv
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any, NamedTuple, Protocol

from league.operations.exchange.season_files.sheets import Cell, SeasonSheet
from league.operations.support.csv_cells import BYTE_ORDER_MARK, text_cell

NUMBER_FORMATS: Mapping[type, str] = {Decimal: "0.00", date: "yyyy-mm-dd"}
MOST_WIDTH = 40  # of a column, in characters


class Writer(Protocol):
    def __call__(self, sheet: SeasonSheet) -> bytes: ...


class SheetFormat(NamedTuple):
    """A format of files: its media type, and what writes it."""

    media_type: str
    write: Writer


def to_csv_for_spreadsheets(sheet: SeasonSheet) -> bytes:
    """Return the sheet as CSV with a byte-order mark, so that spreadsheets recognise UTF-8."""
    return BYTE_ORDER_MARK.encode() + to_csv(sheet)


def to_csv(sheet: SeasonSheet) -> bytes:
    """Return the sheet as CSV in UTF-8 for programs, which would take a byte-order mark for a part
    of the first column."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(map(text_cell, sheet.columns))
    writer.writerows([_csv_cell(cell) for cell in row] for row in sheet.rows)
    return text.getvalue().encode()


def to_xlsx(sheet: SeasonSheet) -> bytes:
    """Return the sheet as XLSX, its first row fixed."""
    from openpyxl import Workbook  # imported here, as few processes ever write a workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    page = book.create_sheet(sheet.name[:31])
    page.freeze_panes = "A2"
    for number, width in enumerate(_widths(sheet), 1):
        page.column_dimensions[get_column_letter(number)].width = width
    page.append([_xlsx_cell(page, name, font=Font(bold=True)) for name in sheet.columns])
    for row in sheet.rows:
        page.append([_xlsx_cell(page, cell) for cell in row])
    content = BytesIO()
    book.save(content)
    return content.getvalue()


FORMATS: Mapping[str, SheetFormat] = {
    "csv": SheetFormat("text/csv; charset=utf-8", to_csv_for_spreadsheets),
    "xlsx": SheetFormat(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", to_xlsx
    ),
}


def _csv_cell(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case str():
            return text_cell(cell)
        case date():
            return cell.isoformat()
    return str(cell)


def _xlsx_cell(page: Any, value: Any, font: Any = None) -> Any:
    """Return a cell; a text stays one although it begins like a formula."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, str):
        cell = WriteOnlyCell(page, value=ILLEGAL_CHARACTERS_RE.sub("", value))
        cell.data_type = "s"
    else:
        cell = WriteOnlyCell(page, value=value)
        cell.number_format = NUMBER_FORMATS.get(type(value), "General")
    if font is not None:
        cell.font = font
    return cell


def _widths(sheet: SeasonSheet) -> list[int]:
    """Return for each column the width that shows its cells."""
    columns = zip(sheet.columns, *sheet.rows, strict=True)
    return [min(MOST_WIDTH, 3 + max(len(_csv_cell(cell)) for cell in cells)) for cells in columns]
