"""The place of a player after each session is that of a table counted up to it."""

from random import Random

import pytest

from scoring.pure import standings
from scoring.pure.facts import Penalty, PlayerId, SeasonFacts, as_of_the_last
from scoring.pure.place_history import places_after_sessions
from scoring.pure.schemes import Scheme
from tests.scoring.seasons import a_scheme, a_season, weighted


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
    return SeasonFacts(
        as_of_the_last(fact for fact in history.facts if fact.session_index <= last),
        [penalty for penalty in history.penalties if penalty.session_index <= last],
        [sit_out for sit_out in history.sit_outs if sit_out.session_index <= last],
        history.draws,
    )


@pytest.mark.parametrize("seed", range(40))
def test_one_pass_finds_the_places_of_a_table_for_each_session(seed):
    rng = Random(seed)
    history, scheme = a_season(rng, matches=18, people=rng.randint(3, 8)), a_scheme(rng)
    for player in {fact.player for fact in history.facts}:
        places = places_after_sessions(history, scheme, player)
        assert places == counted_places(history, scheme, player)


@pytest.mark.parametrize("seed", range(10))
def test_places_with_fading_results_are_those_of_a_table_for_each_session(seed):
    rng = Random(seed)
    history = weighted(a_season(rng, matches=18, people=rng.randint(3, 8)))
    scheme = Scheme(kept_per_month=80, attendance=20, best_evenings=3, tiebreaks=("wins",))
    for player in {fact.player for fact in history.facts}:
        places = places_after_sessions(history, scheme, player)
        assert places == counted_places(history, scheme, player)


def test_an_empty_season_has_no_places():
    assert places_after_sessions(SeasonFacts([]), Scheme(), PlayerId(1)) == []


def test_a_session_with_penalties_alone_has_no_place():
    history = a_season(Random(1), matches=18, people=4)
    first = min(fact.session_index for fact in history.facts)
    session = next(fact.session for fact in history.facts if fact.session_index == first)
    player = history.facts[-1].player
    without = history._replace(
        facts=[fact for fact in history.facts if fact.session_index != first],
        penalties=[Penalty(session, first, player, 500, "")],
    )
    places = places_after_sessions(without, Scheme(), player)
    assert session not in dict(places)
    assert places == counted_places(without, Scheme(), player)
