"""Decides what the end of a period means for each member of a division: who goes up or down, who
plays for it, and why."""

import itertools
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from scoring.pure.exchanges import Exchange
from scoring.pure.facts import PlayerId
from scoring.pure.periods import (
    DivisionStep,
    EndingPeriod,
    Movement,
    MovementReason,
    PlaceByPlayer,
    PlaceDraw,
    PlayOff,
)
from scoring.pure.tiebreaks import drawn_order


class Role(StrEnum):
    STAYS = "stays"
    UP = "up"
    DOWN = "down"
    FOR_UP = "for_up"  # plays for a place above
    FOR_STAY = "for_stay"  # plays to stay


class MemberLine(NamedTuple):
    """A continuing member; `lot` is the draw if he shared his place. `players_behind` includes
    players who leave."""

    player: PlayerId
    source: int
    place: int
    players_behind: int
    lot: PlaceDraw | None


MemberLines = Sequence[MemberLine]
Roles = dict[PlayerId, Role]
PlayOffOutcomes = Mapping[PlayerId, bool | None]
RISING = {Role.UP, Role.FOR_UP}


def order_by_draw(
    players: Collection[PlayerId], seed: str, places: PlaceByPlayer
) -> tuple[PlayerId, ...]:
    """Return the players by their places, those who share one in the order of the draw."""
    order = drawn_order(players, seed)
    last_place = len(places) + 1
    return tuple(sorted(order, key=lambda player: places.get(player, last_place)))


def play_off_places(
    period: EndingPeriod, players: Collection[PlayerId], withdrawn: Collection[PlayerId]
) -> PlaceByPlayer | None:
    """Return the places of the table that exactly these players have played, ignoring players who
    have `withdrawn` since, or None."""
    names = set(players)
    for places in period.tables:
        if names <= places.keys() and places.keys() - names <= set(withdrawn):
            return places
    return None


def assign_roles(
    divisions: Sequence[MemberLines], exchanges_: Sequence[Exchange], content: Collection[PlayerId]
) -> Roles:
    """Return the role of each member: the best of the willing go up, the last go down."""
    roles = {line.player: Role.STAYS for lines in divisions for line in lines}
    for above, below, exchange in zip(divisions[:-1], divisions[1:], exchanges_, strict=True):
        relegated = above[len(above) - exchange.down :]
        roles |= {line.player: Role.DOWN for line in relegated}
        willing = [line.player for line in below if line.player not in content]
        roles |= dict.fromkeys(willing[: exchange.up], Role.UP)
    return roles


def play_offs(
    divisions: Sequence[MemberLines], roles: Roles, period: EndingPeriod
) -> list[PlayOff]:
    """Return the play-offs and note the roles of their players. As many from either side of a cut
    play as there are, at most the number in the rules."""
    matches = []
    for level, (above, below) in enumerate(itertools.pairwise(divisions), 1):
        lower = [
            line.player
            for line in below
            if roles[line.player] == Role.STAYS and line.player not in period.content
        ]
        upper = _last_staying(above, roles)
        places_at_stake = min(period.rules.play_off, len(upper), len(lower))
        if places_at_stake:
            upper, lower = upper[-places_at_stake:], lower[:places_at_stake]
            upper, lower, places_at_stake = _as_played(level, upper, lower, period)
            roles |= dict.fromkeys(upper, Role.FOR_STAY)
            roles |= dict.fromkeys(lower, Role.FOR_UP)
            players = (*upper, *lower)
            places = play_off_places(period, players, period.withdrawn)
            matches.append(PlayOff(level, players, places_at_stake, places is not None))
    return matches


def _as_played(
    level: int, upper: list[PlayerId], lower: list[PlayerId], period: EndingPeriod
) -> tuple[list[PlayerId], list[PlayerId], int]:
    """Return the players who play off at a cut, and the number of places above. If a play-off was
    played there before some of its players left or declined, these are its remaining players, so
    that no player plays again; else the ones who are due."""
    due = {*upper, *lower}
    above = {player for group in period.divisions[level - 1] for player in group}
    below = {player for group in period.divisions[level] for player in group}
    for places in period.tables:
        remaining, gone = due & places.keys(), places.keys() - due
        is_of_cut = places.keys() <= above | below and bool(places.keys() & above)
        if remaining and gone and is_of_cut and gone <= period.withdrawn:
            stake = len(places.keys() & above)
            return (
                [player for player in upper if player in remaining],
                [player for player in lower if player in remaining],
                min(stake, len(remaining)),
            )
    return upper, lower, min(len(upper), len(lower))


def play_off_outcomes(matches: Sequence[PlayOff], period: EndingPeriod) -> PlayOffOutcomes:
    """Return for each player of a play-off whether he is above in the next period; None while it is
    not played."""
    outcomes: dict[PlayerId, bool | None] = {}
    for match in matches:
        places = play_off_places(period, match.players, period.withdrawn)
        order = order_by_draw(match.players, f"{period.seed}-{match.above}-play_off", places or {})
        for number, player in enumerate(order):
            outcomes[player] = None if places is None else number < match.winners
    return outcomes


def division_steps(
    lines: MemberLines, level: int, roles: Roles, outcomes: PlayOffOutcomes, period: EndingPeriod
) -> list[DivisionStep]:
    """Return the steps of the members of one division."""
    reasons = _reasons(lines, level, roles, period)
    return [
        _step(line, level, roles[line.player], reasons[line.player], outcomes) for line in lines
    ]


def decisive_draws(
    lines: MemberLines, roles: Roles, content: Collection[PlayerId]
) -> list[PlaceDraw]:
    """Return the draws that made a difference among the members of one division."""
    return [
        lot
        for lot in dict.fromkeys(line.lot for line in lines)
        if lot is not None and _is_decisive(lot, roles, content)
    ]


def _last_staying(lines: MemberLines, roles: Roles) -> list[PlayerId]:
    """Return the members who stay, behind all who go up or play for it, so that no player plays to
    stay while a worse one goes up."""
    rising = [number for number, line in enumerate(lines) if roles[line.player] in RISING]
    players_behind = lines[max(rising, default=-1) + 1 :]
    return [line.player for line in players_behind if roles[line.player] == Role.STAYS]


def _step(
    line: MemberLine, level: int, role: Role, reason: MovementReason, outcomes: PlayOffOutcomes
) -> DivisionStep:
    target = level + {Role.UP: -1, Role.DOWN: 1}.get(role, 0)
    has_won = outcomes.get(line.player)
    if has_won is not None:
        above = level if role == Role.FOR_STAY else level - 1
        target = above if has_won else above + 1
        reason = MovementReason.WON if has_won else MovementReason.LOST
    movement = Movement.STAYED
    if has_won is not None:
        movement = Movement.PLAY_OFF
    elif target != line.source:
        movement = Movement.PROMOTED if target < line.source else Movement.RELEGATED
    return DivisionStep(line.player, movement, reason, line.source, target, line.place)


def _reasons(
    lines: MemberLines, level: int, roles: Roles, period: EndingPeriod
) -> dict[PlayerId, MovementReason]:
    willing = [line.player for line in lines if line.player not in period.content]
    first = set(willing[: period.rules.up])
    last = {line.player for line in lines if line.players_behind < period.rules.down}
    reasons = {}
    for line in lines:
        is_passed = any(
            roles[other.player] in RISING and _rank(other) >= _rank(line) for other in lines
        )
        reasons[line.player] = {
            Role.UP: MovementReason.UP if line.player in first else MovementReason.ALSO_UP,
            Role.DOWN: MovementReason.DOWN if line.player in last else MovementReason.ALSO_DOWN,
            Role.STAYS: _staying_reason(line, level, period, first, last, is_passed),
        }.get(roles[line.player], MovementReason.WAITING)
    return reasons


def _rank(line: MemberLine) -> tuple[int, int]:
    return line.source, line.place


def _staying_reason(
    line: MemberLine,
    level: int,
    period: EndingPeriod,
    first: Collection[PlayerId],
    last: Collection[PlayerId],
    is_passed: bool,
) -> MovementReason:
    if line.source > level:
        return MovementReason.CLOSED
    if is_passed and line.player in period.content:
        return MovementReason.WILLING
    if level > 1 and line.player in first:
        return MovementReason.HELD
    if level < period.next_count and line.player in last:
        return MovementReason.SPARED
    return MovementReason.IN_BETWEEN


def _is_decisive(lot: PlaceDraw, roles: Roles, content: Collection[PlayerId]) -> bool:
    """Return whether a draw treats equals differently, apart from those who do not want to go
    up."""
    continuing = [player for player in lot.players if player in roles]
    roles_of_willing = {roles[player] for player in continuing if player not in content}
    roles_without_promotion = {
        Role.STAYS if roles[player] in RISING else roles[player] for player in continuing
    }
    return len(roles_of_willing) > 1 or len(roles_without_promotion) > 1
