"""What the sensible bot sees, and how much it gains by it."""

import statistics
from random import Random

import pytest

from games.base import Bots, Seat
from games.nain_jaune import bot, play, rules
from games.nain_jaune.moves import Move, write
from tests.games.nain_jaune_notation import opening, started


def sensible(state):
    move = bot.choose(started(len(state.hands)), state, Random(1), [Bots.SENSIBLE] * 8)
    return write(move).get("card", "pass")


def test_it_plays_what_it_must():
    assert sensible(opening("2S KD", "3S KH", "4S KC")) == "2S"
    assert sensible(opening("QS KD", "3S KH", "4S KC")) == "pass"


def test_it_starts_the_sequence_that_comes_back_to_it():
    # from 2S the others lay 3S and 4S and it wins with 5S; after 2D seat 1 starts with 3S
    state = opening("2S 2D 5S KD", "3S 8H KH", "4S 9H KC")
    worth = {
        card: bot.expected(started(), rules.apply(state, Move(Seat(0), card)), Seat(0), Random(1))
        for card in (move.card for move in rules.legal_moves(state))
    }
    assert len(worth) == 2
    assert sensible(state) == write(Move(Seat(0), max(worth, key=worth.get)))["card"]


def gains(players, number, rng):
    """Yield, for each round of random bots, by how many chips the bot's choices beat random ones.

    The chips of all choices are added up and divided by the number of players. The value of a
    choice comes from other playouts than those that the bot looks at.
    """
    match = started(players)
    for _ in range(number):
        state, gained = play.deal(match, rng), 0.0
        while not state.over:
            legal = rules.legal_moves(state)
            if len(legal) > 1:
                chosen = bot.choose(match, state, rng, [Bots.SENSIBLE] * 8)
                after = [rules.apply(state, move) for move in legal]
                worth = [bot.expected(match, position, Seat(state.seat), rng) for position in after]
                gained += worth[legal.index(chosen)] - statistics.mean(worth)
            state = rules.apply(state, rng.choice(legal))
        yield gained / players


@pytest.mark.long
def test_its_choices_are_worth_more_than_random_ones():
    gained = [*gains(4, 60, Random("duel"))]
    assert statistics.mean(gained) > 0.3
