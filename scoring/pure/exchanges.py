"""How many change places across each cut between two divisions, so that sizes keep their limits.

A cut is numbered by the division above it. Each exchange says how many go up across a cut and how
many go down.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Exchange(NamedTuple):
    up: int
    down: int


class ExchangeGroup(NamedTuple):
    """A division before the exchange: whether each member, best first, would go up, and how many
    join it from outside."""

    willing: Sequence[bool]
    joining: int

    @property
    def size(self) -> int:
        return len(self.willing) + self.joining


class SizeLimits(NamedTuple):
    least: int
    most: int


class ExchangeCost(NamedTuple):
    """Compared in this order: what is promised to the best is kept first, and sooner do fewer go
    down than more go up."""

    outside: int = 0  # players by which sizes miss their limits
    not_up: int = 0
    also_up: int = 0
    other_down: int = 0

    def plus(self, other: "Cost") -> "Cost":
        return ExchangeCost(*map(sum, zip(self, other, strict=True)))


NOBODY = Exchange(0, 0)


def choose_exchanges(
    groups: Sequence[ExchangeGroup], usual: Sequence[Exchange], limits: SizeLimits
) -> Sequence[Exchange]:
    """As near to the usual exchange at each cut as the limits allow; where they cannot be kept,
    they are missed by as little as possible."""
    if _keeps(groups, usual, limits):
        return usual
    missed = _surely_missed(sum(group.size for group in groups), len(groups), limits)
    while (found := _search(groups, usual, limits, missed)) is None:
        missed += 1
    return found


def sizes_after(groups: Sequence[ExchangeGroup], exchanges: Sequence[Exchange]) -> list[int]:
    """After the exchange."""
    above, below = [NOBODY, *exchanges], [*exchanges, NOBODY]
    return [
        group.size - up.up + up.down + down.up - down.down
        for group, up, down in zip(groups, above, below, strict=True)
    ]


def fits(group: ExchangeGroup, up: int, down: int) -> bool:
    """Whether so many of its members can go up, and so many others down."""
    rest = group.willing[: max(0, len(group.willing) - down)]
    return down <= len(group.willing) and up <= sum(rest)


def _surely_missed(total: int, count: int, limits: SizeLimits) -> int:
    """By so much one of the divisions misses its limits, however all are spread."""
    too_few = -((total - limits.least * count) // count)
    too_many = -((limits.most * count - total) // count)
    return max(0, too_few, too_many)


def _keeps(groups: Sequence[ExchangeGroup], usual: Sequence[Exchange], limits: SizeLimits) -> bool:
    above, below = [NOBODY, *usual], [*usual, NOBODY]
    return all(
        fits(group, up.up, down.down) for group, up, down in zip(groups, above, below, strict=True)
    ) and all(limits.least <= size <= limits.most for size in sizes_after(groups, usual))


def _search(
    groups: Sequence[ExchangeGroup], usual: Sequence[Exchange], limits: SizeLimits, missed: int
) -> list[Exchange] | None:
    """The cheapest that misses no limit by more than this; None if there is none. Cut by cut: what
    is above a cut matters below it by its exchange alone."""
    best: dict[Exchange, tuple[ExchangeCost, list[Exchange]]] = {NOBODY: (ExchangeCost(), [])}
    for number, group in enumerate(groups):
        below = groups[number + 1] if number + 1 < len(groups) else None
        due = usual[number] if below else NOBODY
        found: dict[Exchange, tuple[ExchangeCost, list[Exchange]]] = {}
        for above, (cost, taken) in best.items():
            for exchange in _possible(group, above, below, due, limits, missed):
                size = group.size - above.up + above.down + exchange.up - exchange.down
                spent = cost.plus(_cost(size, exchange, due, limits))
                if exchange not in found or spent < found[exchange][0]:
                    found[exchange] = (spent, [*taken, exchange])
        best = found
    return min(best.values())[1][:-1] if best else None


def _possible(
    group: ExchangeGroup,
    above: Exchange,
    below: ExchangeGroup | None,
    usual: Exchange,
    limits: SizeLimits,
    missed: int,
) -> Iterator[Exchange]:
    """The exchanges below a division that leave it within its limits. Of those with the same
    balance, more than the usual go up only where nobody goes down."""
    base = group.size - above.up + above.down
    least, most = max(0, limits.least - missed), limits.most + missed
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
