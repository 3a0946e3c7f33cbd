"""A result that counts in five leagues against one that counts in the season only: the last round
of a match by the API, and the refresh of all tables that it concerns."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

from bench import server
from bench.measure import Cell

PLAYERS, MATCHES = 2_000, 30_000  # some 100,000 results
TURNS, WARMING = 30, 5
LAST_ROUND = {"evidence": "sheet", "scores": [12, 5, 3], "finisher": 0}
RULES: tuple[dict[str, Any], ...] = (
    {"scheme": {"points": "place_points"}},
    {"games": ["neurotrio"]},
    {"member_rule": "listed"},
    {"member_rule": "listed", "place_rule": "members"},
)


def cells() -> Iterator[Cell]:
    if not server.answers():
        return
    with server.database():
        (season,) = server.populate(1, PLAYERS, MATCHES)
        league = Season(season)
        own = league.seconds_of_a_result()
        league.open_leagues()
        ratio = league.seconds_of_a_result() / own
        # ten tables instead of two: facts are read once, but each has tied groups of its own
        yield Cell("a result that counts in five leagues", "in the season only", ratio, most=7)


class Season:
    """A large season, and the token of its organiser."""

    def __init__(self, season: Any) -> None:
        from league.models import Player, User
        from league.operations.people import tokens
        from league.operations.seasons import seasons

        self.row, self.rng = season, Random(1)
        self.token = tokens.issue(User.objects.get())[1]
        self.players = list(Player.objects.values_list("pk", flat=True))
        last = season.sessions.first()
        self.session = seasons.open_session(season, starts_at=last.starts_at)
        self.refresh()

    def refresh(self) -> None:
        from scoring import tasks

        tasks.refresh_season(self.row.pk)

    def open_leagues(self) -> None:
        from league.operations.seasons import leagues

        for number, rules in enumerate(RULES):
            members = self.players[::2] if rules.get("member_rule") == "listed" else []
            leagues.create(self.row, name=f"League {number}", players=members, **rules)
        self.refresh()

    def seconds_of_a_result(self) -> float:
        return median([self._play() for _ in range(TURNS)][WARMING:])

    def _play(self) -> float:
        from league.operations.matches import matches

        match = matches.create(
            self.session,
            game="neurotrio",
            players=self.rng.sample(self.players, 3),
            options={"target": 10},
        )
        path = f"/api/v1/matches/{match.pk}/rounds/"
        key, token = secrets.token_hex(12), f"Bearer {self.token}"
        start = time.perf_counter()
        server.request(path, LAST_ROUND, status=201, authorization=token, idempotency_key=key)
        self.refresh()
        return time.perf_counter() - start
