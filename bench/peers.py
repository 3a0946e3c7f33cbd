"""Other people's engines, unmodified, replaying games that random players have played before.

Only decisions of players count as moves, for them as for us; dealing the cards takes its time on
both sides and is no move. Each replay checks its own end.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

Replay = tuple[int, Callable[[], object]]  # how many moves, and playing them again


def rlcard(name: str, games: int, seed: int) -> Replay:
    """Return a replay in an environment of RLCard, stepped through as its users do."""
    from rlcard import make

    env, rng, played = make(name), random.Random(seed), []
    for number in range(games):
        env.seed(seed + number)
        state, _player = env.reset()
        actions = []
        while not env.is_over():
            actions.append(rng.choice(list(state["legal_actions"])))
            state, _player = env.step(actions[-1])
        played.append((seed + number, actions, list(env.get_payoffs())))

    def replay() -> None:
        for number, actions, payoffs in played:
            env.seed(number)
            env.reset()
            for action in actions:
                env.step(action)
            assert env.is_over()
            assert list(env.get_payoffs()) == payoffs

    return sum(len(actions) for _, actions, _ in played), replay


def open_spiel(name: str, games: int, seed: int) -> Replay:
    """Return a replay of a game of OpenSpiel, whose C++ code checks every action for legality."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(seed)
    played = [_random_actions(game, rng) for _ in range(games)]

    def replay() -> None:
        for actions, _moves, returns in played:
            state = game.new_initial_state()
            for action in actions:
                state.apply_action_with_legality_check(action)
            assert state.is_terminal()
            assert state.returns() == returns

    return sum(moves for _, moves, _ in played), replay


def _random_actions(game: Any, rng: random.Random) -> tuple[list[int], int, Sequence[float]]:
    """(all actions, how many of them were players' decisions, the result)."""
    state, actions, moves = game.new_initial_state(), [], 0
    while not state.is_terminal():
        moves += not state.is_chance_node()
        actions.append(rng.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return actions, moves, state.returns()


def dominoes(games: int, seed: int) -> Replay:
    import dominoes as package

    random.seed(seed)  # the package shuffles with the module's own generator
    played = []
    for _ in range(games):
        game = package.Game.new()
        dealt, moves = copy.deepcopy(game), []
        while game.result is None:
            moves.append(random.choice(game.valid_moves))
            game.make_move(*moves[-1])
        played.append((dealt, moves, game.result))

    def replay() -> None:
        for game, moves, result in played:
            for move in moves:
                game.make_move(*move)
            assert game.result == result

    return sum(len(moves) for _, moves, _ in played), replay


def mahjong(hands: int, seed: int) -> Replay:
    """Return a replay that values distinct winning hands of fourteen tiles."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig

    rng, calculator, config = random.Random(seed), HandCalculator(), HandConfig(is_tsumo=True)
    distinct: dict[tuple[int, ...], None] = {}
    while len(distinct) < hands:
        distinct.setdefault(_winning_tiles(rng))

    def value() -> None:
        for tiles in distinct:
            estimate = calculator.estimate_hand_value(list(tiles), tiles[-1], config=config)
            assert estimate.error is None
            assert estimate.cost is not None
            assert estimate.cost["total"] > 0

    return hands, value


def _winning_tiles(rng: random.Random) -> tuple[int, ...]:
    """Four sets and a pair; four tiles of each of the 34 kinds are numbered in a row."""
    while True:
        kinds = [0] * 34
        for _ in range(4):
            if rng.random() < 0.5:
                kinds[rng.randrange(34)] += 3
            else:
                first = 9 * rng.randrange(3) + rng.randrange(7)
                for kind in range(first, first + 3):
                    kinds[kind] += 1
        kinds[rng.randrange(34)] += 2
        if max(kinds) <= 4:
            return tuple(4 * kind + copy for kind in range(34) for copy in range(kinds[kind]))
