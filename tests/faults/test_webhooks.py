"""Webhooks while parts are killed: every message arrives, those noted twice under one name."""

import json

import pytest

from tests.faults.parts import wait_until
from tests.receiver import receiving

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]
LIMIT = 60  # seconds; the sweep comes every 5, the first retry after 5


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def webhook_parts(parts, receiver):
    """Return the product, allowed to call the receiver, which wants to hear of rounds."""
    parts.environment["WEBHOOKS_ALLOW_PRIVATE"] = "1"
    code = (
        "from league.models import Season; from league.operations.webhooks import webhooks;"
        f"club = Season.objects.get(pk={parts.world['season']}).club;"
        f"hook = webhooks.create(club, url={receiver.url!r}, events=['round.submitted']);"
        "print(hook.secret)"
    )
    parts.secret = parts.manage("shell", "-v0", "-c", code).splitlines()[-1]
    for name in ("web", "worker", "courier", "beat"):
        parts.start(name)
    parts.wait_until_ready()
    return parts


def submit(product, matches):
    for match in matches:
        status, _, _ = product.call("POST", f"matches/{match}/rounds/", SHEET)
        assert status == 201


SHEET = {"evidence": "sheet", "scores": [22, 5, 6]}


def rounds(receiver):
    """Return the matches of which a message about a round arrived."""
    return {json.loads(body)["data"]["match"]["id"] for _, body in receiver.requests}


def delivered(product):
    left = product.ask("SELECT count(*) FROM league_outgoing WHERE state <> 'delivered'")
    return left == [(0,)]


def test_the_courier_delivers_a_round(webhook_parts, receiver, figures):
    match = webhook_parts.world["short"][0]
    submit(webhook_parts, [match])
    seconds = wait_until(lambda: receiver.requests, "the message arrives", LIMIT)
    assert receiver.verified(webhook_parts.secret)["data"]["match"]["id"] == match
    figures(seconds_until_told=seconds)


def test_the_courier_is_killed_and_redis_loses_everything(
    webhook_parts, private_redis, receiver, figures
):
    matches = webhook_parts.world["short"][:20]
    receiver.answers = [503, 503, 503, 204]
    submit(webhook_parts, matches[:10])
    webhook_parts.kill("courier")
    submit(webhook_parts, matches[10:15])
    private_redis.stop()
    submit(webhook_parts, matches[15:])
    private_redis.start()
    # what the killed one held in its hands is free again when its lease ends
    with_lease = "UPDATE league_outgoing SET next_attempt_at = now() WHERE state = 'pending'"
    webhook_parts.ask(with_lease + " RETURNING 1")
    webhook_parts.start("courier")
    seconds = wait_until(lambda: delivered(webhook_parts), "all is delivered", LIMIT)
    assert rounds(receiver) == set(matches)
    by_name = {headers["webhook-id"]: body for headers, body in receiver.requests}
    assert len(by_name) == 20
    assert all(by_name[headers["webhook-id"]] == body for headers, body in receiver.requests)
    figures(messages=len(receiver.requests), seconds_until_told=seconds)


def test_a_receiver_that_is_silent_holds_up_no_standings(webhook_parts, receiver, figures):
    receiver.pause = 3600.0
    matches = webhook_parts.world["short"][:5]
    submit(webhook_parts, matches)
    wait_until(lambda: receiver.requests, "the courier waits for an answer", LIMIT)
    behind = (
        "SELECT 1 FROM scoring_table t JOIN scoring_projection p ON p.table_id = t.id"
        " WHERE facts_version > standings_version"
    )
    seconds = wait_until(lambda: not webhook_parts.ask(behind), "tables are up to date", LIMIT)
    assert not delivered(webhook_parts)
    figures(seconds_until_exact=seconds)
