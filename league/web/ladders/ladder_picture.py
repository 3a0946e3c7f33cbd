"""Who goes up and down, as lines between two lists: the divisions of now and those of the next
period. Rows are of one height, so a line needs their numbers alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.models import Player
from league.operations.ladders.divisions import PeriodPreview
from league.operations.ladders.ladders import default_division_name
from scoring.pure.facts import PlayerId

WIDTH = 100


@dataclass(frozen=True)
class Row:
    player: Player
    step: Any  # None for who leaves
    place: int = 0


@dataclass(frozen=True)
class Group:
    """Its heading takes a row too."""

    name: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class Line:
    path: str
    kind: str  # up, down, stays, joins, leaves


@dataclass(frozen=True)
class Picture:
    now: Sequence[Group]
    then: Sequence[Group]
    lines: Sequence[Line]
    width: int
    height: int


def draw(found: PeriodPreview) -> Picture:
    now, then = _now(found), _then(found)
    left, right = _heights(now), _heights(then)
    steps = {step.player: step for step in found.plan.steps}
    return Picture(
        now,
        then,
        [
            Line(_path(left[player], right[player]), _kind(steps.get(PlayerId(player))))
            for player in left
            if player in right
        ],
        WIDTH,
        max(_rows(now), _rows(then)),
    )


def _now(found: PeriodPreview) -> list[Group]:
    """In the order that decides, with those who join below."""
    steps = {step.player: step for step in found.plan.steps}
    order = {step.player: number for number, step in enumerate(found.plan.steps)}
    groups = []
    for division, equals in zip(found.divisions, found.ending.divisions, strict=True):
        rows: list[Row] = []
        for group in equals:
            place = len(rows) + 1
            in_order = sorted((order.get(player, -1), player) for player in group)
            rows += [Row(found.players[each], steps.get(each), place) for _number, each in in_order]
        groups.append(Group(division.name, rows))
    joining = [
        Row(found.players[step.player], step) for step in found.plan.steps if not step.source
    ]
    return [*groups, Group(_("Joining"), joining)] if joining else groups


def _then(found: PeriodPreview) -> list[Group]:
    steps = {step.player: step for step in found.plan.steps}
    club = found.period.ladder.club
    names = {division.level: division.name for division in found.divisions}
    groups = [
        Group(
            names.get(level, default_division_name(level, club)),
            [Row(found.players[player], steps[player], steps[player].place) for player in players],
        )
        for level, players in enumerate(found.plan.divisions, 1)
    ]
    left = [Row(found.players[player], None) for player in found.plan.left]
    return [*groups, Group(_("Leaving"), left)] if left else groups


def _heights(groups: Sequence[Group]) -> dict[int, float]:
    """The middle of the row of each player."""
    found, height = {}, 0
    for group in groups:
        for number, row in enumerate(group.rows, 1):
            found[row.player.pk] = height + number + 0.5
        height += 1 + len(group.rows)
    return found


def _rows(groups: Sequence[Group]) -> int:
    return sum(1 + len(group.rows) for group in groups)


def _path(start: float, end: float) -> str:
    middle = WIDTH // 2
    return f"M0 {start:g}C{middle} {start:g} {middle} {end:g} {WIDTH} {end:g}"


def _kind(step: Any) -> str:
    if step is None:
        return "leaves"
    if not step.source:
        return "joins"
    if step.source == step.target:
        return "stays"
    return "up" if step.target < step.source else "down"
