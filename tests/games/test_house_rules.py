"""Options are accepted if, and only if, they fit the description of their house rule."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, SLUGS
from games.base import house_rules_of, usual_options, usual_rules
from games.house_rules import (
    Flag,
    Number,
    NumberPerSeat,
    Numbers,
    default,
    labels,
    of_first_seat,
    range_of,
    read,
)
from games.rule_book import listed
from games.shape import Spot
from problems.catalogue import languages
from problems.text import Text, Words
from tests.games.random_options import impossible_option, possible_options

RULES = [rule for game in SLUGS for rule in GAMES[game].house_rules]
TOSSES = Number("tosses", Words("Tosses"), 3, least=1, most=9)
EDGES = Flag("edges", Words("Edges count"), default=True)
PILES = Numbers(
    "piles",
    Words("Piles"),
    (1, 2),
    least=1,
    none=Text("none", "None."),
    twice=Text("twice", "{found}"),
)
LIVES = NumberPerSeat("lives", Words("Lives"), 2, least=1, seat_label=Words("{number}"), names={})


@pytest.mark.parametrize("game", SLUGS)
@given(data=st.data())
def test_possible_options_are_accepted(game, data):
    players = data.draw(st.sampled_from(GAMES[game].seats))
    options = data.draw(possible_options(game, players))
    state, problems = GAMES[game].start(options, players)
    assert problems == []
    written = GAMES[game].write_options(state)
    assert written == {**written, **options}
    assert {*written} == {rule.name for rule in GAMES[game].house_rules}


@pytest.mark.parametrize("game", SLUGS)
@given(data=st.data())
def test_impossible_options_are_refused_with_their_path(game, data):
    players = data.draw(st.sampled_from(GAMES[game].seats))
    name, value = data.draw(impossible_option(game, players))
    state, problems = GAMES[game].start({name: value}, players)
    assert state is None
    assert {problem.path.split(".")[1] for problem in problems} == {name}


@pytest.mark.parametrize("game", SLUGS)
def test_left_out_options_have_the_default_of_the_description(game):
    for players in GAMES[game].seats:
        state, _problems = GAMES[game].start({}, players)
        written = GAMES[game].write_options(state)
        assert written == {rule.name: default(rule, players) for rule in GAMES[game].house_rules}


def test_all_that_is_wrong_is_reported_once():
    at = Spot("options", "X1", [])
    given_options = {"tosses": 10, "edges": 1, "piles": [1, 1], "lives": [0, 1], "x": 1}
    values = read([TOSSES, EDGES, PILES, LIVES], given_options, at, 2)
    assert [problem.path for problem in at.problems] == [
        "options.x",
        "options.tosses",
        "options.edges",
        "options.piles.1",
        "options.lives.0",
    ]
    assert (values["tosses"], values["lives"]) == (3, ())


def test_ranges_are_said_in_words():
    ranges = {rule.name: range_of(rule) for rule in (TOSSES, EDGES, PILES, LIVES)}
    assert {name: words and words.say("en") for name, words in ranges.items()} == {
        "tosses": "1 to 9",
        "edges": None,
        "piles": "different numbers, 1 or more",
        "lives": "a number for each player, 1 or more",
    }
    assert listed(EDGES, "fr").spans == ()
    assert listed(EDGES, "fr").value_label(True, "fr") == "oui"
    assert listed(PILES, "de").value_label([1, 2], "de") == "1, 2"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_house_rule_explains_itself_in_every_language(rule):
    texts = [rule.label, rule.help, *labels(rule).values()]
    for language in set(languages()) - {"en"}:
        same = [text.en for text in texts if text.say(language) == text.en]
        assert {*same} <= {"14, expert"}  # the same in French


@pytest.mark.parametrize("game", SLUGS)
def test_usual_rules_of_a_seat_are_those_of_the_description(game):
    of_matches = usual_options(GAMES[game])
    rules = {rule.name: of_first_seat(rule, default(rule, 2)) for rule in GAMES[game].house_rules}
    assert usual_rules(GAMES[game]) == {**rules, **of_matches}


def test_a_plugged_in_game_may_lack_house_rules():
    plugged_in: Any = object()
    assert house_rules_of(plugged_in) == ()
