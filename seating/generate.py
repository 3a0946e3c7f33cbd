"""Random requests for tests: late arrivals, people who left, ties, wishes, several sizes."""

from __future__ import annotations

from collections.abc import Sequence

from seating.random_source import Chance
from seating.rules import Mode

SIZES: tuple[dict[str, object], ...] = (
    {"min": 3, "max": 5, "preferred": [4]},
    {"min": 4, "max": 4, "preferred": [4]},
    {"min": 3, "max": 4, "preferred": [4]},
    {"min": 2, "max": 2},
    {"min": 2, "max": 6, "preferred": [3, 4]},
    {"min": 3, "max": 8, "preferred": [5]},
)
RULES = (
    "forbidden_pair", "together", "fixed_table", "step_free", "level_gap", "sit_out",
    "consecutive_repeat", "repeat_pair", "preferred_size", "seat_spread",
)  # fmt: skip
MOST_LEFT = 3  # people of the past who are not there any more


def generate(players: int, seed: int) -> dict[str, object]:
    """A request that can be read, with so many players."""
    return _Maker(players, Chance(seed)).request(seed)


class _Maker:
    def __init__(self, players: int, chance: Chance) -> None:
        self.chance = chance
        self.names = [f"p{number + 1}" for number in range(players)]
        self.sizes = SIZES[chance.below(len(SIZES))]

    def request(self, seed: int) -> dict[str, object]:
        chance, names = self.chance, self.names
        mode = chance.shuffled([*map(str, Mode), "social", "social", "social"])[0]
        found: dict[str, object] = {
            "seating": 1,
            "players": names,
            "table_sizes": self.sizes,
            "mode": mode,
            "history": self.history(),
            "forbidden": self.pairs(),
            "together": self.pairs(),
            "seed": seed,
        }
        found.update(self.wishes())
        found.update(self.for_mode(mode))
        if chance.below(2):
            found["rules"] = self.rules("ranking" in found)
        if mode in ("social", "swiss", "season", "random") and chance.below(2):
            found["rounds"] = 1 + chance.below(4)
        return found

    def rules(self, ranked: bool) -> list[str]:
        every = [*RULES, "rank_distance"] if ranked else RULES
        return self.chance.shuffled(every)[self.chance.below(4) :]

    def history(self) -> list[object]:
        """Later rounds have more of today's players: some came late, and some left."""
        rounds = self.chance.below(5)
        left = [f"left{number + 1}" for number in range(self.chance.below(MOST_LEFT + 1))]
        return [self.past(left[number:], number, rounds) for number in range(rounds)]

    def past(self, left: Sequence[str], number: int, rounds: int) -> object:
        late = self.chance.below(3) * (rounds - number)
        tables, out = self.tables([*self.names[late:], *left])
        return {"tables": tables, "sit_out": out} if self.chance.below(2) else tables

    def tables(self, names: Sequence[str]) -> tuple[list[list[str]], list[str]]:
        """Somehow filled, with whoever is too many left over."""
        order = self.chance.shuffled(names)
        least, most = int(str(self.sizes["min"])), int(str(self.sizes["max"]))
        tables: list[list[str]] = []
        while len(order) >= least:
            size = min(least + self.chance.below(most - least + 1), len(order))
            tables.append(order[:size])
            order = order[size:]
        return tables, order

    def pairs(self) -> list[list[str]]:
        if len(self.names) < 2:
            return []
        return [self.chance.shuffled(self.names)[:2] for _ in range(self.chance.below(4))]

    def wishes(self) -> dict[str, object]:
        chance, names = self.chance, self.names
        found: dict[str, object] = {}
        if not chance.below(3):
            found["fixed"] = {name: chance.below(3) for name in chance.shuffled(names)[:2]}
        if not chance.below(3):
            found["step_free"] = {"players": chance.shuffled(names)[:2], "tables": [0]}
        if not chance.below(3):
            found["levels"] = {name: chance.below(4) for name in names if chance.below(4)}
        if not chance.below(3):
            found["partners"] = {"rounds": 8}
        return found

    def for_mode(self, mode: str) -> dict[str, object]:
        """What some modes need: a ranking (equals in any order), a card, results, who plays."""
        chance, names = self.chance, self.names
        if mode in ("swiss", "snake", "interval"):
            return {"ranking": chance.shuffled(names)}
        if mode == "king":
            return {"results": self.tables(names)[0], "movers": 1 + chance.below(2)}
        if mode == "arena":
            return {"playing": self.tables(names)[0][:2]}
        if mode == "script":
            tables, _ = self.tables(names)
            numbers = [[names.index(name) for name in table] for table in tables]
            return {"script": [numbers] * 4}
        return {}
