"""Plans promotion and relegation: from the final places of one period to the divisions of the next,
with the reason for every player.

Everything random follows from the seed, so anybody can repeat it.
"""

from collections.abc import Collection, Iterator, Sequence

from scoring.pure import exchanges, roles
from scoring.pure.exchanges import Exchange, ExchangeGroup, SizeLimits
from scoring.pure.facts import PlayerId
from scoring.pure.periods import (
    MOST_DIVISIONS,
    Arrival,
    DivisionFinding,
    DivisionPlan,
    DivisionRules,
    DivisionStep,
    EndingPeriod,
    Movement,
    MovementReason,
    PlaceDraw,
    PlayOff,
)
from scoring.pure.roles import MemberLine


def plan_next_period(period: EndingPeriod) -> DivisionPlan:
    """Return the plan of the next period, in which every continuing member and every arrival is
    once."""
    rules, count = period.rules, period.next_count
    divisions = _continuing(period)
    arrivals_by_level = _arrivals_by_level(period.arrivals, count)
    groups = [
        ExchangeGroup([line.player not in period.content for line in lines], len(arrivals))
        for lines, arrivals in zip(divisions, arrivals_by_level, strict=True)
    ]
    usual_exchanges = [
        Exchange(rules.up, _regular_relegations(lines, rules)) for lines in divisions[:-1]
    ]
    chosen_exchanges = exchanges.choose_exchanges(
        groups, usual_exchanges, SizeLimits(rules.least, rules.most)
    )
    roles_of = roles.assign_roles(divisions, chosen_exchanges, period.content)
    play_offs = roles.play_offs(divisions, roles_of, period)
    outcomes = roles.play_off_outcomes(play_offs, period)
    steps = [
        step
        for level, lines in enumerate(divisions, 1)
        for step in roles.division_steps(lines, level, roles_of, outcomes, period)
    ]
    steps += [
        _arrival_step(arrival, level)
        for level, level_arrivals in enumerate(arrivals_by_level, 1)
        for arrival in level_arrivals
    ]
    divisions_after = [
        [step.player for step in steps if step.target == n] for n in range(1, count + 1)
    ]
    return DivisionPlan(
        divisions=divisions_after,
        steps=steps,
        left=[player for player in _members(period) if player in period.leaving],
        lots=[
            lot
            for lines in divisions
            for lot in roles.decisive_draws(lines, roles_of, period.content)
        ],
        play_offs=play_offs,
        findings=[*_size_findings(divisions_after, rules), *_open_play_offs(play_offs)],
    )


def possible_counts(total: int, rules: DivisionRules) -> Sequence[int]:
    """Return the numbers of divisions into which this many players fit.

    >>> list(possible_counts(20, DivisionRules(least=4, most=8)))
    [3, 4, 5]
    """
    fewest = max(1, -(-total // rules.most))
    return range(fewest, min(MOST_DIVISIONS, total // rules.least) + 1)


def _members(period: EndingPeriod) -> Iterator[PlayerId]:
    for division in period.divisions:
        for group in division:
            yield from sorted(group)


def _continuing(period: EndingPeriod) -> list[list[MemberLine]]:
    """Return the continuing members of each division of the next period, best first. Members of a
    division that closes follow in the last one."""
    count = period.next_count
    divisions: list[list[MemberLine]] = [[] for _level in range(count)]
    for level, groups in enumerate(period.divisions, 1):
        place, players_behind = 1, sum(map(len, groups))
        for group in groups:
            lot = _draw_equals(period, level, place, group)
            for player in lot.players:
                players_behind -= 1
                line = MemberLine(
                    player, level, place, players_behind, lot if len(group) > 1 else None
                )
                if player not in period.leaving:
                    divisions[min(level, count) - 1].append(line)
            place += len(group)
    return divisions


def _regular_relegations(lines: Sequence[MemberLine], rules: DivisionRules) -> int:
    """Return how many players go down by the rules. A player who leaves from one of the last places
    takes the place of one of them."""
    return sum(line.players_behind < rules.down for line in lines)


def _draw_equals(
    period: EndingPeriod, level: int, place: int, group: Collection[PlayerId]
) -> PlaceDraw:
    """Return the order of players who share a place: by the table that the continuing ones have
    played, else by the draw.

    All of them take part in the draw, so that a player who leaves changes nothing among the others.
    """
    seed = f"{period.seed}-{level}-{place}"
    leaving = set(group) & set(period.leaving)
    table = roles.play_off_places(period, set(group) - leaving, leaving)
    order = roles.order_by_draw(group, seed, table or {})
    return PlaceDraw(level, place, order, seed, table is not None)


def _arrivals_by_level(arrivals: Sequence[Arrival], count: int) -> list[list[Arrival]]:
    by_level: list[list[Arrival]] = [[] for _level in range(count)]
    for arrival in arrivals:
        by_level[min(arrival.level or count, count) - 1].append(arrival)
    return by_level


def _arrival_step(arrival: Arrival, level: int) -> DivisionStep:
    movement, reason = (
        (Movement.RETURNED, MovementReason.RETURNED)
        if arrival.returned
        else (Movement.NEW, MovementReason.NEW)
    )
    return DivisionStep(arrival.player, movement, reason, source=0, target=level)


def _size_findings(
    divisions: Sequence[Sequence[PlayerId]], rules: DivisionRules
) -> Iterator[DivisionFinding]:
    """Yield the divisions outside the limits of size, and the numbers of divisions into which all
    would fit."""
    is_missed = False
    for level, players in enumerate(divisions, 1):
        if not rules.least <= len(players) <= rules.most:
            is_missed = True
            code = "too_few" if len(players) < rules.least else "too_many"
            yield DivisionFinding(code, level, len(players), rules.least, rules.most)
    total = sum(map(len, divisions))
    if is_missed and len(divisions) not in (counts := possible_counts(total, rules)):
        least, most = (counts[0], counts[-1]) if counts else (0, 0)
        yield DivisionFinding("other_count", 0, total, least, most)


def _open_play_offs(play_offs: Sequence[PlayOff]) -> Iterator[DivisionFinding]:
    for play_off in play_offs:
        if not play_off.played:
            yield DivisionFinding("play_off_due", play_off.above, len(play_off.players))
