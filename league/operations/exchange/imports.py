"""Bringing in players and past results from files: asked for here, done by a job.

An import is all or nothing: one transaction, and every problem of every row is told. A dry run is
the same work taken back. The only writer of Import.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, time
from typing import Any, Self

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Fault, Invalid
from league.models import Club, Import, Job, JobFile, User
from league.operations.exchange import import_matches, import_players
from league.operations.exchange.import_files import mapping, sheets
from league.operations.exchange.import_files.faults import MOST_LISTED, RowFault, listed
from league.operations.exchange.import_files.planned import USUAL_TIME, Defaults
from league.operations.exchange.import_files.players import Existing
from league.operations.exchange.import_files.sheets import Format, Row, Sheet
from league.operations.exchange.import_matches import Into
from league.operations.exchange.import_players import Brought
from league.operations.support import jobs

PLAYERS, SEASON, RECORDS = "players", "season", "records"
FORMATS = {
    PLAYERS: (Format.CSV, Format.XLSX),
    SEASON: (Format.CSV, Format.XLSX),
    RECORDS: (Format.NDJSON,),
}
JOB_KINDS = {kind: f"import_{kind}" for kind in FORMATS}
HEAD = 20  # rows that are enough to see what a file is like
MOST_MAPPED = 200


@dataclass(frozen=True)
class Wanted:
    """How a file is to be brought in. What a kind has no use for is ignored."""

    kind: str
    format: str
    dry_run: bool = False
    header: bool | None = True  # whether the first line names the columns; None: as it seems
    mapping: Mapping[str, str] = field(default_factory=dict)  # field → name of its column
    existing: str = Existing.SKIP
    season: int | None = None  # one of the club, else a new one of this name
    season_name: str = ""
    create_players: bool = False
    date: str = ""
    time: str = ""
    place: str = ""
    game: str = ""
    house_rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, job: Job) -> Self:
        return cls(**job.arguments)

    def defaults(self) -> Defaults:
        return Defaults(
            day=date.fromisoformat(self.date) if self.date else None,
            clock=time.fromisoformat(self.time) if self.time else USUAL_TIME,
            place=self.place,
            game=self.game,
            house_rules=self.house_rules,
        )

    def given(self) -> list[str]:
        """Fields that need no column."""
        return [name for name in ("date", "game") if getattr(self, name)]


def of_club(club: Club) -> "QuerySet[Job]":
    found = Job.objects.filter(club=club, kind__in=JOB_KINDS.values())
    return found.select_related("club", "by", "imported")


def start(
    club: Club,
    wanted: Wanted,
    content: bytes,
    *,
    by: User | None,
    name: str = "",
    look: bool = True,
) -> Job:
    """A job that brings the file in, or tries to. What can be seen at a glance is said at once, of
    text: unreadable files and, if we are to `look`, columns that are missing. A spreadsheet may
    unfold to a thousand times its size: only the worker opens it."""
    _check(club, wanted)
    if wanted.kind != RECORDS and wanted.format != Format.XLSX:
        head = sheet_of(wanted, content, most=HEAD)
        if look:
            columns_of(wanted, head)
    return jobs.start(
        JOB_KINDS[wanted.kind],
        by=by,
        club=club,
        arguments=asdict(wanted),
        file=[content],
        name=name,
    )


def again(job: Job, wanted: Wanted, *, by: User | None) -> Job:
    """The same file, brought in another way."""
    content = content_of(job)
    given = jobs.find_file(job, JobFile.Role.GIVEN)
    assert job.club is not None, "imports belong to a club"
    return start(job.club, wanted, content, by=by, name=given.name if given else "", look=False)


def content_of(job: Job) -> bytes:
    """The file as it was sent; Invalid when it is no longer kept."""
    found = jobs.find_file(job, JobFile.Role.GIVEN)
    if found is None:
        message = _("The file is no longer kept: send it again.")
        raise Invalid(message, [Fault("file_gone", "content", message).to_json()])
    return b"".join(jobs.content(found))


def look(job: Job) -> None:
    """Keep the columns and the first rows, for the page that asks which column is which."""
    wanted = Wanted.of(job)
    if wanted.kind == RECORDS or jobs.find_file(job, JobFile.Role.HEAD) is not None:
        return
    sheet = sheet_of(wanted, content_of(job), most=HEAD)
    jobs.store_file(job, JobFile.Role.HEAD, [json.dumps(sheet).encode()])


def head_of(job: Job) -> Sheet | None:
    """None where it could not be read, or is no longer kept."""
    found = jobs.find_file(job, JobFile.Role.HEAD)
    if found is None:
        return None
    columns, rows, named = json.loads(b"".join(jobs.content(found)))
    return Sheet(tuple(columns), [Row(number, tuple(cells)) for number, cells in rows], named)


def name_of(job: Job) -> str:
    """Of its file."""
    names = (file.name for file in job.files.all() if file.role == JobFile.Role.GIVEN)
    return next(names, "")


def sheet_of(wanted: Wanted, content: bytes, most: int | None = None) -> Sheet:
    """Return the rows of a file, the first line as it is wanted: a row, or names of columns."""
    format, header = Format(wanted.format), wanted.header
    if header is None:
        header = mapping.names_columns(wanted.kind, sheets.first_line(content, format))
    return sheets.read(content, format, header=header, most=most)


def find_columns(wanted: Wanted, sheet: Sheet) -> tuple[mapping.Columns, list[Fault]]:
    """Return the columns that are asked for or guessed, and what is wrong with them."""
    unnamed = () if sheet.named else sheet.rows[:HEAD]
    return mapping.find(wanted.kind, sheet.columns, wanted.mapping, wanted.given(), unnamed)


def columns_of(wanted: Wanted, sheet: Sheet) -> mapping.Columns:
    found, faults = find_columns(wanted, sheet)
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
    return found


def work(job: Job) -> dict[str, Any]:
    """What the worker does, in one transaction."""
    wanted, content = Wanted.of(job), content_of(job)
    club = turn(job)
    with transaction.atomic():
        brought = _bring(job, club, wanted, content)
        if brought.faults:
            raise refusal(brought.faults)
        if wanted.dry_run:
            transaction.set_rollback(True)
    if not wanted.dry_run:
        Import.objects.create(job=job, made=brought.made, changed=brought.changed)
    elif season := brought.told.get("season"):
        season["id"] = wanted.season  # a new one is not there any more
    return {"dry_run": wanted.dry_run, **brought.told}


def turn(job: Job) -> Club:
    """Imports of one club come one after the other: what one has added the next one sees."""
    assert job.club_id is not None, "imports belong to a club"
    return Club.objects.select_for_update(no_key=True).get(pk=job.club_id)


def refusal(faults: Sequence[RowFault]) -> Invalid:
    """Of all that is wrong the first, and how much more there is."""
    problems = listed(faults)
    if len(faults) > len(problems):
        words = _("%(number)s more problems are not listed.") % {
            "number": len(faults) - MOST_LISTED
        }
        problems.append(Fault("more_problems", "", words).to_json())
    return Invalid(_("Nothing was imported: some rows are not possible."), problems)


def _bring(job: Job, club: Club, wanted: Wanted, content: bytes) -> Brought:
    if wanted.kind == PLAYERS:
        sheet = sheet_of(wanted, content)
        columns = columns_of(wanted, sheet)
        return import_players.bring(job, club, sheet.rows, columns, Existing(wanted.existing))
    into = Into(club, wanted.season, wanted.season_name, wanted.create_players, job.by)
    if wanted.kind == RECORDS:
        return import_matches.bring_records(job, into, content, wanted.defaults())
    sheet = sheet_of(wanted, content)
    columns = columns_of(wanted, sheet)
    return import_matches.bring_rows(job, into, sheet.rows, columns, wanted.defaults())


def _check(club: Club, wanted: Wanted) -> None:
    faults = [*_faults_of_kind(wanted), *_faults_of_season(club, wanted), *_faults_of_rules(wanted)]
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def _faults_of_kind(wanted: Wanted) -> list[Fault]:
    if wanted.kind not in FORMATS:
        return [_not_a_choice("kind", FORMATS)]
    if wanted.format not in FORMATS[wanted.kind]:
        return [_not_a_choice("format", FORMATS[wanted.kind])]
    faults = []
    if wanted.existing not in set(Existing):
        faults.append(_not_a_choice("existing", list(Existing)))
    if wanted.game and wanted.game not in GAMES:
        faults.append(_not_a_choice("game", GAMES))
    for mapped, name in wanted.mapping.items():
        if not isinstance(name, str):
            words = _("The name of a column is expected.")
            faults.append(Fault("not_text", f"mapping.{mapped[:60]}", words))
    if len(wanted.mapping) > MOST_MAPPED:
        words = _("At most %(most)s fields are expected.") % {"most": MOST_MAPPED}
        faults.append(Fault("too_long", "mapping", words))
    return faults


def _not_a_choice(path: str, known: Any) -> Fault:
    words = _("One of these is expected: %(known)s.") % {"known": ", ".join(map(str, known))}
    return Fault("not_a_choice", path, words)


def _faults_of_season(club: Club, wanted: Wanted) -> list[Fault]:
    if wanted.kind == PLAYERS:
        return []
    if (wanted.season is None) == (not wanted.season_name.strip()):
        words = _("Name a new season, or choose one of the club: one of the two.")
        return [Fault("bad_season", "season", words)]
    if wanted.season is not None and not club.seasons.filter(pk=wanted.season).exists():
        return [Fault("unknown_season", "season", _("The club has no such season."))]
    return []


def _faults_of_rules(wanted: Wanted) -> list[Fault]:
    """Whether these house rules are possible is judged with each match."""
    faults = []
    for game, rules in wanted.house_rules.items():
        if game not in GAMES:
            words = _("Known games: %(known)s.") % {"known": ", ".join(GAMES)}
            faults.append(Fault("unknown_game", f"house_rules.{game[:60]}", words))
        elif not isinstance(rules, dict):
            words = _("An object is expected.")
            faults.append(Fault("not_an_object", f"house_rules.{game}", words))
    return faults
