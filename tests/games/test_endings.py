"""The endings that a game declares: each names a clause and house rules that it has."""

import pytest

from games import GAMES, SLUGS
from games.base import endings_of, house_rules_of, rule_book_for


@pytest.mark.parametrize("slug", SLUGS)
def test_endings_name_clauses_and_house_rules_of_their_game(slug):
    game = GAMES[slug]
    names = {rule.name for rule in house_rules_of(game)}
    assert endings_of(game)
    for ending in endings_of(game):
        for language in ("en", "fr", "de"):
            book = rule_book_for(game, language)
            assert book is not None
            assert book.clause(ending.clause)
        assert {*ending.only_with, ending.option or next(iter(names))} <= names
