"""Count translated, missing and fuzzy texts of each catalogue and language.

python -m tools.translations [LANGUAGE …]
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib

ROOT = Path(__file__).parents[1]


class Count(NamedTuple):
    """Texts of one catalogue; `fuzzy` ones were guessed and are shown in English."""

    catalogue: str
    language: str
    translated: int
    missing: int
    fuzzy: int

    @property
    def percent(self) -> int:
        """Return the share of translated texts, rounded down: 100 means all."""
        return 100 * self.translated // max(self.translated + self.missing + self.fuzzy, 1)


def counts(root: Path = ROOT) -> Iterator[Count]:
    """Yield the counts of each catalogue, by language."""
    paths = root.glob("*/locale/*/LC_MESSAGES/django.po")
    for path in sorted(paths, key=lambda path: (path.parts[-3], path)):
        catalogue = polib.pofile(str(path))
        yield Count(
            path.relative_to(root).parts[0],
            path.parts[-3],
            len(catalogue.translated_entries()),
            len(catalogue.untranslated_entries()),
            len(catalogue.fuzzy_entries()),
        )


def report(rows: list[Count]) -> str:
    lines = [f"{'':4}{'catalogue':12}{'translated':>12}{'missing':>9}{'fuzzy':>7}"]
    for row in rows:
        figures = f"{row.translated:>7} {row.percent:>3}%{row.missing:>9}{row.fuzzy:>7}"
        lines.append(f"{row.language:4}{row.catalogue:12}{figures}")
    return "\n".join(lines)


def main(languages: list[str]) -> int:
    print(report([row for row in counts() if not languages or row.language in languages]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
