"""Match records, one per line or over several: bare, or with the time and place of the match.

{"record": 1, "game": …} {"played_at": "2026-10-01T20:30:00+02:00", "place": "…", "record":
{"record": 1, …}}
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import record
from league.errors import invalid
from league.operations.exchange.archive.shape import is_storable
from league.operations.exchange.import_files.date_parsing import YEARS
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.planned import CellSpot, ImportDefaults, PlannedMatch

KEYS = {"played_at", "place", "record"}
MOST_RECORDS = 1000
WHOLE = "record"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}]')


def parse_records(
    content: bytes, defaults: ImportDefaults, timezone: str
) -> tuple[list[PlannedMatch], list[RowFault]]:
    """Return the matches of a file, and its faults."""
    faults: list[RowFault] = []
    matches = []
    for number, line in _lines(content):
        planned = _line(number, line, defaults, timezone, faults)
        if planned is not None:
            matches.append(planned)
    if not matches and not faults:
        raise invalid(
            "empty_file", "content", _("The file is empty. Put one match record on each line.")
        )
    return matches, faults


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield each record with the number of its first line."""
    text = content.removeprefix(BYTE_ORDER_MARK)
    lines = [(number, line.strip()) for number, line in enumerate(text.split(b"\n"), 1)]
    documents = _documents(text) or [line for line in lines if line[1]]
    if len(documents) > 1 and not any(
        _is_object(line) for _number, line in documents[:MOST_RECORDS]
    ):
        documents = [(1, text.strip())]  # one broken value over several lines is one fault
    if len(documents) > MOST_RECORDS:
        words = _("A file may have at most %(most)s match records: split it.")
        raise invalid("too_many_rows", "content", words % {"most": MOST_RECORDS})
    yield from documents


def _documents(text: bytes) -> list[tuple[int, bytes]]:
    """Return the objects of a file that is not one object per line, as programs print it for
    people or as a list, each with the number of its first line; empty for other files."""
    first_line = text.lstrip().partition(b"\n")[0]
    if _is_object(first_line):
        return []
    documents, depth, start, end, line = [], 0, 0, 0, 1
    for token in TOKENS.finditer(text):
        if token[0] == b"{":
            if depth == 0:
                if text[end : token.start()].strip(b"[, \t\r\n"):
                    return []
                start = token.start()
                line += text.count(b"\n", end, start)
            depth += 1
        elif token[0] == b"}":
            depth -= 1
            if depth < 0:
                return []
            if depth == 0:
                end = token.end()
                documents.append((line, text[start:end]))
                line += text.count(b"\n", start, end)
    return [] if depth or text[end:].strip(b"] \t\r\n") else documents


def _is_object(line: bytes) -> bool:
    """Return whether the line is a whole JSON object."""
    return line[:1] == b"{" and record.read(line)[1] is None


def _line(
    number: int, line: bytes, defaults: ImportDefaults, timezone: str, faults: list[RowFault]
) -> PlannedMatch | None:
    raw, unreadable = record.read(line)
    if unreadable:
        faults.append(
            at_row(number, "", unreadable.code, unreadable.message(get_language() or "en"))
        )
        return None
    if b"\\u0000" in line:
        words = _("Text must not contain the character U+0000.")
        faults.append(at_row(number, "", "bad_text", words))
        return None
    if not isinstance(raw, dict):
        _record(number, raw, "", faults)
        return None
    fault_count = len(faults)
    is_wrapped = not isinstance(raw.get("record", 1), int)
    envelope: dict[str, Any] = raw if is_wrapped else {"record": raw}
    faults += [
        at_row(number, key[:60], "unknown_key", _("Unknown key."))
        for key in sorted(set(envelope) - KEYS)
    ]
    played_at = _played_at(number, envelope, defaults, timezone, faults)
    place = envelope.get("place", defaults.place)
    if not isinstance(place, str):
        faults.append(at_row(number, "place", "not_text", _("Enter text.")))
    elif not is_storable(place):
        words = _("The text must not contain U+0000 or lone surrogates.")
        faults.append(at_row(number, "place", "bad_text", words))
    match_record = _record(number, envelope["record"], WHOLE if is_wrapped else "", faults)
    if played_at is None or match_record is None or len(faults) > fault_count:
        return None
    return PlannedMatch(
        row=number,
        at=played_at,
        place=place,
        game=match_record["game"],
        players=match_record["players"],
        rounds=match_record["rounds"],
        options=match_record["options"],
        spots={"starts_at": CellSpot(number, "played_at"), "place": CellSpot(number, "place")},
        whole=WHOLE if is_wrapped else "",
    )


def _record(number: int, raw: object, whole: str, faults: list[RowFault]) -> dict[str, Any] | None:
    """Return the record if the rules accept it: then its form is known."""
    verdict = record.check(raw)
    for problem in verdict.problems:
        described = problem.to_json(get_language() or "en")
        field = ".".join(step for step in (whole, described["path"]) if step)
        faults.append(
            at_row(number, field, described["code"], described["message"], described["clause"])
        )
    return raw if verdict.ok and isinstance(raw, dict) else None


def _played_at(
    number: int,
    envelope: dict[str, Any],
    defaults: ImportDefaults,
    timezone: str,
    faults: list[RowFault],
) -> datetime | None:
    text = envelope.get("played_at")
    if text is None and defaults.day is not None:
        return datetime.combine(defaults.day, defaults.clock, ZoneInfo(timezone))
    try:
        parsed = datetime.fromisoformat(text or "")
        moment = parsed.astimezone(UTC) if parsed.tzinfo else None
    except (TypeError, ValueError, OverflowError):
        moment = None
    if moment is None or moment.year not in YEARS:
        words = _("Enter a time with its offset, such as 2026-10-01T20:30:00+02:00.")
        faults.append(at_row(number, "played_at", "not_a_time", words))
        return None
    return moment
