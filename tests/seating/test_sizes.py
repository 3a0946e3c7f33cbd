"""Every number of players up to 60 against all partitions there are, tried one by one."""

import time
from collections.abc import Iterator
from functools import cache

import pytest

from games import GAMES
from seating.sizes import Partition, SitOutReason, Sizes, partition

CASES = [
    Sizes(3, 4, frozenset({4})),
    Sizes(3, 5, frozenset({4})),
    Sizes(4, 5),
    Sizes(2, 4, frozenset({3})),
    Sizes(5, 7, frozenset({5, 7})),
    Sizes(3, 8, frozenset({4, 6})),
    Sizes(2, 6),
    Sizes(3, 12, frozenset({9, 10})),
    Sizes(4, 4, frozenset({4})),
]


@cache
def cached_size_lists(players: int, least: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Return all ways to fill tables, the largest table first."""
    return tuple(size_lists(players, least, most))


def size_lists(players: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    if not players:
        yield ()
    for size in range(min(most, players), least - 1, -1):
        for others in cached_size_lists(players - size, least, size):
            yield (size, *others)


def sort_key(tables: tuple[int, ...], sizes: Sizes) -> tuple[int, ...]:
    """Return the key that the docstring describes, spelled out; the smallest is best."""
    return (
        -sum(size for size in tables if size in sizes.preferred),
        max(tables, default=0) - min(tables, default=0),
        len(tables),
        sum(size * size for size in tables),
        *(tables.count(size) for size in range(sizes.most, 0, -1)),
    )


@pytest.mark.parametrize("sizes", CASES, ids=str)
def test_the_partition_is_the_best_of_all(sizes):
    for players in range(61):
        seated = next(
            n for n in range(players, -1, -1) if cached_size_lists(n, sizes.least, sizes.most)
        )
        best = min(
            cached_size_lists(seated, sizes.least, sizes.most),
            key=lambda tables: sort_key(tables, sizes),
        )
        result = partition(players, sizes)
        assert (result.tables, result.sit_out) == (best, players - seated), players


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [
        (5, Sizes(3, 4), Partition((4,), 1, SitOutReason.GAP)),
        (2, Sizes(3, 4), Partition((), 2, SitOutReason.TOO_FEW)),
        (0, Sizes(3, 4), Partition((), 0, None)),
        (14, Sizes(3, 5, frozenset({4})), Partition((4, 4, 3, 3), 0, None)),
        (13, Sizes(3, 5, frozenset({4})), Partition((5, 4, 4), 0, None)),
    ],
)
def test_known_cases(players, sizes, expected):
    assert partition(players, sizes) == expected


def test_two_hundred_players_of_every_game_take_no_time():
    begun = time.perf_counter()
    for game in GAMES.values():
        sizes = Sizes(game.seats.start, game.seats.stop - 1, frozenset({4}))
        result = partition(200, sizes)
        assert (sum(result.tables), set(result.tables)) == (200, {4})
    assert time.perf_counter() - begun < 2


@pytest.mark.parametrize(("least", "most"), [(0, 4), (5, 4), (2, 65)])
def test_impossible_sizes_are_refused(least, most):
    with pytest.raises(ValueError, match="impossible sizes"):
        Sizes(least, most)


@pytest.mark.parametrize("players", [-1, 1001])
def test_impossible_numbers_of_players_are_refused(players):
    with pytest.raises(ValueError, match="players are expected"):
        partition(players, Sizes(3, 4))
