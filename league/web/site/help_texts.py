"""Help texts: one Markdown file per subject and language in `league/help/`.

The files are also documents that people read on a forge and on the documentation site, so they are
ordinary Markdown: one title, and sections with headings of the second level. **Bold** are names of
buttons. Links lead to other files of the folder, pictures are static files.

The rules of games have a reader of their own (`games/rule_book.py`): it reads numbered clauses,
which help does not have.
"""

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from PIL import Image

from league.names import WORD, fold, search_words

FOLDER = Path(__file__).parents[2] / "help"
STATIC = Path(__file__).parents[2] / "static"
SOURCE = "en"
SUBJECTS = (  # in the order of the table of contents
    "first-evening", "evening", "tables", "phones", "sign-ups", "tournaments", "draws", "ladders",
    "results", "printing", "people", "my-data", "imports", "calendars", "backup",
)  # fmt: skip
Address = Callable[[str], str]  # the address of the page of a subject


class Section(NamedTuple):
    """A part of a help text. `anchor` is the same in all languages; it is empty for the part before
    the first heading, whose title is the title of the page."""

    title: str
    anchor: str
    tokens: tuple[Token, ...]

    @property
    def lines(self) -> list[str]:
        """The paragraphs, items and rows as plain text."""
        return list(filter(None, _lines(self.tokens)))

    def html(self, address: Address) -> SafeString:
        html: str = _MARKDOWN.renderer.render(self.tokens, _MARKDOWN.options, {"address": address})
        return mark_safe(html)  # noqa: S308  # our own files, and all their text is escaped


class HelpText(NamedTuple):
    """The help on a subject in one language."""

    subject: str
    title: str
    sections: tuple[Section, ...]

    @property
    def summary(self) -> str:
        return self.sections[0].lines[0]


class Hit(NamedTuple):
    """A section that a search found, with the line that has most of the words."""

    text: HelpText
    section: Section
    line: str


class _Renderer(RendererHTML):
    """Writes HTML as pages have it. A method writes the tokens of its name."""

    def strong_open(self, *_token: object) -> str:
        return "<b>"

    def strong_close(self, *_token: object) -> str:
        return "</b>"

    def table_open(self, *_token: object) -> str:
        return '<div class="scroll"><table>'

    def table_close(self, *_token: object) -> str:
        return "</table></div>"

    def th_open(self, *_token: object) -> str:
        return '<th scope="col">'

    def link_open(
        self,
        tokens: Sequence[Token],
        number: int,
        options: OptionsDict,
        env: MutableMapping[str, Any],
    ) -> str:
        """Lead to the page of a subject; other addresses stay."""
        file = PurePosixPath(str(tokens[number].attrs["href"]))
        address = env["address"](file.stem) if file.suffix == ".md" else str(file)
        return format_html('<a href="{}">', address)

    def image(
        self,
        tokens: Sequence[Token],
        number: int,
        options: OptionsDict,
        env: MutableMapping[str, Any],
    ) -> str:
        """Show a static file in its own size, so that the text below it does not jump."""
        name = str(tokens[number].attrs["src"]).rpartition("/static/")[2]
        width, height = _size(name)
        return format_html(
            '<img src="{}" alt="{}" width="{}" height="{}" loading="lazy">',
            static(name),
            tokens[number].content,
            width,
            height,
        )


_MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")


@cache
def read(subject: str, language: str) -> HelpText:
    """Return the help on a subject, in English if this language has none."""
    file = FOLDER / language / f"{subject}.md"
    if not file.exists():
        return read(subject, SOURCE)
    text = file.read_text(encoding="utf-8")
    anchors = (
        None if language == SOURCE else [each.anchor for each in read(subject, SOURCE).sections]
    )
    return _parse(subject, text, anchors)


def read_all(language: str) -> list[HelpText]:
    return [read(subject, language) for subject in SUBJECTS]


def search(question: str, language: str) -> list[Hit]:
    """Return the sections that have all words of the question, those with a word in their heading
    first. The beginning of a word is enough; accents and capitals do not matter."""
    words = search_words(question)
    if not words:
        return []
    hits = [
        (_count(words, section.title), hit)
        for text in read_all(language)
        for section in text.sections
        if (hit := _hit(words, text, section))
    ]
    return [hit for _in_heading, hit in sorted(hits, key=lambda each: -each[0])]


def _hit(words: Sequence[str], text: HelpText, section: Section) -> Hit | None:
    if _count(words, " ".join([text.title, section.title, *section.lines])) < len(words):
        return None
    own = _count(words, " ".join([section.title, *section.lines]))
    if not own:  # the words are all in the title of the page, whose first part is found
        return None
    return Hit(text, section, max(section.lines, key=lambda line: _count(words, line)))


def _count(words: Sequence[str], text: str) -> int:
    """Return how many of these words begin a word of the text."""
    text_words = WORD.findall(fold(text))
    return sum(any(each.startswith(word) for each in text_words) for word in words)


def _parse(subject: str, text: str, anchors: Sequence[str] | None) -> HelpText:
    """Return a text with the anchors of the English one, so that links fit all languages."""
    tokens = _MARKDOWN.parse(text)
    starts = [number for number, token in enumerate(tokens) if token.tag in ("h1", "h2")][::2]
    sections = [
        _section(tokens[start:end], anchors[number] if anchors else None)
        for number, (start, end) in enumerate(pairwise([*starts, len(tokens)]))
    ]
    title = sections[0].title
    return HelpText(subject, title, (sections[0]._replace(anchor=""), *sections[1:]))


def _section(tokens: Sequence[Token], anchor: str | None) -> Section:
    """Return a section that begins with the three tokens of its heading."""
    title = tokens[1].content
    return Section(title, slugify(title) if anchor is None else anchor, tuple(tokens[3:]))


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    """Return the text of each paragraph, item and row; the cells of a row stand apart."""
    cells: list[str] | None = None
    for token in tokens:
        if token.type == "tr_open":
            cells = []
        elif token.type == "tr_close":
            yield " · ".join(filter(None, cells or []))
            cells = None
        elif token.type == "inline" and cells is not None:
            cells.append(_plain(token))
        elif token.type == "inline":
            yield _plain(token)


def _plain(token: Token) -> str:
    """Return a text without its marks, on one line. A picture has no words of its own."""
    pieces = [each for each in token.children or [] if each.type != "image"]
    return "".join(" " if each.type == "softbreak" else each.content for each in pieces)


@cache
def _size(name: str) -> tuple[int, int]:
    with Image.open(STATIC / name) as picture:
        return picture.size
