"""Typst as a separate program: a job on standard input, a file on standard output.

Its memory, hundreds of megabytes for the score sheets of a large session, is freed with the
process, and the caller can end it. Nothing of the project is imported here.
"""

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import typst

HERE = Path(__file__).parent
LAYOUTS, FONTS = HERE / "layouts", HERE / "fonts"
POINTS_PER_INCH = 72.0
NO_GLYPH = "could not be displayed"
ZERO_WIDTH = "\ufeff"  # byte order mark: files begin with it, copied names have it, PDF forbids it


def typeset(job: dict[str, Any]) -> bytes:
    """Return a PNG, or the PDF by PDF/UA. Where Typst refuses that, since the text has a character
    that no font of this computer has, the PDF is tagged all the same."""
    if job.get("is_picture"):
        return _compile(job, format="png", ppi=POINTS_PER_INCH)
    timestamp = datetime.fromisoformat(job["data"]["about"]["at"])
    try:
        return _compile(job, pdf_standards="ua-1", timestamp=timestamp)
    except typst.TypstError as error:
        if NO_GLYPH not in error.message:
            raise
    return _compile(job, pdf_standards=[], timestamp=timestamp)


def _compile(job: dict[str, Any], **options: Any) -> bytes:
    file = typst.compile(
        LAYOUTS / f"{job['layout']}.typ",
        root=LAYOUTS,
        font_paths=typst.Fonts(include_embedded_fonts=False, font_paths=[FONTS]),
        sys_inputs={"data": json.dumps(job["data"], ensure_ascii=False).replace(ZERO_WIDTH, "")},
        **options,
    )
    assert isinstance(file, bytes), "one file was asked for"
    return file


if __name__ == "__main__":
    sys.stdout.buffer.write(typeset(json.load(sys.stdin)))
