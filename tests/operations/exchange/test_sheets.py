"""Tables from bytes: what was written is read, what cannot be read is said."""

import csv
import zipfile
from contextlib import suppress
from datetime import date, datetime, time
from io import BytesIO, StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from league.errors import Invalid
from league.operations.exchange.import_files import sheets, xlsx
from league.operations.exchange.import_files.sheets import FileFormat, SheetRow

CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
ROWS = st.lists(st.lists(CELL, min_size=3, max_size=3), max_size=6)
NAMES = ["Nom", "E-mail", "Note"]


def read(content, file_format=FileFormat.CSV, **how):
    content = content.encode() if isinstance(content, str) else content
    return sheets.read_table(content, file_format, **how)


def cells(content, **how):
    return [row.cells for row in read(content, **how).rows]


def refusal(content, file_format=FileFormat.CSV):
    with pytest.raises(Invalid) as refused:
        read(content, file_format)
    (problem,) = refused.value.problems
    return problem["code"], problem["path"]


def as_csv(rows, delimiter=","):
    text = StringIO()
    csv.writer(text, delimiter=delimiter).writerows([NAMES, *rows])
    return text.getvalue()


def book(*rows):
    workbook, file = Workbook(), BytesIO()
    for row in rows:
        workbook.active.append(row)
    workbook.save(file)
    return file.getvalue()


@given(ROWS, st.sampled_from(",;\t"), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_exported_rows_are_read_back(rows, delimiter, encoding):
    result = cells(as_csv(rows, delimiter).encode(encoding))
    assert result == [tuple(row) for row in rows if any(cell.strip() for cell in row)]


@given(st.binary(max_size=300), st.sampled_from([FileFormat.CSV, FileFormat.XLSX]))
def test_any_bytes_are_a_table_or_a_clear_refusal(content, file_format):
    with suppress(Invalid):
        read(content, file_format)


@given(st.binary(min_size=1, max_size=40), st.integers(0, 4000))
def test_a_damaged_xlsx_is_a_table_or_a_clear_refusal(damage, at):
    content = bytearray(book(NAMES, ["Ada", "a@b.org", 1]))
    content[at : at + len(damage)] = damage
    with suppress(Invalid):
        read(bytes(content), FileFormat.XLSX)


def test_the_text_of_windows_is_read():
    assert cells("Nom;E-mail\nZoé Œuvré – “l’aînée”;z@x.org".encode("cp1252")) == [
        ("Zoé Œuvré – “l’aînée”", "z@x.org")
    ]


def test_the_delimiter_is_looked_for_outside_quotes():
    assert cells('Nom;"a,b,c,d"\nAda;1,5') == [("Ada", "1,5")]


def test_the_hint_for_excel_is_heeded():
    sheet = read("sep=|\r\nNom|Note\r\nAda|1;2\r\n")
    assert sheet.columns == ("Nom", "Note")
    assert sheet.rows == [SheetRow(3, ("Ada", "1;2"))]


def test_rows_keep_their_numbers_past_blank_rows_and_lines_in_quotes():
    sheet = read('\nNom;Note\n\n;\nAda;"two\nlines"\nBruno\n')
    assert sheet.rows == [SheetRow(5, ("Ada", "two\nlines")), SheetRow(6, ("Bruno", ""))]


def test_old_line_ends_are_line_ends():
    assert cells("Nom;Note\rAda;1\rBob;2") == [("Ada", "1"), ("Bob", "2")]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", ("empty_file", "content")),
        (" \n;;\n", ("empty_file", "content")),
        ("Nom\nAda\0", ("not_text", "content")),
        (b"Nom\n\x81\x01", ("not_text", "content")),
        ('Nom\n"Ada', ("bad_csv", "content")),
        ('Nom;x\n"Ada"b;c', ("bad_csv", "content")),
        ("Nom\nAda;1", ("too_many_cells", "rows.2")),
        ("Nom\n\n" + "x" * 1001, ("too_long", "rows.3")),
        (";".join("abc" * 34), ("too_many_columns", "content")),
        ("Nom\n" + "Ada\n" * 20_001, ("too_many_rows", "content")),
        (book(["Nom"], ["Ada"]), ("not_text", "content")),
    ],
)
def test_csv_that_cannot_be_read(content, problem):
    assert refusal(content) == problem


def test_as_many_rows_and_columns_as_allowed():
    assert len(read("Nom\n" + "Ada\n" * 20_000).rows) == 20_000
    assert len(read(";".join(["x"] * 100)).columns) == 100


def test_a_glance_reads_no_further():
    assert len(read('Nom\nAda\nBruno\n"', most=1).rows) == 1


def test_cells_of_a_spreadsheet_are_text_as_one_would_type_it():
    rows = [
        ["Zoé 🎲 <script>", 12, 12.0, 0.1, True],
        [
            datetime(2026, 10, 1),  # noqa: DTZ001
            datetime(2026, 10, 1, 20, 30),  # noqa: DTZ001
            date(2026, 10, 2),
            time(20, 5),
            None,
        ],
        [],
        [" =1+1", "001", -3],
    ]
    sheet = read(book([" Nom ", "b", "c", "d", "e"], *rows), FileFormat.XLSX)
    assert sheet.columns[0] == "Nom"
    assert sheet.rows == [
        SheetRow(2, ("Zoé 🎲 <script>", "12", "12", "0.1", "TRUE")),
        SheetRow(3, ("2026-10-01", "2026-10-01 20:30", "2026-10-02", "20:05", "")),
        SheetRow(5, (" =1+1", "001", "-3", "", "")),
    ]


def test_whole_numbers_have_no_point_however_they_were_stored():
    assert [xlsx.cell_text(value) for value in (12.0, -3.0, 0.1, 1e300)] == [
        "12",
        "-3",
        "0.1",
        "1e+300",
    ]


def test_a_formula_is_its_value():
    """As spreadsheets save it; what has only the formula is refused, not read as empty."""
    content = book(["Nom", "Score"], ["Ada", "=2+3"])
    assert refusal(content, FileFormat.XLSX) == ("formula_without_value", "rows.2")
    assert read(with_value(content, b"5"), FileFormat.XLSX).rows == [SheetRow(2, ("Ada", "5"))]


def with_value(content, value):
    """Return the book with this value as the result of its only formula."""
    changed = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, part.replace(b"<v></v>", b"<v>" + value + b"</v>").replace(
                b"<v />", b"<v>" + value + b"</v>"))  # fmt: skip
    return changed.getvalue()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", ("not_xlsx", "content")),
        (b"PK\x03\x04 nothing", ("not_xlsx", "content")),
        (b"Nom;E-mail\n", ("not_xlsx", "content")),
        (b"\xd0\xcf\x11\xe0 an old file", ("not_xlsx", "content")),
        (book(), ("empty_file", "content")),
        (book(["Nom"], ["#DIV/0!"]), ("bad_cell", "rows.2")),
        (book(["Nom"], ["Ada", 1]), ("too_many_cells", "rows.2")),
        (book(["x"] * 101), ("too_many_columns", "content")),
    ],
)
def test_xlsx_that_cannot_be_read(content, problem):
    assert refusal(content, FileFormat.XLSX) == problem


def test_a_zip_bomb_is_not_unpacked():
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (xlsx.MOST_UNPACKED + 1))
    assert len(file.getvalue()) < 100_000
    assert refusal(file.getvalue(), FileFormat.XLSX) == ("too_large", "content")


ENTITIES = '<!DOCTYPE worksheet [<!ENTITY many "&lt;c/&gt;">]>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(("head", "more"), [("", "<row/>" * xlsx.MOST_TAGS), (ENTITIES, "")])
def test_a_few_kilobytes_do_not_keep_the_reader_busy_for_minutes(head, more, encoding):
    content = with_sheet(book(["Nom"], ["Ada"]), head, more, encoding)
    assert len(content) < 200_000
    assert refusal(content, FileFormat.XLSX) == ("too_large", "content")


def test_one_tag_with_a_million_attributes_is_not_read():
    row = "<row " + " ".join(f'a{number}=""' for number in range(200_000)) + "/>"
    content = with_sheet(book(["Nom"], ["Ada"]), "", row, "utf-8")
    assert refusal(content, FileFormat.XLSX) == ("too_large", "content")


def test_rows_without_anything_in_them_end_too(monkeypatch):
    monkeypatch.setattr(xlsx, "MOST_FILE_ROWS", 500)
    content = with_sheet(book(["Nom"]), "", "<row/>" * (xlsx.MOST_FILE_ROWS + 1), "utf-8")
    assert refusal(content, FileFormat.XLSX) == ("too_large", "content")


def test_unpacking_stops_at_the_declared_size():
    content = bytearray(with_sheet(book(["Nom"], ["Ada"]), "", " " * 10_000_000, "utf-8"))
    at = content.rindex(b"xl/worksheets/sheet1.xml") - 46  # in the index
    assert content[at : at + 4] == b"PK\x01\x02"
    content[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    assert refusal(bytes(content), FileFormat.XLSX) == ("not_xlsx", "content")


def test_an_unsupported_compression_is_refused():
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("xl/workbook.xml", b" ")
    assert refusal(file.getvalue(), FileFormat.XLSX) == ("not_xlsx", "content")


def test_the_delimiter_of_a_long_line_of_quotes_is_detected_quickly():
    """Whatever stands in its eight MiB."""
    assert sheets.find_delimiter('"' * 9 + ";" * 5) == ";"
    assert sheets.find_delimiter("x" * sheets.LONGEST_HEADER + ",,") == ";"
    for content in ('"' * 2**23, '"a""' * 2**21, "Nom\n" + '"",' * 2**20):
        with suppress(Invalid):
            read(content, most=20)


def with_sheet(content, head, more, encoding):
    """Return the book with `head` in front of its sheet and `more` at the end of its rows."""
    changed = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(content)) as old,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            part = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                text = part.decode().replace("</sheetData>", more + "</sheetData>")
                part = (head + text).encode(encoding)
            new.writestr(name, part)
    return changed.getvalue()


def test_a_cell_a_million_rows_down_is_found_without_a_million_rows():
    workbook, file = Workbook(), BytesIO()
    workbook.active["A1"], workbook.active["A1048576"] = "Nom", "Ada"
    workbook.save(file)
    assert read(file.getvalue(), FileFormat.XLSX).rows == [SheetRow(1_048_576, ("Ada",))]
