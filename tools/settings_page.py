"""Write .env.example, and the table of docs/settings.md, from the table of all settings.

    python -m tools.settings_page

A test fails while they differ from what this writes.
"""

import re
import sys
import textwrap
from pathlib import Path

from league.config.variables import VARIABLES, Variable

ROOT = Path(__file__).parents[1]
PAGE, EXAMPLE = ROOT / "docs" / "settings.md", ROOT / ".env.example"
HEADER = "| Variable | Value | Without it | Meaning |\n|---|---|---|---|\n"
TABLE = re.compile(r"\| Variable \| .*?\n\n", re.S)
ABOVE = """\
# Every variable is optional. Copy to .env or set in the environment; a wrong value stops the start.
# Written by `python -m tools.settings_page` from league/config/variables.py: change it there.
"""
WIDTH = 98


def table() -> str:
    return HEADER + "".join(map(_row, VARIABLES))


def page(written: str) -> str:
    """Return the page with the table of today."""
    return TABLE.sub(lambda _old: table() + "\n", written, count=1)


def example() -> str:
    return ABOVE + "".join(f"\n{_lines(variable)}" for variable in VARIABLES)


def _row(variable: Variable) -> str:
    cells = [f"`{variable.name}`", variable.kind.expected, variable.default, variable.meaning]
    return f"| {' | '.join(cells)} |\n"


def _lines(variable: Variable) -> str:
    default = f" Without it: {variable.default}." if variable.default else ""
    meaning = variable.meaning[0].upper() + variable.meaning[1:]
    words = _plain(f"{meaning}. Value: {variable.kind.expected}.{default}")
    commented = textwrap.wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(f"# {line}\n" for line in commented) + f"# {variable.name}={variable.example}\n"


def _plain(markdown: str) -> str:
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", markdown).replace("`", "").replace("**", "")


def main() -> int:
    PAGE.write_text(page(PAGE.read_text()))
    EXAMPLE.write_text(example())
    return 0


if __name__ == "__main__":
    sys.exit(main())
