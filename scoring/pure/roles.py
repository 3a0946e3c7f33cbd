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
from scoring.pure.periods import Came, Lot, Period, Places, PlayOff, Reason, Step


class Role(StrEnum):
    STAYS = "stays"
    UP = "up"
    DOWN = "down"
    FOR_UP = "for_up"  # plays for a place above
    FOR_STAY = "for_stay"  # plays to stay


class Line(NamedTuple):
    """A member who goes on; `lot` where he shared his place. `behind` are those behind him, also
    who leaves."""

    player: PlayerId
    source: int
    place: int
    behind: int
    lot: Lot | None


Lines = Sequence[Line]
Roles = dict[PlayerId, Role]
Won = Mapping[PlayerId, bool | None]
RISING = {Role.UP, Role.FOR_UP}


def drawn(players: Collection[PlayerId], seed: str, places: Places) -> tuple[PlayerId, ...]:
    """By their places, those who share one by lot."""
    order = sorted(players)
    Random(seed).shuffle(order)
    last = len(places) + 1
    return tuple(sorted(order, key=lambda player: places.get(player, last)))


def table_of(period: Period, players: Collection[PlayerId]) -> Places | None:
    """The table that exactly these have played."""
    return next((places for places in period.tables if places.keys() == set(players)), None)


def assign(
    divisions: Sequence[Lines], chosen: Sequence[Exchange], content: Collection[PlayerId]
) -> Roles:
    """The best of the willing go up, the last go down."""
    roles = {line.player: Role.STAYS for lines in divisions for line in lines}
    for above, below, exchange in zip(divisions[:-1], divisions[1:], chosen, strict=True):
        falling = above[len(above) - exchange.down :]
        roles |= {line.player: Role.DOWN for line in falling}
        willing = [line.player for line in below if line.player not in content]
        roles |= dict.fromkeys(willing[: exchange.up], Role.UP)
    return roles


def play_offs(divisions: Sequence[Lines], roles: Roles, period: Period) -> list[PlayOff]:
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
            found.append(PlayOff(level, players, each, table_of(period, players) is not None))
    return found


def winners(found: Sequence[PlayOff], period: Period) -> Won:
    """Of each who plays, whether he is above in the next period; None while it is not played."""
    won: dict[PlayerId, bool | None] = {}
    for each in found:
        places = table_of(period, each.players)
        order = drawn(each.players, f"{period.seed}-{each.above}-play_off", places or {})
        for number, player in enumerate(order):
            won[player] = None if places is None else number < each.winners
    return won


def steps(lines: Lines, level: int, roles: Roles, won: Won, period: Period) -> list[Step]:
    """Of the members of one division."""
    reasons = _reasons(lines, level, roles, period)
    return [_step(line, level, roles[line.player], reasons[line.player], won) for line in lines]


def lots(lines: Lines, roles: Roles, content: Collection[PlayerId]) -> list[Lot]:
    """Those that made a difference among the members of one division."""
    return [
        lot
        for lot in dict.fromkeys(line.lot for line in lines)
        if lot is not None and _matters(lot, roles, content)
    ]


def _last_who_stay(lines: Lines, roles: Roles) -> list[PlayerId]:
    """Behind all who go up or play for it: nobody plays to stay while a worse one goes up."""
    rising = [number for number, line in enumerate(lines) if roles[line.player] in RISING]
    behind = lines[max(rising, default=-1) + 1 :]
    return [line.player for line in behind if roles[line.player] == Role.STAYS]


def _step(line: Line, level: int, role: Role, reason: Reason, won: Won) -> Step:
    target = level + {Role.UP: -1, Role.DOWN: 1}.get(role, 0)
    decided = won.get(line.player)
    if decided is not None:
        above = level if role == Role.FOR_STAY else level - 1
        target = above if decided else above + 1
        reason = Reason.WON if decided else Reason.LOST
    came = Came.STAYED
    if decided is not None:
        came = Came.PLAY_OFF
    elif target != line.source:
        came = Came.PROMOTED if target < line.source else Came.RELEGATED
    return Step(line.player, came, reason, line.source, target, line.place)


def _reasons(lines: Lines, level: int, roles: Roles, period: Period) -> dict[PlayerId, Reason]:
    willing = [line.player for line in lines if line.player not in period.content]
    first = set(willing[: period.rules.up])
    last = {line.player for line in lines if line.behind < period.rules.down}
    found = {}
    for line in lines:
        passed = any(roles[each.player] in RISING and _rank(each) >= _rank(line) for each in lines)
        found[line.player] = {
            Role.UP: Reason.UP if line.player in first else Reason.ALSO_UP,
            Role.DOWN: Reason.DOWN if line.player in last else Reason.ALSO_DOWN,
            Role.STAYS: _why_stays(line, level, period, first, last, passed),
        }.get(roles[line.player], Reason.WAITING)
    return found


def _rank(line: Line) -> tuple[int, int]:
    return line.source, line.place


def _why_stays(
    line: Line,
    level: int,
    period: Period,
    first: Collection[PlayerId],
    last: Collection[PlayerId],
    passed: bool,
) -> Reason:
    if line.source > level:
        return Reason.CLOSED
    if passed and line.player in period.content:
        return Reason.WILLING
    if level > 1 and line.player in first:
        return Reason.HELD
    if level < period.next_count and line.player in last:
        return Reason.SPARED
    return Reason.IN_BETWEEN


def _matters(lot: Lot, roles: Roles, content: Collection[PlayerId]) -> bool:
    """Whether equals are treated otherwise, but for those who would not go up."""
    going = [player for player in lot.players if player in roles]
    willing = {roles[player] for player in going if player not in content}
    falling = {Role.STAYS if roles[player] in RISING else roles[player] for player in going}
    return len(willing) > 1 or len(falling) > 1
