"""make lint: whether every line of the templates fits the width that the formatter aims at.

The formatter breaks lines at spaces only; a long template tag stays as it is, for Django reads a
tag on one line. Such a tag is made shorter by hand: by `with`, by `asvar`, or in the view.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / "league" / "templates", ROOT / "api" / "templates"]
COLUMNS = 120


def main() -> int:
    """Print the lines that are too long, and return 1 if there are any."""
    too_long = [line for folder in FOLDERS for line in lines_too_long(folder)]
    print("\n".join(too_long) or f"no line of a template is over {COLUMNS} columns")
    return bool(too_long)


def lines_too_long(folder: Path, columns: int = COLUMNS) -> Iterator[str]:
    """Yield `file:line: length` of every line of the folder that is over so many columns."""
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > columns:
                name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
                yield f"{name}:{number}: {len(line)} columns"


if __name__ == "__main__":
    sys.exit(main())
