"""Help texts: one Markdown file per subject and language in `league/help/`.

The files are also documents that people read on a forge, so they are ordinary Markdown. This reads
a small part of it: one title, sections with headings of the second level, paragraphs, lists,
tables, **names of buttons**, *words of other programs*, `code`, and links to other files of the
folder.

The rules of games have a reader of their own (`games/rule_book.py`): it reads numbered clauses,
which help does not have.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from league.names import WORD, fold, search_words

FOLDER = Path(__file__).parents[2] / "help"
SOURCE = "en"
SUBJECTS = (  # in the order of the table of contents
    "first-evening", "phones", "sign-ups", "tournaments", "ladders", "results", "printing",
    "people", "my-data", "imports", "calendars", "backup",
)  # fmt: skip
_HEADING = re.compile(r"^## ", re.MULTILINE)
_BLANK = re.compile(r"\n\s*\n")
_ITEM = re.compile(r"^(?:- |[0-9]+\. )", re.MULTILINE)
_RULE = re.compile(r"[|\-: ]+")  # the line below the head of a table
_SPAN = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([a-z-]+)\.md\)")
_BREAK = re.compile(r" *\n *")  # not the no-break spaces of French
Address = Callable[[str], str]  # the address of the page of a subject


class Section(NamedTuple):
    """A part of a help text. `anchor` is the same in all languages; it is empty for the part before
    the first heading, whose title is the title of the page."""

    title: str
    anchor: str
    blocks: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        """The paragraphs, items and rows as plain text."""
        return [_plain(part) for block in self.blocks for part in _parts(block)]

    def html(self, address: Address) -> SafeString:
        return mark_safe("".join(_block_html(block, address) for block in self.blocks))  # noqa: S308  # each block is escaped


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
    head, *parts = _HEADING.split(text)
    title, _newline, intro = head.removeprefix("# ").partition("\n")
    sections = [Section(title.strip(), "", _blocks(intro))]
    for number, part in enumerate(parts, 1):
        heading, _newline, body = part.partition("\n")
        anchor = anchors[number] if anchors else slugify(heading)
        sections.append(Section(heading.strip(), anchor, _blocks(body)))
    return HelpText(subject, title.strip(), tuple(sections))


def _blocks(body: str) -> tuple[str, ...]:
    return tuple(block.strip("\n") for block in _BLANK.split(body) if block.strip())


def _parts(block: str) -> list[str]:
    """Return the items of a list, the rows of a table, or the one paragraph."""
    if block.startswith("|"):
        return [line for line in block.splitlines() if not _RULE.fullmatch(line)]
    if _ITEM.match(block):
        return [_joined(item) for item in _ITEM.split(block)[1:]]
    return [_joined(block)]


def _joined(text: str) -> str:
    return _BREAK.sub(" ", text.strip(" \n"))


def _cells(row: str) -> list[str]:
    return [cell.strip(" ") for cell in row.strip().strip("|").split("|")]


def _block_html(block: str, address: Address) -> SafeString:
    parts = _parts(block)
    if block.startswith("|"):
        return _table_html(parts, address)
    if not _ITEM.match(block):
        return format_html("<p>{}</p>", _line_html(parts[0], address))
    items = format_html_join("", "<li>{}</li>", ((_line_html(part, address),) for part in parts))
    if block.startswith("- "):
        return format_html("<ul>{}</ul>", items)
    return format_html("<ol>{}</ol>", items)


def _table_html(rows: Sequence[str], address: Address) -> SafeString:
    head, *body = [[_line_html(cell, address) for cell in _cells(row)] for row in rows]
    return format_html(
        '<div class="scroll"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>',
        format_html_join("", '<th scope="col">{}</th>', ((cell,) for cell in head)),
        format_html_join(
            "",
            "<tr>{}</tr>",
            ((format_html_join("", "<td>{}</td>", ((cell,) for cell in row)),) for row in body),
        ),
    )


def _line_html(text: str, address: Address) -> SafeString:
    return format_html_join("", "{}", ((piece,) for piece in _pieces(text, address)))


def _pieces(text: str, address: Address) -> Iterator[SafeString]:
    end = 0
    for match in _SPAN.finditer(text):
        yield conditional_escape(text[end : match.start()])
        end = match.end()
        code, name, foreign, words, subject = match.groups()
        if code:
            yield format_html("<code>{}</code>", code)
        elif name:
            yield format_html("<b>{}</b>", name)
        elif foreign:
            yield format_html("<em>{}</em>", foreign)
        else:
            yield format_html('<a href="{}">{}</a>', address(subject), words)
    yield conditional_escape(text[end:])


def _plain(text: str) -> str:
    """Return a line without its marks; the cells of a row stand apart."""
    words = _SPAN.sub(lambda match: next(filter(None, match.groups())), text)
    return " · ".join(filter(None, _cells(words))) if text.startswith("|") else words
