"""The columns of a file and their fields: guessed from their names, or chosen by the caller."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.errors import Fault
from league.operations.exchange.import_files.cells import bare
from league.operations.exchange.import_files.fields import (
    FAMILY_NAMES,
    FIELDS,
    NAME_PARTS,
    NICKNAMES,
    ORDER_FIELDS,
    WHOLE_NAME,
    names_of,
)
from league.operations.exchange.import_files.sheets import Sheet, SheetRow, column_letters

Columns = dict[str, int]  # field → number of its column
REQUIRED_FIELDS = ("date", "game", "match", "player")
NOT_SUGGESTED = (*ORDER_FIELDS, "total", "score", "round")
ALIKE = 0.8  # of two names of columns, from 0 to 1
SHORTEST_CONTAINED = 4  # letters of a known name within the name of a column
SAMPLE_LENGTH = 60
ROUND = re.compile(r"round([1-9]\d{0,2})", re.ASCII)
ROUND_NAME = re.compile(
    r"(?:manche|round|runde|donne|score|punkte|tour|m|r)(?:no?|nr|numero)?0*([1-9]\d{0,2})",
    re.ASCII,
)


class UnusedColumn(NamedTuple):
    """A column that is not imported, with its first value, and the field that it may be."""

    name: str
    sample: str
    like: str = ""


class _Guess(NamedTuple):
    """The column of each field that has a known name, and the columns that give a field twice."""

    columns: Columns
    twice: Mapping[str, Sequence[int]]


def map_columns(
    kind: str,
    columns: Sequence[str],
    chosen: Mapping[str, str],
    defaults: Collection[str] = (),
    unnamed: Sequence[SheetRow] = (),
) -> tuple[Columns, list[Fault]]:
    """Return the column of each field, and faults. A choice counts before a guess; an empty name
    leaves the field out. Fields with a default need no column. Where columns have no names, they
    are guessed from the first rows."""
    result, faults = _chosen_columns(kind, columns, chosen)
    if unnamed and kind == "players":
        guess = _Guess(_guess_by_cells(unnamed), {})
    else:
        guess = _guess(kind, columns, set(result.values()))
    used_columns = set(result.values())
    for field, column in guess.columns.items():
        if field not in chosen and column not in used_columns:
            result[field] = column
            used_columns.add(column)
    _settle_names(kind, columns, result, chosen)
    faults += _names_twice(kind, chosen)
    faults += _fields_twice(columns, result, chosen, guess.twice)
    return result, faults or _missing(kind, {**result, **dict.fromkeys(defaults, -1)})


def unused_columns(
    kind: str, sheet: Sheet, columns: Columns, chosen: Collection[str]
) -> list[UnusedColumn]:
    """Return the columns of a table that no field takes, unless they are empty. `chosen` are fields
    whose columns, or none, were chosen: these are not suggested."""
    used = set(columns.values())
    free = [field for field in _free_fields(kind, columns) if field not in chosen]
    result = []
    for number, name in enumerate(sheet.columns):
        cells = (row.cells[number].strip() for row in sheet.rows)
        sample = next(filter(None, cells), "") if number not in used else ""
        if sample:
            like = _like(kind, name, free) if sheet.has_names else ""
            name = name or column_letters(number)
            result.append(UnusedColumn(name, sample[:SAMPLE_LENGTH], like))
    return result


def count_names(kind: str, cells: Sequence[str], chosen: Mapping[str, str]) -> int:
    """Return how many cells name a column: a known one, or one that was chosen for a field."""
    known_columns = set(guess_by_names(kind, cells).values())
    asked_for = {name.strip().casefold() for name in chosen.values() if name.strip()}
    named = {number for number, cell in enumerate(cells) if cell.strip().casefold() in asked_for}
    return len(known_columns | named)


def fields(kind: str, columns: Mapping[str, int]) -> list[str]:
    """Return all fields of the kind, and the rounds that this file has side by side."""
    return [*FIELDS[kind], *sorted(set(columns) - set(FIELDS[kind]), key=round_number)]


def round_fields(columns: Columns) -> list[str]:
    """Return the fields of a row that contains a whole match of one player, the first round
    first."""
    return sorted((field for field in columns if ROUND.fullmatch(field)), key=round_number)


def round_number(field: str) -> int:
    return int(field.removeprefix("round") or 0)


def _chosen_columns(
    kind: str, columns: Sequence[str], chosen: Mapping[str, str]
) -> tuple[Columns, list[Fault]]:
    result: Columns = {}
    faults = []
    for field, name in chosen.items():
        path = f"mapping.{field}"
        if field not in FIELDS[kind] and not (kind == "season" and ROUND.fullmatch(field)):
            field_names = ", ".join(FIELDS[kind])
            words = _("Unknown field. Choose one of: %(known)s.") % {"known": field_names}
            faults.append(Fault("unknown_field", path[:80], words))
        elif name.strip():
            places = _columns_named(columns, name)
            if len(places) == 1 and places[0] not in result.values():
                result[field] = places[0]
            else:
                faults.append(_column_fault(path, name, columns, len(places)))
    return result, faults


def _columns_named(columns: Sequence[str], name: str) -> list[int]:
    exact = [number for number, column in enumerate(columns) if column == name.strip()]
    folded_name = name.strip().casefold()
    return exact or [
        number for number, column in enumerate(columns) if column.casefold() == folded_name
    ]


def _column_fault(path: str, name: str, columns: Sequence[str], places: int) -> Fault:
    if not places:
        words = _("No column is named “%(name)s”. The file has: %(known)s.")
        column_names = ", ".join(column for column in columns if column)[:300]
        return Fault(
            "unknown_column", path, words % {"name": name.strip()[:60], "known": column_names}
        )
    if places > 1:
        words = _("Several columns are named “%(name)s”.") % {"name": name.strip()[:60]}
    else:
        words = _("The column “%(name)s” is already used for another field.")
        words %= {"name": name.strip()[:60]}
    return Fault("column_twice", path, words)


def guess_by_names(kind: str, columns: Sequence[str]) -> Columns:
    """Return the column of each field that has a known name."""
    return _guess(kind, columns, ()).columns


def _guess(kind: str, columns: Sequence[str], taken: Collection[int]) -> _Guess:
    """Return the columns by their names, except for those that are taken."""
    bare_names = ["" if number in taken else bare(name) for number, name in enumerate(columns)]
    result: Columns = {}
    twice = {}
    for field, declared in FIELDS[kind].items():
        for tier in names_of(field, declared):
            numbers = [
                number
                for number, name in enumerate(bare_names)
                if name in tier and not _is_rank(field, name)
            ]
            if numbers:
                result[field] = numbers[0]
                if len(numbers) > 1:
                    twice[field] = numbers
                break
    if kind == "season" and not {"round", "score"} <= set(result):
        for number, name in enumerate(bare_names):
            if is_round := ROUND_NAME.fullmatch(name):
                result.setdefault(f"round{is_round[1]}", number)
    return _Guess(result, twice)


def _free_fields(kind: str, columns: Columns) -> list[str]:
    """Return the fields that an unused column may be: a name has one column, or two parts."""
    whole = WHOLE_NAME[kind]
    if "last_first_name" in columns or {"first_name", "last_name"} <= set(columns):
        named: Collection[str] = (whole, *NAME_PARTS)
    elif whole in columns:
        named = ("last_name", "last_first_name")  # beside a first name, the whole one is the last
    else:
        named = (whole, "last_first_name") if set(NAME_PARTS) & set(columns) else ()
    without = {*columns, *NOT_SUGGESTED, *named}
    return [field for field in FIELDS[kind] if field not in without]


def _like(kind: str, column: str, fields: Sequence[str]) -> str:
    """Return the field whose name is most like the column's; empty if none is similar."""
    likeness = {field: _likeness(column, _known_names(kind, field)) for field in fields}
    best = max(likeness, key=lambda field: likeness[field], default="")
    return best if best and likeness[best] >= ALIKE and not _is_rank(best, bare(column)) else ""


def _known_names(kind: str, field: str) -> Collection[str]:
    more = FAMILY_NAMES if field == "last_name" else ()
    return {bare(field), *FIELDS[kind][field].names, *more}


def _likeness(column: str, known_names: Collection[str]) -> float:
    """Return how much the column is called like a field, from 0 to 1. One of its words counts as
    much as a similar name."""
    name = bare(column)
    words = {bare(word) for word in re.split(r"\W+", column)}
    is_part = any(
        len(known_name) >= SHORTEST_CONTAINED and known_name in name for known_name in known_names
    )
    ratios = (SequenceMatcher(None, name, known_name).ratio() for known_name in known_names)
    return max([ALIKE if is_part or words & set(known_names) else 0.0, *ratios])


def _guess_by_cells(rows: Sequence[SheetRow]) -> Columns:
    """Guess the columns of players from their cells: an e-mail address, a whole name or two parts
    of it."""
    columns = range(len(rows[0].cells))
    emails = [column for column in columns if any("@" in row.cells[column] for row in rows)]
    words = [column for column in columns if any(_is_word(row.cells[column]) for row in rows)]
    names = [word for word in words if word not in emails][:2]
    result = dict(
        zip(("first_name", "last_name") if len(names) == 2 else ("name",), names, strict=False)
    )
    return result | ({"email": emails[0]} if emails else {})


def _is_word(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _names_twice(kind: str, chosen: Mapping[str, str]) -> Iterator[Fault]:
    """Yield faults if a whole name and parts of it were chosen: only one of them could count."""
    ways = [("last_first_name",), ("first_name", "last_name")]
    others = ways if chosen.get(WHOLE_NAME[kind]) else ways[1:]
    if chosen.get(WHOLE_NAME[kind]) or chosen.get("last_first_name"):
        for field in (name for way in others for name in way if chosen.get(name)):
            words = _("Choose either the column with the whole name or the columns with its parts.")
            yield Fault("column_twice", f"mapping.{field}", words)


def _fields_twice(
    columns: Sequence[str],
    result: Columns,
    chosen: Mapping[str, str],
    twice: Mapping[str, Sequence[int]],
) -> Iterator[Fault]:
    """Yield faults for fields that several columns give: one of them would be lost, such as round 3
    that was called 2 by mistake."""
    bare_names = [bare(column) for column in columns]
    is_long = {"round", "score"} <= set(result)
    for field, column in result.items():
        is_read = field not in {"round", "score", "total"} or (is_long and field != "total")
        numbers = twice.get(field) or [
            number for number, name in enumerate(bare_names) if name == bare_names[column]
        ]
        if is_read and field not in chosen and len(numbers) > 1:
            words = _("Several columns give the same field: %(names)s. Choose one, or delete one.")
            names = ", ".join(f"“{columns[number]}”" for number in numbers)
            yield Fault("column_twice", f"mapping.{field}", words % {"names": names[:300]})


def _is_rank(field: str, name: str) -> bool:
    """Return whether the column is the rank of a player: a column “Place” of old results is not a
    venue."""
    return field == "place" and name == "place"


def _settle_names(
    kind: str, columns: Sequence[str], result: Columns, chosen: Mapping[str, str]
) -> None:
    """Leave one way to read the names: “Nom” beside “Prénom”, or “Name” beside “Vorname”, is the
    family name."""
    whole = WHOLE_NAME[kind]
    if not chosen.get(whole) and "first_name" in result and "last_name" not in {*result, *chosen}:
        _find_family_name(whole, columns, result)
    for field in _surplus_names(whole, columns, result, chosen):
        if not chosen.get(field):
            result.pop(field, None)


def _surplus_names(
    whole: str, columns: Sequence[str], result: Columns, chosen: Mapping[str, str]
) -> Collection[str]:
    """Return the fields of names that others make superfluous."""
    if chosen.get(whole):
        return NAME_PARTS
    if {"first_name", "last_name"} <= set(result):
        return (whole, "last_first_name")
    if "last_first_name" in result:
        return (whole, "first_name", "last_name")
    if whole not in result or not {"first_name", "last_name"} & set(result):
        return ()
    is_nickname = bare(columns[result[whole]]) in NICKNAMES
    return (whole,) if is_nickname else ("first_name", "last_name")


def _find_family_name(whole: str, columns: Sequence[str], result: Columns) -> None:
    others = {column for field, column in result.items() if field != whole}
    for number, name in enumerate(columns):
        if bare(name) in FAMILY_NAMES and number not in others:
            result["last_name"] = number
            if result.get(whole) == number:
                result.pop(whole)
            return


def _missing(kind: str, result: Columns) -> list[Fault]:
    if kind == "players":
        if {"name", *NAME_PARTS} & set(result):
            return []
        return [_only_payers() if set(ORDER_FIELDS) & set(result) else _no_column("name")]
    named = {"player": -1} if set(NAME_PARTS) & set(result) else {}
    faults = [_no_column(field) for field in REQUIRED_FIELDS if field not in {**result, **named}]
    has_rounds = bool(round_fields(result)) or {"round", "score"} <= set(result)
    if not has_rounds and {"score", "total"} & set(result):
        words = _(
            "These are totals of whole matches, but the rules are checked round by round. Give"
            " each round its own column (“Round 1”, “Round 2” …) or its own row, with columns"
            " for the round and the score."
        )
        faults.append(Fault("totals_only", "mapping", words))
    elif not has_rounds:
        faults.append(_no_column("round1"))
    return faults


def _no_column(field: str) -> Fault:
    words = _("No column was recognised for this field. Choose it in the column mapping.")
    return Fault("missing_column", f"mapping.{field}", words)


def _only_payers() -> Fault:
    words = _(
        "This order export names the payers, who may not be the players. On HelloAsso, export"
        " the list of members or participants instead."
    )
    return Fault("only_payers", "mapping.name", words)
