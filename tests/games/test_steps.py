"""Whoever looks on sees every move of a transcript, and in the end what was scored."""

from random import Random

import pytest

from games import GAMES, record

NAMES = ["Ada", "Bruno", "Chloé", "Dov"]


def played(game, evidence="transcript", seed=3, **options):
    names = NAMES[: GAMES[game].seats[-1]]
    return record.play(game, Random(seed), names, evidence, options=options)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4))]
)
def test_the_deal_comes_first_and_then_every_move(game, seed):
    match = played(game, seed=seed)
    for number, round_ in enumerate(match["rounds"]):
        steps = record.steps(match, number)
        assert steps[0].move is None
        actual = [step.move for step in steps[1:]]
        assert len(actual) == len(round_["moves"])
        for move, raw in zip(actual, round_["moves"], strict=True):
            assert {key: move[key] for key in raw} == raw


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("evidence", ["sheet", "final"])
def test_without_transcript_there_are_no_steps(game, evidence):
    assert record.steps(played(game, evidence), 0) == []
