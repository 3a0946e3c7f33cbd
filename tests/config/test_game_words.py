"""Games use the words of their rules in each language."""

import pytest

from tools import game_words


def test_games_have_their_words_and_no_others():
    assert [*game_words.problems()] == []


@pytest.mark.parametrize("game", game_words.GAMES)
@pytest.mark.parametrize("language", game_words.LANGUAGES)
def test_each_game_has_fifteen_words(game, language):
    words = game_words.WORDS[game][language].split(", ")
    assert len(set(words)) == 15


@pytest.mark.parametrize(
    ("game", "language", "text", "word"),
    [
        ("nain_jaune", "fr", "Banque 30 → 28", "Banque"),
        ("nain_jaune", "de", "In jeden Kasten ein Chip", "Kasten"),
        ("nain_jaune", "fr", "Cartes restantes : 1, honneurs 2", "honneurs"),
        ("triominos", "de", "Kein Stein liegt auf dem Brett.", "Brett"),
        ("triominos", "fr", "Trouvé dans sa main : 0-1-2", "dans sa main"),
        ("njet", "fr", "doit couper d’un atout", "couper d’un"),
        ("neurotrio", "de", "13, Wanderer", "Wanderer"),
        ("neurotrio", "fr", "deux trios avec deux AT en commun", "AT en commun"),
    ],
)
def test_translations_of_the_english_word_are_refused(game, language, text, word):
    (line,) = game_words.refused(game, language, [text])
    assert line.startswith(f"“{word}”")


@pytest.mark.parametrize(
    ("game", "language", "text"),
    [
        ("njet", "de", "Der Bankier setzt sich auf die Bank"),  # no word of Njet!
        ("nain_jaune", "en", "{seat} had {bank} chips"),  # a name for programs
        ("neurotrio", "fr", "Un « AT en commun » est partagé"),  # quotes the rules
    ],
)
def test_words_are_refused_only_where_they_are_wrong(game, language, text):
    assert [*game_words.refused(game, language, [text])] == []


def test_missing_words_are_named():
    assert "chevalet" in game_words.lacking("triominos", "fr", ["pièce et pioche"])
    assert "pioche" not in game_words.lacking("triominos", "fr", ["pièce et pioche"])
