"""Sensible bots are clearly stronger than random ones: over many matches, in every game."""

import pytest

from bench.bots import SEATED, duel
from games import GAMES, record
from games.base import Bots
from tests.games.test_long import LONG

# Nain Jaune leaves hardly anything to choose, so it takes many matches to see
MATCHES = {"neurotrio": 60, "triominos": 60, "njet": 100, "nain_jaune": 600}


@pytest.mark.long
@pytest.mark.parametrize("sensible", SEATED)
@pytest.mark.parametrize("game", GAMES)
def test_sensible_bots_win_more_than_their_share(game, sensible):
    actual = duel(game, sensible, 1000 if LONG else MATCHES[game])
    assert actual.won > sensible / 4
    assert actual.z > 3


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_may_have_a_bot_of_its_own_kind(game):
    from random import Random

    kinds = [Bots.SENSIBLE, Bots.RANDOM, Bots.RANDOM, Bots.SENSIBLE]
    played = record.play(game, Random(2), ["A", "B", "C", "D"], "transcript", bots=kinds)
    assert record.check(played).over
