"""The words of each game in three languages: from its rules, not translated from English.

`tools.words` refuses a game whose texts lack one of them, and texts with a word that players of
the game do not say. The texts of a game are its rule book, its own messages, and the messages of
its pages.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import polib

ROOT = Path(__file__).parents[1]
GAMES = ("neurotrio", "triominos", "njet", "nain_jaune")
LANGUAGES = ("en", "fr", "de")

# by game and language, separated by commas; a slash divides forms; one is enough
WORDS: Mapping[str, Mapping[str, str]] = {
    "neurotrio": {
        "en": "card, number/strength, symbol/nature, background, attribute, duo/pair, trio, "
        "draw pile, discard, pang, finish/go out, finishing bonus, Grail, grouping, "
        "remainder",
        "fr": "carte, force, nature, fond, attribut, duo, trio, pioche, rejeter, pangu, "
        "finir, bonus de finition, Graal, regroupement, reste",
        "de": "Karte, Stärke, Zeichen, Grund, Merkmal, Duo, Trio, Nachziehstapel, abwerfen, "
        "„Pang“, ausmachen, Abschlussbonus, Gral, Gruppierung, Rest",
    },
    "triominos": {
        "en": "tile, rack, pool, lay/play, draw, pass, bridge, hexagon, double hexagon, "
        "triple, penalty, bonus, round, blocked, points left",
        "fr": "pièce, chevalet, pioche, poser, piocher, passer, pont, hexagone, double "
        "hexagone, triple/trio, malus, bonus, manche, bloqué, points restants",
        "de": "Stein, Bänkchen, Vorrat, legen, ziehen, passen, Brücke, Sechseck, doppeltes "
        "Sechseck, Drilling, Strafpunkte, Bonus, Runde, blockiert, Restpunkte",
    },
    "njet": {
        "en": "trick, trump, super-trump, discard, ruff, follow, lead, partner, team, board, "
        "row, black marker, trick value, 1s, score sheet",
        "fr": "pli, atout, super-atout, défausse, couper, fournir, entame, partenaire, "
        "équipe, plateau, ligne, pion noir, valeur des plis, cartes « 1 », feuille de "
        "marque",
        "de": "Stich, Trumpf, Supertrumpf, Ablage, stechen, bedienen, Ausspiel/spielt aus, "
        "Partner, Team, Tableau, Reihe, schwarze Stein/schwarzen Stein, Stichwert, "
        "Einsen/Karte „1“, Wertungsblatt/Punkteblatt",
    },
    "nain_jaune": {
        "en": "box, chip, ante, deal, sequence, suit, number card, court card, Yellow Dwarf, "
        "block, start, set aside, payment/pay, round, out of chips",
        "fr": "case, jeton, mise, donne, suite, enseigne, carte basse, carte habillée, Nain "
        "jaune, bloquer, commencer, talon, pénalité, manche, épuisement des jetons",
        "de": "Feld, Chip, Einsatz, Ausgabe, Folge, Farbe, Zahlenkarte, Bildkarte, Gelbe "
        "Zwerg, sperren/gesperrt, anfangen/fängt, beiseitegelegt, Zahlung, Runde, Chips "
        "verbraucht/verbraucht",
    },
}
# by game and language, as regular expressions; elsewhere these words may be right
REFUSED: Mapping[str, Mapping[str, str]] = {
    "neurotrio": {
        "en": r"\bstock\b|\bGraal\b",
        "fr": r"(?<!«.)\bAT en commun|\bpile de pioche|\bdéfauss|\bWanderer",
        "de": r"\bGraal\b|\bWanderer|Bonus für das Beenden|(?<!Nachzieh)[Ss]tapel\b|gepangt|\bpang",
    },
    "triominos": {
        "en": r"(?<!have the fewest )points in hand|\bhonours",
        "fr": r"\bchevet|(?:dans|sur) (?:sa|cette) main\b|en main\b|[Mm]ain vide|tours? manqué|"
        r"terminée bloquée|[Mm]eilleures places|\bà cette place",
        "de": r"\bBrett|auf (?:der|dieser) Hand|[Mm]isslung|\bKasten",
    },
    "njet": {
        "en": r"\bhonours",
        "fr": r"\bcamps?\b|couper d’un|\bCartes écartées|[ÀàA] l’écart|R K B G(?!`)",
        "de": r"\bBeiseite\b|\bSpielplan|\btrumpfen|R K B G(?!`)",
    },
    "nain_jaune": {
        "en": r"\bbanks?\b(?!, the rest)|\bhonours? [0-9]",
        "fr": r"\b[Bb]anques?\b|\bhonneurs?\b|H S D C(?! est)|10 J Q K",
        "de": r"\bBank(?:en)?\b|\bK[aä]sten\b|\bHonneur|\bBilder\b|10 J Q K",
    },
}
PLACEHOLDER = re.compile(r"\{\w+\}|%\(\w+\)s")
# the part of a rule book on records, for those who write files, has the codes of the record
RECORD = re.compile(
    r"^## (?:Record|Noter une partie|Aufzeichnung|Writing).*", re.DOTALL | re.MULTILINE
)


def problems() -> Iterator[str]:
    """Yield a line for each word of a game that its texts lack, and for each that they refuse."""
    for game, language in product(GAMES, LANGUAGES):
        book, texts = rules(game, language), messages(language)[game]
        for word in lacking(game, language, [book, *texts]):
            yield f"{game}, {language}: no text has “{word}”"
        for excerpt in refused(game, language, [RECORD.sub("", book), *texts]):
            yield f"{game}, {language}: {excerpt}"


def lacking(game: str, language: str, texts: Iterable[str]) -> Iterator[str]:
    """Yield the words of a game that none of these texts has."""
    everything = " ".join("\n".join(texts).split()).lower()
    for word in WORDS[game][language].split(", "):
        if not any(form.lower() in everything for form in word.split("/")):
            yield word


def refused(game: str, language: str, texts: Iterable[str]) -> Iterator[str]:
    """Yield what these texts say in words that players of the game do not use."""
    for text in texts:
        plain = PLACEHOLDER.sub("…", text)
        for match in re.finditer(REFUSED[game][language], plain):
            start, end = max(match.start() - 40, 0), match.end() + 40
            yield f"“{match[0]}” in “{' '.join(plain[start:end].split())}”"


def rules(game: str, language: str) -> str:
    suffix = "" if language == "en" else f".{language}"
    return (ROOT / "games" / game / f"RULES{suffix}.md").read_text()


@cache
def messages(language: str) -> Mapping[str, list[str]]:
    """Return the messages of all games; English ones are the ids of the others."""
    by_game: defaultdict[str, list[str]] = defaultdict(list)
    for package in ("games", "league"):
        folder = "fr" if language == "en" else language
        catalogue = ROOT / package / "locale" / folder / "LC_MESSAGES/django.po"
        for entry in polib.pofile(str(catalogue)):
            for game in games_of(entry):
                by_game[game] += _wordings(entry, language)
    return by_game


def games_of(entry: polib.POEntry) -> list[str]:
    """Return the games to which a text belongs by the file where it is used."""
    files = [file for file, _line in entry.occurrences]
    return [
        game for game in GAMES if not entry.obsolete and any(f"/{game}" in file for file in files)
    ]


def _wordings(entry: polib.POEntry, language: str) -> list[str]:
    if language == "en":
        return [entry.msgid, entry.msgid_plural]
    return [entry.msgstr, *entry.msgstr_plural.values()]
