"""Lower bounds: what no plan can cost less than, rule by rule, always proved and never
estimated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from seating.rules import Rule
from seating.sizes import Sizes, is_only
from seating.solver.instance import SearchInstance, odd_sizes


def lower_bounds(instance: SearchInstance) -> tuple[int, ...]:
    """Return a bound for each rule in the order of the request, valid for any cost of the other
    rules."""
    return tuple(_BOUNDS[rule](instance) if rule in _BOUNDS else 0 for rule in instance.rules)


def _missed_together(instance: SearchInstance) -> int:
    """Return how many constraints to share a table must be missed, because a player has more of
    them than a table has other seats."""
    most_partners = instance.request.sizes.most - 1
    missing = sum(max(0, mask.bit_count() - most_partners) for mask in instance.together)
    return (missing + 1) // 2 * instance.rounds


def _team_mates(instance: SearchInstance) -> int:
    """Return how many pairs of team mates must share a table: every team is spread evenly over the
    most tables that a round can have, and those sit out whose absence spares most pairs. Of teams
    that share players only the largest counts."""
    tables = _most_groups(instance) - instance.partition.sit_out
    if not instance.weight[Rule.SAME_TEAM] or not tables:
        return 0
    seated = _separate_team_sizes(instance)
    for _ in range(instance.partition.sit_out):
        if seated:
            seated[seated.index(max(seated))] -= 1  # the last of the largest team has most mates
    return instance.rounds * sum(_pairs_when_spread(size, tables) for size in seated)


def _separate_team_sizes(instance: SearchInstance) -> list[int]:
    """Return the sizes of teams without a common player, the largest first, of players who are to
    be seated."""
    masks = [
        instance.mask([instance.number[player] for player in team if player in instance.number])
        for team in instance.request.teams
    ]
    sizes, counted = [], 0
    for mask in sorted(masks, key=int.bit_count, reverse=True):
        if mask and not mask & counted:
            counted |= mask
            sizes.append(mask.bit_count())
    return sizes


def _pairs_when_spread(players: int, tables: int) -> int:
    """Return how many pairs share a table when players are spread evenly over tables."""
    per_table, more = divmod(players, tables)
    return more * per_table + tables * per_table * (per_table - 1) // 2


def _sit_outs(instance: SearchInstance) -> int:
    """Return the cost if those who sat out least sit out in every round."""
    counts = sorted(instance.sit_out_counts)
    for _ in range(instance.rounds):
        for index in range(instance.partition.sit_out):
            counts[index] += 1
        counts.sort()
    return sum(times * times for times in counts)


def _consecutive(instance: SearchInstance) -> int:
    """Return how many pairs must meet in two rounds in a row."""
    first = _forced_repeats(instance, _last_groups(instance))
    return first + (instance.rounds - 1) * _forced_repeats(instance, _most_groups(instance))


def _forced_repeats(instance: SearchInstance, groups: int) -> int:
    """Return how many pairs must meet again when players of so few groups fill the tables of the
    next round."""
    least = instance.request.sizes.least
    size = least if _sizes_vary(instance) else min(instance.partition.tables, default=0)
    tables = len(instance.partition.tables)
    if _sizes_vary(instance):
        tables = -(-sum(instance.partition.tables) // instance.request.sizes.most)
    per_group, more = divmod(size, max(groups, 1))
    pairs = (
        more * (per_group + 1) * per_group // 2 + (groups - more) * per_group * (per_group - 1) // 2
    )
    return tables * pairs


def _last_groups(instance: SearchInstance) -> int:
    """Return the number of tables of the last round, plus every player who sat at none."""
    together = {
        mask | bit for mask, bit in zip(instance.last_opponents, instance.bits, strict=True)
    }
    return len(together)


def _most_groups(instance: SearchInstance) -> int:
    """Return the greatest number of groups, tables and players who sit out, that a round can
    have."""
    tables = instance.partition.tables
    most_tables = (
        sum(tables) // instance.request.sizes.least if _sizes_vary(instance) else len(tables)
    )
    return most_tables + instance.partition.sit_out


def _sizes_vary(instance: SearchInstance) -> bool:
    """Return whether tables may differ in size."""
    return instance.request.sizes.least < instance.request.sizes.most


def _repeats(instance: SearchInstance) -> int:
    """Return the least cost of repeated meetings: a player who sits with more players than he has
    not met yet meets some of them again."""
    size = instance.request.sizes.least if instance.partition.tables else 1
    unmet = [instance.player_count - 1 - mask.bit_count() for mask in instance.past_opponents]
    rounds_played = _fewest_rounds_played(instance)
    by_player = sum(max(0, rounds_played * (size - 1) - strangers) for strangers in unmet)
    pairs = instance.rounds * _fewest_pairs(instance)
    least = max((by_player + 1) // 2, pairs - sum(unmet) // 2, _consecutive(instance))
    return instance.past_repeats + least


def _past_meetings(instance: SearchInstance) -> int:
    """Return the least cost of earlier meetings: players sit with the ones they have met least, and
    the most expensive players sit out."""
    opponents = instance.request.sizes.least - 1
    if not instance.partition.tables:
        return 0
    by_player = []
    for player, costs in enumerate(instance.past_meetings):
        others = sorted(costs[:player] + costs[player + 1 :])
        by_player.append(sum(others[:opponents]))
    playing = sorted(by_player)[: instance.player_count - instance.partition.sit_out]
    return (sum(playing) + 1) // 2 * instance.rounds


def _first_seats(instance: SearchInstance) -> int:
    """Return the cost if in every round those begin who have begun least."""
    counts = sorted(counts[0] for counts in instance.seat_counts)
    tables = -(-sum(instance.partition.tables) // instance.request.sizes.most)
    for _ in range(instance.rounds):
        counts = sorted([*[times + 1 for times in counts[:tables]], *counts[tables:]])
    return sum(times * times for times in counts)


def _fewest_rounds_played(instance: SearchInstance) -> int:
    """Return the number of rounds in which every player sits at a table, for any choice of
    sit-outs."""
    return 0 if instance.partition.sit_out else instance.rounds


def _fewest_pairs(instance: SearchInstance) -> int:
    """Return the number of pairs at the tables of a round when tables are as small and even as
    allowed."""
    seated = sum(instance.partition.tables)
    if not seated:
        return 0
    tables = seated // instance.request.sizes.least
    per_table, more = divmod(seated, tables)
    return (
        more * (per_table + 1) * per_table // 2 + (tables - more) * per_table * (per_table - 1) // 2
    )


def _unpreferred(instance: SearchInstance) -> int:
    preferred = instance.request.preferred
    return instance.rounds * sum(
        size for size in instance.partition.tables if size not in preferred
    )


def bounds_at_best_sizes(instance: SearchInstance) -> tuple[int, ...]:
    """Return the bounds of plans that cost the least by `preferred_size`, if that comes before
    `repeat_table_size`."""
    weight = instance.weight
    preferred = instance.request.sizes.preferred
    if weight[Rule.PREFERRED_SIZE] < weight[Rule.REPEAT_TABLE_SIZE]:
        preferred = frozenset()
    return tuple(
        _least_odd_tables(instance, preferred) if rule is Rule.REPEAT_TABLE_SIZE else bound
        for rule, bound in zip(instance.rules, lower_bounds(instance), strict=True)
    )


def _odd_tables(instance: SearchInstance) -> int:
    return _least_odd_tables(instance, frozenset())


def _least_odd_tables(instance: SearchInstance, preferred: frozenset[int]) -> int:
    """Return the cost if those who had an odd table least get it in every round that cannot do
    without."""
    counts, sizes = sorted(instance.odd_size_counts), instance.partition.tables
    limits, odd = instance.request.sizes, odd_sizes(sizes)
    is_forced = is_only(sum(sizes), Sizes(limits.least, limits.most, preferred))
    forced = sum(size for size in sizes if size in odd) if is_forced else 0
    for _ in range(instance.rounds):
        for index in range(forced):
            counts[index] += 1
        counts.sort()
    return sum(times * times for times in counts)


def _spread(instance: SearchInstance) -> int:
    """Return the sum of the least spread of every player, who fills up the seats he had least."""
    if instance.rounds == 1 and instance.request.sizes.most <= instance.seats:
        return _spread_of_one_round(instance)
    everybody_plays = instance.partition.tables and not instance.partition.sit_out
    everybody_plays = everybody_plays and instance.request.sizes.most <= instance.seats
    least = instance.rounds if everybody_plays else 0
    players_by_counts = Counter([tuple(sorted(counts)) for counts in instance.seat_counts])
    return sum(
        _least_spread(counts, least, instance.rounds) * players
        for counts, players in players_by_counts.items()
    )


def _spread_of_one_round(instance: SearchInstance) -> int:
    """Return the least spread if the players sit out who gain most by that."""
    if not instance.partition.tables:
        return sum(max(counts) - min(counts) for counts in instance.seat_counts)
    spreads = [
        (_least_spread(tuple(sorted(counts)), 1, 1), max(counts) - min(counts))
        for counts in instance.seat_counts
    ]
    gains = sorted([playing - resting for playing, resting in spreads], reverse=True)
    return sum(playing for playing, _ in spreads) - sum(gains[: instance.partition.sit_out])


def _least_spread(counts: tuple[int, ...], least: int, most: int) -> int:
    """Return the least spread of counts after between `least` and `most` more rounds on counted
    seats."""
    seat_counts, spreads = list(counts), []
    for times in range(most + 1):
        if times >= least:
            spreads.append(seat_counts[-1] - seat_counts[0])
        seat_counts[0] += 1
        seat_counts.sort()
    return min(spreads)


_BOUNDS: Mapping[Rule, Callable[[SearchInstance], int]] = {
    Rule.TOGETHER: _missed_together,
    Rule.SAME_TEAM: _team_mates,
    Rule.SIT_OUT: _sit_outs,
    Rule.CONSECUTIVE_REPEAT: _consecutive,
    Rule.REPEAT_PAIR: _repeats,
    Rule.PAST_MEETING: _past_meetings,
    Rule.FIRST_SEAT: _first_seats,
    Rule.PREFERRED_SIZE: _unpreferred,
    Rule.SEAT_SPREAD: _spread,
    Rule.THIRD_MEETING: lambda instance: instance.past_thirds,
    Rule.REPEAT_TABLE_SIZE: _odd_tables,
}
