"""Imports of players and past results from files: started here, carried out by a job. The only
writer of Import.

An import is all or nothing: one transaction, and every problem of every row is reported. A dry run
is the same work, rolled back. Notices that ask a question must be confirmed with what a dry run
returned (`import_notices`).
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, time
from functools import partial
from typing import Any, Self

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Fault, Invalid
from league.models import AuditKind, Club, Import, Job, JobFile, JobState, User
from league.operations.audit import club_log
from league.operations.exchange import (
    import_matches,
    import_notices,
    import_players,
    same_people,
)
from league.operations.exchange.import_files import bg_stats_plays, bgg_plays, mapping, sheets
from league.operations.exchange.import_files.faults import (
    MOST_LISTED,
    RowFault,
    first_problems,
    with_columns,
)
from league.operations.exchange.import_files.mapping import UnusedColumn
from league.operations.exchange.import_files.planned import DEFAULT_TIME, ImportDefaults
from league.operations.exchange.import_files.players import ExistingPolicy
from league.operations.exchange.import_files.sheets import FileFormat, Sheet, SheetRow
from league.operations.exchange.import_matches import MatchTarget
from league.operations.exchange.import_notices import RowText
from league.operations.exchange.import_players import ImportOutcome
from league.operations.support import jobs
from league.operations.support.locks import lock_row

PLAYERS, SEASON, RECORDS, PLAYS = "players", "season", "records", "plays"
FORMATS = {
    PLAYERS: (FileFormat.CSV, FileFormat.XLSX),
    SEASON: (FileFormat.CSV, FileFormat.XLSX),
    RECORDS: (FileFormat.NDJSON,),
    PLAYS: (FileFormat.XML, FileFormat.BG_STATS),
}
PLAY_READERS = {
    FileFormat.XML: bgg_plays.read_bgg,
    FileFormat.BG_STATS: bg_stats_plays.read_bg_stats,
}
OF_TABLES = (PLAYERS, SEASON)  # kinds of files that have rows and columns
JOB_KINDS = {kind: f"import_{kind}" for kind in FORMATS}
HEAD_ROWS = 20  # rows that show the structure of a file
MOST_MAPPED = 200
NAMING_KEYS = ("first", "notices", "new_names", "unused_columns")  # of results that name people


@dataclass(frozen=True)
class ImportSettings:
    """The settings of an import; settings that a kind does not use are ignored."""

    kind: str
    format: str
    dry_run: bool = False
    header: bool | None = True  # whether the first line names the columns; None: guess
    mapping: Mapping[str, str] = field(default_factory=dict)  # field → name of its column
    existing: str = ExistingPolicy.SKIP
    season: int | None = None  # of the club; None: a new one with `season_name`
    season_name: str = ""
    create_players: bool = False
    date: str = ""
    time: str = ""
    place: str = ""
    game: str = ""
    house_rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    confirm: str = ""  # of the notices of a dry run that must be confirmed
    # names of the file → the player of the club, or another name of the same person
    people: same_people.Choices = field(default_factory=dict)
    leave_out: bool = False  # plays that cannot be imported

    @classmethod
    def of(cls, job: Job) -> Self:
        """Return the settings of a job."""
        return cls(**job.arguments)

    def defaults(self) -> ImportDefaults:
        """Return the values for rows that have none of their own."""
        return ImportDefaults(
            day=date.fromisoformat(self.date) if self.date else None,
            clock=time.fromisoformat(self.time) if self.time else DEFAULT_TIME,
            place=self.place,
            game=self.game,
            house_rules=self.house_rules,
        )

    def fields_without_column(self) -> list[str]:
        """Return the fields that need no column."""
        return [name for name in ("date", "game") if getattr(self, name)]


def forget_players(club: Club, player_ids: Collection[int]) -> None:
    """Take players who were erased out of what the undo of an import would restore or remove."""
    for stored in Import.objects.filter(job__club=club).select_for_update():
        made = [pk for pk in stored.made.get("players", []) if pk not in player_ids]
        changed = [change for change in stored.changed if change["id"] not in player_ids]
        if (made, changed) != (stored.made.get("players", []), stored.changed):
            stored.made, stored.changed = {**stored.made, "players": made}, changed
            stored.save(update_fields=["made", "changed"])


def names_changed_by_imports(club: Club, player_ids: Collection[int]) -> set[str]:
    """Return the names and e-mail addresses that imports have changed, before and after it: the log
    has an import as one act."""
    return {
        values[field]
        for stored in Import.objects.filter(job__club=club)
        for change in stored.changed
        if change["id"] in player_ids
        for values in (change["before"], change["after"])
        for field in ("name", "email")
        if values.get(field)
    }


def imports_of_club(club: Club) -> "QuerySet[Job]":
    """Return the imports of a club."""
    jobs_of_club = Job.objects.filter(club=club, kind__in=JOB_KINDS.values())
    return jobs_of_club.select_related("club", "by", "imported")


@transaction.atomic
def start(
    club: Club,
    settings: ImportSettings,
    content: bytes,
    *,
    by: User | None,
    name: str = "",
    read_head: bool = True,
) -> Job:
    """Start a job that imports a file, or tries to in a dry run. Text files are checked
    immediately: unreadable files are refused, and with `read_head` also missing columns. A
    spreadsheet may unfold to a thousand times its size: only the worker opens it."""
    _check(club, settings)
    if settings.kind in OF_TABLES and settings.format != FileFormat.XLSX:
        head = read_sheet(settings, content, most=HEAD_ROWS)
        if read_head:
            require_columns(settings, head)
    job = jobs.start(
        JOB_KINDS[settings.kind],
        by=by,
        club=club,
        arguments=asdict(settings),
        file=[content],
        name=name,
    )
    after = {"import": settings.kind, "dry_run": settings.dry_run}
    club_log.record(club.pk, AuditKind.IMPORT_STARTED, by=by, subject={"job": job.pk}, after=after)
    return job


def repeat(job: Job, settings: ImportSettings, *, by: User | None) -> Job:
    """Start another import of the same file with other settings."""
    content = content_of(job)
    input_file = jobs.find_file(job, JobFile.Role.INPUT)
    assert job.club is not None, "imports belong to a club"
    return start(
        job.club,
        settings,
        content,
        by=by,
        name=input_file.name if input_file else "",
        read_head=False,
    )


def content_of(job: Job) -> bytes:
    """Return the file as it was sent; raise Invalid if it has been deleted."""
    input_file = jobs.find_file(job, JobFile.Role.INPUT)
    if input_file is None:
        message = _("The file has been deleted. Send it again.")
        raise Invalid(message, [Fault("file_gone", "content", message).to_json()])
    return b"".join(jobs.content(input_file))


def read_head(job: Job) -> None:
    """Store the columns and the first rows, for the page on which columns are assigned."""
    settings = ImportSettings.of(job)
    is_read = jobs.find_file(job, JobFile.Role.HEAD) is not None
    if settings.kind not in OF_TABLES or is_read:
        return
    sheet = read_sheet(settings, content_of(job), most=HEAD_ROWS)
    head = (sheet.columns, sheet.rows, sheet.has_names)
    jobs.store_file(job, JobFile.Role.HEAD, [json.dumps(head).encode()])


def find_head(job: Job) -> Sheet | None:
    """Return the first rows; None if the file could not be read or they have been deleted."""
    head_file = jobs.find_file(job, JobFile.Role.HEAD)
    if head_file is None:
        return None
    columns, rows, has_names = json.loads(b"".join(jobs.content(head_file)))
    return Sheet(
        tuple(columns), [SheetRow(number, tuple(cells)) for number, cells in rows], has_names
    )


def file_name(job: Job) -> str:
    """Return the name of the file of a job."""
    names = (file.name for file in job.files.all() if file.role == JobFile.Role.INPUT)
    return next(names, "")


def read_sheet(settings: ImportSettings, content: bytes, most: int | None = None) -> Sheet:
    """Return the rows of a file; whether a line names the columns is in the settings. Results
    cannot be understood without names."""
    return sheets.read_table(
        content,
        FileFormat(settings.format),
        header=settings.header if settings.kind == PLAYERS else settings.header is not False,
        most=most,
        count_names=partial(mapping.count_names, settings.kind, chosen=settings.mapping),
    )


def find_columns(settings: ImportSettings, sheet: Sheet) -> tuple[mapping.Columns, list[Fault]]:
    """Return the columns that are chosen or guessed, and their faults."""
    unnamed = () if sheet.has_names else sheet.rows[:HEAD_ROWS]
    return mapping.map_columns(
        settings.kind, sheet.columns, settings.mapping, settings.fields_without_column(), unnamed
    )


def require_columns(settings: ImportSettings, sheet: Sheet) -> mapping.Columns:
    """Return the columns; raise Invalid if there are faults."""
    columns, faults = find_columns(settings, sheet)
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
    return columns


def unused_columns(job: Job) -> Sequence[Mapping[str, str]]:
    """Return the columns that an import does not use, each with its first value; of a failed one as
    far as the first rows tell."""
    if job.state != JobState.FAILED:
        listed: Sequence[Mapping[str, str]] = (job.result or {}).get("unused_columns", ())
        return listed
    settings, sheet = ImportSettings.of(job), find_head(job)
    if sheet is None:
        return ()
    columns, _faults = find_columns(settings, sheet)
    return _listed(mapping.unused_columns(settings.kind, sheet, columns, settings.mapping))


def _listed(unused: Sequence[UnusedColumn]) -> list[dict[str, str]]:
    return [
        {"column": column.name, "sample": column.sample, "like": column.like} for column in unused
    ]


def run_import(job: Job) -> dict[str, Any]:
    """Import the file of a job in one transaction; return the summary."""
    settings, content = ImportSettings.of(job), content_of(job)
    club = lock_club(job)
    with transaction.atomic(), club_log.as_one_act():
        outcome = _import_file(job, club, settings, content)
        if outcome.faults:
            raise import_error(outcome.faults)
        needed = import_notices.confirmation(content, outcome.notices)
        if settings.dry_run:
            transaction.set_rollback(True)
        else:
            import_notices.require_confirmation(needed, settings.confirm, outcome.notices)
    if not settings.dry_run:
        Import.objects.create(job=job, made=outcome.made, changed=outcome.changed)
        _log(job, outcome)
    elif season := outcome.summary.get("season"):
        season["id"] = settings.season  # a new season was rolled back
    notices = import_notices.to_list(outcome.notices)
    about = {"notices": notices, "confirm": needed}
    return {"dry_run": settings.dry_run, **outcome.summary, **about}


def _log(job: Job, outcome: ImportOutcome) -> None:
    """Record in the log of the club what an import has made and changed."""
    changed = [change["id"] for change in outcome.changed]
    players = [*outcome.made.get("players", ()), *changed]
    matches = outcome.made.get("matches", [])
    subject = {"job": job.pk, "season": outcome.made.get("season"), "players": players}
    counts = {"players": len(players), "matches": len(matches)}
    after = {name: count for name, count in counts.items() if count}
    assert job.club_id is not None, "imports belong to a club"
    club_log.record(
        job.club_id,
        AuditKind.IMPORT_DONE,
        by=job.by,
        subject={**subject, "matches": matches},
        after=after,
    )


def lock_club(job: Job) -> Club:
    """Lock the club of a job: its imports run one after the other, so that each sees what the one
    before has added."""
    assert job.club_id is not None, "imports belong to a club"
    return lock_row(Club.objects.all(), job.club_id)


def import_error(faults: Sequence[RowFault]) -> Invalid:
    """Return an error with the first faults, and the number of the others."""
    problems = first_problems(faults)
    if len(faults) > len(problems):
        words = _("%(number)s more problems are not listed.") % {
            "number": len(faults) - MOST_LISTED
        }
        problems.append(Fault("more_problems", "", words).to_json())
    return Invalid(_("Nothing was imported: some rows have errors."), problems)


def _import_file(job: Job, club: Club, settings: ImportSettings, content: bytes) -> ImportOutcome:
    target = MatchTarget(
        club,
        settings.season,
        settings.season_name,
        settings.create_players,
        job.by,
        settings.people,
    )
    if settings.kind == RECORDS:
        return import_matches.import_records(job, target, content, settings.defaults())
    if settings.kind == PLAYS:
        file = PLAY_READERS[FileFormat(settings.format)](content)
        return import_matches.import_plays(
            job, target, file, settings.defaults(), leave_out=settings.leave_out
        )
    sheet = read_sheet(settings, content)
    columns = require_columns(settings, sheet)
    if settings.kind == PLAYERS:
        existing = ExistingPolicy(settings.existing)
        outcome = import_players.import_players(
            job, club, sheet.rows, columns, existing, settings.people
        )
    else:
        defaults = settings.defaults()
        outcome = import_matches.import_rows(job, target, sheet.rows, columns, defaults)
    return _with_columns(outcome, settings, sheet, columns)


def _with_columns(
    outcome: ImportOutcome, settings: ImportSettings, sheet: Sheet, columns: mapping.Columns
) -> ImportOutcome:
    """Return the outcome with the columns of its faults, and with the unused columns."""
    names = {name: sheet.columns[number] for name, number in columns.items()}
    unused = mapping.unused_columns(settings.kind, sheet, columns, settings.mapping)
    header = (RowText(0, "", name) for name in sheet.columns if sheet.has_names)
    about_columns = [*import_notices.mis_decoded(header), *import_notices.unused(unused)]
    return replace(
        outcome,
        summary={**outcome.summary, "unused_columns": _listed(unused)},
        faults=with_columns(outcome.faults, names),
        notices=[*sheet.notices, *about_columns, *with_columns(outcome.notices, names)],
    )


def _check(club: Club, settings: ImportSettings) -> None:
    faults = [
        *_kind_faults(settings),
        *_season_faults(club, settings),
        *_house_rule_faults(settings),
        *same_people.faults_of(club, settings.people),
    ]
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def _kind_faults(settings: ImportSettings) -> list[Fault]:
    if settings.kind not in FORMATS:
        return [_not_a_choice("kind", FORMATS)]
    if settings.format not in FORMATS[settings.kind]:
        return [_not_a_choice("format", FORMATS[settings.kind])]
    faults = []
    if settings.existing not in set(ExistingPolicy):
        faults.append(_not_a_choice("existing", list(ExistingPolicy)))
    if settings.game and settings.game not in GAMES:
        faults.append(_not_a_choice("game", GAMES))
    for field_name, name in settings.mapping.items():
        if not isinstance(name, str):
            words = _("Enter the name of a column.")
            faults.append(Fault("not_text", f"mapping.{field_name[:60]}", words))
    if len(settings.mapping) > MOST_MAPPED:
        words = _("Give at most %(most)s fields.") % {"most": MOST_MAPPED}
        faults.append(Fault("too_long", "mapping", words))
    return faults


def _not_a_choice(path: str, choices: Any) -> Fault:
    words = _("Choose one of: %(known)s.") % {"known": ", ".join(map(str, choices))}
    return Fault("not_a_choice", path, words)


def _season_faults(club: Club, settings: ImportSettings) -> list[Fault]:
    if settings.kind == PLAYERS:
        return []
    if (settings.season is None) == (not settings.season_name.strip()):
        words = _("Either name a new season or choose one of the club’s.")
        return [Fault("bad_season", "season", words)]
    if settings.season is not None and not club.seasons.filter(pk=settings.season).exists():
        return [Fault("unknown_season", "season", _("The club has no such season."))]
    return []


def _house_rule_faults(settings: ImportSettings) -> list[Fault]:
    """Return the faults of the form of house rules; each match checks whether they are possible."""
    faults = []
    for game, rules in settings.house_rules.items():
        if game not in GAMES:
            words = _("Unknown game. Choose one of: %(known)s.") % {"known": ", ".join(GAMES)}
            faults.append(Fault("unknown_game", f"house_rules.{game[:60]}", words))
        elif not isinstance(rules, dict):
            words = _("Send an object.")
            faults.append(Fault("not_an_object", f"house_rules.{game}", words))
    return faults
