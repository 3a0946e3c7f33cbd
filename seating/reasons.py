"""Why a plan is not what was wished for: who sits out, which wishes are unmet, and against what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from seating.ground import Draw, Ground
from seating.rules import Rule

Reason = dict[str, object]
PLACED = (Rule.FIXED_TABLE, Rule.STEP_FREE)


class Wish(NamedTuple):
    """One or two players; `tables` are those that would do, None where any would."""

    rule: Rule
    players: tuple[int, ...]
    tables: frozenset[int] | None = None


def reasons(ground: Ground, draws: Sequence[Draw], *, in_time: bool) -> Iterator[Reason]:
    if ground.partition.reason is not None:
        yield {"code": ground.partition.reason.value, "sit_out": ground.partition.sit_out}
    wishes = list(_wishes(ground))
    for number, draw in enumerate(draws):
        where = {player: at for at, table in enumerate(draw.tables) for player in table}
        for wish in wishes:
            if _is_unmet(wish, where):
                yield _unmet(ground, wish, wishes, number)
    if not in_time:
        yield {"code": "out_of_time", "seconds": ground.request.seconds}


def _wishes(ground: Ground) -> Iterator[Wish]:
    """Those whose rules count."""
    number, request, rules = ground.number, ground.request, ground.request.rules
    for rule, masks in (
        (Rule.FORBIDDEN_PAIR, ground.forbidden),
        (Rule.TOGETHER, ground.together),
        (Rule.LEVEL_GAP, ground.far),
    ):
        if rule in rules:
            yield from [Wish(rule, pair) for pair in _pairs(masks)]
    if Rule.FIXED_TABLE in rules:
        for player, table in request.fixed.items():
            if player in number:
                yield Wish(Rule.FIXED_TABLE, (number[player],), frozenset({table}))
    if Rule.STEP_FREE in rules:
        for player in sorted(request.step_free.players):
            if player in number:
                yield Wish(Rule.STEP_FREE, (number[player],), request.step_free.tables)


def _pairs(masks: Sequence[int]) -> Iterator[tuple[int, int]]:
    for one, mask in enumerate(masks):
        higher = mask >> (one + 1) << (one + 1)
        while higher:
            bit = higher & -higher
            yield one, bit.bit_length() - 1
            higher ^= bit


def _is_unmet(wish: Wish, where: Mapping[int, int]) -> bool:
    """Who sits out breaks no wish but the one to sit with somebody."""
    found = [where.get(player) for player in wish.players]
    if wish.rule in PLACED:
        return found[0] is not None and found[0] not in (wish.tables or ())
    same = found[0] is not None and found[0] == found[1]
    return same is not (wish.rule is Rule.TOGETHER)


def _unmet(ground: Ground, wish: Wish, wishes: Sequence[Wish], number: int) -> Reason:
    """With what it cannot be met at the same time; else all rules that come before it."""
    against = [other for other in wishes if other != wish and _contradict(wish, other)]
    against += _held_apart(wish, wishes) if wish.rule is Rule.TOGETHER else []
    order = ground.request.rules
    return {
        "code": "unmet",
        **_told(ground, wish),
        "round": number,
        "conflicts_with": [_told(ground, other) for other in against]
        or [{"rule": rule.value} for rule in order[: order.index(wish.rule)]]
        or [{"rule": "table_sizes"}],
    }


def _told(ground: Ground, wish: Wish) -> Reason:
    return {"rule": wish.rule.value, "players": [ground.name(each) for each in wish.players]}


def _contradict(one: Wish, other: Wish) -> bool:
    """Whether the same players are asked to sit together and apart, or to be in two places."""
    if one.tables is not None and other.tables is not None:
        return one.players == other.players and not one.tables & other.tables
    pairs = one.players == other.players and one.tables is other.tables is None
    return pairs and (one.rule is Rule.TOGETHER) is not (other.rule is Rule.TOGETHER)


def _held_apart(wish: Wish, wishes: Sequence[Wish]) -> list[Wish]:
    """The places that two who wish to sit together are bound to, if they have none in common."""
    bound = [each for each in wishes if each.tables is not None and each.players[0] in wish.players]
    tables = [each.tables for each in bound if each.tables is not None]
    return bound if tables and not frozenset.intersection(*tables) else []
