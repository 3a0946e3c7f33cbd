"""The cost of whole rounds by each rule, counted from scratch on the search's own numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from seating.rules import Rule
from seating.solver.instance import RoundSeating, SearchInstance, odd_sizes
from seating.solver.neighbours import neighbour_counts, neighbours


def cost_vector(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> tuple[int, ...]:
    """Return the counts in the order of the rules of the search. Partners are arranged later, so
    they cost nothing yet."""
    return tuple(
        _COUNTS[rule](instance, seatings) if rule in _COUNTS else 0 for rule in instance.rules
    )


def _pairs(instance: SearchInstance, masks: Sequence[int], seatings: Sequence[RoundSeating]) -> int:
    """Return how many pairs that share a table are in these masks."""
    return (
        sum(
            (masks[player] & mask).bit_count()
            for seating in seatings
            for table in seating.tables
            for mask in (instance.mask(table),)
            for player in table
        )
        // 2
    )


def _forbidden(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return _pairs(instance, instance.forbidden, seatings)


def _missed_together(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return instance.together_pairs * len(seatings) - _pairs(instance, instance.together, seatings)


def _level_conflicts(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return _pairs(instance, instance.level_conflicts, seatings)


def _same_levels(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return _pairs(instance, instance.same_level, seatings)


def _same_teams(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return _pairs(instance, instance.same_team, seatings)


def _past_meetings(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return sum(
        instance.past_meetings[one][other]
        for seating in seatings
        for table in seating.tables
        for one, other in combinations(table, 2)
    )


def _wrong_tables(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return sum(
        instance.misplaced(player, table)[0] for player, table in _table_of_players(seatings)
    )


def _without_step_free(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return sum(
        instance.misplaced(player, table)[1] for player, table in _table_of_players(seatings)
    )


def _table_of_players(seatings: Sequence[RoundSeating]) -> list[tuple[int, int]]:
    return [
        (player, number)
        for seating in seatings
        for number, table in enumerate(seating.tables)
        for player in table
    ]


def _sit_outs(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    counts = list(instance.sit_out_counts)
    for seating in seatings:
        for player in seating.sit_outs:
            counts[player] += 1
    return sum(times * times for times in counts)


def _consecutive(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    count, last_opponents = 0, instance.last_opponents
    for seating in seatings:
        count += _pairs(instance, last_opponents, [seating])
        last_opponents = [0] * instance.player_count
        for table in seating.tables:
            mask = instance.mask(table)
            for player in table:
                last_opponents[player] = mask & ~instance.bits[player]
    return count


def _repeats(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    count, opponents = instance.past_repeats, list(instance.past_opponents)
    for seating in seatings:
        count += _pairs(instance, opponents, [seating])
        for table in seating.tables:
            mask = instance.mask(table)
            for player in table:
                opponents[player] |= mask & ~instance.bits[player]
    return count


def _thirds(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    count = instance.past_thirds
    met, met_twice = list(instance.past_opponents), list(instance.met_twice)
    for seating in seatings:
        count += _pairs(instance, met_twice, [seating])
        for table in seating.tables:
            mask = instance.mask(table)
            for player in table:
                others = mask & ~instance.bits[player]
                met_twice[player] |= met[player] & others
                met[player] |= others
    return count


def _odd_sizes(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    counts = list(instance.odd_size_counts)
    for seating in seatings:
        odd = odd_sizes(map(len, seating.tables))
        for table in seating.tables if odd else ():
            for player in table if len(table) in odd else ():
                counts[player] += 1
    return sum(times * times for times in counts)


def _turns(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return instance.sit_out_turns([seating.sit_outs for seating in seatings])


def _neighbours(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    counts = neighbour_counts(instance)
    for seating in seatings:
        for table in seating.tables:
            counts.update(neighbours(table))
    return sum(times - 1 for times in counts.values())


def _unpreferred(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    preferred = instance.request.preferred
    return sum(
        len(table)
        for seating in seatings
        for table in seating.tables
        if len(table) not in preferred
    )


def _spread(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    seat_counts = [list(counts) for counts in instance.seat_counts]
    for seating in seatings:
        for table in seating.tables:
            for seat, player in enumerate(table[: instance.seats]):
                seat_counts[player][seat] += 1
    return sum(max(counts) - min(counts) for counts in seat_counts)


def _first_seats(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    counts = [counts[0] for counts in instance.seat_counts]
    for seating in seatings:
        for table in seating.tables:
            counts[table[0]] += 1
    return sum(times * times for times in counts)


def _advantages(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    balances = list(instance.seat_balances)
    for seating in seatings:
        for table in seating.tables:
            for player, value in zip(table, instance.seat_values(len(table)), strict=True):
                balances[player] += value
    return sum(map(abs, balances))


def _distance(instance: SearchInstance, seatings: Sequence[RoundSeating]) -> int:
    return sum(instance.span(table) for seating in seatings for table in seating.tables)


_COUNTS: Mapping[Rule, Callable[[SearchInstance, Sequence[RoundSeating]], int]] = {
    Rule.FORBIDDEN_PAIR: _forbidden,
    Rule.TOGETHER: _missed_together,
    Rule.FIXED_TABLE: _wrong_tables,
    Rule.STEP_FREE: _without_step_free,
    Rule.LEVEL_GAP: _level_conflicts,
    Rule.SAME_LEVEL: _same_levels,
    Rule.SAME_TEAM: _same_teams,
    Rule.PAST_MEETING: _past_meetings,
    Rule.FIRST_SEAT: _first_seats,
    Rule.SEAT_ADVANTAGE: _advantages,
    Rule.SIT_OUT: _sit_outs,
    Rule.CONSECUTIVE_REPEAT: _consecutive,
    Rule.REPEAT_PAIR: _repeats,
    Rule.PREFERRED_SIZE: _unpreferred,
    Rule.SEAT_SPREAD: _spread,
    Rule.RANK_DISTANCE: _distance,
    Rule.THIRD_MEETING: _thirds,
    Rule.REPEAT_TABLE_SIZE: _odd_sizes,
    Rule.SIT_OUT_TURN: _turns,
    Rule.REPEAT_LEFT_NEIGHBOUR: _neighbours,
}
