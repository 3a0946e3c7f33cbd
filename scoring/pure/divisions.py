"""Divisions with promotion and relegation: from the final places of one period to the divisions of
the next, with the reason for every player. Nothing is drawn by chance that the seed does not tell:
anybody can repeat it.
"""

from collections.abc import Collection, Iterator, Sequence

from scoring.pure import exchanges, roles
from scoring.pure.exchanges import Exchange, ExchangeGroup, SizeLimits
from scoring.pure.facts import PlayerId
from scoring.pure.periods import (
    MOST_DIVISIONS,
    Arrival,
    Movement,
    DivisionFinding,
    PlaceDraw,
    EndingPeriod,
    DivisionPlan,
    PlayOff,
    MovementReason,
    DivisionRules,
    DivisionStep,
)
from scoring.pure.roles import MemberLine


def plan_next_period(period: EndingPeriod) -> DivisionPlan:
    """The next period. Every member who goes on and everybody who joins is in it once."""
    rules, count = period.rules, period.next_count
    divisions = _going_on(period)
    joining = _joining(period.arrivals, count)
    groups = [
        ExchangeGroup([line.player not in period.content for line in lines], len(arrivals))
        for lines, arrivals in zip(divisions, joining, strict=True)
    ]
    usual = [Exchange(rules.up, _due_down(lines, rules)) for lines in divisions[:-1]]
    chosen = exchanges.choose_exchanges(groups, usual, SizeLimits(rules.least, rules.most))
    assigned = roles.assign_roles(divisions, chosen, period.content)
    play_offs = roles.play_offs(divisions, assigned, period)
    won = roles.play_off_outcomes(play_offs, period)
    steps = [
        step
        for level, lines in enumerate(divisions, 1)
        for step in roles.division_steps(lines, level, assigned, won, period)
    ]
    steps += [_joins(each, level) for level, found in enumerate(joining, 1) for each in found]
    after = [[step.player for step in steps if step.target == n] for n in range(1, count + 1)]
    return DivisionPlan(
        divisions=after,
        steps=steps,
        left=[player for player in _members(period) if player in period.leaving],
        lots=[lot for lines in divisions for lot in roles.decisive_draws(lines, assigned, period.content)],
        play_offs=play_offs,
        findings=[*_sizes(after, rules), *_open(play_offs)],
    )


def possible_counts(total: int, rules: DivisionRules) -> Sequence[int]:
    """Into how many divisions so many players fit.

    >>> list(fitting(20, Rules(least=4, most=8)))
    [3, 4, 5]
    """
    fewest = max(1, -(-total // rules.most))
    return range(fewest, min(MOST_DIVISIONS, total // rules.least) + 1)


def _members(period: EndingPeriod) -> Iterator[PlayerId]:
    for division in period.divisions:
        for group in division:
            yield from sorted(group)


def _going_on(period: EndingPeriod) -> list[list[MemberLine]]:
    """Best first, in the divisions that will be there; those that close follow in the last one."""
    count = period.next_count
    divisions: list[list[MemberLine]] = [[] for _level in range(count)]
    for level, found in enumerate(period.divisions, 1):
        place, behind = 1, sum(map(len, found))
        for group in found:
            lot = _settle(period, level, place, group)
            for player in lot.players:
                behind -= 1
                line = MemberLine(player, level, place, behind, lot if len(group) > 1 else None)
                if player not in period.leaving:
                    divisions[min(level, count) - 1].append(line)
            place += len(group)
    return divisions


def _due_down(lines: Sequence[MemberLine], rules: DivisionRules) -> int:
    """Who leaves from among the last goes for one of those who would go down."""
    return sum(line.behind < rules.down for line in lines)


def _settle(period: EndingPeriod, level: int, place: int, group: Collection[PlayerId]) -> PlaceDraw:
    """The order of equals: that of a table which those of them who go on have played, else that of
    the lot. All draw, so that who leaves changes nothing among the others."""
    seed = f"{period.seed}-{level}-{place}"
    table = roles.play_off_places(period, set(group) - set(period.leaving))
    order = roles.order_by_draw(group, seed, table or {})
    return PlaceDraw(level, place, order, seed, table is not None)


def _joining(arrivals: Sequence[Arrival], count: int) -> list[list[Arrival]]:
    joining: list[list[Arrival]] = [[] for _level in range(count)]
    for arrival in arrivals:
        joining[min(arrival.level or count, count) - 1].append(arrival)
    return joining


def _joins(arrival: Arrival, level: int) -> DivisionStep:
    came, why = (Movement.RETURNED, MovementReason.RETURNED) if arrival.returned else (Movement.NEW, MovementReason.NEW)
    return DivisionStep(arrival.player, came, why, source=0, target=level)


def _sizes(after: Sequence[Sequence[PlayerId]], rules: DivisionRules) -> Iterator[DivisionFinding]:
    """What misses its limits, and into how many divisions all would fit."""
    missed = False
    for level, players in enumerate(after, 1):
        if not rules.least <= len(players) <= rules.most:
            missed = True
            code = "too_few" if len(players) < rules.least else "too_many"
            yield DivisionFinding(code, level, len(players), rules.least, rules.most)
    total = sum(map(len, after))
    if missed and len(after) not in (fits := possible_counts(total, rules)):
        least, most = (fits[0], fits[-1]) if fits else (0, 0)
        yield DivisionFinding("other_count", 0, total, least, most)


def _open(play_offs: Sequence[PlayOff]) -> Iterator[DivisionFinding]:
    for each in play_offs:
        if not each.played:
            yield DivisionFinding("play_off_due", each.above, len(each.players))
