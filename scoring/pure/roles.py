"""What the end of a period makes of each member of a division: who goes up or down, who plays for
it, and why.
"""

import itertools
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import NamedTuple

from scoring.pure.exchanges import Exchange
from scoring.pure.facts import PlayerId
from scoring.pure.periods import Movement, PlaceDraw, EndingPeriod, PlaceByPlayer, PlayOff, MovementReason, DivisionStep


class Role(StrEnum):
    STAYS = "stays"
    UP = "up"
    DOWN = "down"
    FOR_UP = "for_up"  # plays for a place above
    FOR_STAY = "for_stay"  # plays to stay


class MemberLine(NamedTuple):
    """A member who goes on; `lot` where he shared his place. `behind` are those behind him, also
    who leaves."""

    player: PlayerId
    source: int
    place: int
    behind: int
    lot: PlaceDraw | None


MemberLines = Sequence[MemberLine]
Roles = dict[PlayerId, Role]
PlayOffOutcomes = Mapping[PlayerId, bool | None]
RISING = {Role.UP, Role.FOR_UP}


def order_by_draw(players: Collection[PlayerId], seed: str, places: PlaceByPlayer) -> tuple[PlayerId, ...]:
    """By their places, those who share one by lot."""
    order = sorted(players)
    Random(seed).shuffle(order)
    last = len(places) + 1
    return tuple(sorted(order, key=lambda player: places.get(player, last)))


def play_off_places(period: EndingPeriod, players: Collection[PlayerId]) -> PlaceByPlayer | None:
    """The table that exactly these have played."""
    return next((places for places in period.tables if places.keys() == set(players)), None)


def assign_roles(
    divisions: Sequence[MemberLines], chosen: Sequence[Exchange], content: Collection[PlayerId]
) -> Roles:
    """The best of the willing go up, the last go down."""
    roles = {line.player: Role.STAYS for lines in divisions for line in lines}
    for above, below, exchange in zip(divisions[:-1], divisions[1:], chosen, strict=True):
        falling = above[len(above) - exchange.down :]
        roles |= {line.player: Role.DOWN for line in falling}
        willing = [line.player for line in below if line.player not in content]
        roles |= dict.fromkeys(willing[: exchange.up], Role.UP)
    return roles


def play_offs(divisions: Sequence[MemberLines], roles: Roles, period: EndingPeriod) -> list[PlayOff]:
    """As many from either side of a cut as there are, at most so many as the rules say; their roles
    are noted."""
    found = []
    for level, (above, below) in enumerate(itertools.pairwise(divisions), 1):
        lower = [
            line.player
            for line in below
            if roles[line.player] == Role.STAYS and line.player not in period.content
        ]
        upper = _last_who_stay(above, roles)
        each = min(period.rules.play_off, len(upper), len(lower))
        if each:
            upper, lower = upper[-each:], lower[:each]
            roles |= dict.fromkeys(upper, Role.FOR_STAY)
            roles |= dict.fromkeys(lower, Role.FOR_UP)
            players = (*upper, *lower)
            found.append(PlayOff(level, players, each, play_off_places(period, players) is not None))
    return found


def play_off_outcomes(found: Sequence[PlayOff], period: EndingPeriod) -> PlayOffOutcomes:
    """Of each who plays, whether he is above in the next period; None while it is not played."""
    won: dict[PlayerId, bool | None] = {}
    for each in found:
        places = play_off_places(period, each.players)
        order = order_by_draw(each.players, f"{period.seed}-{each.above}-play_off", places or {})
        for number, player in enumerate(order):
            won[player] = None if places is None else number < each.winners
    return won


def division_steps(lines: MemberLines, level: int, roles: Roles, won: PlayOffOutcomes, period: EndingPeriod) -> list[DivisionStep]:
    """Of the members of one division."""
    reasons = _reasons(lines, level, roles, period)
    return [_step(line, level, roles[line.player], reasons[line.player], won) for line in lines]


def decisive_draws(lines: MemberLines, roles: Roles, content: Collection[PlayerId]) -> list[PlaceDraw]:
    """Those that made a difference among the members of one division."""
    return [
        lot
        for lot in dict.fromkeys(line.lot for line in lines)
        if lot is not None and _matters(lot, roles, content)
    ]


def _last_who_stay(lines: MemberLines, roles: Roles) -> list[PlayerId]:
    """Behind all who go up or play for it: nobody plays to stay while a worse one goes up."""
    rising = [number for number, line in enumerate(lines) if roles[line.player] in RISING]
    behind = lines[max(rising, default=-1) + 1 :]
    return [line.player for line in behind if roles[line.player] == Role.STAYS]


def _step(line: MemberLine, level: int, role: Role, reason: MovementReason, won: PlayOffOutcomes) -> DivisionStep:
    target = level + {Role.UP: -1, Role.DOWN: 1}.get(role, 0)
    decided = won.get(line.player)
    if decided is not None:
        above = level if role == Role.FOR_STAY else level - 1
        target = above if decided else above + 1
        reason = MovementReason.WON if decided else MovementReason.LOST
    came = Movement.STAYED
    if decided is not None:
        came = Movement.PLAY_OFF
    elif target != line.source:
        came = Movement.PROMOTED if target < line.source else Movement.RELEGATED
    return DivisionStep(line.player, came, reason, line.source, target, line.place)


def _reasons(lines: MemberLines, level: int, roles: Roles, period: EndingPeriod) -> dict[PlayerId, MovementReason]:
    willing = [line.player for line in lines if line.player not in period.content]
    first = set(willing[: period.rules.up])
    last = {line.player for line in lines if line.behind < period.rules.down}
    found = {}
    for line in lines:
        passed = any(roles[each.player] in RISING and _rank(each) >= _rank(line) for each in lines)
        found[line.player] = {
            Role.UP: MovementReason.UP if line.player in first else MovementReason.ALSO_UP,
            Role.DOWN: MovementReason.DOWN if line.player in last else MovementReason.ALSO_DOWN,
            Role.STAYS: _why_stays(line, level, period, first, last, passed),
        }.get(roles[line.player], MovementReason.WAITING)
    return found


def _rank(line: MemberLine) -> tuple[int, int]:
    return line.source, line.place


def _why_stays(
    line: MemberLine,
    level: int,
    period: EndingPeriod,
    first: Collection[PlayerId],
    last: Collection[PlayerId],
    passed: bool,
) -> MovementReason:
    if line.source > level:
        return MovementReason.CLOSED
    if passed and line.player in period.content:
        return MovementReason.WILLING
    if level > 1 and line.player in first:
        return MovementReason.HELD
    if level < period.next_count and line.player in last:
        return MovementReason.SPARED
    return MovementReason.IN_BETWEEN


def _matters(lot: PlaceDraw, roles: Roles, content: Collection[PlayerId]) -> bool:
    """Whether equals are treated otherwise, but for those who would not go up."""
    going = [player for player in lot.players if player in roles]
    willing = {roles[player] for player in going if player not in content}
    falling = {Role.STAYS if roles[player] in RISING else roles[player] for player in going}
    return len(willing) > 1 or len(falling) > 1
