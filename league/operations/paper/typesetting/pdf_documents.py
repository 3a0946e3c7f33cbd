"""PDF documents from papers: tagged for screen readers, black on white.

What people typed reaches the layouts as values of a JSON document, never as markup, and a layout
reads its own folder and nothing else.
"""

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

TYPESETTER = Path(__file__).with_name("typesetter.py")
SECONDS = 60


class PaperSize(StrEnum):
    A4 = "a4"
    LETTER = "letter"
    A5 = "a5"
    A6 = "a6"


@dataclass(frozen=True)
class PageHeader:
    """The header and footer of every page. `when`: day and place, below the title. `at`: the time
    of creation in the file, so that equal papers have equal bytes. `logo`: the club's as SVG, or
    empty. `colour`: of the ruled lines, readable on white; empty for black."""

    club: str
    title: str
    when: str
    foot: str
    language: str
    at: datetime
    logo: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Paper:
    """One document; `content` are the values for its layout."""

    layout: str
    about: PageHeader
    content: Mapping[str, Any]


class TypesettingTimeout(Exception):
    """Raised when the drawing takes too long."""


def svg_of(png: bytes) -> str:
    """Return an SVG that shows a square PNG, since layouts get only text; empty for no picture."""
    if not png:
        return ""
    content = b64encode(png).decode()
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">'
        f'<image width="1" height="1" href="data:image/png;base64,{content}"/></svg>'
    )


def draw(paper: Paper, size: PaperSize) -> bytes:
    """Return the paper as PDF bytes."""
    about = {**asdict(paper.about), "at": paper.about.at.replace(microsecond=0).isoformat()}
    data = {"size": size, "about": about, **paper.content}
    return _typeset({"layout": paper.layout, "data": data})


def draw_png(layout: str, content: Mapping[str, Any]) -> bytes:
    """Return the only page of a layout as PNG bytes, one pixel per point."""
    return _typeset({"layout": layout, "data": content, "is_picture": True})


def _typeset(job: Mapping[str, Any]) -> bytes:
    try:
        result = subprocess.run(
            [sys.executable, "-I", str(TYPESETTER)],
            input=json.dumps(job).encode(),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TypesettingTimeout from None
    if result.returncode:
        words = result.stderr.decode()[-2000:]
        raise RuntimeError(f"The layout {job['layout']} failed: {words}")
    return result.stdout
