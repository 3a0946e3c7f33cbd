"""Seating requests: the input of a draw, in the format of `seating/README.md`.

Players are named by their ids, so that anybody can repeat and check a draw with `python -m
seating`. Nothing is stored here.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from seating import plan, request
from seating.sizes import Sizes, is_only, partition

Pair = tuple[int, int]


@dataclass(frozen=True)
class Constraints:
    """Wishes and needs about seats, by ids of players; tables are numbered as in the plan, from
    0."""

    apart: Sequence[Pair] = ()
    together: Sequence[Pair] = ()
    levels: Mapping[int, int] = field(default_factory=dict)
    fixed: Mapping[int, int] = field(default_factory=dict)
    step_free: Collection[int] = ()
    step_free_tables: Sequence[int] = ()


@dataclass(frozen=True)
class PastRound:
    """Tables that were played at one time, in seat order, and the players who sat out."""

    tables: Sequence[Sequence[int]]
    sit_out: Sequence[int] = ()
    weight: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": [[*map(str, table)] for table in self.tables],
            "sit_out": [*map(str, self.sit_out)],
            **({} if self.weight is None else {"weight": self.weight}),
        }


def basic_request(
    players: Sequence[int],
    sizes: Sizes,
    *,
    seed: str,
    seconds: float,
    history: Sequence[PastRound],
    constraints: Constraints,
) -> dict[str, Any]:
    """Return what every request has; mode, rounds and rules are the caller's."""
    preferred = {"preferred": sorted(sizes.preferred)} if sizes.preferred else {}
    content: dict[str, Any] = {
        "seating": request.VERSION,
        "players": [*map(str, players)],
        "table_sizes": {"min": sizes.least, "max": sizes.most, **preferred},
        "seed": _seed_number(seed),
        "seconds": seconds,
    }
    if history:
        content["history"] = [past_round.to_json() for past_round in history]
    return {**content, **constraint_keys(constraints)}


def constraint_keys(constraints: Constraints) -> dict[str, Any]:
    """Return the parts of a request about wishes and needs, without empty ones."""
    keys: dict[str, Any] = {
        "forbidden": [[*map(str, pair)] for pair in constraints.apart],
        "together": [[*map(str, pair)] for pair in constraints.together],
        "levels": {str(player): level for player, level in constraints.levels.items()},
        "fixed": {str(player): table for player, table in constraints.fixed.items()},
    }
    if constraints.step_free:
        players = [*map(str, constraints.step_free)]
        keys["step_free"] = {"players": players, "tables": list(constraints.step_free_tables)}
    return {key: value for key, value in keys.items() if value}


def sizes_to_draw(sizes: Sizes, players: int) -> Sizes:
    """Return the sizes, preferring the sizes of the usual division of this many players: among
    equally good divisions the draw then takes the one announced before."""
    shares = partition(players, sizes)
    used = frozenset(shares.tables)
    both = sizes.preferred & used
    for preferred in (both, used):
        narrow = Sizes(sizes.least, sizes.most, preferred)
        if preferred and is_only(players - shares.sit_out, narrow):
            return narrow
    return Sizes(sizes.least, sizes.most, both or sizes.preferred)


def parse_request(content: Mapping[str, Any]) -> request.Request:
    """Return a stored request in parsed form."""
    parsed, problems = request.read(dict(content))
    assert parsed is not None, problems
    return parsed


def parse_plan(stored: Mapping[str, Any]) -> plan.Plan:
    """Return a stored plan in parsed form."""
    parsed, problems = plan.read({key: stored[key] for key in stored if key != "reasons"})
    assert parsed is not None, problems
    return parsed


def hash_request(content: Mapping[str, Any]) -> str:
    """Return a hash of a request."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _seed_number(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:6])
