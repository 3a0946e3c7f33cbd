"""Words to avoid in the catalogues, read from docs/glossary.md; `tools.words` refuses them."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import polib

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "glossary.md"
HEADING = "## Words to avoid\n"
ROW = re.compile(r"^\| (\w\w) \| (.+?) \| (.+?) \|$", re.MULTILINE)
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)s|<[^>]+>|https?://\S+")


class Refused(NamedTuple):
    """Forms of a word that texts of a language do not have, and what they say instead."""

    language: str
    forms: str
    instead: str

    def pattern(self) -> re.Pattern[str]:
        forms = "|".join(map(re.escape, self.forms.split(", ")))
        return re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])", re.IGNORECASE)


class Text(NamedTuple):
    """A text of a catalogue; English ones are the ids."""

    catalogue: str
    language: str
    words: str


def problems() -> Iterator[str]:
    """Yield a line for each text of a catalogue that has a word to avoid."""
    yield from refused_in(texts(), refused())


def refused() -> list[Refused]:
    """Return the rows of the part about words to avoid, which ends at the next heading."""
    rows = PAGE.read_text().partition(HEADING)[2].partition("\n#")[0]
    return [Refused(*row) for row in ROW.findall(rows)]


def refused_in(some: Iterable[Text], rows: list[Refused]) -> Iterator[str]:
    patterns = [(row, row.pattern()) for row in rows]
    for text in some:
        plain = PLACEHOLDER.sub("…", text.words)
        for row, pattern in patterns:
            if row.language == text.language and (match := pattern.search(plain)):
                yield (
                    f"{text.catalogue}: “{match[0]}” in “{' '.join(plain.split())[:80]}”:"
                    f" say {row.instead} (docs/glossary.md)"
                )


def texts() -> Iterator[Text]:
    """Yield all texts of all catalogues."""
    for path in sorted(ROOT.glob("*/locale/*/LC_MESSAGES/django.po")):
        name, language = str(path.relative_to(ROOT)), path.parts[-3]
        for entry in polib.pofile(str(path)):
            if entry.obsolete:
                continue
            for words in (entry.msgstr, *entry.msgstr_plural.values()):
                yield Text(name, language, words)
            # the ids are the same in all languages
            if language == "fr":
                yield from (Text(name, "en", id_) for id_ in (entry.msgid, entry.msgid_plural))
