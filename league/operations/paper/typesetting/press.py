"""From a paper to the bytes of a PDF: tagged for screen readers, black on white.

What people typed reaches the layouts as values of a JSON document, never as markup, and a layout
reads its own folder and nothing else.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

TYPESETTER = Path(__file__).with_name("typesetter.py")
SECONDS = 60


class Size(StrEnum):
    A4 = "a4"
    LETTER = "letter"
    A5 = "a5"
    A6 = "a6"


@dataclass(frozen=True)
class About:
    """What every page tells of itself. `when`: day and place, below the title. `at`: the moment
    that the file says it was made, so that the same paper is the same bytes."""

    club: str
    title: str
    when: str
    foot: str
    language: str
    at: datetime


@dataclass(frozen=True)
class Paper:
    """One document. `content` is what its layout asks for."""

    layout: str
    about: About
    content: Mapping[str, Any]


class TooLong(Exception):
    """It was not drawn in time."""


def draw(paper: Paper, size: Size) -> bytes:
    about = {**asdict(paper.about), "at": paper.about.at.replace(microsecond=0).isoformat()}
    job = {"layout": paper.layout, "data": {"size": size, "about": about, **paper.content}}
    try:
        ran = subprocess.run(
            [sys.executable, "-I", str(TYPESETTER)],
            input=json.dumps(job).encode(),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TooLong from None
    if ran.returncode:
        raise RuntimeError(f"The layout {paper.layout} failed: {ran.stderr.decode()[-2000:]}")
    return ran.stdout
