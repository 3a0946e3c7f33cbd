"""An archive → a new club, whole or not at all.

Rows pass through the same operations as what people enter: the engines judge every round of every
version again, the ledger writes the facts, and the tables that follow from them must be those that
the archive tells.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import IO, Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import Fault, LeagueError
from league.models import Club, User
from league.operations.exchange.archive import format, shape, write
from league.operations.exchange.archive.box import Reader, refused
from league.operations.exchange.archive.rows import Broken, Row, Rows
from league.operations.people import clubs

MOST_FAULTS = 100


class Imported(NamedTuple):
    """`left_out`: e-mails of members who are not among the accounts that may get a role."""

    club: Club
    left_out: list[str]


class _Enough(Exception):
    """As many problems as anybody wants to read."""


@transaction.atomic
def read(
    stream: IO[bytes],
    *,
    by: User,
    people: QuerySet[User],
    most_bytes: int,
    report: write.Report = lambda done, total: None,
) -> Imported:
    """`by` owns the new club. Those of its members who are among `people` get their roles, and
    their names on what they did."""
    coming = _Import(Reader(stream, most_bytes), by, people, report)
    with suppress(_Enough):
        rows = coming.run()
        if not coming.faults:
            return Imported(rows.club, rows.left_out)
    raise refused(coming.faults[:MOST_FAULTS])


class _Import:
    def __init__(self, box: Reader, by: User, people: QuerySet[User], report: write.Report) -> None:
        self.box, self.by, self.people, self.report = box, by, people, report
        self.faults: list[Fault] = []

    def run(self) -> Rows:
        rows = Rows(self._club(), self.by, self.people)
        self._list(format.PEOPLE, rows.person, rows.people)
        self._list(format.PLAYERS, rows.player, rows.players)
        self._list(format.SEASONS, rows.season, rows.seasons)
        self._list(format.SESSIONS, rows.session, rows.sessions)
        self._list(format.MATCHES, rows.match, rows.matches)
        self._list(format.PENALTIES, rows.penalty)
        self._list(format.SIT_OUTS, rows.sit_out, rows.sit_outs)
        self._list(format.DRAWS, rows.draw)
        for number, row in rows.tournaments:
            with self._at(f"{format.SEASONS}:{number}.tournament"):
                rows.tournament(number, row)
        self._list(format.LADDERS, rows.ladder)
        if not self.faults:
            self._compare_standings(rows.club)
        return rows

    def _club(self) -> Club:
        found = [row for _number, row in self._rows(format.CLUB, format.OF_CLUB)]
        if len(found) != 1:
            self._note([Fault("bad_length", format.CLUB, _("One line is expected."))])
        elif found[0] is not None:
            with self._at(f"{format.CLUB}:1"):
                return clubs.create(by=self.by, **found[0])
        raise _Enough

    def _list(self, name: str, take: Callable[[Row], Any], into: list[Any] | None = None) -> None:
        count = 0
        for count, row in self._rows(name, format.ROWS[name]):
            taken = None
            if row is not None:
                with self._at(f"{name}:{count}"):
                    taken = take(row)
            if into is not None:
                into.append(taken)
            if name == format.MATCHES:
                self.report(count, self.box.manifest["counts"][name])
        self._check_count(name, count)

    def _rows(self, name: str, fields: Mapping[str, shape.Field]) -> Iterator[tuple[int, Any]]:
        """The number of each row, and the row, None if it has problems."""
        for number, value, unreadable in self.box.rows(name):
            found = [unreadable] if unreadable else []
            if isinstance(value, dict):
                value = {**format.LATER.get(name, {}), **value}
            row = {} if unreadable else shape.row(value, fields, f"{name}:{number}", found)
            if not found and row.pop("id", number) != number:
                message = _("Rows are numbered from 1: %(number)s is expected.")
                words = message % {"number": number}
                found.append(Fault("bad_number", f"{name}:{number}.id", words))
            self._note(found)
            yield number, None if found else row

    def _check_count(self, name: str, count: int) -> None:
        told = self.box.manifest["counts"][name]
        if told != count:
            message = _("The file has %(count)s rows.") % {"count": count}
            self._note([Fault("other_count", f"{format.MANIFEST}:1.counts.{name}", message)])

    @contextmanager
    def _at(self, path: str) -> Iterator[None]:
        """What is wrong with a row is noted with its place, and the next row is looked at."""
        try:
            with transaction.atomic():
                yield
        except LeagueError as error:
            problems = error.problems or [{"code": "conflict", "path": "", "message": error.detail}]
            self._note(
                Fault(
                    each["code"],
                    f"{path}.{each['path']}".rstrip("."),
                    each["message"],
                    each.get("clause", ""),
                )
                for each in problems
            )
        except Broken:
            pass

    def _note(self, faults: "Iterator[Fault] | list[Fault]") -> None:
        self.faults.extend(faults)
        if len(self.faults) >= MOST_FAULTS:
            raise _Enough

    def _compare_standings(self, club: Club) -> None:
        """What the facts give here must be what they gave there."""
        counted = write.standings(write.Refs(club))
        told = self.box.rows(format.STANDINGS)
        number = 0
        for number, (row, line) in enumerate(zip_longest(counted, told), 1):
            path = f"{format.STANDINGS}:{number}"
            if line is None or line[1] != row:
                shown = format.line(row).decode().strip() if row else "–"
                message = _("The results in this archive give another line here: %(line)s")
                self._note([Fault("other_standings", path, message % {"line": shown})])
        self._check_count(format.STANDINGS, number)
