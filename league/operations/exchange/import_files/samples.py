"""Sample files whose columns are recognised without a mapping."""

from typing import NamedTuple

from django.utils.translation import get_language

from league.operations.support.csv_cells import BYTE_ORDER_MARK


class SampleFile(NamedTuple):
    """A sample file."""

    name: str
    media_type: str
    text: str

    @property
    def content(self) -> bytes:
        return self.text.encode()


def find_sample(name: str) -> SampleFile | None:
    """Return a sample in the language of the reader, with the separators that its spreadsheets
    expect."""
    language = (get_language() or "en")[:2]
    text = next((_TEXTS[name, key] for key in (language, "en", "") if (name, key) in _TEXTS), None)
    if text is None:
        return None
    if name == "records":
        return SampleFile("records.ndjson", "application/x-ndjson", text)
    return SampleFile(
        f"{name}.csv", "text/csv; charset=utf-8", BYTE_ORDER_MARK + text.replace("\n", "\r\n")
    )


_TEXTS = {
    ("players", "en"): """First name,Last name,E-mail,Visibility
Ada,Lovelace,ada@example.org,full
Bruno,,,initial
""",
    ("players", "fr"): """Prénom;Nom;E-mail;Visibilité
Ada;Lovelace;ada@example.org;complet
Bruno;;;initiale
""",
    ("players", "de"): """Vorname;Nachname;E-Mail;Sichtbarkeit
Ada;Lovelace;ada@example.org;voll
Bruno;;;initiale
""",
    ("season", "en"): """Date,Time,Venue,Game,Match,Seat,Player,Round 1,Round 2,Round 3
2025-10-01,20:30,Back room,Neurotrio,A,1,Ada,22,22,9
2025-10-01,20:30,Back room,Neurotrio,A,2,Bruno,5,7,3
""",
    ("season", "fr"): """Date;Heure;Lieu;Jeu;Partie;Siège;Joueur;Manche 1;Manche 2;Manche 3
01/10/2025;20:30;Salle Pascal;Neurotrio;A;1;Ada;22;22;9
01/10/2025;20:30;Salle Pascal;Neurotrio;A;2;Bruno;5;7;3
""",
    ("season", "de"): """Datum;Uhrzeit;Ort;Spiel;Partie;Sitz;Spieler;Runde 1;Runde 2;Runde 3
01.10.2025;20:30;Nebenraum;Neurotrio;A;1;Ada;22;22;9
01.10.2025;20:30;Nebenraum;Neurotrio;A;2;Bruno;5;7;3
""",
    ("rounds", "en"): """Date,Time,Venue,Game,Match,Round,Seat,Player,Score
2025-10-01,20:30,Back room,Neurotrio,A,1,1,Ada,22
2025-10-01,20:30,Back room,Neurotrio,A,1,2,Bruno,5
""",
    ("rounds", "fr"): """Date;Heure;Lieu;Jeu;Partie;Manche;Siège;Joueur;Score
01/10/2025;20:30;Salle Pascal;Neurotrio;A;1;1;Ada;22
01/10/2025;20:30;Salle Pascal;Neurotrio;A;1;2;Bruno;5
""",
    ("rounds", "de"): """Datum;Uhrzeit;Ort;Spiel;Partie;Runde;Sitz;Spieler;Punkte
01.10.2025;20:30;Nebenraum;Neurotrio;A;1;1;Ada;22
01.10.2025;20:30;Nebenraum;Neurotrio;A;1;2;Bruno;5
""",
    ("records", ""): (
        '{"played_at": "2025-10-01T20:30:00+02:00", "place": "Salle Pascal", "record": '
        '{"record": 1, "game": "neurotrio", "options": {}, "players": ["Ada", "Bruno"], '
        '"rounds": [{"evidence": "sheet", "scores": [22, 5]}]}}\n'
    ),
}
