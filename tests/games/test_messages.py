"""Every message exists in every language, in people's words and with the right typography."""

import json
import re
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from games import GAMES, record
from games import messages as shared
from games.contract import SheetGame
from games.guard import Guard
from games.messages import ENTRIES, ranges
from games.nain_jaune import messages as nain_jaune
from games.nain_jaune.cards import BOXES
from games.neurotrio import messages as neurotrio
from games.njet import messages as njet
from games.njet.cards import deck as njet_deck
from games.outside_game import OutsideGame
from games.triominos import messages as triominos
from problems import messages as any_json
from problems.catalogue import languages, translate
from problems.text import Text, Words, people
from tests.outside_games import EXAMPLES, installed

TEXTS = [
    text
    for module in (any_json, shared, neurotrio, triominos, njet, nain_jaune)
    for text in vars(module).values()
    if type(text) is Text and (module is not any_json or text.code not in shared.OF_RECORDS)
]
REASONS = [text for game in GAMES.values() for text in game.why_not.values()]
ALL = TEXTS + REASONS
CODES = {text.code for text in TEXTS}
OF_THE_FORMAT = {"unknown_key", "same_key", "not_a_choice"}  # they repeat what a record may say
GOLDEN = Path(__file__).parent / "data"
NAMES = ["Ada", "Bob", "Zoé", "Dov"]
FRENCH_TOO = {"scores", "options", "duos", "trios"}  # keys that are French words
KEYS = ENTRIES.keys() - set(BOXES) - FRENCH_TOO
ODD = r"\b([Ss]eat|[Ss]iège)s? \d|\"|“\W*”|«\W*»|\b(null|None)\b|\w_\w|[{}\[\]]"


def sheet(game, players, *scores, **more):
    round_ = {"evidence": "sheet", "scores": list(scores), **more}
    return {
        "record": 1,
        "game": game,
        "options": {},
        "players": NAMES[:players],
        "rounds": [round_],
    }


def njet_final(**more):
    rules = {"first": 0, "discard": 1, "trump": "R", "super": "K", "value": 2}
    round_: dict[str, Any] = {"evidence": "final", "rules": rules, "teams": [[0, 1], [2, 3]]}
    round_ |= {"tricks": [5, 4], "ones": [4, 4], **more}
    return {"record": 1, "game": "njet", "options": {}, "players": NAMES, "rounds": [round_]}


def covering(*cells):
    """Return a match of Njet! with one transcript that begins by covering these cells."""
    deck = njet_deck(4)
    hands = [deck[seat * 10 : seat * 10 + 10] for seat in range(4)]
    moves = [
        {"seat": at % 4, "do": "njet", "row": row, "cell": cell}
        for at, (row, cell) in enumerate(cells)
    ]
    round_ = {"evidence": "transcript", "hands": hands, "njet_first": 0, "moves": moves}
    return {"record": 1, "game": "njet", "options": {}, "players": NAMES, "rounds": [round_]}


def belote_final(*taken):
    more = {"trump": "H", "taker": 0, "last": 0, "belote": None}
    return {"evidence": "final", "taken": list(taken), **more}


# what the golden records do not break
BROKEN = [
    sheet("neurotrio", 2, 5, ""),
    sheet("neurotrio", 2, 23, 5),
    sheet("neurotrio", 2, 22, 5, finisher=1),
    sheet("njet", 4, 33, 33, 21, 20),
    sheet("njet", 3, 1, 1, 2),
    njet_final(ones=[1, 1]),
    covering(("trump", "R"), ("trump", "R")),
    sheet("neurotrio", 2, 5, 0) | {"players": ["A\0", "Bob"]},
    b"\xff",
    sheet("ascenseur", 3, 99, 10, -1),
    sheet("ascenseur", 3, 11, 10, -1) | {"options": {"cards": 7}},
    sheet("ascenseur", 3, 11, 10, -1)
    | {"options": {"cards": 1}, "rounds": [{"evidence": "sheet", "scores": [11, 10, -1]}] * 2},
    sheet("simple_belote", 4, 90, 72, 90, 71),
    sheet("simple_belote", 4) | {"rounds": [belote_final("AH", "AH", "AX")]},
    sheet("failing", 2, 1, 2),
]


class Failing(SheetGame):
    """A game from outside that forgot to say when a match ends."""

    contract, slug, name, seats, scores = 1, "failing", "Failing", range(2, 3), range(9)

    def is_over(self, match):
        return None


CALCULATORS = [
    ("neurotrio", ["1CN", "--finisher"]),
    ("njet", ["--value", "1", "--tricks", "5", "6", "--ones", "4", "4"]),
    ("njet", ["--teams", "x", "y", "--value", "1", "--tricks", "5", "5", "--ones", "4", "4"]),
    ("triominos", ["x", "--tile", "344"]),
]


@cache
def problems():
    """Return real cases: all that is wrong with the golden records and with the broken ones."""
    lines = [line for path in GOLDEN.iterdir() for line in path.read_bytes().splitlines()]
    records = map(json.loads, lines)
    raw = [case.get("record", case.get("line")) for case in records] + BROKEN
    with installed(EXAMPLES):
        GAMES["failing"] = OutsideGame(Failing(), Guard(), "failing-for-manche", "1.0")
        verdicts = [
            record.check(text)
            if isinstance(text, dict)
            else record.check_text(text if isinstance(text, bytes) else str(text).encode())
            for text in raw
        ]
    return [actual for verdict in verdicts for actual in (*verdict.problems, *verdict.notices)]


def messages_of(language):
    """Return every message with the values of a real case, its code first."""
    message = {(actual.code, actual.message(language)) for actual in problems()}
    for game, argv in CALCULATORS:
        could, words = GAMES[game].calculate([*argv, "--language", language])
        assert not could
        message.add(("calculator", words))
    return sorted(message)


def parameters(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def some(text):
    return {name: 0 if name in text.seats else "x" for name in parameters(text.en)}


def test_every_message_has_a_real_case():
    cases = {actual.text.en for actual in problems()}
    in_calculators = {
        neurotrio.NO_FINISH,
        njet.NOT_TWO_TEAMS,
        njet.TRICKS_OF_NO_DISCARD,
        triominos.BOARD_UNREADABLE,
    }
    assert [text for text in TEXTS if text.en not in cases and text not in in_calculators] == []


@pytest.mark.parametrize("language", languages())
def test_refusals_are_in_words_of_people(language):
    keys = "|".join(KEYS)
    named = rf"\b({keys})\b(?!-)" if language == "fr" else rf"“({keys})”"  # most are English words
    for code, words in messages_of(language):
        if code not in OF_THE_FORMAT:
            assert not re.search(f"{named}|{ODD}", words), words


@pytest.mark.parametrize(
    ("raw", "english", "in_french"),
    [
        (
            sheet("njet", 4, 33, 33, 21, 20),
            "Two partners score the same: Zoé has 21 and Dov 20.",
            "Deux partenaires marquent le même nombre\u00a0: Zoé a 21 et Dov 20.",
        ),
        (
            sheet("neurotrio", 2, 17, 5),
            "Ada finished with 17: 17 is the Grail, enter 22.",
            "Ada a fini avec 17\u00a0: 17, c’est le Graal, notez 22.",
        ),
        (
            sheet("triominos", 2, 12, ""),
            "Enter a score (0 if none).",
            "Indiquez un score (0 si aucun).",
        ),
        (
            njet_final(rules={"first": 0, "discard": 0, "trump": "R", "super": "none", "value": 1}),
            "Super-trump: choose red, black, blue or green.",
            "Super-atout\u00a0: choisissez rouge, noir, bleu ou vert.",
        ),
        (
            njet_final(
                rules={"first": 0, "discard": 0, "trump": "R", "super": "K", "value": 1},
                tricks=[5, 5],
                ones=[4, 3],
            ),
            "1s of both teams: 7. Required: 8.",
            "Cartes «\u00a01\u00a0» notées\u00a0: 7. Il en faut 8.",
        ),
    ],
)
def test_refusals_name_the_person_and_the_remedy(raw, english, in_french):
    first = record.check(raw).problems[0]
    assert first.message("en") == english
    assert first.message("fr") == in_french


def test_people_without_names_are_counted_from_the_first():
    assert people(0).say("de") == "der erste Spieler"
    assert people("0, 2").say("en") == "the first player and the third player"
    assert people("0, 2").say("fr") == "le premier joueur et le troisième joueur"
    assert people("0, 1, 2", ["Ada", "Bob", "Zoé"]).say("de") == "Ada, Bob und Zoé"
    message = shared.WRONG_SCORE.say("fr", {"seat": 0, "expected": 3, "found": "4"})
    assert message.startswith("Le premier joueur marque 3")
    message = shared.WRONG_SCORE.say("de", {"seat": 0, "expected": 3, "found": "4"})
    assert message.startswith("Der erste Spieler erzielt 3")


def test_names_stay_as_their_owners_write_them():
    raw = sheet("triominos", 2, 1771, 0) | {"players": ["ada {seat}", "Bob"]}
    assert record.check(raw).problems[0].message().startswith("ada {seat} cannot have 1771")


def test_ranges():
    assert ranges([0, 2, 3, 4, 10]) == "0, 2–4, 10"


def test_there_are_messages():
    assert len(TEXTS) > 50


def test_every_language_takes_the_same_parameters():
    for text in ALL:
        templates = [translate(text.en, language) for language in languages()]
        assert len({*templates}) == len(languages()), text.code
        for template in templates:
            assert parameters(template) == parameters(text.en), text.code


def test_german_is_set_as_german_print_is():
    messages = [text.say("de", some(text)) for text in ALL]
    wrong = re.compile(r"['\"”»\u00a0\u202f]| [:;!?]")
    assert [message for message in messages if wrong.search(message)] == []


def test_a_reader_of_another_language_gets_english():
    assert Words("red").say("it") == "red"
    assert shared.NO_ROUNDS.say("count", {}) == shared.NO_ROUNDS.en


def test_messages_are_whole_sentences():
    for text, language in product(ALL, languages()):
        template = translate(text.en, language)
        message = text.say(language, some(text))
        begins = message[0].isupper() or not message[0].isalpha() or template[0] == "{"
        assert begins, message
        assert message.endswith((".", "?")), message


def test_french_is_set_as_french_print_is():
    messages = [text.say("fr", some(text)) for text in ALL]
    assert [message for message in messages if re.search(r"'| [:;!?»]|« ", message)] == []


def test_clauses_are_those_of_the_rules():
    clauses = r"N([1-9]|[12]\d|3[0-5])|T([1-9]|1\d|2[01])|Z([1-9]|1[0-7])|J([1-9]|1\d|2[0-4])"
    named = {text.clause for text in ALL if text.clause}
    assert {clause for clause in named if not re.fullmatch(clauses, clause)} == set()


def test_texts_that_share_a_code_share_its_clause():
    assert len({(text.code, text.clause) for text in TEXTS}) == len(CODES)
