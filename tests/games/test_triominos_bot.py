"""What the sensible bot sees, and that it pays."""

from random import Random

from games.base import Bots
from games.triominos import bot
from tests.games.states import state_with
from tests.games.triominos_notation import E2, E3, midway, move, opening


def sensible(state):
    return bot.choose(state, Random(1), [Bots.SENSIBLE] * 8)


def test_it_opens_as_an_engine_does():
    assert sensible(opening("111", "222", size=1)) == move("1 play 2-2-2 0:0")
    racks = "345", "255"
    bare = opening(*racks, pool="000 111 222 333 444 555", size=1)
    assert (sensible(bare).seat, sensible(bare).tile) == (1, "255")


def test_it_builds_a_bridge():
    assert sensible(midway(E2, "344 012", "013")) == move("0 play 3-4-4 3:0")


def test_it_fills_a_hexagon():
    assert sensible(midway(E3, "155 012", "013")) == move("0 play 5-1-5 1:-1")


def test_it_lays_the_heavier_tile():
    state = midway("0:0 5-5-5", "055 455", "013", pool="023")
    assert sensible(state).tile == "455"


def test_it_draws_fails_and_passes_when_it_must():
    state = midway("0:0 5-5-5", "012", "013", pool="023")
    assert sensible(state) == move("0 draw 023")
    assert sensible(state_with(state, draws=3)) == move("0 fail")
    assert sensible(midway("0:0 5-5-5", "012", "013")) == move("0 pass")
