"""Reads a calendar with two parsers that know nothing of each other, and compares what they see."""

from datetime import UTC, datetime
from typing import Any

from ical.calendar import Calendar as SecondCalendar
from ical.calendar_stream import IcsCalendarStream
from icalendar import Calendar

LONGEST_LINE = 75  # bytes, in RFC 5545


class ReadCalendar:
    """A calendar as both parsers read it; `events` are those of the first, by their number."""

    def __init__(self, content: bytes) -> None:
        lines = content.split(b"\r\n")
        assert lines.pop() == b""
        assert max(map(len, lines)) <= LONGEST_LINE
        assert not any(b"\n" in line or b"\r" in line for line in lines)
        [line.decode() for line in lines]  # no character is cut in two
        self.first = Calendar.from_ical(content)
        assert not self.first.errors
        self.second: SecondCalendar = IcsCalendarStream.calendar_from_ics(content.decode())
        self.events: dict[int, Any] = {}
        others = {event.uid: event for event in self.second.events}
        for event in self.first.walk("VEVENT"):
            assert not event.errors
            _compare(event, others.pop(str(event["UID"])))
            self.events[int(str(event["UID"]).partition("@")[0].removeprefix("session-"))] = event
        assert not others
        assert all(str(event["UID"]).endswith("@testserver") for event in self.events.values())


def seconds(value: Any) -> datetime:
    """Return the time as an instant."""
    instant: datetime = value.astimezone(UTC)
    return instant


def _compare(first: Any, second: Any) -> None:
    """Check that both parsers have read the same event."""
    assert seconds(first["DTSTART"].dt) == seconds(second.dtstart)
    assert seconds(first["DTEND"].dt) == seconds(second.dtend)
    assert seconds(first["LAST-MODIFIED"].dt) == seconds(second.last_modified)
    assert seconds(first["DTSTAMP"].dt) == seconds(second.dtstamp)
    assert str(first["SUMMARY"]) == second.summary
    assert str(first.get("LOCATION", "")) == (second.location or "")
    assert str(first.get("DESCRIPTION", "")) == (second.description or "")
    assert first["STATUS"] == second.status
    assert first["SEQUENCE"] == second.sequence
    assert str(first["URL"]) == str(second.url)
