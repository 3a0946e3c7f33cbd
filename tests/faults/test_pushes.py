"""Notifications while parts are killed: each arrives, and one that comes twice replaces itself."""

from collections import Counter

import pytest

from tests.faults.parts import wait_until
from tests.push_service import push_service

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]
LIMIT = 60  # seconds; the sweep comes every 5
SUBSCRIBE = """
from league.models import Match, Player
from league.operations.messages import devices
from league.operations.people import accounts
user = accounts.create("ada@example.org", "a good pass phrase")
player = Match.objects.get(pk={match}).seats.first().player
Player.objects.filter(pk=player.pk).update(account=user)
devices.add(user, **{subscription!r})
"""
SEAT = """
from league.models import Match
from league.operations.sessions import session_log
first = Match.objects.get(pk={match})
for number in range({n}):
    players = [seat.player_id for seat in first.seats.all()]
    session_log.set_table(first.session, game=first.game, players=players, by=None)
"""


@pytest.fixture
def service(parts):
    """Start the product with the browser of a player at a push service that hangs at first."""
    with push_service() as service:
        parts.environment["WEBHOOKS_ALLOW_PRIVATE"] = "1"
        parts.match = parts.world["short"][0]
        code = SUBSCRIBE.format(match=parts.match, subscription=service.subscription)
        parts.manage("shell", "-v0", "-c", code)
        for name in ("web", "worker", "courier", "beat"):
            parts.start(name)
        yield service


def is_sent(product):
    left = product.ask("SELECT count(*) FROM league_outgoing WHERE state <> 'delivered'")
    return left == [(0,)]


def seat(product, tables):
    product.manage("shell", "-v0", "-c", SEAT.format(match=product.match, n=tables))


def test_killing_the_courier_while_it_sends_loses_no_message(parts, service, figures):
    service.receiver.pause = 3600.0  # taken, and never answered
    seat(parts, 5)
    wait_until(lambda: len(service.headers) == 5, "all are being sent", LIMIT)
    parts.kill("courier")
    service.receiver.pause = 0.0
    # what the killed one held in its hands is free again when its lease ends
    with_lease = "UPDATE league_outgoing SET next_attempt_at = now() WHERE state = 'pending'"
    parts.ask(with_lease + " RETURNING 1")
    parts.start("courier")
    seconds = wait_until(lambda: is_sent(parts), "all is sent", LIMIT)
    messages = service.messages()
    copies = Counter(message["id"] for message in messages)
    assert sorted(copies.values()) == [2] * 5
    tags = [message["tag"] for message in messages]
    assert [headers["topic"] for headers in service.headers] == tags
    figures(copies=len(tags), seconds_until_sent=seconds)


def test_a_redis_outage_delays_but_loses_no_message(parts, private_redis, service, figures):
    private_redis.stop()
    seat(parts, 3)
    private_redis.start()
    seconds = wait_until(lambda: is_sent(parts), "all is sent", LIMIT)
    assert len(service.messages()) == 3
    figures(seconds_until_sent=seconds)
