"""Promotion and relegation as lines between two lists: the divisions of this period and of the
next.

All rows are of one height, so a line needs only their numbers.
"""

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
class PictureRow:
    player: Player
    step: Any  # None for a player who leaves
    place: int = 0


@dataclass(frozen=True)
class PictureGroup:
    """A division with its rows; its heading takes a row too."""

    name: str
    rows: Sequence[PictureRow]


@dataclass(frozen=True)
class PictureLine:
    path: str
    kind: str  # up, down, stays, joins, leaves


@dataclass(frozen=True)
class LadderPicture:
    now: Sequence[PictureGroup]
    then: Sequence[PictureGroup]
    lines: Sequence[PictureLine]
    width: int
    height: int


def draw(preview: PeriodPreview) -> LadderPicture:
    now, then = _current_groups(preview), _next_groups(preview)
    left, right = _heights(now), _heights(then)
    steps = {step.player: step for step in preview.plan.steps}
    return LadderPicture(
        now,
        then,
        [
            PictureLine(_path(left[player], right[player]), _kind(steps.get(PlayerId(player))))
            for player in left
            if player in right
        ],
        WIDTH,
        max(_rows(now), _rows(then)),
    )


def _current_groups(preview: PeriodPreview) -> list[PictureGroup]:
    """Return the current divisions in the order that decides, then those who join."""
    steps = {step.player: step for step in preview.plan.steps}
    order = {step.player: number for number, step in enumerate(preview.plan.steps)}
    groups = []
    for division, equals in zip(preview.divisions, preview.ending.divisions, strict=True):
        rows: list[PictureRow] = []
        for group in equals:
            place = len(rows) + 1
            in_order = sorted((order.get(player, -1), player) for player in group)
            rows += [
                PictureRow(preview.players[each], steps.get(each), place)
                for _number, each in in_order
            ]
        groups.append(PictureGroup(division.name, rows))
    joining = [
        PictureRow(preview.players[step.player], step)
        for step in preview.plan.steps
        if not step.source
    ]
    return [*groups, PictureGroup(_("Joining"), joining)] if joining else groups


def _next_groups(preview: PeriodPreview) -> list[PictureGroup]:
    steps = {step.player: step for step in preview.plan.steps}
    club = preview.period.ladder.club
    names = {division.level: division.name for division in preview.divisions}
    groups = [
        PictureGroup(
            names.get(level, default_division_name(level, club)),
            [
                PictureRow(preview.players[player], steps[player], steps[player].place)
                for player in players
            ],
        )
        for level, players in enumerate(preview.plan.divisions, 1)
    ]
    leaving = [PictureRow(preview.players[player], None) for player in preview.plan.left]
    return [*groups, PictureGroup(_("Leaving"), leaving)] if leaving else groups


def _heights(groups: Sequence[PictureGroup]) -> dict[int, float]:
    """Return the vertical middle of each player's row."""
    heights, height = {}, 0
    for group in groups:
        for number, row in enumerate(group.rows, 1):
            heights[row.player.pk] = height + number + 0.5
        height += 1 + len(group.rows)
    return heights


def _rows(groups: Sequence[PictureGroup]) -> int:
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
