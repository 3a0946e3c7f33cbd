"""Import of players from a file: new ones, and changes of players of the club."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from league.errors import Invalid
from league.models import Club, Job, Player
from league.names import clean_name, name_key
from league.operations.exchange import import_notices
from league.operations.exchange.import_files import orders, players, rows
from league.operations.exchange.import_files.cells import filled, parse_email, quoted
from league.operations.exchange.import_files.faults import RowFault, at_row, to_row_faults
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.person_names import person_name
from league.operations.exchange.import_files.players import (
    ClubPlayer,
    ExistingPolicy,
    ImportStep,
    PersonRow,
    RowAction,
)
from league.operations.exchange.import_files.sheets import SheetRow
from league.operations.exchange.import_notices import RowText
from league.operations.exchange.same_people import Choices, NewNames, SamePeople
from league.operations.people import clubs
from league.operations.people.duplicates import merged_names
from league.operations.support import jobs

SUMMARY_ROWS = 20  # of the first rows in the summary
MOST_NEW_NAMES = 200  # in the summary


@dataclass
class ImportOutcome:
    """The outcome of an import. `made` and `changed` are needed to undo it; `summary` and `notices`
    are for people."""

    summary: dict[str, Any]
    made: dict[str, Any]
    changed: list[dict[str, Any]] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    notices: list[RowFault] = field(default_factory=list)


def import_players(
    job: Job,
    club: Club,
    sheet_rows: Sequence[SheetRow],
    columns: Columns,
    existing: ExistingPolicy,
    choices: Choices,
) -> ImportOutcome:
    """Import the rows of a list of players. `choices` say which names mean one person."""
    same = SamePeople(choices)
    person_rows, notices = _without_totals(sheet_rows, columns)
    ordered = orders.people_of_orders(person_rows, columns)
    people, faults = players.parse_people(ordered.rows, ordered.columns, same.meant)
    faults += same.unused()
    faults += [*ordered.faults, *_payer_faults(person_rows, columns)]
    faulty_payers = {fault.row for fault in faults if fault.path.endswith(".payer_email")}
    for person in people:
        faults += _person_faults(person, check_email=person.row not in faulty_payers)
    steps, refused = players.plan_steps(people, _players_of_club(club), existing)
    faults += refused
    faults += _name_faults(steps)
    notices += [*ordered.notices, *_mis_decoded(people)]
    notices += _look_alikes(club, steps)  # before there are new players
    created_ids, changed = [], []
    for number, step in enumerate([] if faults else steps):
        if step.action == RowAction.NEW:
            created_ids.append(_add(club, step.after).pk)
        elif step.action == RowAction.CHANGED:
            changed.append(_update(club, step))
        jobs.report_progress(job, number + 1, len(steps))
    summary = {
        "rows": len(sheet_rows),
        "players": _counts(steps),
        "first": [_summary_line(s) for s in steps[:SUMMARY_ROWS]],
        "new_names": new_names(step.after.name for step in steps if step.action == RowAction.NEW),
    }
    return ImportOutcome(summary, {"players": created_ids}, changed, _once(faults), notices)


def new_names(every_name: Iterable[str]) -> list[str]:
    """Return the first names of new players, as the preview shows them."""
    return list(islice(every_name, MOST_NEW_NAMES))


def _without_totals(
    sheet_rows: Sequence[SheetRow], columns: Columns
) -> tuple[list[SheetRow], list[RowFault]]:
    """Return the rows of people, and a notice for each row of totals."""
    person_rows, notices = [], []
    for row in sheet_rows:
        values = {field: filled(row.cells[number]) for field, number in columns.items()}
        if rows.is_totals(person_name(values, "name"), row.cells):
            notices.append(rows.totals_notice(row))
        else:
            person_rows.append(row)
    return person_rows, notices


def _once(faults: Iterable[RowFault]) -> list[RowFault]:
    """Return the faults without a second one that says of the same row that it is there twice."""
    seen: set[tuple[int, str]] = set()
    result = []
    for fault in faults:
        if fault.code != "row_twice" or (fault.row, fault.code) not in seen:
            result.append(fault)
        seen.add((fault.row, fault.code))
    return result


def _mis_decoded(people: Iterable[PersonRow]) -> Iterable[RowFault]:
    return import_notices.mis_decoded(RowText(person.row, "name", person.name) for person in people)


def _payer_faults(sheet_rows: Iterable[SheetRow], columns: Columns) -> list[RowFault]:
    """Return faults for e-mail addresses of payers that are none."""
    number = columns.get("payer_email", -1)
    faults: list[RowFault] = []
    for row in sheet_rows if number >= 0 else ():
        if email := parse_email(filled(row.cells[number])):
            faults += _email_faults(row.number, "payer_email", email)
    return faults


def _email_faults(row: int, field_name: str, email: str) -> list[RowFault]:
    return [
        at_row(row, field_name, fault.code, quoted(email) + fault.message, fault.clause)
        for fault in _faults_of_check(row, clubs.check_email, email)
    ]


def name_fault(row: int, field_name: str, name: str) -> RowFault | None:
    """Return a fault for a new player whose name is a number or an e-mail address: most likely the
    column is another."""
    has_letters, has_digits = any(map(str.isalpha, name)), any(map(str.isdigit, name))
    is_number, is_address = has_digits and not has_letters, "@" in name and " " not in name
    if not is_number and not is_address:
        return None
    words = _("“%(name)s” is not a name. Choose another column, or add this player by hand.")
    return at_row(row, field_name, "not_a_name", words % {"name": name[:60]})


def _name_faults(steps: Iterable[ImportStep]) -> Iterable[RowFault]:
    faults = (
        name_fault(step.row, "name", step.after.name)
        for step in steps
        if step.action == RowAction.NEW
    )
    return filter(None, faults)


def _person_faults(person: PersonRow, *, check_email: bool) -> list[RowFault]:
    """Return the faults that a player entered by hand would have."""
    faults = _faults_of_check(person.row, clean_name, person.name)
    if person.email and check_email:
        faults += _email_faults(person.row, "email", person.email)
    return faults


def _faults_of_check(row: int, check: Callable[[str], object], value: str) -> list[RowFault]:
    """Return the faults that this check raises."""
    try:
        check(value)
    except Invalid as error:
        return to_row_faults(error.problems, row)
    return []


def _players_of_club(club: Club) -> list[ClubPlayer]:
    former_names: dict[int, list[str]] = {}
    for name, survivor in merged_names(club):
        former_names.setdefault(survivor.pk, []).append(name_key(name))
    return [
        ClubPlayer(
            player.pk,
            player.name,
            player.email,
            player.visibility,
            is_protected=player.has_chosen or player.is_child,
            former_names=tuple(former_names.get(player.pk, [])),
        )
        for player in club.players.order_by("pk")
    ]


def _look_alikes(club: Club, steps: Sequence[ImportStep]) -> list[RowFault]:
    """Return a notice for each new player who may be in the club, or in a row above, already."""
    names = NewNames(club)
    new = [step for step in steps if step.action == RowAction.NEW]
    return [notice for step in new for notice in names.add(step.row, "name", step.after.name)]


def _add(club: Club, after: ClubPlayer) -> Player:
    return clubs.add_player(club, name=after.name, email=after.email, visibility=after.visibility)


def _update(club: Club, step: ImportStep) -> dict[str, Any]:
    assert step.player is not None, "only known players change"
    clubs.update_player(
        club.players.get(pk=step.player.id),
        name=step.after.name,
        email=step.after.email,
        visibility=step.after.visibility,
    )
    return {"id": step.player.id, "before": _columns(step.player), "after": _columns(step.after)}


def _columns(player: ClubPlayer) -> dict[str, str]:
    return {"name": player.name, "email": player.email, "visibility": player.visibility}


def _counts(steps: Sequence[ImportStep]) -> dict[str, int]:
    return {action: sum(step.action == action for step in steps) for action in RowAction}


def _summary_line(step: ImportStep) -> dict[str, Any]:
    return {"row": step.row, "action": step.action, **_columns(step.after)}
