"""Files of seats by round, as CSV or JSON: round, table, seat and player of each line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.errors import Fault, invalid
from league.operations.exchange.import_files import encodings, sheets, unsupported_files
from league.operations.exchange.import_files.cells import bare, one_line, parse_integer, visible
from league.operations.exchange.import_files.fields import PERSONS
from league.operations.exchange.import_files.sheets import MOST_COLUMNS, MOST_ROWS, FileFormat
from league.operations.tournaments.seat_rows import COLUMNS, SeatRow
from problems import reader

FIELDS = tuple(COLUMNS)
NAMES: Mapping[str, Sequence[str]] = {  # of the columns, without accents
    "round": ("round", "ronde", "tour", "runde", "turnierrunde"),
    "table": ("table", "tisch"),
    "seat": ("seat", "siege", "place", "sitz", "platz"),
    "player": ("name", "nom", *PERSONS),
}
LONGEST = 700_000  # bytes: below the limit of forms, so that a preview can be sent back

Line = tuple[int, str, Mapping[str, object]]  # its number, its name for the reader, its values


class SeatFile(NamedTuple):
    """The lines of a file, and the faults of their values."""

    rows: Sequence[SeatRow]
    faults: Sequence[Fault]


def decode(content: bytes) -> str:
    """Return the text of an uploaded file; raise Invalid if it is none."""
    _check_length(content)
    unsupported_files.refuse_foreign(content, "not_text")
    return encodings.decode(content)[0].lstrip("\ufeff")


def read(text: str) -> SeatFile:
    """Return the seats in a text; raise Invalid if it is neither CSV nor JSON."""
    content = text.encode("utf-8", "replace")
    _check_length(content)
    is_json = text.lstrip()[:1] in {"[", "{"}
    rows, faults = list[SeatRow](), list[Fault]()
    for line, where, values in _json(content) if is_json else _csv(content):
        row = SeatRow(
            line,
            where,
            _number(values["round"]),
            _number(values["table"]),
            _number(values["seat"]),
            _player(values["player"]),
        )
        faults += _faults(row, values)
        rows.append(row)
    return SeatFile(rows, faults)


def _check_length(content: bytes) -> None:
    if len(content) > LONGEST:
        words = _("A seating plan may have at most %(most)s kB.") % {"most": LONGEST // 1000}
        raise invalid("too_large", "content", words)


def _number(value: object) -> int | None:
    """Return a whole number from 1, also as a spreadsheet shows it."""
    number = parse_integer(value) if isinstance(value, str) else value
    return number if type(number) is int and number > 0 else None


def _player(value: object) -> str:
    is_written = type(value) is int or reader.is_name(value)
    return one_line(visible(str(value))) if is_written else ""


def _faults(row: SeatRow, values: Mapping[str, object]) -> Iterator[Fault]:
    """Yield a fault per value that is missing or cannot be read."""
    for field in FIELDS[:3]:
        if getattr(row, field) is None:
            words = _(
                "%(where)s: write a whole number of at least 1 for “%(field)s”, not “%(found)s”."
            )
            value = reader.printable(str(values[field]))
            words %= {"where": row.where, "field": COLUMNS[field], "found": value}
            yield Fault("not_an_integer", f"rows.{row.line}.{field}", words)
    if not row.player:
        words = _("%(where)s: the player is missing. Write a name or number, or remove the line.")
        yield Fault("blank", f"rows.{row.line}.player", words % {"where": row.where})


def _csv(content: bytes) -> Iterator[Line]:
    sheet = sheets.read_table(content, FileFormat.CSV, header=None, count_names=_count_names)
    names = map(_field, sheet.columns) if sheet.has_names else FIELDS
    columns = {field: number for number, field in enumerate(names) if field}
    missing = [field for field in FIELDS if columns.get(field, MOST_COLUMNS) >= len(sheet.columns)]
    if missing:
        words = _("The file needs the columns round, table, seat and player. Missing: %(names)s.")
        raise invalid(
            "missing_column",
            "content",
            words % {"names": ", ".join(str(COLUMNS[field]) for field in missing)},
        )
    for row in sheet.rows:
        where = _("Line %(number)s") % {"number": row.number}
        yield row.number, where, {field: row.cells[columns[field]].strip() for field in FIELDS}


def _json(content: bytes) -> Iterator[Line]:
    spot = reader.Spot("content", None, [])
    raw = reader.load(content, spot)
    if spot.problems:
        problem = spot.problems[0].to_json(get_language() or "en")
        raise invalid(problem["code"], "content", problem["message"])
    entries = raw.get("seats") if isinstance(raw, dict) else raw
    if not isinstance(entries, list):
        words = _("Write a list of seats, each with round, table, seat and player.")
        raise invalid("not_a_list", "content", words)
    if len(entries) > MOST_ROWS:
        words = _("A file may have at most %(most)s rows: split it.") % {"most": MOST_ROWS}
        raise invalid("too_many_rows", "content", words)
    for number, entry in enumerate(entries, 1):
        where = _("Entry %(number)s") % {"number": number}
        values = entry if isinstance(entry, dict) else {}
        yield number, where, {field: values.get(field, "") for field in FIELDS}


def _count_names(cells: Sequence[str]) -> int:
    return len({_field(cell) for cell in cells} - {None})


def _field(name: str) -> str | None:
    letters = bare(name)
    return next((field for field, names in NAMES.items() if letters in names), None)
