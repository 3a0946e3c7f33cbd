"""Generates random requests for tests, with late arrivals, departures, ties, constraints and
several table sizes."""

from __future__ import annotations

from collections.abc import Sequence

from seating.random_source import RandomSource
from seating.rules import Mode

SIZES: tuple[dict[str, object], ...] = (
    {"min": 3, "max": 5, "preferred": [4]},
    {"min": 4, "max": 4, "preferred": [4]},
    {"min": 3, "max": 4, "preferred": [4]},
    {"min": 2, "max": 2},
    {"min": 2, "max": 6, "preferred": [3, 4]},
    {"min": 3, "max": 8, "preferred": [5]},
    {"min": 3, "max": 12, "preferred": [9, 10]},
)
RULES = (
    "forbidden_pair", "together", "fixed_table", "step_free", "level_gap", "sit_out",
    "consecutive_repeat", "repeat_pair", "preferred_size", "seat_spread", "third_meeting",
    "repeat_table_size", "past_meeting", "same_level",
    "same_team",
)  # fmt: skip
MOST_DEPARTED = 3  # people of the past who are not there any more


def generate(players: int, seed: int) -> dict[str, object]:
    """Return a valid request with this number of players."""
    return _RequestMaker(players, RandomSource(seed)).request(seed)


class _RequestMaker:
    def __init__(self, players: int, random_source: RandomSource) -> None:
        self.random_source = random_source
        self.names = [f"p{number + 1}" for number in range(players)]
        self.sizes = SIZES[random_source.below(len(SIZES))]

    def request(self, seed: int) -> dict[str, object]:
        random_source, names = self.random_source, self.names
        mode = random_source.shuffled([*map(str, Mode), "social", "social", "social"])[0]
        raw_request: dict[str, object] = {
            "seating": 1,
            "players": names,
            "table_sizes": self.sizes,
            "mode": mode,
            "history": self.history(),
            "forbidden": self.pairs(),
            "together": self.pairs(),
            "seed": seed,
        }
        raw_request.update(self.constraints())
        raw_request.update(self.for_mode(mode))
        if random_source.below(2):
            raw_request["rules"] = self.rules("ranking" in raw_request)
        if mode in ("social", "swiss", "season", "random") and random_source.below(2):
            raw_request["rounds"] = 1 + random_source.below(4)
        return raw_request

    def rules(self, has_ranking: bool) -> list[str]:
        all_rules = [*RULES, "rank_distance", "sit_out_turn"] if has_ranking else RULES
        return self.random_source.shuffled(all_rules)[self.random_source.below(4) :]

    def history(self) -> list[object]:
        """Return earlier rounds; later ones have more of today's players, because some arrived late
        and some have left."""
        rounds = self.random_source.below(5)
        departed = [
            f"left{number + 1}" for number in range(self.random_source.below(MOST_DEPARTED + 1))
        ]
        return [self.past_round(departed[number:], number, rounds) for number in range(rounds)]

    def past_round(self, departed: Sequence[str], number: int, rounds: int) -> object:
        latecomers = self.random_source.below(3) * (rounds - number)
        tables, sit_outs = self.tables([*self.names[latecomers:], *departed])
        if not self.random_source.below(2):
            return tables
        weight = {"weight": self.random_source.below(4)} if self.random_source.below(2) else {}
        return {"tables": tables, "sit_out": sit_outs, **weight}

    def tables(self, names: Sequence[str]) -> tuple[list[list[str]], list[str]]:
        """Return tables of random allowed sizes and the players who are left over."""
        unseated = self.random_source.shuffled(names)
        least, most = int(str(self.sizes["min"])), int(str(self.sizes["max"]))
        filled_tables: list[list[str]] = []
        while len(unseated) >= least:
            size = min(least + self.random_source.below(most - least + 1), len(unseated))
            filled_tables.append(unseated[:size])
            unseated = unseated[size:]
        return filled_tables, unseated

    def pairs(self) -> list[list[str]]:
        if len(self.names) < 2:
            return []
        return [
            self.random_source.shuffled(self.names)[:2] for _ in range(self.random_source.below(4))
        ]

    def constraints(self) -> dict[str, object]:
        random_source, names = self.random_source, self.names
        random_constraints: dict[str, object] = {}
        if not random_source.below(3):
            random_constraints["fixed"] = {
                name: random_source.below(3) for name in random_source.shuffled(names)[:2]
            }
        if not random_source.below(3):
            random_constraints["step_free"] = {
                "players": random_source.shuffled(names)[:2],
                "tables": [0],
            }
        if not random_source.below(3):
            random_constraints["levels"] = {
                name: random_source.below(4) for name in names if random_source.below(4)
            }
        if not random_source.below(3):
            random_constraints["partners"] = {"rounds": 8}
        if not random_source.below(3):
            size = 2 + random_source.below(4)
            random_constraints["teams"] = [
                names[first : first + size] for first in range(0, len(names), size)
            ]
        return random_constraints

    def for_mode(self, mode: str) -> dict[str, object]:
        """Return the keys that a mode needs: a ranking, a script, results, or the tables that are
        playing."""
        random_source, names = self.random_source, self.names
        if mode in ("swiss", "snake", "interval"):
            return {"ranking": random_source.shuffled(names)}
        if mode == "king":
            return {"results": self.tables(names)[0], "movers": 1 + random_source.below(2)}
        if mode == "arena":
            return {"playing": self.tables(names)[0][:2]}
        if mode == "script":
            tables, _ = self.tables(names)
            numbers = [[names.index(name) for name in table] for table in tables]
            return {"script": [numbers] * 4}
        return {}
