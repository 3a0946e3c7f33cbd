"""The fields of files: what their cells hold, and the names of their columns.

The names are written in small letters without accents, spaces and signs. They come in tiers: a
column with a name of an earlier tier is taken before all others, since the first name of a member
says more than a first name. Two columns with names of one tier give the field twice.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from league.operations.exchange.import_files.cells import bare

Tiers = Sequence[Sequence[str]]


class CellKind(StrEnum):
    """Kind of content of a cell. The reader of a kind refuses a cell unless it understands all of
    it; only names and free text may be anything."""

    NAME = "name"
    TEXT = "text"
    EMAIL = "email"
    VISIBILITY = "visibility"
    ORDER_STATUS = "order_status"
    DAY = "day"
    CLOCK = "clock"
    GAME = "game"
    NUMBER = "number"


ANY_TEXT = {CellKind.NAME, CellKind.TEXT}


class ImportField(NamedTuple):
    """A field: the kind of its cells and the tiers of names of its column."""

    cell: CellKind
    tiers: Tiers

    @property
    def names(self) -> list[str]:
        return [name for tier in self.tiers for name in tier]


FULL_NAMES = ("nomcomplet", "fullname", "vollername", "prenometnom", "prenomnom",
              "vornamenachname", "vornamename", "vorundnachname", "firstnamelastname",
              "firstnamesurname", "nomdujoueur", "nomdelajoueuse", "nomdeladherent", "nomdumembre",
              "nomdelapersonne", "nameofplayer", "namedesspielers")  # fmt: skip
FAMILY_NAMES = ("nom", "noms", "name", "names")  # whole names, unless there are first names too
PERSONS = ("joueur", "joueuse", "joueureuse", "joueurs", "player", "players", "playername",
           "spieler", "spielerin", "spielername", "adherent", "adherente", "membre", "member",
           "mitglied", "participant", "participante", "teilnehmer", "teilnehmerin")  # fmt: skip
NICKNAMES = ("pseudo", "pseudonyme", "spitzname")
FIRST_NAME = ImportField(
    CellKind.NAME,
    (
        # of an export of HelloAsso the person who plays, not the one who pays
        ("prenomadherent", "prenomparticipant", "prenombeneficiaire"),
        ("firstname", "prenom", "prenoms", "firstnames", "givenname", "givennames", "forename",
         "vorname", "vornamen", "prenomusuel", "prenomdujoueur", "prenomdelajoueuse",
         "prenomdeladherent", "rufname"),
    ),
)  # fmt: skip
LAST_NAME = ImportField(
    CellKind.NAME,
    (
        ("nomadherent", "nomparticipant", "nombeneficiaire"),
        ("lastname", "nomdefamille", "nomsdefamille", "surname", "familyname", "lastnames",
         "nachname", "familienname", "nomdusage", "nomusuel"),
    ),
)  # fmt: skip
LAST_FIRST_NAME = ImportField(
    CellKind.NAME,
    (
        ("lastfirstname", "nomprenom", "nometprenom", "nomsprenoms", "nomsetprenoms",
         "nomprenoms", "lastnamefirstname", "surnamefirstname", "familynamegivenname",
         "nachnamevorname", "nachnameundvorname", "namevorname", "familiennamevorname"),
    ),
)  # fmt: skip

FIELDS: Mapping[str, Mapping[str, ImportField]] = {
    "players": {
        "first_name": FIRST_NAME,
        "last_name": LAST_NAME,
        "last_first_name": LAST_FIRST_NAME,
        "name": ImportField(
            CellKind.NAME, (FULL_NAMES, (*FAMILY_NAMES, *PERSONS), NICKNAMES)
        ),
        "email": ImportField(
            CellKind.EMAIL,
            (
                ("emailadherent", "emailparticipant", "emailbeneficiaire"),
                ("email", "emails", "mail", "mel", "courriel", "adresseemail", "adressemail",
                 "adressecourriel", "emailaddress", "mailaddress", "emailadresse", "mailadresse"),
            ),
        ),
        "visibility": ImportField(
            CellKind.VISIBILITY, (("visibility", "visibilite", "affichage", "sichtbarkeit"),)
        ),
        "payer_first_name": ImportField(
            CellKind.NAME, (("payerfirstname", "prenompayeur", "prenomacheteur"),)
        ),
        "payer_last_name": ImportField(
            CellKind.NAME, (("payerlastname", "nompayeur", "nomacheteur"),)
        ),
        "payer_email": ImportField(
            CellKind.EMAIL, (("payeremail", "emailpayeur", "emailacheteur"),)
        ),
        "order_status": ImportField(
            CellKind.ORDER_STATUS, (("orderstatus", "statutdelacommande", "statutcommande"),)
        ),
    },
    "season": {
        "date": ImportField(
            CellKind.DAY,
            (
                ("date", "dates", "datum", "datedelasoiree", "datedelapartie", "played", "joue",
                 "playedat", "dateetheure", "dateheure", "datetime", "datumuhrzeit",
                 "datumunduhrzeit"),
                ("jour", "day", "soiree", "evening", "tag", "spieltag", "abend"),
            ),
        ),
        "time": ImportField(
            CellKind.CLOCK,
            (
                ("time", "heure", "heurededebut", "heuredebut", "starttime", "uhrzeit", "zeit",
                 "startzeit"),
                ("debut", "start", "beginn"),
            ),
        ),
        "place": ImportField(
            CellKind.TEXT,
            (("lieu", "salle", "venue", "location", "endroit", "ort", "spielort", "raum"),),
        ),
        "game": ImportField(CellKind.GAME, (("game", "jeu", "spiel"),)),
        "match": ImportField(
            CellKind.TEXT,
            (
                ("match", "partie", "rencontre", "matchnumber", "matchno", "matchnr", "ndepartie",
                 "nopartie", "npartie", "numerodepartie", "numerodelapartie", "partienr"),
                ("table", "tisch", "ntable", "ndetable", "numerodetable", "tableno", "tischnr"),
            ),
        ),
        "round": ImportField(CellKind.NUMBER, (("round", "manche", "donne", "runde"),)),
        "seat": ImportField(
            CellKind.NUMBER, (("seat", "siege", "sitz"), ("ordre", "order", "reihenfolge"))
        ),
        "player": ImportField(
            CellKind.NAME, ((*PERSONS, *FULL_NAMES, *FAMILY_NAMES), NICKNAMES)
        ),
        "first_name": FIRST_NAME,
        "last_name": LAST_NAME,
        "last_first_name": LAST_FIRST_NAME,
        "score": ImportField(
            CellKind.NUMBER, (("score", "points", "punkte"), ("resultat", "result", "ergebnis"))
        ),
        "total": ImportField(
            CellKind.NUMBER,
            (("total", "totaux", "scorefinal", "finalscore", "scoretotal", "gesamt", "summe",
              "gesamtpunkte", "endstand", "somme", "sum", "gesamtsumme", "pointstotaux",
              "totalpoints"),),
        ),
    },
}  # fmt: skip
WHOLE_NAME = {"players": "name", "season": "player"}
NAME_PARTS = ("first_name", "last_name", "last_first_name")
# of a list of players that is an export of orders (import_files.orders)
ORDER_FIELDS = ("payer_first_name", "payer_last_name", "payer_email", "order_status")


def names_of(field: str, declared: ImportField) -> list[Sequence[str]]:
    """Return the tiers of a field, with its own name, as programs write it."""
    if bare(field) in declared.names:
        return list(declared.tiers)
    return [(bare(field), *declared.tiers[0]), *declared.tiers[1:]]
