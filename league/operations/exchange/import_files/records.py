"""Match records, one in each line: bare, or with when and where the match was played.

{"record": 1, "game": …}
{"played_at": "2026-10-01T20:30:00+02:00", "place": "…", "record": {"record": 1, …}}
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import record
from league.errors import invalid
from league.operations.exchange.archive.shape import storable
from league.operations.exchange.import_files.cells import YEARS
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.planned import CellSpot, ImportDefaults, PlannedMatch

KEYS = {"played_at", "place", "record"}
MOST_RECORDS = 1000
WHOLE = "record"


def plan(
    content: bytes, defaults: ImportDefaults, timezone: str
) -> tuple[list[PlannedMatch], list[RowFault]]:
    faults: list[RowFault] = []
    found = []
    for number, line in _lines(content):
        planned = _line(number, line, defaults, timezone, faults)
        if planned is not None:
            found.append(planned)
    if not found and not faults:
        raise invalid("empty_file", "content", _("The file is empty: a match record in each line."))
    return found, faults


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    count = 0
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            count += 1
            if count > MOST_RECORDS:
                words = _("A file has at most %(most)s match records: cut it in parts.")
                raise invalid("too_many_rows", "content", words % {"most": MOST_RECORDS})
            yield number, line.strip()


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
    known = len(faults)
    is_wrapped = isinstance(raw, dict) and not isinstance(raw.get("record", 1), int)
    envelope: dict[str, Any] = raw if is_wrapped else {"record": raw}  # type: ignore[assignment]
    faults += [
        at_row(number, key[:60], "unknown_key", _("This key is not known here."))
        for key in sorted(set(envelope) - KEYS)
    ]
    at = _moment(number, envelope, defaults, timezone, faults)
    place = envelope.get("place", defaults.place)
    if not isinstance(place, str):
        faults.append(at_row(number, "place", "not_text", _("Text is expected.")))
    elif not storable(place):
        words = _("Text without U+0000 and halves of surrogate pairs is expected.")
        faults.append(at_row(number, "place", "bad_text", words))
    found = _record(number, envelope["record"], WHOLE if is_wrapped else "", faults)
    if at is None or found is None or len(faults) > known:
        return None
    return PlannedMatch(
        row=number,
        at=at,
        place=place,
        game=found["game"],
        players=found["players"],
        rounds=found["rounds"],
        options=found["options"],
        spots={"starts_at": CellSpot(number, "played_at"), "place": CellSpot(number, "place")},
        whole=WHOLE if is_wrapped else "",
    )


def _record(number: int, raw: object, whole: str, faults: list[RowFault]) -> dict[str, Any] | None:
    """Once the engine has judged it, its shape is known."""
    verdict = record.check(raw)
    for problem in verdict.problems:
        told = problem.to_json(get_language() or "en")
        field = ".".join(step for step in (whole, told["path"]) if step)
        faults.append(at_row(number, field, told["code"], told["message"], told["clause"]))
    return raw if verdict.ok and isinstance(raw, dict) else None


def _moment(
    number: int,
    envelope: dict[str, Any],
    defaults: ImportDefaults,
    timezone: str,
    faults: list[RowFault],
) -> datetime | None:
    written = envelope.get("played_at")
    if written is None and defaults.day is not None:
        return datetime.combine(defaults.day, defaults.clock, ZoneInfo(timezone))
    try:
        given = datetime.fromisoformat(written or "")
        found = given.astimezone(UTC) if given.tzinfo else None
    except (TypeError, ValueError, OverflowError):
        found = None
    if found is None or found.year not in YEARS:
        words = _("A time with offset such as 2026-10-01T20:30:00+02:00 is expected.")
        faults.append(at_row(number, "played_at", "not_a_time", words))
        return None
    return found
