"""The messages about requests and plans that are not valid, in English and French."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

LANGUAGES = ("en", "fr")


class Text(NamedTuple):
    """One message with named parameters, in both languages."""

    code: str
    en: str
    fr: str


class Problem(NamedTuple):
    """Something that is not as expected: where it is, and what was expected there."""

    path: str
    params: Mapping[str, str | int]
    text: Text

    @property
    def code(self) -> str:
        return self.text.code

    def message(self, language: str = "en") -> str:
        words = self.text.fr if language == "fr" else self.text.en
        return words.format(**self.params)

    def to_json(self, language: str = "en") -> dict[str, str]:
        return {"code": self.code, "path": self.path, "message": self.message(language)}


NOT_UTF8 = Text(
    "not_utf8",
    "The text must be encoded in UTF-8, but byte {byte} is not.",
    "Le texte doit être encodé en UTF-8, mais l’octet {byte} ne l’est pas.",
)
NOT_JSON = Text(
    "not_json",
    "Expected JSON, but it cannot be read from line {line}, column {column} on.",
    "Du JSON était attendu, mais la lecture s’arrête à la ligne {line}, colonne {column}.",
)
NOT_A_NUMBER = Text(
    "not_a_number",
    "Expected JSON, but {found} is no number it can hold.",
    "Du JSON était attendu, mais {found} n’est pas un nombre permis.",
)
SAME_KEY = Text(
    "same_key",
    "“{key}” is written twice in one object; each entry is expected once.",
    "« {key} » est écrit deux fois dans le même objet\u202f; une seule fois est attendue.",
)
TOO_DEEP = Text(
    "too_deep",
    "Lists and objects are nested too deeply; a few levels are expected.",
    "Trop de listes ou d’objets imbriqués\u202f; quelques niveaux sont attendus.",
)
NUMBER_TOO_LONG = Text(
    "number_too_long",
    "A number has far too many digits; numbers of a few digits are expected.",
    "Un nombre a beaucoup trop de chiffres\u202f; quelques chiffres sont attendus.",
)
NOT_AN_OBJECT = Text(
    "not_an_object",
    "Expected an object with named entries, found {found}.",
    "Un objet avec des entrées nommées était attendu, trouvé\u00a0: {found}.",
)
MISSING_KEY = Text(
    "missing_key",
    "“{key}” is missing here and is expected.",
    "« {key} » manque ici, cette entrée est attendue.",
)
UNKNOWN_KEY = Text(
    "unknown_key",
    "“{key}” is not known here. Expected are only: {expected}.",
    "« {key} » est inconnu ici. Seules entrées attendues\u00a0: {expected}.",
)
NOT_A_LIST = Text(
    "not_a_list",
    "Expected a list, found {found}.",
    "Une liste était attendue, trouvé\u00a0: {found}.",
)
WRONG_LENGTH = Text(
    "wrong_length",
    "Entries in this list: {found}. Expected: {least} to {most}.",
    "Éléments dans cette liste\u00a0: {found}. Attendu\u00a0: {least} à {most}.",
)
NOT_WITHIN = Text(
    "not_within",
    "Expected a whole number from {least} to {most}, found {found}.",
    "Un nombre entier de {least} à {most} était attendu, trouvé\u00a0: {found}.",
)
NOT_SECONDS = Text(
    "not_seconds",
    "Expected a number of seconds from 0 to {most}, found {found}.",
    "Un nombre de secondes entre 0 et {most} était attendu, trouvé\u00a0: {found}.",
)
NOT_A_CHOICE = Text(
    "not_a_choice",
    "Expected one of {expected}, found {found}.",
    "Choix attendu parmi {expected}, trouvé\u00a0: {found}.",
)
NOT_A_FLAG = Text(
    "not_a_flag",
    "Expected true or false, found {found}.",
    "Vrai ou faux (true, false) était attendu, trouvé\u00a0: {found}.",
)
WRONG_VERSION = Text(
    "wrong_version",
    "Expected a request of version {expected}, found {found}.",
    "Une demande au format {expected} était attendue, trouvé\u00a0: {found}.",
)
NOT_A_NAME = Text(
    "not_a_name",
    "Expected the name of a player, 1 to {most} characters, found {found}.",
    "Le nom d’un joueur, de 1 à {most} caractères, était attendu, trouvé\u00a0: {found}.",
)
UNKNOWN_PLAYER = Text(
    "unknown_player",
    "“{found}” is not among the players; one of them is expected.",
    "« {found} » n’est pas parmi les joueurs\u202f; l’un d’eux est attendu.",
)
TWICE = Text(
    "twice",
    "“{found}” stands here a second time; once is expected.",
    "« {found} » figure ici une deuxième fois\u202f; une seule est attendue.",
)
SIZES_REVERSED = Text(
    "sizes_reversed",
    "The least size is {least}; {least} or more is expected as the most, found {found}.",
    "La taille minimale est {least}\u202f; le maximum attendu est {least} ou plus, "
    "trouvé\u00a0: {found}.",
)
ONE_ROUND = Text(
    "one_round",
    "The mode “{mode}” draws one round at a time; 1 is expected, found {found}.",
    "Le mode « {mode} » tire une manche à la fois\u202f; 1 est attendu, trouvé\u00a0: {found}.",
)
NEEDED_BY_MODE = Text(
    "needed_by_mode",
    "The mode “{mode}” expects “{key}”, which is missing.",
    "Le mode « {mode} » attend « {key} », qui manque.",
)
NEEDED_BY_RULE = Text(
    "needed_by_rule",
    "The rule “{rule}” expects “{key}”, which is missing.",
    "La règle « {rule} » attend « {key} », qui manque.",
)
MISSING_PLAYER = Text(
    "missing_player",
    "“{found}” neither sits at a table nor sits out in this round; one of both is expected.",
    "« {found} » n’est ni à une table ni au repos dans cette manche\u202f; "
    "l’un des deux est attendu.",
)
STILL_PLAYING = Text(
    "still_playing",
    "“{found}” is still playing elsewhere; nobody who plays is expected here.",
    "« {found} » joue encore ailleurs\u202f; personne en jeu n’est attendu ici.",
)
TABLE_SIZE = Text(
    "table_size",
    "Players at this table: {found}. Expected: {least} to {most}.",
    "Joueurs à cette table\u00a0: {found}. Attendu\u00a0: {least} à {most}.",
)
PARTNERS = Text(
    "wrong_partners",
    "Partners are told per table and round; teams are expected that share out the table.",
    "Des équipes qui se partagent la table sont attendues, par table et par manche.",
)
NUMBER_OF_ROUNDS = Text(
    "number_of_rounds",
    "Rounds in this plan: {found}. Expected: {expected}.",
    "Manches dans ce plan\u00a0: {found}. Attendu\u00a0: {expected}.",
)
WRONG_COST = Text(
    "wrong_cost",
    "The plan states {found} for “{rule}”; expected is {expected}.",
    "Le plan annonce {found} pour « {rule} »\u202f; {expected} est attendu.",
)
WRONG_BOUND = Text(
    "wrong_bound",
    "No plan is said to cost less than {found} for “{rule}”, but this one costs {expected}.",
    "Aucun plan ne coûterait moins de {found} pour « {rule} », mais celui-ci coûte {expected}.",
)
NOT_OPTIMAL = Text(
    "not_optimal",
    "Called optimal, but “{rule}” costs {found} and the proof ends at {expected}.",
    "Dit optimal, mais « {rule} » coûte {found} et la preuve s’arrête à {expected}.",
)
