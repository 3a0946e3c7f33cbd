"""The words for what can be wrong with any record, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

LANGUAGES = ("en", "fr", "de")
SEATS = r"\{((?:\w+_)?seats?)\}"  # parameters that are people
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
NARROW, WIDE = "\u202f", "\u00a0"  # no-break spaces of French punctuation


class Words(NamedTuple):
    """What a message names, in the reader's language: a person, a card, an entry of the record."""

    en: str
    fr: str
    de: str

    def say(self, language: str) -> str:
        return in_language(self, language)


class Names(Words):
    """Names of people, which are written as they are, even at the start of a sentence."""


Param: TypeAlias = str | int | Words
ORDINALS = (
    Words("first", "premier", "erste"),
    Words("second", "deuxième", "zweite"),
    Words("third", "troisième", "dritte"),
    Words("fourth", "quatrième", "vierte"),
    Words("fifth", "cinquième", "fünfte"),
    Words("sixth", "sixième", "sechste"),
    Words("seventh", "septième", "siebte"),
    Words("eighth", "huitième", "achte"),
)


class Text(NamedTuple):
    """One message with named parameters; `clause` is empty where it depends on the game."""

    code: str
    en: str
    fr: str
    de: str
    clause: str = ""

    @property
    def seats(self) -> list[str]:
        """Return the parameters that are numbers of seats: those called `seat`, or `…_seats`."""
        return _seats(self.en)

    def say(self, language: str, params: Mapping[str, Param]) -> str:
        """Return the sentence; people whose names are not given are counted by their seats."""
        template = in_language(self, language)
        if language == "fr":
            template = french(template)
        people_of = {key: people(params[key]) for key in self.seats}
        params = {**params, **people_of}
        number = template.format(**{key: _word(each, language) for key, each in params.items()})
        first = _first(template)
        is_name = isinstance(params.get(first), (Names, str, int))
        return number if is_name or not first else number[:1].upper() + number[1:]


def in_language(text: Words | Text, language: str) -> str:
    """Return the text in one of LANGUAGES; in English for any other language."""
    translation: str = getattr(text, language if language in LANGUAGES else "en")
    return translation


@cache
def _seats(text: str) -> list[str]:
    return re.findall(SEATS, text)


@cache
def _first(template: str) -> str:
    """Return the parameter with which a sentence begins; empty if it begins with a word."""
    match = re.match(r"\{(\w+)\}", template)
    return match[1] if match else ""


def _word(value: Param, language: str) -> str | int:
    return value.say(language) if isinstance(value, Words) else value


def people(seats: Param, players: Sequence[str] = ()) -> Words:
    """Return who sits there: `0, 2` is Ada and Zoé, or the first player and the third player."""
    if isinstance(seats, Words):
        return seats
    numbers = [int(number) for number in str(seats).split(", ")]
    if all(number < len(players) for number in numbers):
        names = [visible(players[number]) for number in numbers]
        return Names(*listed(map(untranslated, names)))
    return listed(map(_anonymous, numbers))


def _anonymous(seat: int) -> Words:
    ordinal = ORDINALS[seat]
    return Words(f"the {ordinal.en} player", f"le {ordinal.fr} joueur", f"der {ordinal.de} Spieler")


AND, OR = Words("and", "et", "und"), Words("or", "ou", "oder")


def untranslated(text: str) -> Words:
    """Return a name or a number, which is the same in every language."""
    return Words(text, text, text)


def listed(things: Iterable[Words], link: Words = AND) -> Words:
    """Return `Ada, Bob and Zoé`."""
    *others, last = things
    if not others:
        return last
    all_but_last = [", ".join(words) for words in zip(*others, strict=True)]
    return Words(*map(" ".join, zip(all_but_last, link, last, strict=True)))


def enumerated(things: Iterable[Words]) -> Words:
    """Return `red 9, blue 2`, or that there is nothing."""
    named = [*things] or [NOTHING]
    return Words(*map(", ".join, zip(*named, strict=True)))


def ranges(numbers: Iterable[int]) -> str:
    """Return `0, 2–10` for ascending numbers."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def visible(text: str) -> str:
    """Return the text with its control characters spelled out.

    Those that turn the direction of text are among them: they make a line look like another one.
    """
    return UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def quoted(text: str) -> Words:
    return Words(f"“{text}”", f"«{WIDE}{text}{WIDE}»", f"„{text}“")


def french(text: str) -> str:
    """Return the text with the apostrophes and no-break spaces of French print."""
    text = text.replace("'", "’")
    text = re.sub(r" (?=[;!?])", NARROW, text)
    return re.sub(r" (?=[:»])|(?<=«) ", WIDE, text)


NOTHING, NOBODY = Words("nothing", "rien", "nichts"), Words("nobody", "personne", "niemand")
A_LIST = Words("a list", "une liste", "eine Liste")
AN_OBJECT = Words("an object", "un objet", "ein Objekt")
NUMBER = Words("a number", "un nombre", "eine Zahl")
NUMBERS = {  # by a key on the way to it
    "scores": Words("a score", "un score", "eine Punktzahl"),
    "before_end": Words("the points", "les points", "die Punkte"),
    "tricks": Words("the tricks", "les plis", "die Stiche"),
    "ones": Words("the 1s", "les cartes «\u00a01\u00a0»", "die Einsen"),
}

NOT_UTF8 = Text(
    "not_utf8",
    "Byte {byte} is not valid UTF-8. Save the text as UTF-8.",
    "L'octet {byte} n'est pas valide en UTF-8. Enregistrez le texte en UTF-8.",
    "Byte {byte} ist kein gültiges UTF-8. Speichern Sie den Text als UTF-8.",
)
NOT_JSON = Text(
    "not_json",
    "This is not valid JSON: error at line {line}, column {column}.",
    "Ce n'est pas du JSON valide : erreur à la ligne {line}, colonne {column}.",
    "Das ist kein gültiges JSON: Fehler in Zeile {line}, Spalte {column}.",
)
NOT_A_NUMBER = Text(
    "not_a_number",
    "{found} is not a JSON number. Enter a whole number.",
    "{found} n'est pas un nombre JSON. Indiquez un nombre entier.",
    "{found} ist keine JSON-Zahl. Geben Sie eine ganze Zahl ein.",
)
SAME_KEY = Text(
    "same_key",
    "The entry “{key}” appears twice. Keep one.",
    "L'entrée « {key} » figure deux fois. N'en gardez qu'une.",
    "Der Eintrag „{key}“ kommt zweimal vor. Behalten Sie einen.",
)
NUMBER_TOO_LONG = Text(
    "number_too_long",
    "A number has too many digits. Shorten it.",
    "Un nombre a trop de chiffres. Raccourcissez-le.",
    "Eine Zahl hat zu viele Ziffern. Kürzen Sie sie.",
)
TOO_DEEP = Text(
    "too_deep",
    "Lists and objects are nested too deeply. A match needs only a few levels.",
    "Les listes et les objets sont trop imbriqués. Quelques niveaux suffisent à une partie.",
    "Listen und Objekte sind zu tief verschachtelt. Eine Partie braucht nur wenige Ebenen.",
)
NOT_AN_OBJECT = Text(
    "not_an_object",
    "Enter an object with named entries. Found: {found}.",
    "Indiquez un objet avec des entrées nommées. Trouvé : {found}.",
    "Geben Sie ein Objekt mit benannten Einträgen an. Gefunden: {found}.",
)
MISSING_KEY = Text(
    "missing_key",
    "Missing: {what}.",
    "Il manque : {what}.",
    "Fehlende Angabe: {what}.",
)
UNKNOWN_KEY = Text(
    "unknown_key",
    "Unknown entry “{key}”. Possible entries: {expected}.",
    "Entrée inconnue : « {key} ». Entrées possibles : {expected}.",
    "Unbekannter Eintrag „{key}“. Mögliche Einträge: {expected}.",
)
NOT_A_LIST = Text(
    "not_a_list",
    "Enter a list. Found: {found}.",
    "Indiquez une liste. Trouvé : {found}.",
    "Geben Sie eine Liste an. Gefunden: {found}.",
)
WRONG_LENGTH = Text(
    "wrong_length",
    "Entries in this list: {found}. Required: {expected}.",
    "Éléments dans cette liste : {found}. Il en faut {expected}.",
    "Einträge in dieser Liste: {found}. Nötig: {expected}.",
)
TOO_LONG = Text(
    "too_long",
    "Entries in this list: {found}. Maximum: {most}.",
    "Éléments dans cette liste : {found}. Maximum : {most}.",
    "Einträge in dieser Liste: {found}. Höchstens: {most}.",
)
NOT_AN_INTEGER = Text(
    "not_an_integer",
    "Enter a whole number, not {found}.",
    "Indiquez un nombre entier, pas {found}.",
    "Geben Sie eine ganze Zahl ein, nicht {found}.",
)
NUMBER_MISSING = NOT_AN_INTEGER._replace(
    en="Enter {what} (0 if none).",
    fr="Indiquez {what} (0 si aucun).",
    de="Geben Sie {what} ein (0, wenn keine).",
)
TOO_SMALL = Text(
    "too_small",
    "Enter {least} or more, not {found}.",
    "Indiquez {least} ou plus, pas {found}.",
    "Geben Sie {least} oder mehr ein, nicht {found}.",
)
NOT_A_SEAT = Text(
    "not_a_seat",
    "Choose a player of this match by number, 0 to {last}. Found: {found}.",
    "Choisissez un joueur de cette partie par son numéro, de 0 à {last}. Trouvé : {found}.",
    "Wählen Sie einen Spieler dieser Partie mit seiner Nummer, 0 bis {last}. Gefunden: {found}.",
)
NOT_A_CHOICE = Text(
    "not_a_choice",
    "Choose {expected}. Found: {found}.",
    "Choisissez {expected}. Trouvé : {found}.",
    "Wählen Sie {expected}. Gefunden: {found}.",
)
NOT_A_FLAG = Text(
    "not_a_flag",
    "Choose true or false. Found: {found}.",
    "Choisissez vrai (true) ou faux (false). Trouvé : {found}.",
    "Wählen Sie wahr (true) oder falsch (false). Gefunden: {found}.",
)
WRONG_VERSION = Text(
    "wrong_version",
    "Use version {expected} of the match record. Found: {found}.",
    "Utilisez la version {expected} du format de partie. Trouvé : {found}.",
    "Verwenden Sie Version {expected} des Partieformats. Gefunden: {found}.",
)
NUMBER_OF_PLAYERS = Text(
    "number_of_players",
    "This game is for {least} to {most} players, not {found}.",
    "Ce jeu se joue de {least} à {most} joueurs, pas à {found}.",
    "Dieses Spiel ist für {least} bis {most} Spieler, nicht für {found}.",
)
NOT_A_NAME = Text(
    "not_a_name",
    "Enter a player’s name of 1 to {most} characters. Found: {found}.",
    "Indiquez un nom de joueur de 1 à {most} caractères. Trouvé : {found}.",
    "Geben Sie einen Spielernamen mit 1 bis {most} Zeichen ein. Gefunden: {found}.",
)
NUL_IN_NAME = NOT_A_NAME._replace(
    en="Remove the character U+0000 from this name: {found}.",
    fr="Retirez le caractère U+0000 de ce nom : {found}.",
    de="Entfernen Sie das Zeichen U+0000 aus diesem Namen: {found}.",
)
NO_ROUNDS = Text(
    "no_rounds",
    "A match needs at least one round. Add one.",
    "Une partie compte au moins une manche. Ajoutez-en une.",
    "Eine Partie braucht mindestens eine Runde. Fügen Sie eine hinzu.",
)
WRONG_SCORE = Text(
    "wrong_score",
    "{seat} scores {expected} in this round, not {found}.",
    "{seat} marque {expected} dans cette manche, pas {found}.",
    "{seat} erzielt {expected} in dieser Runde, nicht {found}.",
)
# what an entry of a record is called
ENTRIES = {
    key: Words(english, french(french_), german)
    for key, english, french_, german in (
        ("aside", "the cards set aside", "les cartes à l'écart", "die beiseitegelegten Karten"),
        ("at", "the cell of the tile", "la case du Triominos", "das Feld des Steins"),
        (
            "before_end",
            "the points before the end of the round",
            "les points avant la fin",
            "die Punkte vor dem Ende der Runde",
        ),
        ("board", "the board", "le plateau", "das Brett"),
        ("card", "the card", "la carte", "die Karte"),
        ("cards", "the cards", "les cartes", "die Karten"),
        ("cell", "the barred cell", "la case barrée", "das gesperrte Feld"),
        (
            "corners",
            "the numbers at the corners",
            "les chiffres des pointes",
            "die Zahlen an den Ecken",
        ),
        (
            "discard",
            "the number of cards to put aside",
            "le nombre de cartes à écarter",
            "die Anzahl abzulegender Karten",
        ),
        ("do", "what the player does", "ce que fait le joueur", "die Aktion des Spielers"),
        ("duos", "the duos", "les duos", "die Duos"),
        ("end", "how the round ended", "comment la manche a fini", "das Ende der Runde"),
        (
            "evidence",
            "how the round is recorded",
            "la façon dont la manche est notée",
            "die Art der Aufzeichnung",
        ),
        (
            "finisher",
            "who finished, or nobody",
            "qui a fini, ou personne",
            "wer die Runde beendet hat, oder niemand",
        ),
        ("first", "who starts", "qui commence", "wer beginnt"),
        ("game", "the game", "le jeu", "das Spiel"),
        ("hands", "the hands", "les mains", "die Hände"),
        ("left", "the cards left", "les cartes restantes", "die übrigen Karten"),
        ("moves", "the moves", "les coups", "die Züge"),
        (
            "njet_first",
            "who bars the first cell",
            "qui barre la première case",
            "wer das erste Feld sperrt",
        ),
        (
            "ones",
            "the 1s of both teams",
            "les cartes « 1 » des deux équipes",
            "die Einsen beider Teams",
        ),
        ("options", "the house rules", "les règles de la maison", "die Hausregeln"),
        ("players", "the players", "les joueurs", "die Spieler"),
        ("pool", "the pool", "la pioche", "der Vorrat"),
        (
            "racks",
            "the tiles of the players",
            "les Triominos des joueurs",
            "die Steine der Spieler",
        ),
        ("record", "the version of the record", "la version du format", "die Version des Formats"),
        ("rounds", "the rounds", "les manches", "die Runden"),
        ("row", "the row of the cell", "la ligne de la case", "die Reihe des Feldes"),
        ("rules", "the rules of the round", "les règles de la manche", "die Regeln der Runde"),
        ("scores", "the scores", "les scores", "die Punkte"),
        ("seat", "the player", "le joueur", "der Spieler"),
        ("stock", "the stock", "la pioche", "der Stapel"),
        ("super", "the super-trump", "le super-atout", "der Supertrumpf"),
        ("taken", "who took the boxes", "qui a pris les cases", "wer die Kästen genommen hat"),
        ("teams", "the two teams", "les deux équipes", "die beiden Teams"),
        ("tile", "the tile", "le Triominos", "der Stein"),
        (
            "tricks",
            "the tricks of both teams",
            "les plis des deux équipes",
            "die Stiche beider Teams",
        ),
        ("trios", "the trios", "les trios", "die Trios"),
        ("trump", "the trump", "l'atout", "der Trumpf"),
        ("value", "the value of the cards", "la valeur des cartes", "der Wert der Karten"),
        (
            "7D",
            "who took the box of the 7 of diamonds",
            "qui a pris la case du 7 de carreau",
            "wer den Kasten der Karo 7 genommen hat",
        ),
        (
            "10D",
            "who took the box of the 10 of diamonds",
            "qui a pris la case du 10 de carreau",
            "wer den Kasten der Karo 10 genommen hat",
        ),
        (
            "JC",
            "who took the box of the jack of clubs",
            "qui a pris la case du valet de trèfle",
            "wer den Kasten des Kreuz-Buben genommen hat",
        ),
        (
            "QS",
            "who took the box of the queen of spades",
            "qui a pris la case de la dame de pique",
            "wer den Kasten der Pik-Dame genommen hat",
        ),
        (
            "KD",
            "who took the box of the king of diamonds",
            "qui a pris la case du roi de carreau",
            "wer den Kasten des Karo-Königs genommen hat",
        ),
        (
            "with",
            "the partner, or nobody",
            "le partenaire, ou personne",
            "der Partner, oder niemand",
        ),
    )
}
