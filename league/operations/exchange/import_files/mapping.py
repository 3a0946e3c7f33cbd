"""Which column of a file is which field: guessed from its name, or as the caller says."""

import re
from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from league.errors import Fault
from league.operations.exchange.import_files.cells import bare
from league.operations.exchange.import_files.sheets import Row

Columns = dict[str, int]  # field → number of its column

NAMES: Mapping[str, Mapping[str, Sequence[str]]] = {  # kind → field → names without accents
    "players": {
        "first_name": ("prenom", "firstname", "givenname"),
        "last_name": ("nomdefamille", "lastname", "surname", "familyname"),
        "name": ("nomcomplet", "nometprenom", "prenometnom", "name", "fullname", "joueur",
                 "joueuse", "player", "pseudo", "nom"),
        "email": ("email", "mail", "courriel", "adresseemail", "adressemail", "emailaddress"),
        "visibility": ("visibility", "visibilite", "affichage"),
    },
    "season": {
        "date": ("date", "jour", "day", "soiree", "evening", "datedelasoiree", "played", "joue"),
        "time": ("time", "heure", "debut", "start"),
        "place": ("lieu", "salle", "venue", "location", "endroit"),
        "game": ("game", "jeu"),
        "match": ("match", "partie", "rencontre", "table", "matchnumber"),
        "round": ("round", "manche", "donne"),
        "seat": ("seat", "siege", "ordre", "order"),
        "player": ("player", "joueur", "joueuse", "nom", "name", "nomcomplet", "prenom"),
        "score": ("score", "points", "resultat", "result"),
        "total": ("total", "totaux", "scorefinal", "finalscore", "scoretotal"),
    },
}  # fmt: skip
NEEDED = ("date", "game", "match", "player")
ROUND = re.compile(r"round([1-9]\d{0,2})", re.ASCII)
ROUND_NAME = re.compile(r"(?:manche|round|donne|score|tour|m|r)0*([1-9]\d{0,2})", re.ASCII)


def find(
    kind: str,
    columns: Sequence[str],
    asked: Mapping[str, str],
    defaults: Collection[str] = (),
    unnamed: Sequence[Row] = (),
) -> tuple[Columns, list[Fault]]:
    """What is asked counts before what can be guessed; an empty name leaves the field out. Fields
    that have a default need no column. Where columns have no names, the first rows tell them."""
    found, faults = _asked(kind, columns, asked)
    taken = set(found.values())
    guessed = _guessed_by_cells(unnamed) if unnamed and kind == "players" else None
    for field, column in (_guessed(kind, columns) if guessed is None else guessed).items():
        if field not in asked and column not in taken:
            found[field] = column
            taken.add(column)
    if kind == "players":
        _split_name(found, asked)
    faults += _rounds_twice(columns, found, asked)
    return found, faults or _missing(kind, {**found, **dict.fromkeys(defaults, -1)})


def fields(kind: str, columns: Mapping[str, int]) -> list[str]:
    """All that the kind knows, and the rounds that stand beside each other in this file."""
    return [*NAMES[kind], *sorted(set(columns) - set(NAMES[kind]), key=round_number)]


def rounds(columns: Columns) -> list[str]:
    """The fields of a row that holds a whole match of one player, the first round first."""
    return sorted((field for field in columns if ROUND.fullmatch(field)), key=round_number)


def round_number(field: str) -> int:
    return int(field.removeprefix("round") or 0)


def _asked(
    kind: str, columns: Sequence[str], asked: Mapping[str, str]
) -> tuple[Columns, list[Fault]]:
    found: Columns = {}
    faults = []
    for field, name in asked.items():
        path = f"mapping.{field}"
        if field not in NAMES[kind] and not (kind == "season" and ROUND.fullmatch(field)):
            known = ", ".join(NAMES[kind])
            words = _("No such field: one of %(known)s is expected.") % {"known": known}
            faults.append(Fault("unknown_field", path[:80], words))
        elif name.strip():
            places = _named(columns, name)
            if len(places) == 1 and places[0] not in found.values():
                found[field] = places[0]
            else:
                faults.append(_fault_of_column(path, name, columns, len(places)))
    return found, faults


def _named(columns: Sequence[str], name: str) -> list[int]:
    exact = [number for number, each in enumerate(columns) if each == name.strip()]
    wanted = name.strip().casefold()
    return exact or [number for number, each in enumerate(columns) if each.casefold() == wanted]


def _fault_of_column(path: str, name: str, columns: Sequence[str], places: int) -> Fault:
    if not places:
        words = _("No column is named “%(name)s”. There are: %(known)s.")
        known = ", ".join(each for each in columns if each)[:300]
        return Fault("unknown_column", path, words % {"name": name.strip()[:60], "known": known})
    if places > 1:
        words = _("Several columns are named “%(name)s”.") % {"name": name.strip()[:60]}
    else:
        words = _("The column “%(name)s” stands for another field already.")
        words %= {"name": name.strip()[:60]}
    return Fault("column_twice", path, words)


def _guessed(kind: str, columns: Sequence[str]) -> Columns:
    named = [bare(column) for column in columns]
    found: Columns = {}
    for field, names in NAMES[kind].items():
        number = next((named.index(name) for name in (bare(field), *names) if name in named), None)
        if number is not None and not _is_rank(field, named[number]):
            found[field] = number
    if kind == "season" and not {"round", "score"} <= set(found):
        for number, name in enumerate(named):
            if is_round := ROUND_NAME.fullmatch(name):
                found.setdefault(f"round{is_round[1]}", number)
    return found


def names_columns(kind: str, cells: Sequence[str]) -> bool:
    """Return whether the first line of a file names its columns. Results cannot be understood
    without names; in a list of players one of the names is a known one, or it is a player."""
    return kind != "players" or bool(_guessed(kind, cells))


def _guessed_by_cells(rows: Sequence[Row]) -> Columns:
    """Guess the columns of players from what stands in them: an e-mail, a whole name or two parts
    of it."""
    columns = range(len(rows[0].cells))
    emails = [each for each in columns if any("@" in row.cells[each] for row in rows)]
    words = [each for each in columns if any(_is_word(row.cells[each]) for row in rows)]
    names = [each for each in words if each not in emails][:2]
    found = dict(
        zip(("first_name", "last_name") if len(names) == 2 else ("name",), names, strict=False)
    )
    return found | ({"email": emails[0]} if emails else {})


def _is_word(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _rounds_twice(columns: Sequence[str], found: Columns, asked: Mapping[str, str]) -> list[Fault]:
    """A round must not get lost because its column has the name of another."""
    named = [bare(column) for column in columns]
    return [
        _fault_of_column(f"mapping.{field}", columns[found[field]], columns, 2)
        for field in rounds(found)
        if field not in asked and named.count(named[found[field]]) > 1
    ]


def _is_rank(field: str, name: str) -> bool:
    """A column “Place” of old results is how somebody finished, not where they played."""
    return field == "place" and name == "place"


def _split_name(found: Columns, asked: Mapping[str, str]) -> None:
    """“Nom” beside “Prénom” is the family name."""
    if "first_name" in found and "last_name" not in found and "name" not in asked:
        if "name" in found:
            found["last_name"] = found.pop("name")
    elif "first_name" in found and "last_name" in found and "name" not in asked:
        found.pop("name", None)


def _missing(kind: str, found: Columns) -> list[Fault]:
    if kind == "players":
        return [] if {"name", "last_name", "first_name"} & set(found) else [_no_column("name")]
    faults = [_no_column(field) for field in NEEDED if field not in found]
    has_rounds = bool(rounds(found)) or {"round", "score"} <= set(found)
    if not has_rounds and {"score", "total"} & set(found):
        words = _(
            "These are totals of whole matches. The rules are checked round by round, and no "
            "rounds are invented: give each round in a column “Round 1”, “Round 2” … or in a row "
            "of its own, with columns for the round and the score."
        )
        faults.append(Fault("totals_only", "mapping", words))
    elif not has_rounds:
        faults.append(_no_column("round1"))
    return faults


def _no_column(field: str) -> Fault:
    words = _("No column is known to hold this field: say which one in the mapping.")
    return Fault("missing_column", f"mapping.{field}", words)
