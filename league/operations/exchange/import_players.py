"""Import of players from a file: new ones, and changes of players of the club."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from league.errors import Invalid
from league.models import Club, Job, Player
from league.operations.exchange.import_files import orders, players
from league.operations.exchange.import_files.cells import name_key
from league.operations.exchange.import_files.faults import (
    MOST_LISTED,
    RowFault,
    at_row,
    to_row_faults,
)
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.players import (
    ClubPlayer,
    ExistingPolicy,
    ImportStep,
    PersonRow,
    RowAction,
)
from league.operations.exchange.import_files.sheets import SheetRow
from league.operations.people import clubs, names
from league.operations.people.duplicates import LookAlikes, merged_names
from league.operations.support import jobs

SUMMARY_ROWS = 20  # of the first rows in the summary


@dataclass
class ImportOutcome:
    """The outcome of an import. `made` and `changed` are needed to undo it; `summary` is for
    people."""

    summary: dict[str, Any]
    made: dict[str, Any]
    changed: list[dict[str, Any]] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)


def import_players(
    job: Job, club: Club, rows: Sequence[SheetRow], columns: Columns, existing: ExistingPolicy
) -> ImportOutcome:
    """Import the rows of a list of players."""
    ordered = orders.people_of_orders(rows, columns)
    people, faults = players.parse_people(ordered.rows, ordered.columns)
    for person in people:
        faults += _person_faults(person)
    steps, refused = players.plan_steps(people, _players_of_club(club), existing)
    faults += refused
    notices = [notice.to_json() for notice in ordered.notices[:MOST_LISTED]]
    notices += _look_alikes(club, steps)  # before there are new players
    created_ids, changed = [], []
    for number, step in enumerate([] if faults else steps):
        if step.action == RowAction.NEW:
            created_ids.append(_add(club, step.after).pk)
        elif step.action == RowAction.CHANGED:
            changed.append(_update(club, step))
        jobs.report_progress(job, number + 1, len(steps))
    summary = {
        "rows": len(rows),
        "players": _counts(steps),
        "notices": notices,
        "first": [_summary_line(s) for s in steps[:SUMMARY_ROWS]],
    }
    return ImportOutcome(summary, {"players": created_ids}, changed, faults)


def _person_faults(person: PersonRow) -> list[RowFault]:
    """Return the faults that a player entered by hand would have."""
    faults = _faults_of_check(person.row, names.clean_name, person.name)
    if person.email:
        faults += _faults_of_check(person.row, clubs.check_email, person.email)
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


def _look_alikes(club: Club, steps: Sequence[ImportStep]) -> list[dict[str, Any]]:
    """Return a notice for each new player who may be in the club already."""
    look_alikes = LookAlikes(club.players.all())
    notices = []
    for step in steps:
        alike = look_alikes.find(step.after.name) if step.action == RowAction.NEW else []
        if alike:
            words = _("%(name)s looks like %(other)s: is it the same person?")
            words %= {"name": step.after.name, "other": alike[0].name}
            notices.append(at_row(step.row, "name", "looks_like", words).to_json())
    return notices


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
