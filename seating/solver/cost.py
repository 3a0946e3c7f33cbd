"""What whole rounds cost, counted anew: the search's own word on its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from seating.solver.instance import Draw, Ground
from seating.rules import Rule


def vector(ground: Ground, draws: Sequence[Draw]) -> tuple[int, ...]:
    """The counts in the order of the request's rules."""
    return tuple(_COUNTS[rule](ground, draws) for rule in ground.request.rules)


def _pairs(ground: Ground, masks: Sequence[int], draws: Sequence[Draw]) -> int:
    """Pairs at one table that these masks name."""
    return (
        sum(
            (masks[player] & mask).bit_count()
            for draw in draws
            for table in draw.tables
            for mask in (ground.mask(table),)
            for player in table
        )
        // 2
    )


def _forbidden(ground: Ground, draws: Sequence[Draw]) -> int:
    return _pairs(ground, ground.forbidden, draws)


def _apart(ground: Ground, draws: Sequence[Draw]) -> int:
    return ground.wished * len(draws) - _pairs(ground, ground.together, draws)


def _far(ground: Ground, draws: Sequence[Draw]) -> int:
    return _pairs(ground, ground.far, draws)


def _off_table(ground: Ground, draws: Sequence[Draw]) -> int:
    return sum(ground.misplaced(player, table)[0] for player, table in _places(draws))


def _on_steps(ground: Ground, draws: Sequence[Draw]) -> int:
    return sum(ground.misplaced(player, table)[1] for player, table in _places(draws))


def _places(draws: Sequence[Draw]) -> list[tuple[int, int]]:
    return [
        (player, number)
        for draw in draws
        for number, table in enumerate(draw.tables)
        for player in table
    ]


def _sit_outs(ground: Ground, draws: Sequence[Draw]) -> int:
    sat = list(ground.sat)
    for draw in draws:
        for player in draw.out:
            sat[player] += 1
    return sum(times * times for times in sat)


def _consecutive(ground: Ground, draws: Sequence[Draw]) -> int:
    found, last = 0, ground.last
    for draw in draws:
        found += _pairs(ground, last, [draw])
        last = [0] * ground.n
        for table in draw.tables:
            mask = ground.mask(table)
            for player in table:
                last[player] = mask & ~ground.bits[player]
    return found


def _repeats(ground: Ground, draws: Sequence[Draw]) -> int:
    found, met = ground.repeated, list(ground.met)
    for draw in draws:
        found += _pairs(ground, met, [draw])
        for table in draw.tables:
            mask = ground.mask(table)
            for player in table:
                met[player] |= mask & ~ground.bits[player]
    return found


def _unpreferred(ground: Ground, draws: Sequence[Draw]) -> int:
    liked = ground.request.preferred
    return sum(len(table) for draw in draws for table in draw.tables if len(table) not in liked)


def _spread(ground: Ground, draws: Sequence[Draw]) -> int:
    used = [list(counts) for counts in ground.used]
    for draw in draws:
        for table in draw.tables:
            for seat, player in enumerate(table[: ground.seats]):
                used[player][seat] += 1
    return sum(max(counts) - min(counts) for counts in used)


def _distance(ground: Ground, draws: Sequence[Draw]) -> int:
    return sum(ground.span(table) for draw in draws for table in draw.tables)


_COUNTS: Mapping[Rule, Callable[[Ground, Sequence[Draw]], int]] = {
    Rule.FORBIDDEN_PAIR: _forbidden,
    Rule.TOGETHER: _apart,
    Rule.FIXED_TABLE: _off_table,
    Rule.STEP_FREE: _on_steps,
    Rule.LEVEL_GAP: _far,
    Rule.SIT_OUT: _sit_outs,
    Rule.CONSECUTIVE_REPEAT: _consecutive,
    Rule.REPEAT_PAIR: _repeats,
    Rule.PREFERRED_SIZE: _unpreferred,
    Rule.SEAT_SPREAD: _spread,
    Rule.RANK_DISTANCE: _distance,
}
