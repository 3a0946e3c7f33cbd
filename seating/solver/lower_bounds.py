"""What no plan can cost less than, rule by rule: counted, never guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from seating.solver.instance import Ground
from seating.rules import Rule


def bounds(ground: Ground) -> tuple[int, ...]:
    """In the order of the request's rules; each holds whatever the other rules cost."""
    return tuple(_BOUNDS[rule](ground) if rule in _BOUNDS else 0 for rule in ground.request.rules)


def _apart(ground: Ground) -> int:
    """Who wants to sit with more than a table holds is left without some."""
    room = ground.request.sizes.most - 1
    missing = sum(max(0, mask.bit_count() - room) for mask in ground.together)
    return (missing + 1) // 2 * ground.rounds


def _sit_outs(ground: Ground) -> int:
    """In each round those sit out who did so least."""
    sat = sorted(ground.sat)
    for _ in range(ground.rounds):
        for index in range(ground.partition.sit_out):
            sat[index] += 1
        sat.sort()
    return sum(times * times for times in sat)


def _consecutive(ground: Ground) -> int:
    first = _again(ground, _groups_before(ground))
    return first + (ground.rounds - 1) * _again(ground, _groups(ground))


def _again(ground: Ground, groups: int) -> int:
    """Players from so few tables must meet again, at however many tables they sit now."""
    least = ground.request.sizes.least
    size = least if _is_free(ground) else min(ground.partition.tables, default=0)
    tables = len(ground.partition.tables)
    if _is_free(ground):
        tables = -(-sum(ground.partition.tables) // ground.request.sizes.most)
    each, more = divmod(size, max(groups, 1))
    pairs = more * (each + 1) * each // 2 + (groups - more) * each * (each - 1) // 2
    return tables * pairs


def _groups_before(ground: Ground) -> int:
    """Tables of the last round, and everybody who was at none as a group of his own."""
    together = {mask | bit for mask, bit in zip(ground.last, ground.bits, strict=True)}
    return len(together)


def _groups(ground: Ground) -> int:
    """At most so many groups come out of any round."""
    tables = ground.partition.tables
    most = sum(tables) // ground.request.sizes.least if _is_free(ground) else len(tables)
    return most + ground.partition.sit_out


def _is_free(ground: Ground) -> bool:
    return ground.request.sizes.least < ground.request.sizes.most


def _repeats(ground: Ground) -> int:
    """Whoever sits with more players than he has not met yet meets some again."""
    size = ground.request.sizes.least if ground.partition.tables else 1
    unmet = [ground.n - 1 - mask.bit_count() for mask in ground.met]
    played = _least_played(ground)
    by_player = sum(max(0, played * (size - 1) - strangers) for strangers in unmet)
    pairs = ground.rounds * _fewest_pairs(ground)
    found = max((by_player + 1) // 2, pairs - sum(unmet) // 2, _consecutive(ground))
    return ground.repeated + found


def _least_played(ground: Ground) -> int:
    """Rounds that everybody sits at a table in, whoever sits out."""
    return 0 if ground.partition.sit_out else ground.rounds


def _fewest_pairs(ground: Ground) -> int:
    """Pairs at the tables of a round when these are as small and even as they may be."""
    seated = sum(ground.partition.tables)
    if not seated:
        return 0
    tables = seated // ground.request.sizes.least
    each, more = divmod(seated, tables)
    return more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2


def _unpreferred(ground: Ground) -> int:
    liked = ground.request.preferred
    return ground.rounds * sum(size for size in ground.partition.tables if size not in liked)


def _spread(ground: Ground) -> int:
    """Everybody's own least: the seats he sat on least are filled up first."""
    every = ground.partition.tables and not ground.partition.sit_out
    every = every and ground.request.sizes.most <= ground.seats
    least = ground.rounds if every else 0
    alike = Counter([tuple(sorted(counts)) for counts in ground.used])
    return sum(
        _least_spread(counts, least, ground.rounds) * players for counts, players in alike.items()
    )


def _least_spread(counts: tuple[int, ...], least: int, most: int) -> int:
    """After at least `least` and at most `most` more rounds on counted seats."""
    filled, found = list(counts), []
    for times in range(most + 1):
        if times >= least:
            found.append(filled[-1] - filled[0])
        filled[0] += 1
        filled.sort()
    return min(found)


_BOUNDS: Mapping[Rule, Callable[[Ground], int]] = {
    Rule.TOGETHER: _apart,
    Rule.SIT_OUT: _sit_outs,
    Rule.CONSECUTIVE_REPEAT: _consecutive,
    Rule.REPEAT_PAIR: _repeats,
    Rule.PREFERRED_SIZE: _unpreferred,
    Rule.SEAT_SPREAD: _spread,
}
