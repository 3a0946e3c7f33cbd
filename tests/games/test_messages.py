"""Every message exists in both languages, with the same parameters and the right typography."""

import re
from string import Formatter

import pytest

from games import GAMES
from games import messages as shared
from games.messages import LANGUAGES, Text, french
from games.nain_jaune import messages as nain_jaune
from games.neurotrio import messages as neurotrio
from games.njet import messages as njet
from games.triominos import messages as triominos

TEXTS = [
    text
    for module in (shared, neurotrio, triominos, njet, nain_jaune)
    for text in vars(module).values()
    if type(text) is Text
]
REASONS = [text for game in GAMES.values() for text in game.why_not.values()]


def parameters(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_there_are_messages():
    assert len(TEXTS) > 50


def test_codes_are_unique():
    assert len({text.code for text in TEXTS}) == len(TEXTS)


@pytest.mark.parametrize("text", TEXTS + REASONS, ids=lambda text: text.code)
def test_both_languages_take_the_same_parameters(text):
    assert parameters(text.en) == parameters(text.fr)


@pytest.mark.parametrize("text", TEXTS + REASONS, ids=lambda text: text.code)
def test_messages_are_whole_sentences(text):
    params = dict.fromkeys(parameters(text.en), "x")
    for language in LANGUAGES:
        said = text.say(language, params)
        assert said[0].isupper() or not said[0].isalpha() or text.en[0] == "{"
        assert said.endswith(".")


@pytest.mark.parametrize("text", TEXTS + REASONS, ids=lambda text: text.code)
def test_french_is_set_as_french_print_is(text):
    said = text.say("fr", dict.fromkeys(parameters(text.fr), "x"))
    assert "'" not in said
    assert not re.search(r" [:;!?»]|« ", said)


def test_french_punctuation_keeps_to_its_word():
    assert (
        french("l'un ; « l'autre » : oui ?")
        == "l’un\u202f; «\u00a0l’autre\u00a0»\u00a0: oui\u202f?"
    )


@pytest.mark.parametrize(
    "text", [t for t in TEXTS + REASONS if t.clause], ids=lambda text: text.code
)
def test_clauses_are_those_of_the_rules(text):
    clauses = r"N([1-9]|[12]\d|3[0-5])|T([1-9]|1\d|2[01])|Z([1-9]|1[0-7])|J([1-9]|1\d|2[0-4])"
    assert re.fullmatch(clauses, text.clause)
