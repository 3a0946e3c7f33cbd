"""Sixteen clients at once."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.conftest import refreshes, seconds_until_exact

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]
CLIENTS, EACH = 16, 25


def test_sixteen_clients_submit_and_correct_the_same_matches(product, history, figures):
    """Most are refused: the match moved on. What is accepted is there, once."""
    matches = product.world["long"] + product.world["short"][:8]

    def play(client):
        rng = random.Random(client)
        for n in range(EACH):
            match, scores = rng.choice(matches), [22, client % 12, n % 12]
            rng.shuffle(scores)
            number = rng.randint(1, 3)
            if rng.random() < 0.6:
                history.submit(match, scores, number)
            else:
                history.correct(match, number, scores)

    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(play, range(CLIENTS)))
    seconds = seconds_until_exact(product)
    history.assert_kept()
    figures(
        accepted=history.accepted,
        refused=history.refused,
        refreshes_per_table=max(stamps for _, stamps, _ in refreshes(product)),
        seconds_until_exact=seconds,
    )
    assert history.accepted > CLIENTS
    assert history.again == 0
