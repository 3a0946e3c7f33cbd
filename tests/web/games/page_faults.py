"""Faults in the texts of a page of a club that plays one game from outside."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from games import GAMES, SLUGS, game_name
from tests.web.games.foreign_club import NAMES

VOID = {
    "area", "base", "br", "circle", "col", "embed", "hr", "img", "input", "link", "meta", "path",
    "rect", "source", "track", "use", "wbr",
}  # fmt: skip
LABELS = {
    "a", "button", "caption", "h1", "h2", "h3", "h4", "label", "legend", "option", "summary", "th",
}  # fmt: skip
HIDDEN = frozenset(["script", "style", "template"])
SAID = ("alt", "aria-label", "placeholder", "title", "content")  # attributes that people read
LEFT_OVER = re.compile(r"\{\w+\}|%\(\w+\)s|(?<!-)\bNone\b(?! yet| chosen)|<\w+ object")
BUILT_IN = frozenset(GAMES[slug].name for slug in SLUGS)


class _Reader(HTMLParser):
    """Collects the visible texts, and the empty labels."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.empty: list[str] = []
        self._open: list[tuple[str, int, bool]] = []  # tag, number of texts before it, has a name

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        spoken = [given[name] for name in SAID if given.get(name) and tag != "meta"]
        self.texts += [text for text in spoken if text]
        if tag not in VOID:
            has_name = bool(spoken) or "hidden" in given or given.get("aria-hidden") == "true"
            has_name |= tag == "option" and not given.get("value")  # no choice yet
            self._open.append((tag, len(self.texts), has_name))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            opened, before, has_name = self._open.pop()
            if opened in LABELS and not has_name and not "".join(self.texts[before:]).strip():
                line, _column = self.getpos()
                self.empty.append(f"<{opened}> at line {line}")
            if opened == tag:
                break

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _before, _has_name in self._open}
        if not tags & HIDDEN:
            self.texts.append("…" if "code" in tags else data)  # code is for programmers


def text_of(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    return " ".join(reader.texts)


def faults_of(html: str, slug: str, *, lists_games: bool = False) -> Iterator[str]:
    """Yield the faults of a page. Pages that list all games may name the built-in ones."""
    reader = _Reader()
    reader.feed(html)
    text = " ".join(reader.texts)
    if "<b>Love" in html:
        yield "a name is not escaped"
    for name in (*NAMES, *([game_name(slug)] if slug in GAMES else [])):
        text = text.replace(name, "")
    if slug in GAMES and GAMES[slug].name != slug:
        shown = re.search(rf".{{0,40}}\b{re.escape(slug)}\b.{{0,40}}", text)
        if shown:
            yield f"slug: {shown[0]!r}"
    for name in () if lists_games else BUILT_IN:
        if match := re.search(rf".{{0,40}}{re.escape(name)}.{{0,20}}", text):
            yield f"built-in game: {match[0]!r}"
    if match := LEFT_OVER.search(text):
        yield f"not filled in: {text[max(0, match.start() - 40) : match.end() + 40]!r}"
    yield from (f"empty label: {place}" for place in reader.empty)
