"""A message is only a hint: twice, a hundred times, too late or about nothing, it does no harm."""

import random

import pytest

from tests.faults.conftest import all_done, refreshes, seconds_until_exact
from tests.faults.parts import wait_until

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]


def send_all(product, seasons):
    for season in seasons:
        product.send("scoring.refresh_season", season)


def test_the_same_message_a_hundred_times_in_parallel(product, history, figures):
    product.start("worker2")
    here = product.world["season"]
    send_all(product, [here] * 100)
    for match in product.world["short"][:5]:
        history.submit(match, [22, 5, 6])
        send_all(product, [here, here])
    wait_until(lambda: all_done(product), "all messages are done")
    seconds = seconds_until_exact(product)
    history.assert_kept()
    for table, stamps, versions in refreshes(product):
        assert stamps == versions, f"table {table} was written twice at one version"
    figures(accepted=history.accepted, messages=110, seconds_until_exact=seconds)


def test_messages_out_of_order_about_seasons_old_foreign_and_gone(product, history, figures):
    here, foreign = product.world["season"], product.world["foreign"]
    tables = product.ask("SELECT * FROM scoring_table WHERE season_id = %s ORDER BY id", foreign)
    messages = [here, foreign, 10**12, 0, -1] * 10
    random.Random(1).shuffle(messages)
    for match in product.world["short"][:5]:
        send_all(product, messages[:10])
        history.submit(match, [22, 5, 6])
        send_all(product, messages[10:20])
    wait_until(lambda: all_done(product), "all messages are done")
    seconds = seconds_until_exact(product)
    history.assert_kept()
    assert tables == product.ask(
        "SELECT * FROM scoring_table WHERE season_id = %s ORDER BY id", foreign
    )
    figures(accepted=history.accepted, messages=100, seconds_until_exact=seconds)
