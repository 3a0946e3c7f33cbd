"""Typst as a program of its own: a job on standard input, a PDF on standard output.

Its memory goes with it, which for the score sheets of a large evening is hundreds of megabytes,
and who runs it can end it. Nothing of the project is imported here.
"""

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import typst

HERE = Path(__file__).parent
LAYOUTS, FONTS = HERE / "layouts", HERE / "fonts"
NO_GLYPH = "could not be displayed"
UNSEEN = "\ufeff"  # files begin with it, names are copied with it, and no PDF may hold it


def typeset(job: dict[str, Any]) -> bytes:
    """By PDF/UA, which Typst refuses where it would not be kept: then the text has a sign for which
    this computer has no font, and the PDF is tagged all the same."""
    try:
        return _compile(job, accessible=True)
    except typst.TypstError as error:
        if NO_GLYPH not in error.message:
            raise
    return _compile(job, accessible=False)


def _compile(job: dict[str, Any], *, accessible: bool) -> bytes:
    drawn = typst.compile(
        LAYOUTS / f"{job['layout']}.typ",
        root=LAYOUTS,
        font_paths=typst.Fonts(include_embedded_fonts=False, font_paths=[FONTS]),
        sys_inputs={"data": json.dumps(job["data"], ensure_ascii=False).replace(UNSEEN, "")},
        pdf_standards="ua-1" if accessible else [],
        timestamp=datetime.fromisoformat(job["data"]["about"]["at"]),
    )
    assert isinstance(drawn, bytes), "one file was asked for"
    return drawn


if __name__ == "__main__":
    sys.stdout.buffer.write(typeset(json.load(sys.stdin)))
