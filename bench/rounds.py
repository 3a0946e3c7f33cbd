"""Rounds by the API: processor time of the whole application in one process."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from statistics import median
from typing import Any

from bench import server
from bench.measure import Cell

LATE = 12  # a round of a long match
MATCHES, WARMING = 24, 4
BATCH = 50
NAMES = ["Ada", "Bo", "Cy", "Di"]


def cells() -> Iterator[Cell]:
    if not server.answers():
        return
    with server.database():
        from django.db import connection

        club = Club()
        costs = club.round_costs(club.records("neurotrio", "sheet", target=50))
        last, others = (
            median(cost[-1] for cost in costs), median(chain(*(cost[:-1] for cost in costs)))
        )  # fmt: skip
        least = median(server.request("/livez").seconds for _ in range(50))
        assert connection.vendor == "postgresql"
        yield Cell("a round", "GET /livez", others / least, most=50)
        yield Cell("the last round of a match", "its other rounds", last / others, most=3)
        costs = club.round_costs(club.records("triominos", "transcript", target=2000))
        first, late = (median(cost[index] for cost in costs) for index in (0, LATE - 1))
        yield Cell(f"round {LATE} of Triominos, moves", "round 1", late / first, most=3)
        yield Cell("the same key again", "a round", club.repeated() / others, most=0.8)
        yield Cell(
            f"a round of a batch of {BATCH}", "a round alone", club.batch() / others, most=0.5
        )


class Club:
    """A club with a session, and the token of its owner."""

    def __init__(self) -> None:
        from django.utils import timezone

        from league.models import User
        from league.operations.people import clubs, tokens
        from league.operations.seasons import seasons

        user = User.objects.create_user("bench@example.org", name="Bench")
        self.token = tokens.issue(user)[1]
        club = clubs.create(by=user, name="Bench")
        self.players = [clubs.add_player(club, name=name).pk for name in NAMES]
        now = timezone.now()
        season = seasons.create(
            club, name="S", starts_on=now.date(), games=["neurotrio", "triominos"]
        )
        self.session = seasons.open_session(season, starts_at=now)

    def records(self, game: str, evidence: str, target: int) -> list[Any]:
        from games import record

        rng, options = Random(1), {"target": target}
        return [record.play(game, rng, NAMES, evidence, options=options) for _ in range(MATCHES)]

    def match(self, played: Any) -> int:
        from league.operations.matches import matches

        options, game = played["options"], played["game"]
        return matches.create(self.session, game=game, players=self.players, options=options).pk

    def round_costs(self, records: Sequence[Any]) -> list[list[float]]:
        """Return the seconds of each round of each match."""
        costs = []
        for played in records:
            path = f"/api/v1/matches/{self.match(played)}/rounds/"
            costs.append([self.post(path, body) for body in played["rounds"][: LATE + 1]])
        return costs[WARMING:]

    def post(self, path: str, body: Any, key: str = "") -> float:
        key = key or secrets.token_hex(12)
        headers = {"authorization": f"Bearer {self.token}", "idempotency_key": key}
        return server.request(path, body, status=201, **headers).seconds

    def repeated(self) -> float:
        """Return the seconds of a request whose answer is stored."""
        (played, *_) = self.records("neurotrio", "sheet", target=50)
        path, body = f"/api/v1/matches/{self.match(played)}/rounds/", played["rounds"][0]
        self.post(path, body, "again")
        return median(self.post(path, body, "again") for _ in range(20))

    def batch(self) -> float:
        """Return the seconds of a round that is sent with others."""
        played = self.records("neurotrio", "sheet", target=50)
        path = f"/api/v1/sessions/{self.session.pk}/rounds/"

        def rounds() -> list[dict[str, Any]]:
            chosen = [played[number % MATCHES] for number in range(BATCH)]
            return [{"match": self.match(record), **record["rounds"][0]} for record in chosen]

        return median(self.post(path, {"rounds": rounds()}) / BATCH for _ in range(5))
