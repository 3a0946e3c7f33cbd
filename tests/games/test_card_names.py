"""Cards in the letters of each language: shown, read back, never mistaken for each other."""

from collections import Counter

import pytest

from games.lettering import Lettering
from games.nain_jaune import card_names as nain_jaune
from games.neurotrio import card_names as neurotrio
from games.njet import card_names as njet
from games.shape import Spot
from problems.catalogue import languages
from problems.text import Text, Words

GAMES = {"nain_jaune": nain_jaune, "njet": njet, "neurotrio": neurotrio}
EVERY = [(game, language) for game in GAMES for language in languages()]


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_every_card_reads_back(game, language):
    cards = GAMES[game].CARDS
    for code in cards.codes:
        shown = cards.write(code, language)
        for text in (shown, shown.lower(), code, code.lower()):
            assert cards.read(text, language) == code, text


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_every_spelling_reads_back(game, language):
    cards = GAMES[game].CARDS
    for code in cards.codes:
        first, *others = cards.spellings(code, language)
        assert first == cards.write(code, language).upper()
        assert {cards.read(text, language) for text in (first, *others)} == {code}
        assert first not in others


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_two_cards_never_look_alike(game, language):
    cards = GAMES[game].CARDS
    shown = Counter(cards.write(code, language).upper() for code in cards.codes)
    aloud = Counter(GAMES[game].card(code).say(language) for code in cards.codes)
    assert len(shown) == len(aloud) == len(cards.codes)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", languages())
def test_letters_of_other_languages_are_read_unless_they_mean_another_card(game, other):
    cards = GAMES[game].CARDS
    for code in cards.codes:
        assert cards.read_anywhere(cards.write(code, other)) == code


@pytest.mark.parametrize(
    ("cards", "code", "letters"),
    [
        (nain_jaune.CARDS, "JS", {"en": "J♠", "fr": "V♠", "de": "B♠"}),
        (nain_jaune.CARDS, "QD", {"en": "Q♦", "fr": "D♦", "de": "D♦"}),
        (nain_jaune.CARDS, "KH", {"en": "K♥", "fr": "R♥", "de": "K♥"}),
        (nain_jaune.CARDS, "10C", {"en": "10♣", "fr": "10♣", "de": "10♣"}),
        (njet.CARDS, "K7", {"en": "K7", "fr": "N7", "de": "S7"}),
        (njet.CARDS, "G1", {"en": "G1", "fr": "V1", "de": "G1"}),
        (neurotrio.CARDS, "2EB", {"en": "2★B", "fr": "2★B", "de": "2★B"}),
        (neurotrio.CARDS, "1CN", {"en": "1♥D", "fr": "1♥N", "de": "1♥S"}),
        (neurotrio.CARDS, "3RV", {"en": "3✿G", "fr": "3✿V", "de": "3✿G"}),
    ],
)
def test_cards_have_the_letters_of_the_language(cards, code, letters):
    assert {language: cards.write(code, language) for language in letters} == letters


@pytest.mark.parametrize(
    ("cards", "text", "language", "code"),
    [
        (nain_jaune.CARDS, "vc", "fr", "JC"),
        (nain_jaune.CARDS, "dd", "fr", "QD"),  # queen before diamonds
        (nain_jaune.CARDS, "DD", "de", "QD"),
        (nain_jaune.CARDS, "RP", "fr", "KS"),
        (nain_jaune.CARDS, "10T", "fr", "10C"),
        (nain_jaune.CARDS, "10C", "fr", "10C"),  # clubs, as in records
        (nain_jaune.CARDS, "KH", "fr", "KH"),
        (nain_jaune.CARDS, "BP", "de", "JS"),
        (nain_jaune.CARDS, "BK", "de", None),  # Karo or Kreuz
        (nain_jaune.CARDS, "q♡", "en", "QH"),
        (nain_jaune.CARDS, "Q♥\ufe0f", "en", "QH"),
        (nain_jaune.CARDS, "V♠", "de", "JS"),  # nothing else in German
        (nain_jaune.CARDS, "11♦", "fr", None),
        (nain_jaune.CARDS, "", "fr", None),
        (njet.CARDS, "n9", "fr", "K9"),
        (njet.CARDS, "9n", "fr", "K9"),
        (njet.CARDS, "K9", "fr", "K9"),
        (njet.CARDS, "S9", "fr", "K9"),
        (njet.CARDS, "R99", "fr", None),
        (neurotrio.CARDS, "1hd", "en", "1CN"),
        (neurotrio.CARDS, "1hs", "de", "1CN"),
        (neurotrio.CARDS, "1ss", "de", "1EN"),
        (neurotrio.CARDS, "1⭐b", "en", "1EB"),
        (neurotrio.CARDS, "4★B", "en", None),
        (neurotrio.CARDS, "1★B" * 1000, "en", None),
    ],
)
def test_cards_are_read_in_the_language_of_the_player(cards, text, language, code):
    assert cards.read(text, language) == code


def test_lists_are_read_and_written():
    cards = nain_jaune.CARDS
    assert cards.read_all(" 10♦, d♠;RH\n<b>", "fr") == ["10D", "QS", "KH", "<b>"]
    assert cards.write_all(["10D", "QS", "<b>"], "fr") == "10♦ D♠ <b>"


def test_boxes_are_named_with_their_cards():
    assert nain_jaune.boxes({"10D": 3, "QS": 5}).say("fr") == "10♦\xa0: 3, D♠\xa0: 5"


def test_spellings_of_two_cards_are_refused():
    """A language whose letters are not clear reads codes only where they are clear."""
    letters = {"A1": "X", "B1": "Y", "C1": "Z"}
    parts = {"A1": ("X", "Q"), "B1": ("Y", "Q"), "C1": ("Z", "A1")}
    cards = Lettering(tuple(letters), lambda code, _language: [parts[code]])
    assert cards.read("Q", "en") is None
    assert cards.read("A1", "en") == "A1"  # records first
    assert cards.read("Z", "en") == "C1"


UNKNOWN = Text("unknown", "Found: {found}.", "T1")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("V♠", "Dans un fichier de partie, V♠ s’écrit JS. Trouvé\xa0: «\xa0V♠\xa0»."),
        ("XY", "Found: «\xa0XY\xa0»."),
        (7, "Found: 7."),
    ],
)
def test_refusal_names_the_code_of_a_card_in_letters(raw, message):
    at = Spot("rounds.0", "", [])
    nain_jaune.CARDS.refuse(raw, at, UNKNOWN)
    (refusal,) = at.problems
    assert (refusal.code, refusal.clause) == ("unknown", "T1")
    assert refusal.message("fr") == message


def test_a_language_without_letters_has_the_english_ones():
    assert njet.CARDS.write("K7", "xx") == "K7"
    assert Words("J Q K").say("xx") == "J Q K"
