"""The words for what can be wrong with any record, in English and French."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

LANGUAGES = ("en", "fr")
SEATS = r"\{((?:\w+_)?seats?)\}"  # parameters that are people
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
NARROW, WIDE = "\u202f", "\u00a0"  # no-break spaces of French punctuation


class Words(NamedTuple):
    """What a message names, in the reader's language: a person, a card, an entry of the record."""

    en: str
    fr: str

    def say(self, language: str) -> str:
        return self.fr if language == "fr" else self.en


class Names(Words):
    """Names of people, which are written as they are, even at the start of a sentence."""


Param: TypeAlias = str | int | Words
ORDINALS = (
    Words("first", "premier"),
    Words("second", "deuxième"),
    Words("third", "troisième"),
    Words("fourth", "quatrième"),
    Words("fifth", "cinquième"),
    Words("sixth", "sixième"),
    Words("seventh", "septième"),
    Words("eighth", "huitième"),
)


class Text(NamedTuple):
    """One message with named parameters; `clause` is empty where it depends on the game."""

    code: str
    en: str
    fr: str
    clause: str = ""

    @property
    def seats(self) -> list[str]:
        """Return the parameters that are numbers of seats: those called `seat`, or `…_seats`."""
        return _seats(self.en)

    def say(self, language: str, params: Mapping[str, Param]) -> str:
        """Return the sentence; people whose names are not given are counted by their seats."""
        template = french(self.fr) if language == "fr" else self.en
        people_of = {key: people(params[key]) for key in self.seats}
        params = {**params, **people_of}
        number = template.format(**{key: _word(each, language) for key, each in params.items()})
        first = _first(template)
        is_name = isinstance(params.get(first), (Names, str, int))
        return number if is_name or not first else number[:1].upper() + number[1:]


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
        return Names(*listed([Words(name, name) for name in names]))
    return listed(map(_anonymous, numbers))


def _anonymous(seat: int) -> Words:
    return Words(f"the {ORDINALS[seat].en} player", f"le {ORDINALS[seat].fr} joueur")


AND, OR = Words("and", "et"), Words("or", "ou")


def listed(things: Iterable[Words], link: Words = AND) -> Words:
    """Return `Ada, Bob and Zoé`."""
    *others, last = things
    if not others:
        return last
    english, french_ = (", ".join(words) for words in zip(*others, strict=True))
    return Words(f"{english} {link.en} {last.en}", f"{french_} {link.fr} {last.fr}")


def enumerated(things: Iterable[Words]) -> Words:
    """Return `red 9, blue 2`, or that there is nothing."""
    named = [*things] or [NOTHING]
    return Words(", ".join(each.en for each in named), ", ".join(each.fr for each in named))


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
    return Words(f"“{text}”", f"«{WIDE}{text}{WIDE}»")


def french(text: str) -> str:
    """Return the text with the apostrophes and no-break spaces of French print."""
    text = text.replace("'", "’")
    text = re.sub(r" (?=[;!?])", NARROW, text)
    return re.sub(r" (?=[:»])|(?<=«) ", WIDE, text)


NOTHING, NOBODY = Words("nothing", "rien"), Words("nobody", "personne")
A_LIST = Words("a list", "une liste")
AN_OBJECT = Words("an object", "un objet")
NUMBER = Words("a number", "un nombre")
NUMBERS = {  # by a key on the way to it
    "scores": Words("a score", "un score"),
    "before_end": Words("the points", "les points"),
    "tricks": Words("the tricks", "les plis"),
    "ones": Words("the 1s", "les cartes « 1 »"),
}

NOT_UTF8 = Text(
    "not_utf8",
    "This is not text in UTF-8: byte {byte} does not fit. Save the text as UTF-8.",
    "Ce texte n'est pas en UTF-8 : l'octet {byte} n'y a pas sa place. Enregistrez-le en UTF-8.",
)
NOT_JSON = Text(
    "not_json",
    "This is not valid JSON: reading stops at line {line}, column {column}.",
    "Ce n'est pas du JSON valide : la lecture s'arrête à la ligne {line}, colonne {column}.",
)
NOT_A_NUMBER = Text(
    "not_a_number",
    "{found} is not a number in JSON. Write a whole number.",
    "{found} n'est pas un nombre en JSON. Écrivez un nombre entier.",
)
SAME_KEY = Text(
    "same_key",
    "The entry “{key}” is written twice. Keep one of them.",
    "L'entrée « {key} » est écrite deux fois. N'en gardez qu'une.",
)
NUMBER_TOO_LONG = Text(
    "number_too_long",
    "A number here has far too many digits. A few are enough.",
    "Un nombre a ici beaucoup trop de chiffres. Quelques-uns suffisent.",
)
TOO_DEEP = Text(
    "too_deep",
    "Lists and objects are nested too deeply here. A match needs only a few levels.",
    "Trop de listes ou d'objets sont imbriqués ici. Quelques niveaux suffisent à une partie.",
)
NOT_AN_OBJECT = Text(
    "not_an_object",
    "Write an object with named entries here. Found: {found}.",
    "Écrivez ici un objet avec des entrées nommées. Trouvé : {found}.",
)
MISSING_KEY = Text(
    "missing_key",
    "Missing here: {what}.",
    "Il manque ici : {what}.",
)
UNKNOWN_KEY = Text(
    "unknown_key",
    "Nothing here is called “{key}”. Possible entries: {expected}.",
    "Rien ici ne s'appelle « {key} ». Entrées possibles : {expected}.",
)
NOT_A_LIST = Text(
    "not_a_list",
    "Write a list here. Found: {found}.",
    "Écrivez ici une liste. Trouvé : {found}.",
)
WRONG_LENGTH = Text(
    "wrong_length",
    "Entries in this list: {found}. There must be {expected}.",
    "Éléments dans cette liste : {found}. Il en faut {expected}.",
)
TOO_LONG = Text(
    "too_long",
    "Entries in this list: {found}. At most {most} are possible.",
    "Éléments dans cette liste : {found}. Le maximum est {most}.",
)
NOT_AN_INTEGER = Text(
    "not_an_integer",
    "Enter a whole number, not {found}.",
    "Indiquez un nombre entier, pas {found}.",
)
NUMBER_MISSING = NOT_AN_INTEGER._replace(
    en="Enter {what} (0 if none).",
    fr="Indiquez {what} (0 si aucun).",
)
TOO_SMALL = Text(
    "too_small",
    "Enter {least} or more, not {found}.",
    "Indiquez {least} ou plus, pas {found}.",
)
NOT_A_SEAT = Text(
    "not_a_seat",
    "Choose a player of this match: a record numbers them from 0 to {last}. Found: {found}.",
    "Choisissez un joueur de cette partie, où ils portent les numéros 0 à {last}. Trouvé : "
    "{found}.",
)
NOT_A_CHOICE = Text(
    "not_a_choice",
    "Choose {expected}. Found: {found}.",
    "Choisissez {expected}. Trouvé : {found}.",
)
NOT_A_FLAG = Text(
    "not_a_flag",
    "Choose true or false. Found: {found}.",
    "Choisissez vrai (true) ou faux (false). Trouvé : {found}.",
)
WRONG_VERSION = Text(
    "wrong_version",
    "This must be a match record of version {expected}. Found: {found}.",
    "La partie doit être au format {expected}. Trouvé : {found}.",
)
NUMBER_OF_PLAYERS = Text(
    "number_of_players",
    "Players here: {found}. This game is for {least} to {most}.",
    "Joueurs ici : {found}. Ce jeu se joue de {least} à {most}.",
)
NOT_A_NAME = Text(
    "not_a_name",
    "Enter a player’s name of 1 to {most} characters. Found: {found}.",
    "Indiquez un nom de joueur de 1 à {most} caractères. Trouvé : {found}.",
)
NUL_IN_NAME = NOT_A_NAME._replace(
    en="Leave the character U+0000 out of this name: {found}.",
    fr="Retirez le caractère U+0000 de ce nom : {found}.",
)
NO_ROUNDS = Text(
    "no_rounds",
    "A match needs at least one round, and here is none.",
    "Une partie compte au moins une manche, il n'y en a aucune ici.",
)
WRONG_SCORE = Text(
    "wrong_score",
    "{seat} scores {expected} in this round, not {found}.",
    "{seat} marque {expected} à cette manche, pas {found}.",
)
# what an entry of a record is called
ENTRIES = {
    key: Words(english, french(french_))
    for key, english, french_ in (
        ("aside", "the cards set aside", "les cartes à l'écart"),
        ("at", "the cell of the tile", "la case du Triominos"),
        ("before_end", "the points before the end of the round", "les points avant la fin"),
        ("board", "the board", "le plateau"),
        ("card", "the card", "la carte"),
        ("cards", "the cards", "les cartes"),
        ("cell", "the cell covered", "la case couverte"),
        ("corners", "the numbers at the corners", "les chiffres des pointes"),
        ("discard", "the number of cards to put aside", "le nombre de cartes à écarter"),
        ("do", "what the player does", "ce que fait le joueur"),
        ("duos", "the duos", "les duos"),
        ("end", "how the round ended", "comment la manche a fini"),
        ("evidence", "how the round is written down", "la façon dont la manche est notée"),
        ("finisher", "who finished, or nobody", "qui a fini, ou personne"),
        ("first", "who starts", "qui commence"),
        ("game", "the game", "le jeu"),
        ("hands", "the hands", "les mains"),
        ("left", "the cards left", "les cartes restantes"),
        ("moves", "the moves", "les coups"),
        ("njet_first", "who covers the first cell", "qui couvre la première case"),
        ("ones", "the 1s of both teams", "les cartes « 1 » des deux équipes"),
        ("options", "the house rules", "les règles de la table"),
        ("players", "the players", "les joueurs"),
        ("pool", "the pool", "la pioche"),
        ("racks", "the tiles of the players", "les Triominos des joueurs"),
        ("record", "the version of the record", "la version du format"),
        ("rounds", "the rounds", "les manches"),
        ("row", "the row of the cell", "la ligne de la case"),
        ("rules", "the rules of the round", "les règles de la manche"),
        ("scores", "the scores", "les scores"),
        ("seat", "the player", "le joueur"),
        ("stock", "the stock", "la pioche"),
        ("super", "the super-trump", "le super-atout"),
        ("taken", "who took the boxes", "qui a pris les cases"),
        ("teams", "the two teams", "les deux équipes"),
        ("tile", "the tile", "le Triominos"),
        ("tricks", "the tricks of both teams", "les plis des deux équipes"),
        ("trios", "the trios", "les trios"),
        ("trump", "the trump", "l'atout"),
        ("value", "the value of the cards", "la valeur des cartes"),
        ("7D", "who took the box of the 7 of diamonds", "qui a pris la case du 7 de carreau"),
        ("10D", "who took the box of the 10 of diamonds", "qui a pris la case du 10 de carreau"),
        ("JC", "who took the box of the jack of clubs", "qui a pris la case du valet de trèfle"),
        ("QS", "who took the box of the queen of spades", "qui a pris la case de la dame de pique"),
        ("KD", "who took the box of the king of diamonds", "qui a pris la case du roi de carreau"),
        ("with", "the partner, or nobody", "le partenaire, ou personne"),
    )
}
