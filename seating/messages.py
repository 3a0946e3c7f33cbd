"""The messages about requests and plans that are not valid, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

LANGUAGES = ("en", "fr", "de")


class Text(NamedTuple):
    """One message with named parameters, in every language."""

    code: str
    en: str
    fr: str
    de: str

    def template(self, language: str) -> str:
        """Return the message in one of LANGUAGES; in English for any other language."""
        template: str = getattr(self, language if language in LANGUAGES else "en")
        return template


class Problem(NamedTuple):
    """Something that is not as expected: where it is, and what was expected there."""

    path: str
    params: Mapping[str, str | int]
    text: Text

    @property
    def code(self) -> str:
        return self.text.code

    def message(self, language: str = "en") -> str:
        return self.text.template(language).format(**self.params)

    def to_json(self, language: str = "en") -> dict[str, str]:
        return {"code": self.code, "path": self.path, "message": self.message(language)}


NOT_UTF8 = Text(
    "not_utf8",
    "Byte {byte} is not valid UTF-8. Save the text as UTF-8.",
    "L’octet {byte} n’est pas valide en UTF-8. Enregistrez le texte en UTF-8.",
    "Byte {byte} ist kein gültiges UTF-8. Speichern Sie den Text als UTF-8.",
)
NOT_JSON = Text(
    "not_json",
    "This is not valid JSON: error at line {line}, column {column}.",
    "Ce n’est pas du JSON valide\u00a0: erreur à la ligne {line}, colonne {column}.",
    "Das ist kein gültiges JSON: Fehler in Zeile {line}, Spalte {column}.",
)
NOT_A_NUMBER = Text(
    "not_a_number",
    "{found} is not a JSON number. Enter a number.",
    "{found} n’est pas un nombre JSON. Indiquez un nombre.",
    "{found} ist keine JSON-Zahl. Geben Sie eine Zahl ein.",
)
SAME_KEY = Text(
    "same_key",
    "The entry “{key}” appears twice in one object. Keep one.",
    "L’entrée «\u00a0{key}\u00a0» figure deux fois dans le même objet. N’en gardez qu’une.",
    "Der Eintrag „{key}“ kommt in einem Objekt zweimal vor. Behalten Sie einen.",
)
TOO_DEEP = Text(
    "too_deep",
    "Lists and objects are nested too deeply. A few levels are enough.",
    "Les listes et les objets sont trop imbriqués. Quelques niveaux suffisent.",
    "Listen und Objekte sind zu tief verschachtelt. Wenige Ebenen genügen.",
)
NUMBER_TOO_LONG = Text(
    "number_too_long",
    "A number has too many digits. Shorten it.",
    "Un nombre a trop de chiffres. Raccourcissez-le.",
    "Eine Zahl hat zu viele Ziffern. Kürzen Sie sie.",
)
NOT_AN_OBJECT = Text(
    "not_an_object",
    "Enter an object with named entries. Found: {found}.",
    "Indiquez un objet avec des entrées nommées. Trouvé\u00a0: {found}.",
    "Geben Sie ein Objekt mit benannten Einträgen an. Gefunden: {found}.",
)
MISSING_KEY = Text(
    "missing_key",
    "Missing: “{key}”.",
    "Il manque «\u00a0{key}\u00a0».",
    "Es fehlt: „{key}“.",
)
UNKNOWN_KEY = Text(
    "unknown_key",
    "Unknown entry “{key}”. Possible entries: {expected}.",
    "Entrée inconnue\u00a0: «\u00a0{key}\u00a0». Entrées possibles\u00a0: {expected}.",
    "Unbekannter Eintrag „{key}“. Mögliche Einträge: {expected}.",
)
NOT_A_LIST = Text(
    "not_a_list",
    "Enter a list. Found: {found}.",
    "Indiquez une liste. Trouvé\u00a0: {found}.",
    "Geben Sie eine Liste an. Gefunden: {found}.",
)
WRONG_LENGTH = Text(
    "wrong_length",
    "Entries in this list: {found}. Required: {least} to {most}.",
    "Éléments dans cette liste\u00a0: {found}. Il en faut de {least} à {most}.",
    "Einträge in dieser Liste: {found}. Nötig: {least} bis {most}.",
)
NOT_WITHIN = Text(
    "not_within",
    "Enter a whole number from {least} to {most}. Found: {found}.",
    "Indiquez un nombre entier de {least} à {most}. Trouvé\u00a0: {found}.",
    "Geben Sie eine ganze Zahl von {least} bis {most} ein. Gefunden: {found}.",
)
NOT_SECONDS = Text(
    "not_seconds",
    "Enter a number of seconds from 0 to {most}. Found: {found}.",
    "Indiquez un nombre de secondes de 0 à {most}. Trouvé\u00a0: {found}.",
    "Geben Sie eine Anzahl Sekunden von 0 bis {most} ein. Gefunden: {found}.",
)
NOT_A_CHOICE = Text(
    "not_a_choice",
    "Choose one of {expected}. Found: {found}.",
    "Choisissez parmi {expected}. Trouvé\u00a0: {found}.",
    "Wählen Sie aus: {expected}. Gefunden: {found}.",
)
NOT_A_FLAG = Text(
    "not_a_flag",
    "Choose true or false. Found: {found}.",
    "Choisissez vrai (true) ou faux (false). Trouvé\u00a0: {found}.",
    "Wählen Sie wahr (true) oder falsch (false). Gefunden: {found}.",
)
WRONG_VERSION = Text(
    "wrong_version",
    "Use version {expected} of the request. Found: {found}.",
    "Utilisez la version {expected} du format de demande. Trouvé\u00a0: {found}.",
    "Verwenden Sie Version {expected} des Anfrageformats. Gefunden: {found}.",
)
NOT_A_NAME = Text(
    "not_a_name",
    "Enter a player’s name of 1 to {most} characters. Found: {found}.",
    "Indiquez un nom de joueur de 1 à {most} caractères. Trouvé\u00a0: {found}.",
    "Geben Sie einen Spielernamen mit 1 bis {most} Zeichen ein. Gefunden: {found}.",
)
UNKNOWN_PLAYER = Text(
    "unknown_player",
    "“{found}” is not among the players. Choose one of them.",
    "«\u00a0{found}\u00a0» ne figure pas parmi les joueurs. Choisissez l’un d’eux.",
    "„{found}“ gehört nicht zu den Spielern. Wählen Sie einen von ihnen.",
)
TWICE = Text(
    "twice",
    "“{found}” appears twice. Keep one.",
    "«\u00a0{found}\u00a0» figure deux fois. N’en gardez qu’un.",
    "„{found}“ kommt zweimal vor. Behalten Sie einen Eintrag.",
)
SIZES_REVERSED = Text(
    "sizes_reversed",
    "The smallest table has {least} players. Enter {least} or more for the largest. Found: "
    "{found}.",
    "La plus petite table compte {least} joueurs. Indiquez {least} ou plus pour la plus grande. "
    "Trouvé\u00a0: {found}.",
    "Der kleinste Tisch hat {least} Spieler. Geben Sie für den größten {least} oder mehr ein. "
    "Gefunden: {found}.",
)
ONE_ROUND = Text(
    "one_round",
    "The mode “{mode}” draws one round at a time. Enter 1, not {found}.",
    "Le mode «\u00a0{mode}\u00a0» tire une ronde à la fois. Indiquez 1, pas {found}.",
    "Der Modus „{mode}“ lost jeweils eine Turnierrunde aus. Geben Sie 1 ein, nicht {found}.",
)
NEEDED_BY_MODE = Text(
    "needed_by_mode",
    "The mode “{mode}” needs “{key}”. Add it.",
    "Le mode «\u00a0{mode}\u00a0» a besoin de «\u00a0{key}\u00a0». Ajoutez cette entrée.",
    "Der Modus „{mode}“ braucht „{key}“. Fügen Sie den Eintrag hinzu.",
)
NEEDED_BY_RULE = Text(
    "needed_by_rule",
    "The rule “{rule}” needs “{key}”. Add it.",
    "La règle «\u00a0{rule}\u00a0» a besoin de «\u00a0{key}\u00a0». Ajoutez cette entrée.",
    "Die Regel „{rule}“ braucht „{key}“. Fügen Sie den Eintrag hinzu.",
)
MISSING_PLAYER = Text(
    "missing_player",
    "“{found}” is missing from this round. Add this player to a table or to those who sit out.",
    "«\u00a0{found}\u00a0» manque dans cette ronde. Ajoutez ce joueur à une table ou à ceux qui "
    "sont en pause.",
    "„{found}“ fehlt in dieser Turnierrunde. Setzen Sie diesen Spieler an einen Tisch oder lassen "
    "Sie ihn aussetzen.",
)
STILL_PLAYING = Text(
    "still_playing",
    "“{found}” is still playing at another table. Remove this player from the round.",
    "«\u00a0{found}\u00a0» joue encore à une autre table. Retirez ce joueur de la ronde.",
    "„{found}“ spielt noch an einem anderen Tisch. Nehmen Sie diesen Spieler aus der Turnierrunde.",
)
TABLE_SIZE = Text(
    "table_size",
    "Players at this table: {found}. Required: {least} to {most}.",
    "Joueurs à cette table\u00a0: {found}. Il en faut de {least} à {most}.",
    "Spieler an diesem Tisch: {found}. Nötig: {least} bis {most}.",
)
PARTNERS = Text(
    "wrong_partners",
    "Give the teams of each table in each round, so that every player of the table is in one team.",
    "Indiquez les équipes de chaque table à chaque ronde\u00a0: chaque joueur de la table est "
    "dans une seule équipe.",
    "Geben Sie für jede Turnierrunde die Teams jedes Tisches an, sodass jeder Spieler des Tisches "
    "in einem Team ist.",
)
NUMBER_OF_ROUNDS = Text(
    "number_of_rounds",
    "Rounds in this plan: {found}. Required: {expected}.",
    "Rondes dans ce plan\u00a0: {found}. Il en faut {expected}.",
    "Turnierrunden in diesem Plan: {found}. Nötig: {expected}.",
)
WRONG_COST = Text(
    "wrong_cost",
    "The plan gives {found} for “{rule}”, but its cost is {expected}.",
    "Le plan annonce {found} pour «\u00a0{rule}\u00a0», mais son coût est {expected}.",
    "Der Plan nennt {found} für „{rule}“, die Kosten sind aber {expected}.",
)
WRONG_BOUND = Text(
    "wrong_bound",
    "The plan claims that “{rule}” costs at least {found}, but it costs {expected} here.",
    "Le plan affirme que «\u00a0{rule}\u00a0» coûte au moins {found}, mais son coût est ici "
    "{expected}.",
    "Laut Plan kostet „{rule}“ mindestens {found}, hier sind es aber {expected}.",
)
NOT_OPTIMAL = Text(
    "not_optimal",
    "The plan claims to be optimal, but “{rule}” costs {found} and only {expected} is proved.",
    "Le plan se dit optimal, mais «\u00a0{rule}\u00a0» coûte {found} et seul {expected} est "
    "prouvé.",
    "Der Plan gilt als optimal, aber „{rule}“ kostet {found}, und bewiesen ist nur {expected}.",
)
