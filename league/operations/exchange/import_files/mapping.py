"""The columns of a file and their fields: guessed from their names, or chosen by the caller."""

import re
from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from league.errors import Fault
from league.operations.exchange.import_files.cells import bare
from league.operations.exchange.import_files.sheets import SheetRow

Columns = dict[str, int]  # field → number of its column

NAMES: Mapping[str, Mapping[str, Sequence[str]]] = {  # kind → field → names without accents
    "players": {
        # of an export of HelloAsso the person who plays, not the one who pays
        "first_name": ("prenomadherent", "prenomparticipant", "prenombeneficiaire", "prenom",
                       "firstname", "givenname", "vorname"),
        "last_name": ("nomadherent", "nomparticipant", "nombeneficiaire", "nomdefamille",
                      "lastname", "surname", "familyname", "nachname", "familienname"),
        "name": ("nomcomplet", "nometprenom", "prenometnom", "name", "fullname", "joueur",
                 "joueuse", "player", "pseudo", "nom", "vollername", "spieler", "spielerin",
                 "spitzname"),
        "email": ("emailadherent", "emailparticipant", "emailbeneficiaire", "email", "mail",
                  "courriel", "adresseemail", "adressemail", "emailaddress",
                  "emailadresse"),
        "visibility": ("visibility", "visibilite", "affichage", "sichtbarkeit"),
        "payer_first_name": ("prenompayeur", "prenomacheteur"),
        "payer_last_name": ("nompayeur", "nomacheteur"),
        "payer_email": ("emailpayeur", "emailacheteur"),
        "order_status": ("statutdelacommande", "statutcommande"),
    },
    "season": {
        "date": ("date", "jour", "day", "soiree", "evening", "datedelasoiree", "played", "joue",
                 "datum", "tag", "spieltag", "abend"),
        "time": ("time", "heure", "debut", "start", "uhrzeit", "zeit", "beginn"),
        "place": ("lieu", "salle", "venue", "location", "endroit", "ort", "spielort", "raum"),
        "game": ("game", "jeu", "spiel"),
        "match": ("match", "partie", "rencontre", "table", "matchnumber", "tisch"),
        "round": ("round", "manche", "donne", "runde"),
        "seat": ("seat", "siege", "ordre", "order", "sitz", "reihenfolge"),
        "player": ("player", "joueur", "joueuse", "nom", "name", "nomcomplet", "prenom",
                   "spieler", "spielerin", "vollername", "vorname"),
        "score": ("score", "points", "resultat", "result", "punkte", "ergebnis"),
        "total": ("total", "totaux", "scorefinal", "finalscore", "scoretotal", "gesamt", "summe",
                  "gesamtpunkte", "endstand"),
    },
}  # fmt: skip
# of a list of players that is an export of orders (import_files.orders)
ORDER_FIELDS = ("payer_first_name", "payer_last_name", "payer_email", "order_status")
REQUIRED_FIELDS = ("date", "game", "match", "player")
ROUND = re.compile(r"round([1-9]\d{0,2})", re.ASCII)
ROUND_NAME = re.compile(
    r"(?:manche|round|runde|donne|score|punkte|tour|m|r)0*([1-9]\d{0,2})", re.ASCII
)


def map_columns(
    kind: str,
    columns: Sequence[str],
    chosen: Mapping[str, str],
    defaults: Collection[str] = (),
    unnamed: Sequence[SheetRow] = (),
) -> tuple[Columns, list[Fault]]:
    """Return the column of each field, and faults. A choice counts before a guess; an empty name
    leaves the field out. Fields with a default need no column. Where columns have no names, they
    are guessed from the first rows."""
    result, faults = _chosen_columns(kind, columns, chosen)
    used_columns = set(result.values())
    guessed_by_cells = _guess_by_cells(unnamed) if unnamed and kind == "players" else None
    for field, column in (
        guess_by_names(kind, columns) if guessed_by_cells is None else guessed_by_cells
    ).items():
        if field not in chosen and column not in used_columns:
            result[field] = column
            used_columns.add(column)
    if kind == "players":
        _split_name(result, chosen)
    faults += _rounds_twice(columns, result, chosen)
    return result, faults or _missing(kind, {**result, **dict.fromkeys(defaults, -1)})


def fields(kind: str, columns: Mapping[str, int]) -> list[str]:
    """Return all fields of the kind, and the rounds that this file has side by side."""
    return [*NAMES[kind], *sorted(set(columns) - set(NAMES[kind]), key=round_number)]


def round_fields(columns: Columns) -> list[str]:
    """Return the fields of a row that contains a whole match of one player, the first round
    first."""
    return sorted((field for field in columns if ROUND.fullmatch(field)), key=round_number)


def round_number(field: str) -> int:
    return int(field.removeprefix("round") or 0)


def _chosen_columns(
    kind: str, columns: Sequence[str], chosen: Mapping[str, str]
) -> tuple[Columns, list[Fault]]:
    result: Columns = {}
    faults = []
    for field, name in chosen.items():
        path = f"mapping.{field}"
        if field not in NAMES[kind] and not (kind == "season" and ROUND.fullmatch(field)):
            field_names = ", ".join(NAMES[kind])
            words = _("Unknown field. Choose one of: %(known)s.") % {"known": field_names}
            faults.append(Fault("unknown_field", path[:80], words))
        elif name.strip():
            places = _columns_named(columns, name)
            if len(places) == 1 and places[0] not in result.values():
                result[field] = places[0]
            else:
                faults.append(_column_fault(path, name, columns, len(places)))
    return result, faults


def _columns_named(columns: Sequence[str], name: str) -> list[int]:
    exact = [number for number, each in enumerate(columns) if each == name.strip()]
    folded_name = name.strip().casefold()
    return exact or [
        number for number, each in enumerate(columns) if each.casefold() == folded_name
    ]


def _column_fault(path: str, name: str, columns: Sequence[str], places: int) -> Fault:
    if not places:
        words = _("No column is named “%(name)s”. The file has: %(known)s.")
        column_names = ", ".join(each for each in columns if each)[:300]
        return Fault(
            "unknown_column", path, words % {"name": name.strip()[:60], "known": column_names}
        )
    if places > 1:
        words = _("Several columns are named “%(name)s”.") % {"name": name.strip()[:60]}
    else:
        words = _("The column “%(name)s” is already used for another field.")
        words %= {"name": name.strip()[:60]}
    return Fault("column_twice", path, words)


def guess_by_names(kind: str, columns: Sequence[str]) -> Columns:
    """Return the column of each field that has a known name."""
    bare_names = [bare(column) for column in columns]
    result: Columns = {}
    for field, names in NAMES[kind].items():
        number = next(
            (bare_names.index(name) for name in (bare(field), *names) if name in bare_names), None
        )
        if number is not None and not _is_rank(field, bare_names[number]):
            result[field] = number
    if kind == "season" and not {"round", "score"} <= set(result):
        for number, name in enumerate(bare_names):
            if is_round := ROUND_NAME.fullmatch(name):
                result.setdefault(f"round{is_round[1]}", number)
    return result


def names_columns(kind: str, cells: Sequence[str]) -> bool:
    """Return whether the first line of a file names its columns. Results cannot be understood
    without names; in a list of players one of the names is a known one, or the line is a player."""
    return kind != "players" or bool(guess_by_names(kind, cells))


def _guess_by_cells(rows: Sequence[SheetRow]) -> Columns:
    """Guess the columns of players from their cells: an e-mail address, a whole name or two parts
    of it."""
    columns = range(len(rows[0].cells))
    emails = [each for each in columns if any("@" in row.cells[each] for row in rows)]
    words = [each for each in columns if any(_is_word(row.cells[each]) for row in rows)]
    names = [each for each in words if each not in emails][:2]
    result = dict(
        zip(("first_name", "last_name") if len(names) == 2 else ("name",), names, strict=False)
    )
    return result | ({"email": emails[0]} if emails else {})


def _is_word(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _rounds_twice(
    columns: Sequence[str], result: Columns, chosen: Mapping[str, str]
) -> list[Fault]:
    """Return faults for repeated columns: a round must not get lost because its column has the name
    of another."""
    bare_names = [bare(column) for column in columns]
    return [
        _column_fault(f"mapping.{field}", columns[result[field]], columns, 2)
        for field in round_fields(result)
        if field not in chosen and bare_names.count(bare_names[result[field]]) > 1
    ]


def _is_rank(field: str, name: str) -> bool:
    """Return whether the column is the rank of a player: a column “Place” of old results is not a
    venue."""
    return field == "place" and name == "place"


def _split_name(result: Columns, chosen: Mapping[str, str]) -> None:
    """Treat “Nom” beside “Prénom”, or “Name” beside “Vorname”, as the family name."""
    if "first_name" in result and "last_name" not in result and "name" not in chosen:
        if "name" in result:
            result["last_name"] = result.pop("name")
    elif "first_name" in result and "last_name" in result and "name" not in chosen:
        result.pop("name", None)


def _missing(kind: str, result: Columns) -> list[Fault]:
    if kind == "players":
        if {"name", "last_name", "first_name"} & set(result):
            return []
        return [_only_payers() if set(ORDER_FIELDS) & set(result) else _no_column("name")]
    faults = [_no_column(field) for field in REQUIRED_FIELDS if field not in result]
    has_rounds = bool(round_fields(result)) or {"round", "score"} <= set(result)
    if not has_rounds and {"score", "total"} & set(result):
        words = _(
            "These are totals of whole matches, but the rules are checked round by round. Give"
            " each round its own column (“Round 1”, “Round 2” …) or its own row, with columns"
            " for the round and the score."
        )
        faults.append(Fault("totals_only", "mapping", words))
    elif not has_rounds:
        faults.append(_no_column("round1"))
    return faults


def _no_column(field: str) -> Fault:
    words = _("No column was recognised for this field. Choose it in the column mapping.")
    return Fault("missing_column", f"mapping.{field}", words)


def _only_payers() -> Fault:
    words = _(
        "This order export names the payers, who may not be the players. On HelloAsso, export"
        " the list of members or participants instead."
    )
    return Fault("only_payers", "mapping.name", words)
