"""Check that sentences are short in the pages that a reader meets first.

    python -m tools.sentences

prints the longest sentence of each page. `tools.words` refuses sentences of more than 30 words.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FIRST_PAGES = (
    "README.md",
    "docs/start.md",
    "docs/fr/commencer.md",
    "docs/de/erste-schritte.md",
    "docs/faq.md",
    "docs/fr/faq.md",
    "docs/de/faq.md",
    "docs/on-your-computer.md",
    "docs/fr/sur-votre-ordinateur.md",
    "docs/de/auf-ihrem-computer.md",
    "docs/on-a-server.md",
    "docs/fr/sur-un-serveur.md",
    "docs/de/auf-einem-server.md",
    "docs/backup-update-move.md",
    "docs/translating.md",
)
MOST_WORDS = 30
CODE = re.compile(r"^```.*?^```$|<!--.*?-->", re.MULTILINE | re.DOTALL)
# headings, pictures and rows of tables have no sentences; items of lists begin one
NO_TEXT = re.compile(r"^(?:#+ .*|!\[.*|\|.*)$", re.MULTILINE)
BREAK = re.compile(r"\n\s*(?:[-*]|\d+\.) |\n\s*\n")
END = re.compile(r"(?<=[.!?…])[*)»“\"]*\s+(?=[*(«„“\"`\[]*[A-ZÀ-Ý0-9`])")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
WORD = re.compile(r"\w")


def problems() -> Iterator[str]:
    """Yield a line for each sentence of the first pages that is too long."""
    for name in FIRST_PAGES:
        for sentence in sentences((ROOT / name).read_text()):
            if (count := words_in(sentence)) > MOST_WORDS:
                yield f"{name}: {count} words, of {MOST_WORDS}: “{sentence[:80]} …”"


def sentences(markdown: str) -> Iterator[str]:
    """Yield the sentences of a page, without code, headings and tables."""
    text = NO_TEXT.sub("\n", CODE.sub("\n\n", markdown))
    # a link or a piece of code is one word
    text = LINK.sub(r"\1", re.sub(r"`[^`\n]*`", "`code`", text))
    for paragraph in BREAK.split(f"\n\n{text}"):
        for sentence in END.split(" ".join(paragraph.split())):
            if sentence:
                yield sentence


def words_in(sentence: str) -> int:
    return sum(bool(WORD.search(word)) for word in sentence.split())


def main() -> int:
    for name in FIRST_PAGES:
        longest = max(sentences((ROOT / name).read_text()), key=words_in)
        print(f"{words_in(longest):3} {name}: {longest[:90]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
