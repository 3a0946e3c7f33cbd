"""RLCard, unmodified, replaying games that random players have played before.

Only decisions of players count as moves, for it as for us; dealing takes time on both sides.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Replay = tuple[int, Callable[[], object]]  # the number of moves, and playing them again


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
