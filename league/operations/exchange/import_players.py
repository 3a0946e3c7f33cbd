"""Players from a file: new ones, and those the club knows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.errors import Invalid
from league.models import Club, Job, Player
from league.operations.exchange.import_files import players
from league.operations.exchange.import_files.faults import RowFault, moved
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.players import Action, Existing, Known, Person, Step
from league.operations.exchange.import_files.sheets import Row
from league.operations.people import clubs
from league.operations.support import jobs

SHOWN = 20  # of the first rows, as they were understood


@dataclass
class Brought:
    """What came of a file. `made` and `changed` are for undoing it, `told` for who reads."""

    told: dict[str, Any]
    made: dict[str, Any]
    changed: list[dict[str, Any]] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)


def bring(
    job: Job, club: Club, rows: Sequence[Row], columns: Columns, existing: Existing
) -> Brought:
    people, faults = players.read(rows, columns)
    for person in people:
        faults += _faults_of(person)
    steps, refused = players.decide(people, _known(club), existing)
    faults += refused
    made, changed = [], []
    for number, step in enumerate([] if faults else steps):
        if step.action == Action.NEW:
            made.append(_add(club, step.after).pk)
        elif step.action == Action.CHANGED:
            changed.append(_update(club, step))
        jobs.report_progress(job, number + 1, len(steps))
    told = {
        "rows": len(rows),
        "players": _counts(steps),
        "first": [_line(s) for s in steps[:SHOWN]],
    }
    return Brought(told, {"players": made}, changed, faults)


def _faults_of(person: Person) -> list[RowFault]:
    """The same that the club would say of a player entered by hand."""
    found = _refused(person.row, clubs.clean_name, person.name)
    if person.email:
        found += _refused(person.row, clubs.check_email, person.email)
    return found


def _refused(row: int, check: Callable[[str], object], value: str) -> list[RowFault]:
    try:
        check(value)
    except Invalid as error:
        return moved(error.problems, row)
    return []


def _known(club: Club) -> list[Known]:
    rows = club.players.order_by("pk").values_list("pk", "name", "email", "visibility")
    return [Known(*row) for row in rows]


def _add(club: Club, after: Known) -> Player:
    return clubs.add_player(club, name=after.name, email=after.email, visibility=after.visibility)


def _update(club: Club, step: Step) -> dict[str, Any]:
    assert step.known is not None, "only known players change"
    clubs.update_player(
        Player(pk=step.known.id, club=club),
        name=step.after.name,
        email=step.after.email,
        visibility=step.after.visibility,
    )
    return {"id": step.known.id, "before": _written(step.known), "after": _written(step.after)}


def _written(player: Known) -> dict[str, str]:
    return {"name": player.name, "email": player.email, "visibility": player.visibility}


def _counts(steps: Sequence[Step]) -> dict[str, int]:
    return {action: sum(step.action == action for step in steps) for action in Action}


def _line(step: Step) -> dict[str, Any]:
    return {"row": step.row, "action": step.action, **_written(step.after)}
