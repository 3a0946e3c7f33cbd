"""Boxes to cross out or fill in, as one picture: every round has the same boxes, and a PDF stores a
repeated picture once."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from league.operations.paper.typesetting.forms import BoxGroup
from league.operations.support.labels import pair

TEXT, NARROW, WIDE = 2.7, 0.53, 0.85  # mm, and the width of letters and other signs as shares
BOX, ROW, GAP = 5.2, 6.6, 2.2
LINE = 0.14


class Drawing(NamedTuple):
    """A drawing; `width` and `height` in mm; `alt` is its content in words."""

    svg: str
    width: float
    height: float
    alt: str


def draw(lines: Sequence[Sequence[BoxGroup]]) -> Drawing:
    """Return the boxes of all lines as a picture."""
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
    return Drawing(
        svg, width, height, ". ".join(_words(group) for groups in lines for group in groups)
    )


def _line(groups: Sequence[BoxGroup], top: float, parts: list[str]) -> float:
    """Add the picture of a line to `parts`; return where it ends."""
    x = 0.0
    for number, group in enumerate(groups):
        x += GAP * bool(number)
        parts.append(_text(group.label, x, top, "start"))
        x += _text_width(group.label) + 1
        for cell in group.cells:
            width = max(BOX, _text_width(cell) + 2)
            parts.append(
                f'<rect x="{x:.2f}" y="{top:.2f}" width="{width:.2f}" height="{BOX}"'
                f' fill="none" stroke="#000" stroke-width="{LINE}"/>'
            )
            parts.append(_text(cell, x + width / 2, top, "middle"))
            x += width
    return x


def _text(text: str, x: float, top: float, anchor: str) -> str:
    y = top + BOX / 2 + TEXT * 0.36
    font = "" if text.isascii() else ' font-family="DejaVu Sans"'  # pictures have no fallback fonts
    tag = f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}"{font}>'
    return f"{tag}{escape(text)}</text>" if text else ""


def _text_width(text: str) -> float:
    return sum(TEXT * (WIDE if sign > "ɏ" else NARROW) for sign in text)


def _words(group: BoxGroup) -> str:
    cells = ", ".join(filter(None, group.cells))
    return pair(group.label, cells) if cells else group.label
