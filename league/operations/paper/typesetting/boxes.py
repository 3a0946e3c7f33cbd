"""Little boxes to be crossed out or filled, as one picture: every round has the same, and a picture
is kept once in a PDF however often it is shown."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from league.operations.paper.typesetting.forms import Group

TEXT, NARROW, WIDE = 2.7, 0.53, 0.85  # mm, and how wide letters and other signs are of that
BOX, ROW, GAP = 5.2, 6.6, 2.2
LINE = 0.14


class Drawn(NamedTuple):
    """`width` and `height` in mm; `alt` tells the same in words."""

    svg: str
    width: float
    height: float
    alt: str


def draw(lines: Sequence[Sequence[Group]]) -> Drawn:
    parts: list[str] = []
    ends = [_line(groups, number * ROW, parts) for number, groups in enumerate(lines)]
    width, height = (
        round(max(ends) + 2 * LINE, 2),
        round((len(lines) - 1) * ROW + BOX + 2 * LINE, 2),
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-LINE} {-LINE} {width} {height}"'
        f' font-family="Figtree" font-size="{TEXT}">{"".join(parts)}</svg>'
    )
    return Drawn(
        svg, width, height, ". ".join(_words(group) for groups in lines for group in groups)
    )


def _line(groups: Sequence[Group], top: float, parts: list[str]) -> float:
    """Where it ends."""
    at = 0.0
    for number, group in enumerate(groups):
        at += GAP * bool(number)
        parts.append(_text(group.label, at, top, "start"))
        at += _wide(group.label) + 1
        for cell in group.cells:
            wide = max(BOX, _wide(cell) + 2)
            parts.append(
                f'<rect x="{at:.2f}" y="{top:.2f}" width="{wide:.2f}" height="{BOX}"'
                f' fill="none" stroke="#000" stroke-width="{LINE}"/>'
            )
            parts.append(_text(cell, at + wide / 2, top, "middle"))
            at += wide
    return at


def _text(said: str, x: float, top: float, anchor: str) -> str:
    y = top + BOX / 2 + TEXT * 0.36
    font = "" if said.isascii() else ' font-family="DejaVu Sans"'  # pictures know no second choice
    opened = f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}"{font}>'
    return f"{opened}{escape(said)}</text>" if said else ""


def _wide(said: str) -> float:
    return sum(TEXT * (WIDE if sign > "ɏ" else NARROW) for sign in said)


def _words(group: Group) -> str:
    return f"{group.label}: {', '.join(filter(None, group.cells))}".removesuffix(": ")
