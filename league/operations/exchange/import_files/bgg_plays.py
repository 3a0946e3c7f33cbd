"""Plays of BoardGameGeek, as its XML API 2 lists them (`/xmlapi2/plays`).

The file may come from anywhere: document types are refused, and with them all entities; the size of
the file, its depth and the number of plays are limited.
"""

import re
from typing import Any
from xml.parsers import expat

from django.utils.translation import gettext as _

from league.errors import Invalid, invalid
from league.operations.exchange.import_files.cells import parse_integer
from league.operations.exchange.import_files.faults import RowFault, at_row, of_file
from league.operations.exchange.import_files.plays import (
    MOST_PLAYS,
    Play,
    PlayFile,
    PlaySeat,
)

ROOT = re.compile(rb"<plays[\s>/]")
START = 2000  # bytes in which the root is
MOST_DEPTH = 20
UNKNOWN_DAY = "0000-00-00"
Attributes = dict[str, str]


def is_bgg(content: bytes) -> bool:
    """Return whether the beginning of a file looks like plays of BoardGameGeek."""
    return bool(ROOT.search(content[:START].replace(b"\0", b"")))  # in UTF-16 too


def read_bgg(content: bytes) -> PlayFile:
    """Return the plays of a file; raise Invalid if it has none that can be read."""
    reader = _Reader()
    try:
        reader.parser.Parse(content, True)
    except expat.ExpatError as error:
        raise _broken(error.lineno) from None
    except (ValueError, LookupError):  # encodings that Python does not have, or not for XML
        raise _broken(1) from None
    return PlayFile(reader.plays, reader.notices())


def _broken(line: int) -> Invalid:
    words = _("Line %(line)s of this XML cannot be read: save the file again from BoardGameGeek.")
    return invalid("not_xml", "content", words % {"line": line})


class _Reader:
    """Collects the plays while the file is parsed."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.root: Attributes = {}
        self.play: Attributes = {}
        self.game = ""
        self.seats: list[PlaySeat] = []
        self.path: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self.refuse_document_type
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end

    def refuse_document_type(self, *_declared: Any) -> None:
        words = _("XML with a document type is refused: save the file again from BoardGameGeek.")
        raise invalid("not_xml", "content", words)

    def start(self, name: str, attributes: Attributes) -> None:
        self.path.append(name)
        if self.path[0] != "plays" or len(self.path) > MOST_DEPTH:
            words = _(
                "This XML is no list of plays: save the plays of a user from BoardGameGeek, or "
                "send CSV or XLSX."
            )
            raise invalid("not_plays", "content", words)
        match self.path[1:]:
            case []:
                self.root = attributes
            case ["play"]:
                self.play, self.game, self.seats = attributes, "", []
            case ["play", "item"]:
                self.game = self.game or attributes.get("name", "")
            case ["play", "players", "player"]:
                self.seats.append(_seat(attributes))

    def end(self, _name: str) -> None:
        if self.path == ["plays", "play"]:
            if len(self.plays) == MOST_PLAYS:
                words = _("A file may have at most %(most)s plays: split it.")
                raise invalid("too_many_rows", "content", words % {"most": MOST_PLAYS})
            self.plays.append(self.read_play())
        self.path.pop()

    def read_play(self) -> Play:
        number, played = len(self.plays) + 1, self.play.get("date", "")
        return Play(
            number=number,
            games=[self.game],
            played="" if played == UNKNOWN_DAY else played,
            place=self.play.get("location", ""),
            seats=self.seats,
            order=_integer(self.play.get("id", "")) or number,
            faults=_faults(number, self.play),
        )

    def notices(self) -> list[RowFault]:
        """Return a notice if there are more plays on other pages."""
        total = _integer(self.root.get("total", "")) or 0
        if total <= len(self.plays):
            return []
        words = _(
            "The file has %(count)s of %(total)s plays: download the other pages, or a shorter "
            "time, and import them too."
        )
        values = {"count": len(self.plays), "total": total}
        return [of_file("more_plays", words % values)]


def _seat(attributes: Attributes) -> PlaySeat:
    user = attributes.get("username", "").strip()
    return PlaySeat(
        name=attributes.get("name", "").strip() or user,
        score=attributes.get("score", ""),
        order=_integer(attributes.get("startposition", "")),
        is_winner=attributes.get("win", "").strip() == "1",
        person=user.casefold(),
    )


def _faults(number: int, play: Attributes) -> list[RowFault]:
    faults = []
    if play.get("incomplete", "0").strip() not in {"", "0"}:
        words = _("It is marked as incomplete: change that in the log, or leave this play out.")
        faults.append(at_row(number, "", "not_counted", words))
    if play.get("nowinstats", "0").strip() not in {"", "0"}:
        words = _(
            "It is marked as not counting in statistics: change that in the log, or leave this "
            "play out."
        )
        faults.append(at_row(number, "", "not_counted", words))
    quantity = _integer(play.get("quantity", ""))
    if quantity is not None and quantity > 1:
        words = _(
            "One entry stands for %(count)s plays, but has one result: log each play by itself, "
            "or leave this one out."
        )
        faults.append(at_row(number, "", "several_plays", words % {"count": quantity}))
    return faults


def _integer(text: str) -> int | None:
    value = parse_integer(text)
    return value if value is not None and value > 0 else None
