"""The games of the server, as programs read them."""

from random import Random
from typing import Any

import pytest

from games import GAMES
from games.base import Bots, EndKind, Evidence, endings_of
from games.house_rules import default
from tests.api.caller import Caller
from tests.outside_games import EXAMPLES, installed

FAST = {"target": 30, "rounds": 2, "chips": 12}


def games(**headers):
    listed = Caller().get("games/", **headers).json()["results"]
    return {game["slug"]: game for game in listed}


def option(game, name):
    return next(option for option in game["options"] if option["name"] == name)


def test_games_are_listed_without_an_account(db):
    listed = games()
    assert list(listed) == list(GAMES)
    assert listed["neurotrio"]["name"] == "Neurotrio"
    assert listed["neurotrio"]["seats"] == {"least": 2, "most": 4, "by_option": []}
    assert listed["nain_jaune"]["seats"] == {
        "least": 3,
        "most": 8,
        "by_option": [{"players": 2, "option": "two_players"}],
    }
    assert listed["triominos"]["evidence"] == ["sheet", "final", "transcript"]


def test_options_have_their_range_labels_and_defaults(db):
    listed = games()
    assert option(listed["neurotrio"], "target") == {
        "name": "target",
        "label": "Played to",
        "help": "The total that ends the match (N28).",
        "type": "integer",
        "default": 50,
        "usual": 50,
        "least": 1,
        "most": None,
        "most_in_all": None,
        "range": "1 or more",
        "choices": [],
    }
    minimums = option(listed["neurotrio"], "minimums")
    assert (minimums["type"], minimums["default"]) == ("integer_per_seat", 12)
    assert minimums["choices"][0] == {"value": 11, "label": "11, any complete hand"}
    two_players = option(listed["nain_jaune"], "two_players")
    assert two_players["choices"][1] == {"value": True, "label": "allowed, too"}
    short_ante = option(listed["nain_jaune"], "short_ante")
    assert (short_ante["default"], short_ante["usual"]) == ("end", "pay_what_is_left")
    assert option(listed["njet"], "discards")["default"] == [0, 1, 2]
    assert option(listed["triominos"], "deal")["most_in_all"] == 56


@pytest.mark.parametrize("slug", list(GAMES))
def test_listed_values_make_a_match(db, slug):
    """Each default and each choice is a value that the game itself accepts."""
    described, game = games()[slug], GAMES[slug]
    for rule, written in zip(game.house_rules, described["options"], strict=True):
        players = game.seats[0]
        assert game.start({written["name"]: default(rule, players)}, players)[1] == []
        for choice in written["choices"]:
            value = choice["value"]
            if written["type"] == "integer_per_seat":
                value = [value] * players
            assert game.start({written["name"]: value}, players)[1] == [], (rule.name, value)


def test_texts_are_in_the_language_of_the_caller(db):
    french = games(Accept_Language="fr")["neurotrio"]
    assert option(french, "target")["label"] != "Played to"
    (ending,) = french["endings"]
    assert (ending["clause"], ending["title"]) == ("N28", "Fin")


def test_an_unchanged_list_is_not_sent_again(db):
    first = Caller().get("games/")
    assert Caller().get("games/", If_None_Match=first["ETag"]).status_code == 304
    other = Caller().get("games/", If_None_Match=first["ETag"], Accept_Language="de")
    assert other.status_code == 200


def test_endings_name_an_option_and_say_the_clause(db):
    for slug, game in games().items():
        names = {rule["name"] for rule in game["options"]}
        for ending in game["endings"]:
            assert {ending["option"] or "", *ending["only_with"]} - {""} <= names, slug
            assert ending["title"]
            assert ending["text"]
    (ending,) = games()["neurotrio"]["endings"]
    assert (ending["kind"], ending["option"], ending["only_with"]) == ("total", "target", {})
    assert "reaches the target" in ending["text"]


def has_come(ending, state, options, rounds):
    """Tell whether a state after this number of rounds is at an end of this kind."""
    totals, number = state.totals, options.get(ending.option)
    return {
        EndKind.TOTAL: lambda: max(totals) >= number,
        EndKind.ROUNDS: lambda: rounds >= number,
        EndKind.NO_CHIPS: lambda: min(totals) <= 0,
        EndKind.NO_ANTE: lambda: min(totals) < 5,
    }[ending.kind]()


def variants(game):
    """Yield the options of quick matches, with each value of each choice that an ending names."""
    named = {name for ending in game.endings for name in ending.only_with}
    sets: list[dict[str, Any]] = [
        {rule.name: FAST[rule.name] for rule in game.house_rules if rule.name in FAST}
    ]
    for rule in game.house_rules:
        if rule.name in named:
            sets = [{**chosen, rule.name: str(value)} for chosen in sets for value in rule.choices]
    return sets


@pytest.mark.parametrize("slug", list(GAMES))
def test_matches_end_as_the_endings_say(slug):
    """After each round of the bots, the match is over if, and only if, an ending has come."""
    game, players = GAMES[slug], max(GAMES[slug].seats[0], 3)
    for seed, options in enumerate(variants(game)):
        state, problems = game.start(options, players)
        assert problems == []
        chosen, rng, rounds = game.write_options(state), Random(seed), 0
        while not state.over:
            bots = [Bots.SENSIBLE] * players
            round_ = game.play_round(state, rng, Evidence.SHEET, bots=bots)
            verdict, state = game.check_round(state, round_, "")
            assert verdict.ok
            rounds += 1
            possible = [
                ending
                for ending in endings_of(game)
                if all(chosen[name] == value for name, value in ending.only_with.items())
            ]
            ended = any(has_come(ending, state, chosen, rounds) for ending in possible)
            assert ended == state.over, (options, state.totals, rounds)


def test_a_game_from_outside_describes_itself_too(db):
    assert "simple_belote" not in games()
    with installed(EXAMPLES):
        belote = games()["simple_belote"]
    assert belote["evidence"] == ["sheet", "final"]
    assert belote["options"]
    assert belote["endings"] == []
