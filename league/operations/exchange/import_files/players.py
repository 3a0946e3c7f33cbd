"""Rows of people: who they are, and which of them the club knows already."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.operations.exchange.import_files.cells import bare, key, one_line
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.sheets import Row

VISIBILITIES: Mapping[str, Sequence[str]] = {
    "full": ("full", "fullname", "nomcomplet", "complet"),
    "initial": ("initial", "initiale", "firstnameandinitial", "prenometinitiale"),
    "hidden": ("hidden", "noname", "masque", "aucunnom", "cache"),
}


class Existing(StrEnum):
    """What happens to people the club knows already."""

    SKIP = "skip"
    UPDATE = "update"
    REFUSE = "refuse"


class Action(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    SKIPPED = "skipped"


class Person(NamedTuple):
    """As the file has it; empty: not said."""

    row: int
    name: str
    email: str
    visibility: str


class Known(NamedTuple):
    """A player of the club."""

    id: int
    name: str
    email: str
    visibility: str


class Step(NamedTuple):
    """What becomes of a row: `after` is how the player will be."""

    row: int
    action: Action
    known: Known | None
    after: Known


def read(rows: Iterable[Row], columns: Columns) -> tuple[list[Person], list[RowFault]]:
    faults: list[RowFault] = []
    people = [_person(row, columns, faults) for row in rows]
    for field in ("name", "email"):
        faults += _twice(people, field)
    return people, faults


def decide(
    people: Iterable[Person], club: Sequence[Known], existing: Existing
) -> tuple[list[Step], list[RowFault]]:
    """New, changed or left alone; by e-mail if it is known, else by name."""
    by_name, by_email = _by(club, "name"), _by(club, "email")
    steps, faults = [], []
    meant: dict[int, int] = {}  # player → the first row that means him
    for person in people:
        same_email = by_email.get(key(person.email), []) if person.email else []
        same_name = by_name.get(key(person.name), [])
        found = same_email or same_name
        if len(found) > 1 or (same_name and same_email and not set(same_name) & set(same_email)):
            words = _("Several players of the club have this name or e-mail: which one is meant?")
            faults.append(at_row(person.row, "name", "ambiguous_player", words))
        elif found and existing == Existing.REFUSE:
            words = _("The club has this player already: %(name)s.") % {"name": found[0].name}
            faults.append(at_row(person.row, "name", "known_player", words))
        elif found and (first := meant.setdefault(found[0].id, person.row)) != person.row:
            words = _("The same stands in row %(row)s already.") % {"row": first}
            faults.append(at_row(person.row, "name", "row_twice", words))
        else:
            steps.append(_step(person, found[0] if found else None, existing))
    return steps, faults


def _person(row: Row, columns: Columns, faults: list[RowFault]) -> Person:
    said = {field: one_line(row.cells[number]) for field, number in columns.items()}
    parts = (said.get("first_name", ""), said.get("last_name", ""))
    name = said.get("name") or " ".join(part for part in parts if part)
    wanted = bare(said.get("visibility", ""))
    visibility = next((each for each, words in VISIBILITIES.items() if wanted in words), "")
    if wanted and not visibility:
        words = _("One of these is expected: %(known)s.") % {"known": ", ".join(VISIBILITIES)}
        faults.append(at_row(row.number, "visibility", "not_a_choice", words))
    return Person(row.number, name, said.get("email", ""), visibility)


def _twice(people: Iterable[Person], field: str) -> Iterable[RowFault]:
    seen: dict[str, int] = {}
    for person in people:
        written = key(getattr(person, field))
        first = seen.setdefault(written, person.row)
        if written and first != person.row:
            words = _("The same stands in row %(row)s already.") % {"row": first}
            yield at_row(person.row, field, "row_twice", words)


def _by(club: Iterable[Known], field: str) -> dict[str, list[Known]]:
    found: dict[str, list[Known]] = {}
    for player in club:
        if written := key(getattr(player, field)):
            found.setdefault(written, []).append(player)
    return found


def _step(person: Person, known: Known | None, existing: Existing) -> Step:
    if known is None:
        after = Known(0, person.name, person.email, person.visibility or "full")
        return Step(person.row, Action.NEW, None, after)
    after = known
    if existing == Existing.UPDATE:
        email, visibility = person.email or known.email, person.visibility or known.visibility
        after = Known(known.id, person.name, email, visibility)
    return Step(person.row, Action.SKIPPED if after == known else Action.CHANGED, known, after)
