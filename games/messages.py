"""The words for what can be wrong with any record, in English and French."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

LANGUAGES = ("en", "fr")
SEATS = r"(?i:\bseats?) \{(\w+)\}"
NARROW, WIDE = "\u202f", "\u00a0"  # no-break spaces of French punctuation


class Text(NamedTuple):
    """One message with named parameters; `clause` is empty where it depends on the game."""

    code: str
    en: str
    fr: str
    clause: str = ""

    @property
    def seats(self) -> list[str]:
        """The parameters that are numbers of seats: those that the English words call so."""
        return _seats(self.en)

    def say(self, language: str, params: Mapping[str, str | int]) -> str:
        template = french(self.fr) if language == "fr" else self.en
        return template.format(**params)


@cache
def _seats(text: str) -> list[str]:
    return re.findall(SEATS, text)


def french(text: str) -> str:
    """Apostrophes and no-break spaces as French print has them."""
    text = text.replace("'", "’")
    text = re.sub(r" (?=[;!?])", NARROW, text)
    return re.sub(r" (?=[:»])|(?<=«) ", WIDE, text)


NOT_UTF8 = Text(
    "not_utf8",
    "The text must be encoded in UTF-8, but byte {byte} is not.",
    "Le texte doit être encodé en UTF-8, mais l'octet {byte} ne l'est pas.",
)
NOT_JSON = Text(
    "not_json",
    "Expected one match record written in JSON, but it cannot be read from line {line}, "
    "column {column} on.",
    "Une partie écrite en JSON était attendue, mais la lecture s'arrête à la ligne {line}, "
    "colonne {column}.",
)
NOT_A_NUMBER = Text(
    "not_a_number",
    "Expected one match record written in JSON, but {found} is no number it can hold.",
    "Une partie écrite en JSON était attendue, mais {found} n'est pas un nombre permis.",
)
SAME_KEY = Text(
    "same_key",
    "“{key}” is written twice in one object; each entry is expected once.",
    "« {key} » est écrit deux fois dans le même objet ; une seule fois est attendue.",
)
NUMBER_TOO_LONG = Text(
    "number_too_long",
    "A number in this record has far too many digits; numbers of a few digits are expected.",
    "Un nombre de cette partie a beaucoup trop de chiffres ; quelques chiffres suffisent.",
)
TOO_DEEP = Text(
    "too_deep",
    "Lists and objects are nested too deeply here; a match record needs only a few levels.",
    "Trop de listes ou d'objets imbriqués ; une partie n'en demande que quelques niveaux.",
)
NOT_AN_OBJECT = Text(
    "not_an_object",
    "Expected an object with named entries, found {found}.",
    "Un objet avec des entrées nommées était attendu, trouvé : {found}.",
)
MISSING_KEY = Text(
    "missing_key",
    "“{key}” is missing here and is expected.",
    "« {key} » manque ici, cette entrée est attendue.",
)
UNKNOWN_KEY = Text(
    "unknown_key",
    "“{key}” is not known here. Expected are only: {expected}.",
    "« {key} » est inconnu ici. Seules entrées attendues : {expected}.",
)
NOT_A_LIST = Text(
    "not_a_list",
    "Expected a list, found {found}.",
    "Une liste était attendue, trouvé : {found}.",
)
WRONG_LENGTH = Text(
    "wrong_length",
    "Entries in this list: {found}. Expected: {expected}.",
    "Éléments dans cette liste : {found}. Attendu : {expected}.",
)
TOO_LONG = Text(
    "too_long",
    "Entries in this list: {found}. Expected at most: {most}.",
    "Éléments dans cette liste : {found}. Maximum attendu : {most}.",
)
NOT_AN_INTEGER = Text(
    "not_an_integer",
    "Expected a whole number, found {found}.",
    "Un nombre entier était attendu, trouvé : {found}.",
)
TOO_SMALL = Text(
    "too_small",
    "Expected {least} or more, found {found}.",
    "Au moins {least} était attendu, trouvé : {found}.",
)
NOT_A_SEAT = Text(
    "not_a_seat",
    "Expected a seat number from 0 to {last}, found {found}.",
    "Un numéro de siège de 0 à {last} était attendu, trouvé : {found}.",
)
NOT_A_CHOICE = Text(
    "not_a_choice",
    "Expected one of {expected}, found {found}.",
    "Choix attendu parmi {expected}, trouvé : {found}.",
)
NOT_A_FLAG = Text(
    "not_a_flag",
    "Expected true or false, found {found}.",
    "Vrai ou faux (true, false) était attendu, trouvé : {found}.",
)
WRONG_VERSION = Text(
    "wrong_version",
    "Expected a match record of version {expected}, found {found}.",
    "Une partie au format {expected} était attendue, trouvé : {found}.",
)
NUMBER_OF_PLAYERS = Text(
    "number_of_players",
    "Players named: {found}. This game is for {least} to {most}.",
    "Joueurs nommés : {found}. Ce jeu se joue de {least} à {most}.",
)
NOT_A_NAME = Text(
    "not_a_name",
    "Expected a player’s name of 1 to {most} characters, found {found}.",
    "Un nom de joueur de 1 à {most} caractères était attendu, trouvé : {found}.",
)
NO_ROUNDS = Text(
    "no_rounds",
    "Expected at least one round, found none.",
    "Au moins une manche était attendue, aucune trouvée.",
)
WRONG_SCORE = Text(
    "wrong_score",
    "Seat {seat}: the score written is {found}, but the round gives {expected}.",
    "Siège {seat} : le score noté est {found}, mais la manche donne {expected}.",
)
