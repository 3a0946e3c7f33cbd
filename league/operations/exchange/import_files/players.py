"""Rows of people, matched with the players of the club."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.names import name_key, one_spelled
from league.operations.exchange.import_files.cells import (
    choice_key,
    filled,
    parse_email,
    split_address,
)
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.person_names import person_name
from league.operations.exchange.import_files.sheets import SheetRow

VISIBILITIES: Mapping[str, Sequence[str]] = {
    "full": ("full", "fullname", "nomcomplet", "complet", "voll", "vollername"),
    "initial": (
        "initial",
        "initiale",
        "firstnameandinitial",
        "prenometinitiale",
        "vornameundinitiale",
    ),
    "alias": ("alias", "pseudonyme", "pseudo", "pseudonym", "spitzname"),
    "hidden": ("hidden", "noname", "masque", "aucunnom", "cache", "verborgen", "keinname"),
}


class ExistingPolicy(StrEnum):
    """Treatment of people who are already players of the club."""

    SKIP = "skip"
    UPDATE = "update"
    REFUSE = "refuse"


class RowAction(StrEnum):
    """Action of an import for a row."""

    NEW = "new"
    CHANGED = "changed"
    SKIPPED = "skipped"


class PersonRow(NamedTuple):
    """A person of the file; empty values are missing there. `player` is the club's player that was
    chosen for the row."""

    row: int
    name: str
    email: str
    visibility: str
    player: int | None = None


class ClubPlayer(NamedTuple):
    """A player of the club, with the names of players who were merged into it. A protected one has
    chosen how the public sees it, or is a child: a file does not change that."""

    id: int
    name: str
    email: str
    visibility: str
    is_protected: bool = False
    former_names: tuple[str, ...] = ()


class ImportStep(NamedTuple):
    """The outcome of a row: `player` is the one before the import, None for a new one, and `after`
    the one after it."""

    row: int
    action: RowAction
    player: ClubPlayer | None
    after: ClubPlayer


def parse_people(
    rows: Iterable[SheetRow], columns: Columns, meant: Callable[[str], int | str] = str
) -> tuple[list[PersonRow], list[RowFault]]:
    """Return the people of the rows, and faults. `meant` returns the choice for a name: a player of
    the club, or another name of the same person, whose rows are merged."""
    faults: list[RowFault] = []
    people = _united([_person(row, columns, faults) for row in rows], meant)
    faults += _repeated(people)
    return people, faults


def plan_steps(
    people: Iterable[PersonRow], club: Sequence[ClubPlayer], existing: ExistingPolicy
) -> tuple[list[ImportStep], list[RowFault]]:
    """Return what happens to each row: players are recognised by e-mail address, else by name."""
    by_name, by_email = _players_by(club, "name"), _players_by(club, "email")
    for player in club:
        for name in player.former_names:
            by_name.setdefault(name, []).append(player)
    steps, faults = [], []
    by_id = {player.id: [player] for player in club}
    first_rows: dict[int, int] = {}  # player → the first row about the player
    for person in people:
        same_email = by_email.get(_key(person, "email"), []) if person.email else []
        same_name = by_name.get(name_key(person.name), [])
        if only := one_spelled(person.name, same_name):
            same_name = [only]
        chosen = by_id.get(person.player or 0, [])
        players = chosen or same_email or same_name
        is_torn = same_name and same_email and not set(same_name) & set(same_email)
        if len(players) > 1 or (is_torn and not chosen):
            words = _(
                "Several players of the club have this name or e-mail address: which one is it?"
            )
            faults.append(at_row(person.row, "name", "ambiguous_player", words))
        elif players and existing == ExistingPolicy.REFUSE:
            words = _("The club already has this player: %(name)s.") % {"name": players[0].name}
            faults.append(at_row(person.row, "name", "known_player", words))
        elif players and (first := first_rows.setdefault(players[0].id, person.row)) != person.row:
            words = _("Row %(row)s already contains the same entry.") % {"row": first}
            faults.append(at_row(person.row, "name", "row_twice", words))
        else:
            step = _step(person, players[0] if players else None, existing)
            steps.append(step)
            if _changes_protected(step):
                words = _("%(name)s decides what the public sees: leave this cell empty.")
                words %= {"name": step.after.name}
                faults.append(at_row(person.row, "visibility", "chosen_by_person", words))
    return steps, faults


def _changes_protected(step: ImportStep) -> bool:
    """Return whether the file changes the visibility of a protected player."""
    player = step.player
    return player is not None and player.is_protected and step.after.visibility != player.visibility


def _person(row: SheetRow, columns: Columns, faults: list[RowFault]) -> PersonRow:
    values = {field: filled(row.cells[number]) for field, number in columns.items()}
    visibility_text = choice_key(values.get("visibility", ""))
    visibility = next(
        (visibility for visibility, words in VISIBILITIES.items() if visibility_text in words), ""
    )
    if visibility_text and not visibility:
        words = _("“%(found)s” is not one of: %(known)s.")
        words %= {"found": values["visibility"][:60], "known": ", ".join(VISIBILITIES)}
        faults.append(at_row(row.number, "visibility", "not_a_choice", words))
    name, email = person_name(values, "name"), values.get("email", "")
    name_in_address, address = split_address(name)
    if name_in_address and "@" in address:
        name, email = name_in_address, email or address
    return PersonRow(row.number, name, parse_email(email), visibility)


def _united(people: Iterable[PersonRow], meant: Callable[[str], int | str]) -> list[PersonRow]:
    """Return one row per person as chosen; a row without an address gets the other row's."""
    united: list[PersonRow] = []
    place: dict[str, int] = {}  # key of a name that another name means → its place in `united`
    renamed: set[str] = set()
    for person in people:
        choice = meant(person.name)
        if isinstance(choice, int):
            united.append(person._replace(player=choice))
            continue
        key, is_other = name_key(choice), name_key(choice) != name_key(person.name)
        first = place.setdefault(key, len(united))
        if first < len(united) and (is_other or key in renamed):
            united[first] = _with_values_of(united[first], person)
        else:
            united.append(person._replace(name=choice) if is_other else person)
        if is_other:
            renamed.add(key)
    return united


def _with_values_of(person: PersonRow, other: PersonRow) -> PersonRow:
    return person._replace(
        email=person.email or other.email, visibility=person.visibility or other.visibility
    )


def _repeated(people: Iterable[PersonRow]) -> Iterable[RowFault]:
    """Yield one fault for each row that repeats the name or the e-mail address of another."""
    first_rows: dict[tuple[str, str], int] = {}
    for person in people:
        for field in ("name", "email"):
            value = _key(person, field)
            first = first_rows.setdefault((field, value), person.row)
            if value and first != person.row:
                words = _("Row %(row)s already contains the same entry.") % {"row": first}
                yield at_row(person.row, field, "row_twice", words)
                break


def _players_by(club: Iterable[ClubPlayer], field: str) -> dict[str, list[ClubPlayer]]:
    players: dict[str, list[ClubPlayer]] = {}
    for player in club:
        if value := _key(player, field):
            players.setdefault(value, []).append(player)
    return players


def _key(person: PersonRow | ClubPlayer, field: str) -> str:
    """Return the comparison key of the person's name or address."""
    return name_key(person.name) if field == "name" else person.email.casefold()


def _step(person: PersonRow, player: ClubPlayer | None, existing: ExistingPolicy) -> ImportStep:
    if player is None:
        after = ClubPlayer(0, person.name, person.email, person.visibility)
        return ImportStep(person.row, RowAction.NEW, None, after)
    after = player
    if existing == ExistingPolicy.UPDATE:
        email, visibility = person.email or player.email, person.visibility or player.visibility
        is_former = person.player or name_key(person.name) in player.former_names
        name = player.name if is_former else person.name
        after = player._replace(name=name, email=email, visibility=visibility)
    return ImportStep(
        person.row, RowAction.SKIPPED if after == player else RowAction.CHANGED, player, after
    )
