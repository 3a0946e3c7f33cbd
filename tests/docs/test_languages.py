"""Pages in French and German: the same commands as the English page, and the words of buttons."""

import re
from pathlib import Path

import polib
import pytest

DOCS = Path(__file__).parents[2] / "docs"
LOCALE = Path(__file__).parents[2] / "league" / "locale"
BLOCK = re.compile(r"^```\n.*?^```$", re.MULTILINE | re.DOTALL)
BUTTON = re.compile(r"\*\*([^*]+)\*\*")
# an English page and its translations; the first two of them name buttons
PAGES = {
    "start.md": {"fr": "commencer.md", "de": "erste-schritte.md"},
    "faq.md": {"fr": "faq.md", "de": "faq.md"},
    "on-your-computer.md": {"fr": "sur-votre-ordinateur.md", "de": "auf-ihrem-computer.md"},
    "on-a-server.md": {"fr": "sur-un-serveur.md", "de": "auf-einem-server.md"},
}
# bold words that are no buttons
SYSTEMS = re.compile(r"Debian|macOS|Docker")


TRANSLATIONS = [
    (page, language, name) for page, others in PAGES.items() for language, name in others.items()
]


@pytest.mark.parametrize(("page", "language", "name"), TRANSLATIONS)
def test_a_translated_page_gives_the_same_commands(page, language, name):
    english, other = DOCS / page, DOCS / language / name
    assert BLOCK.findall(other.read_text()) == BLOCK.findall(english.read_text())


@pytest.mark.parametrize("page", ["start.md", "faq.md"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_buttons_have_the_words_of_the_pages(page, language):
    path = DOCS / page if language == "en" else DOCS / language / PAGES[page][language]
    named = {" ".join(words.split()) for words in BUTTON.findall(path.read_text())}
    named = {words for words in named if not SYSTEMS.search(words)}
    words = texts(language)
    assert len(named) > 5
    assert sorted(name for name in named if number_as_placeholder(name) not in words) == []


def texts(language: str) -> set[str]:
    """Return all texts of pages in this language, with # for each placeholder."""
    catalogue = LOCALE / ("fr" if language == "en" else language) / "LC_MESSAGES/django.po"
    words: set[str] = set()
    for entry in polib.pofile(str(catalogue)):
        if language == "en":
            words |= {entry.msgid, entry.msgid_plural}
        else:
            words |= {entry.msgstr, *entry.msgstr_plural.values()}
    return {" ".join(re.sub(r"%\(\w+\)s", "#", text).split()) for text in words}


def number_as_placeholder(words: str) -> str:
    return re.sub(r"\d+", "#", words)
