"""Exchanges across the cuts between divisions, against every exchange that there can be."""

from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pure import exchanges
from scoring.pure.exchanges import Exchange, ExchangeGroup, SizeLimits


@st.composite
def small(draw):
    group = st.builds(ExchangeGroup, st.lists(st.booleans(), max_size=3), st.integers(0, 2))
    least = draw(st.integers(0, 3))
    return (
        groups := draw(st.lists(group, min_size=1, max_size=3)),
        [Exchange(draw(st.integers(0, 2)), draw(st.integers(0, 2))) for _cut in groups[1:]],
        SizeLimits(least, draw(st.integers(max(least, 1), 4))),
    )


def possible_exchanges(groups):
    """Yield every exchange that there can be."""
    exchange_list = []
    for above, below in pairwise(groups):
        ups, downs = range(sum(below.willing) + 1), range(len(above.willing) + 1)
        exchange_list.append([Exchange(up, down) for up, down in product(ups, downs)])
    none = Exchange(0, 0)
    for chosen in product(*exchange_list):
        sides = zip(groups, [none, *chosen], [*chosen, none], strict=True)
        if all(exchanges.fits(group, up.up, down.down) for group, up, down in sides):
            yield list(chosen)


def misses(groups, chosen, limits):
    return [
        max(0, limits.least - size, size - limits.most)
        for size in exchanges.sizes_after(groups, chosen)
    ]


@given(small())
@settings(max_examples=150)
def test_limits_are_kept_whenever_any_exchange_keeps_them(exchange_case):
    groups, usual, limits = exchange_case
    chosen = exchanges.choose_exchanges(groups, usual, limits)
    assert chosen in list(possible_exchanges(groups))
    best = min(max(misses(groups, exchange, limits)) for exchange in possible_exchanges(groups))
    assert max(misses(groups, chosen, limits)) == best


@given(small())
@settings(max_examples=150)
def test_exchanges_keep_to_the_rules_within_the_limits(exchange_case):
    groups, usual, limits = exchange_case

    def cost(chosen):
        return (
            sum(misses(groups, chosen, limits)),
            sum(max(0, due.up - taken.up) for due, taken in zip(usual, chosen, strict=True)),
            sum(max(0, taken.up - due.up) for due, taken in zip(usual, chosen, strict=True)),
            sum(abs(taken.down - due.down) for due, taken in zip(usual, chosen, strict=True)),
        )

    chosen = exchanges.choose_exchanges(groups, usual, limits)
    least_miss = max(misses(groups, chosen, limits))
    others = [
        exchange
        for exchange in possible_exchanges(groups)
        if max(misses(groups, exchange, limits)) <= least_miss
    ]
    assert cost(chosen) == min(map(cost, others))


def test_a_player_who_must_not_move_keeps_the_limit_violation_minimal():
    groups = [ExchangeGroup([], 1), ExchangeGroup([False] * 3, 1)]
    chosen = exchanges.choose_exchanges(groups, [Exchange(1, 0)], SizeLimits(1, 1))
    assert exchanges.sizes_after(groups, chosen) == [1, 4]  # nobody would go up: three too many


def test_ten_large_divisions_are_planned_at_once():
    groups = [ExchangeGroup([True] * 38, 2)] * 9 + [ExchangeGroup([True] * 5, 20)]
    chosen = exchanges.choose_exchanges(groups, [Exchange(5, 5)] * 9, SizeLimits(2, 40))
    assert all(2 <= size <= 40 for size in exchanges.sizes_after(groups, chosen))
