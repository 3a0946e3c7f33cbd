"""The place of a player after each session is that of a table counted up to it."""

from random import Random

import pytest

from scoring.pure import standings
from scoring.pure.facts import SeasonFacts
from scoring.pure.place_history import places_after_sessions
from tests.scoring.seasons import a_scheme, a_season


def counted_places(history, scheme, player):
    """Return what a table of its own for each session says."""
    sessions = {fact.session_index: fact.session for fact in history.facts}
    return [
        (sessions[last], place_in(until(history, last), scheme, player))
        for last in sorted(sessions)
    ]


def place_in(history, scheme, player):
    rows = standings.compute(history, scheme)
    return next((row.place for row in rows if row.player == player), None)


def until(history, last):
    parts = [
        [each for each in part if each.session_index <= last]
        for part in (history.facts, history.penalties, history.sit_outs)
    ]
    return SeasonFacts(*parts, history.draws)


@pytest.mark.parametrize("seed", range(40))
def test_one_pass_finds_the_places_of_a_table_for_each_session(seed):
    rng = Random(seed)
    history, scheme = a_season(rng, matches=18, people=rng.randint(3, 8)), a_scheme(rng)
    for player in {fact.player for fact in history.facts}:
        places = places_after_sessions(history, scheme, player)
        assert places == counted_places(history, scheme, player)


def test_an_empty_season_has_no_places():
    assert places_after_sessions(SeasonFacts([]), a_scheme(Random(1)), 1) == []
