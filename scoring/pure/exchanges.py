"""Chooses how many players change places across each cut between two divisions, so that sizes keep
their limits.

A cut is numbered by the division above it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Exchange(NamedTuple):
    """The numbers of players who go up and down across a cut."""

    up: int
    down: int


class ExchangeGroup(NamedTuple):
    """A division before the exchange: whether each member, best first, is willing to go up, and how
    many players join it from outside."""

    willing: Sequence[bool]
    joining: int

    @property
    def size(self) -> int:
        return len(self.willing) + self.joining


class SizeLimits(NamedTuple):
    least: int
    most: int


class ExchangeCost(NamedTuple):
    """The cost of exchanges, compared in the order of its fields: promises to the best have
    precedence, and fewer relegations are preferred to more promotions."""

    outside: int = 0  # players too many or too few for the limits
    not_up: int = 0
    also_up: int = 0
    other_down: int = 0

    def plus(self, other: "ExchangeCost") -> "ExchangeCost":
        return ExchangeCost(*map(sum, zip(self, other, strict=True)))


NOBODY = Exchange(0, 0)


def choose_exchanges(
    groups: Sequence[ExchangeGroup], usual: Sequence[Exchange], limits: SizeLimits
) -> Sequence[Exchange]:
    """Return the exchanges nearest to the usual ones within the limits; if the limits cannot be
    kept, they are missed by as little as possible."""
    if _fit_limits(groups, usual, limits):
        return usual
    allowed_miss = _least_miss(sum(group.size for group in groups), len(groups), limits)
    while (exchanges := _cheapest(groups, usual, limits, allowed_miss)) is None:
        allowed_miss += 1
    return exchanges


def sizes_after(groups: Sequence[ExchangeGroup], exchanges: Sequence[Exchange]) -> list[int]:
    """Return the sizes of the divisions after the exchanges."""
    above, below = [NOBODY, *exchanges], [*exchanges, NOBODY]
    return [
        group.size - up.up + up.down + down.up - down.down
        for group, up, down in zip(groups, above, below, strict=True)
    ]


def fits(group: ExchangeGroup, up: int, down: int) -> bool:
    """Return whether `up` members of a group can go up, and `down` others down."""
    rest = group.willing[: max(0, len(group.willing) - down)]
    return down <= len(group.willing) and up <= sum(rest)


def _least_miss(total: int, count: int, limits: SizeLimits) -> int:
    """Return by how much at least one division misses its limits, however the players are
    divided."""
    too_few = -((total - limits.least * count) // count)
    too_many = -((limits.most * count - total) // count)
    return max(0, too_few, too_many)


def _fit_limits(
    groups: Sequence[ExchangeGroup], usual: Sequence[Exchange], limits: SizeLimits
) -> bool:
    """Return whether these exchanges are possible and keep all sizes within the limits."""
    above, below = [NOBODY, *usual], [*usual, NOBODY]
    return all(
        fits(group, up.up, down.down) for group, up, down in zip(groups, above, below, strict=True)
    ) and all(limits.least <= size <= limits.most for size in sizes_after(groups, usual))


def _cheapest(
    groups: Sequence[ExchangeGroup],
    usual: Sequence[Exchange],
    limits: SizeLimits,
    allowed_miss: int,
) -> list[Exchange] | None:
    """Return the cheapest exchanges that miss no limit by more than `allowed_miss`, or None.

    The search goes cut by cut, because the divisions below a cut depend on the ones above it only
    by its exchange.
    """
    best: dict[Exchange, tuple[ExchangeCost, list[Exchange]]] = {NOBODY: (ExchangeCost(), [])}
    for number, group in enumerate(groups):
        below = groups[number + 1] if number + 1 < len(groups) else None
        usual_exchange = usual[number] if below else NOBODY
        reachable: dict[Exchange, tuple[ExchangeCost, list[Exchange]]] = {}
        for above, (cost, exchanges) in best.items():
            for exchange in _possible_exchanges(
                group, above, below, usual_exchange, limits, allowed_miss
            ):
                size = group.size - above.up + above.down + exchange.up - exchange.down
                total = cost.plus(_cost(size, exchange, usual_exchange, limits))
                if exchange not in reachable or total < reachable[exchange][0]:
                    reachable[exchange] = (total, [*exchanges, exchange])
        best = reachable
    return min(best.values())[1][:-1] if best else None


def _possible_exchanges(
    group: ExchangeGroup,
    above: Exchange,
    below: ExchangeGroup | None,
    usual: Exchange,
    limits: SizeLimits,
    allowed_miss: int,
) -> Iterator[Exchange]:
    """Yield the exchanges below a division that leave it within its limits. Among exchanges with
    the same balance, more than the usual number go up only if no player goes down."""
    base = group.size - above.up + above.down
    least, most = max(0, limits.least - allowed_miss), limits.most + allowed_miss
    if below is None:
        if least <= base <= most and fits(group, above.up, 0):
            yield NOBODY
        return
    for balance in range(least - base, most - base + 1):
        for up in range(max(0, balance), max(usual.up, balance) + 1):
            down = up - balance
            if up <= sum(below.willing) and fits(group, above.up, down):
                yield Exchange(up, down)


def _cost(size: int, exchange: Exchange, usual: Exchange, limits: SizeLimits) -> ExchangeCost:
    return ExchangeCost(
        outside=max(0, limits.least - size) + max(0, size - limits.most),
        not_up=max(0, usual.up - exchange.up),
        also_up=max(0, exchange.up - usual.up),
        other_down=abs(exchange.down - usual.down),
    )
