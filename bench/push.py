"""How long a player waits from the publication of the seats to the notification: web, worker,
courier and beat on PostgreSQL and Redis with nothing else to do. The push service is a receiver on
the same machine, which opens each message."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PLAYERS, ROUNDS, TABLE = 40, 10, 4
PATIENCE = 60
LIMIT = 5.0  # seconds at the 95th percentile
PEOPLE = """
import json
from league.models import Player
from league.operations.messages import devices
from league.operations.people import accounts
subscriptions = json.loads({subscriptions!r})
for number, player in enumerate(Player.objects.order_by("pk")):
    user = accounts.create(f"p{{number}}@example.org", "a good pass phrase")
    Player.objects.filter(pk=player.pk).update(account=user)
    devices.add(user, **subscriptions[number])
"""


def lines() -> Iterator[str]:
    """Yield the figures, once all messages were opened."""
    from tests.e2e.conftest import ADD_ALICE, server_layout
    from tests.push_service import Browser, push_service

    with tempfile.TemporaryDirectory() as folder, push_service() as service:
        browsers = [Browser() for _ in range(PLAYERS)]
        subscriptions = [
            {"endpoint": service.receiver.url.replace("hook", str(number)), **browser.keys}
            for number, browser in enumerate(browsers)
        ]
        arrivals = _clocked(service.receiver)
        with server_layout(Path(folder), ADD_ALICE, WEBHOOKS_ALLOW_PRIVATE="1") as served:
            token = served.manage("apitoken", "alice@example.org").split()[-1]

            def post(path: str, **body: Any) -> Any:
                status, answer = served.call("POST", path, body, token)
                assert status == 201, answer
                return answer

            club = post("clubs/", name="Bench")["slug"]
            players = [
                post(f"clubs/{club}/players/", name=f"Player {number}")["id"]
                for number in range(PLAYERS)
            ]
            code = PEOPLE.format(subscriptions=json.dumps(subscriptions))
            served.manage("shell", "-v0", "-c", code)
            season = post(f"clubs/{club}/seasons/", name="Autumn", starts_on="2026-09-01")["id"]
            waits = list[float]()
            for number in range(1, ROUNDS + 1):
                waits += _round(post, season, players, arrivals, number)
        for path, (_, body) in zip(service.receiver.paths, service.receiver.requests, strict=True):
            assert browsers[int(path.strip("/"))].open(body)["title"]
    late = statistics.quantiles(waits, n=20)[-1]
    assert late <= LIMIT, f"{late:.2f} s"
    yield (
        f"push: {ROUNDS} times {PLAYERS} players are seated, from the request to the browser:"
        f" median {statistics.median(waits):.2f} s, 95 % within {late:.2f} s,"
        f" the last {max(waits):.2f} s"
    )


def _round(
    post: Any, season: int, players: list[int], arrivals: list[float], number: int
) -> list[float]:
    """Seat everybody at a new evening, and return how long each one waited."""
    session = post(f"seasons/{season}/sessions/", starts_at="2026-11-27T20:30:00+01:00")["id"]
    for player in players:
        post(f"sessions/{session}/presence/", player=player)
    tables = [players[start : start + TABLE] for start in range(0, PLAYERS, TABLE)]
    time.sleep(1.0)  # nothing else to do
    began = time.monotonic()
    post(f"sessions/{session}/seating/", game="neurotrio", tables=tables)
    while len(arrivals) < number * PLAYERS:
        assert time.monotonic() - began < PATIENCE, f"{len(arrivals)} arrived"
        time.sleep(0.01)
    return [at - began for at in arrivals[-PLAYERS:]]


def _clocked(receiver: Any) -> list[float]:
    """Return a list that gets the time of each message that comes in."""
    arrivals, answer = list[float](), receiver.answer

    def clocked() -> Any:
        arrivals.append(time.monotonic())
        return answer()

    receiver.answer = clocked
    return arrivals
