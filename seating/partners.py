"""Partners inside a table, as Njet! has them: round by round, everybody with everybody as evenly
as it goes.

Four sit two against two, three one against two; any other number has no partners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seating.ground import Ground

Teams = tuple[tuple[int, ...], ...]
SPLITS: Mapping[int, tuple[Teams, ...]] = {
    3: (((0,), (1, 2)), ((1,), (0, 2)), ((2,), (0, 1))),
    4: (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))),
}


def plan(ground: Ground, tables: Sequence[Sequence[int]], turn: int) -> tuple[object, ...] | None:
    """Per table and round of its match the teams, by name; None where nobody asks for partners."""
    asked = ground.request.partners
    if asked is None:
        return None
    past: dict[frozenset[str], int] = {}
    names = ground.request.players
    for one, other in asked.past:
        pair = frozenset((names[one], names[other]))
        past[pair] = past.get(pair, 0) + 1
    return tuple(
        [rotation([ground.name(player) for player in table], asked.rounds, past, turn)
         for table in tables]
    )  # fmt: skip


def rotation(
    table: Sequence[str], rounds: int, past: Mapping[frozenset[str], int], turn: int = 0
) -> list[list[list[str]]]:
    """The teams of every round; those who were partners least come first.

    `turn` moves the beginning on, so that over several draws no split is always the first.
    """
    splits = SPLITS.get(len(table), ())
    often = dict(past)
    found: list[list[list[str]]] = []
    for _ in range(rounds if splits else 0):
        order = [splits[(index + turn) % len(splits)] for index in range(len(splits))]
        teams = min([_named(split, table) for split in order], key=lambda each: _cost(each, often))
        for team in teams:
            if len(team) == 2:
                often[frozenset(team)] = often.get(frozenset(team), 0) + 1
        found.append(teams)
    return found


def _named(split: Teams, table: Sequence[str]) -> list[list[str]]:
    return [[table[seat] for seat in team] for team in split]


def _cost(teams: Sequence[Sequence[str]], often: Mapping[frozenset[str], int]) -> int:
    """Squares keep the counts close to each other."""
    counts = [often.get(frozenset(team), 0) for team in teams if len(team) == 2]
    return sum((count + 1) ** 2 - count**2 for count in counts)
