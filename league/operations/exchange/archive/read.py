"""Import of an archive as a new club, completely or not at all.

Rows pass through the same operations as what people enter: the engines judge every version of every
round again, the ledger writes the facts, and the resulting tables must be those in the archive.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import IO, Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import Fault, LeagueError
from league.models import AuditKind, Club, User
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.exchange.archive import club_file, file_format, shape, write
from league.operations.exchange.archive.rows import ArchiveRow, BrokenReference, ClubRows
from league.operations.exchange.archive.zip_file import ArchiveReader, archive_error

MOST_FAULTS = 100
FINAL_PLACE = "final_place"


class ImportedClub(NamedTuple):
    """The new club; `left_out` are the e-mail addresses of members without an account that may get
    a role."""

    club: Club
    left_out: list[str]


class _TooManyFaults(Exception):
    """Raised when there are more problems than anybody reads."""


@transaction.atomic
def import_archive(
    stream: IO[bytes],
    *,
    by: User,
    people: QuerySet[User],
    most_bytes: int,
    report: write.ProgressReport = lambda done, total: None,
) -> ImportedClub:
    """Import an archive as a new club of `by`. Members of the club who are among `people` get their
    roles, and their names on their actions."""
    club_import = _ArchiveImport(ArchiveReader(stream, most_bytes), by, people, report)
    with suppress(_TooManyFaults):
        with club_log.as_one_act():
            rows = club_import.run()
        if not club_import.faults:
            after = {"name": Words(rows.club.name)}
            club_log.record(rows.club.pk, AuditKind.CLUB_IMPORTED, by=by, after=after)
            return ImportedClub(rows.club, rows.left_out)
    raise archive_error(club_import.faults[:MOST_FAULTS])


class _ArchiveImport:
    def __init__(
        self, box: ArchiveReader, by: User, people: QuerySet[User], report: write.ProgressReport
    ) -> None:
        self.box, self.by, self.people, self.report = box, by, people, report
        self.faults: list[Fault] = []

    def run(self) -> ClubRows:
        rows = ClubRows(self._club(), self.by, self.people)
        self._list(file_format.PEOPLE, rows.person, rows.people)
        self._list(file_format.PLAYERS, rows.player, rows.players)
        self._list(file_format.SEASONS, rows.season, rows.seasons)
        self._list(file_format.SESSIONS, rows.session, rows.sessions)
        self._list(file_format.MATCHES, rows.match, rows.matches)
        self._list(file_format.PENALTIES, rows.penalty)
        self._list(file_format.SIT_OUTS, rows.sit_out, rows.sit_outs)
        self._list(file_format.LEAGUES, rows.league, rows.leagues)
        self._list(file_format.DRAWS, rows.draw)
        for number, row in rows.tournaments:
            with self._at(f"{file_format.SEASONS}:{number}.tournament"):
                rows.tournament(number, row)
        rows.number_tables()
        for sessions in rows.nights.values():
            first, _session = sessions[0]
            with self._at(f"{file_format.SESSIONS}:{first}"):
                rows.night([session for _number, session in sessions])
        self._list(file_format.LADDERS, rows.ladder)
        self._list(file_format.SEATING_WISHES, rows.seating_wish)
        self._list(file_format.SEATING_PLANS, rows.seating_plan)
        self._list(file_format.AWARDS, rows.award)
        self._list(file_format.TEAMS, rows.team_table)
        rows.close_seasons()
        rows.mark_ghosts()
        if not self.faults:
            self._compare_standings(rows.club)
            self._compare_teams(rows.club)
        return rows

    def _club(self) -> Club:
        rows = [row for _number, row in self._rows(file_format.CLUB, club_file.FIELDS)]
        if len(rows) != 1:
            self._note(
                [Fault("bad_length", file_format.CLUB, _("This file must have exactly one line."))]
            )
        elif rows[0] is not None:
            with self._at(f"{file_format.CLUB}:1"):
                return club_file.create(rows[0], by=self.by)
        raise _TooManyFaults

    def _list(
        self, name: str, create: Callable[[ArchiveRow], Any], results: list[Any] | None = None
    ) -> None:
        count = 0
        for count, row in self._rows(name, file_format.ROWS[name]):
            created = None
            if row is not None:
                with self._at(f"{name}:{count}"):
                    created = create(row)
            if results is not None:
                results.append(created)
            if name == file_format.MATCHES:
                self.report(count, self.box.manifest["counts"][name])
        self._check_count(name, count)

    def _rows(self, name: str, fields: Mapping[str, shape.Field]) -> Iterator[tuple[int, Any]]:
        """Yield the number of each row, and the row, or None if it has problems."""
        for number, value, unreadable in self.box.rows(name):
            faults = [unreadable] if unreadable else []
            if isinstance(value, dict):
                value = {**file_format.DEFAULTS_OF_LATER_KEYS.get(name, {}), **value}
            row = (
                {} if unreadable else shape.parse_object(value, fields, f"{name}:{number}", faults)
            )
            if not faults and row.pop("id", number) != number:
                message = _("Rows are numbered from 1: this one must be %(number)s.")
                words = message % {"number": number}
                faults.append(Fault("bad_number", f"{name}:{number}.id", words))
            self._note(faults)
            yield number, None if faults else row

    def _check_count(self, name: str, count: int) -> None:
        expected = self.box.manifest["counts"][name]
        if expected != count:
            message = _("The file has %(count)s rows.") % {"count": count}
            self._note([Fault("other_count", f"{file_format.MANIFEST}:1.counts.{name}", message)])

    @contextmanager
    def _at(self, path: str) -> Iterator[None]:
        """Collect the problems of a row with its place, and go on with the next row."""
        try:
            with transaction.atomic():
                yield
        except LeagueError as error:
            problems = error.problems or [{"code": "conflict", "path": "", "message": error.detail}]
            self._note(
                Fault(
                    problem["code"],
                    f"{path}.{problem['path']}".rstrip("."),
                    problem["message"],
                    problem.get("clause", ""),
                )
                for problem in problems
            )
        except BrokenReference:
            pass

    def _note(self, faults: "Iterator[Fault] | list[Fault]") -> None:
        self.faults.extend(faults)
        if len(self.faults) >= MOST_FAULTS:
            raise _TooManyFaults

    def _compare_teams(self, club: Club) -> None:
        """Compare the team tables from the facts with those in the archive."""
        computed = write.team_tables(write.RowNumbers(club))
        for row, (number, line, _unreadable) in zip(
            computed, self.box.rows(file_format.TEAMS), strict=True
        ):
            if line != row:
                path = f"{file_format.TEAMS}:{number}"
                message = _("The results in this archive give a different line here: %(line)s")
                words = message % {"line": file_format.encode_row(row).decode().strip()}
                self._note([Fault("other_standings", path, words)])

    def _compare_standings(self, club: Club) -> None:
        """Compare the standings from the facts with those in the archive."""
        computed = write.standings(write.RowNumbers(club))
        recorded = self.box.rows(file_format.STANDINGS)
        number = 0
        for number, (row, line) in enumerate(zip_longest(computed, recorded), 1):
            path = f"{file_format.STANDINGS}:{number}"
            if row and line and FINAL_PLACE not in line[1]:  # in older archives
                row = {key: row[key] for key in row if key != FINAL_PLACE}
            if line is None or line[1] != row:
                computed_line = file_format.encode_row(row).decode().strip() if row else "–"
                message = _("The results in this archive give a different line here: %(line)s")
                self._note([Fault("other_standings", path, message % {"line": computed_line})])
        self._check_count(file_format.STANDINGS, number)
