"""Reads the rules of a game as people read them: one Markdown file per language beside the game.

`RULES.md` is English, `RULES.fr.md` French. A section is a heading; its entries are clauses,
`- **N17 Title.** text`, and examples, `- **E1** text`. A line `> [name] caption` is a picture, the
line `> [house_rules]` all house rules, as the game describes them. Sections without such entries
are for developers and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from games.house_rules import HouseRule, labels, range_of
from problems.catalogue import SOURCE
from problems.text import Words, quoted

_HEADING = re.compile(r"^## ", re.MULTILINE)
_ENTRY = re.compile(r"^- ", re.MULTILINE)
_CLAUSE = re.compile(r"\*\*([A-Z]+[0-9]+) ([^*]+)\.\*\*\n?(.*)", re.DOTALL)
_HOUSE_RULES = "> [house_rules]"
_EXAMPLE = re.compile(r"\*\*(E([0-9]+))\*\* (.*)", re.DOTALL)
_PICTURE = re.compile(r"> \[(\w+)\] (.*)", re.DOTALL)
_BLOCK_START = re.compile(r"- |[0-9]+\. |> \[")
_SPAN = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\b([A-Z]+[0-9]+)\b")
EXAMPLE = Words("Example {number}")
RULE_WITH_VALUE = Words("{title}: {value}")
POSSIBLE = Words("Possible: {range}.")
HOUSE_RULES = Words("House rules")
NO_TEXT = Words("The package of this game has no text of its rules, only these house rules.")
NOTHING_AT_ALL = Words("The package of this game has no text of its rules, and no house rules.")
YES_NO = {"true": Words("yes"), "false": Words("no")}


class Span(NamedTuple):
    """A piece of a text. `kind`: `text`, `em`, `strong`, `code`, `clause` (its number) or `rule`
    (the code of a house rule, such as `distinct: groups`)."""

    kind: str
    text: str


Spans: TypeAlias = tuple[Span, ...]


class Block(NamedTuple):
    """A part of a clause. `kind`: `paragraph`, `item` of a list, or `picture` with its caption."""

    kind: str
    spans: Spans
    picture: str = ""


class ListedValue(NamedTuple):
    """A value of a house rule, with its label."""

    value: str
    label: str


class ListedRule(NamedTuple):
    """A house rule in one language; one without choices is a number, a list of numbers, or true or
    false."""

    name: str
    title: str
    spans: Spans
    choices: tuple[ListedValue, ...]

    def value_label(self, value: object, language: str) -> str:
        """Return a value in words, whether it is one of a record or the text of one."""
        text = written(value)
        choices = {choice.value: choice.label for choice in self.choices}
        if text in choices:
            return choices[text]
        return YES_NO[text].say(language) if text in YES_NO else text


class Clause(NamedTuple):
    number: str
    title: str
    blocks: tuple[Block, ...]


class Section(NamedTuple):
    """A chapter. What follows the house rules is about records (`is_for_programs`). Examples have
    the form of clauses."""

    title: str
    clauses: tuple[Clause, ...]
    examples: tuple[Clause, ...]
    house_rules: tuple[ListedRule, ...]
    is_for_programs: bool


class RuleBook(NamedTuple):
    """The rules of a game in one language."""

    title: str
    intro: Spans
    sections: tuple[Section, ...]
    language: str

    @property
    def clauses(self) -> list[Clause]:
        return [clause for section in self.sections for clause in section.clauses]

    @property
    def house_rules(self) -> list[ListedRule]:
        return [rule for section in self.sections for rule in section.house_rules]

    @property
    def examples(self) -> list[Clause]:
        return [example for section in self.sections for example in section.examples]

    def clause(self, number: str) -> Clause | None:
        """Return the clause or the example of this number."""
        texts = (*self.clauses, *self.examples)
        return next((clause for clause in texts if clause.number == number), None)

    def plain(self, spans: Spans) -> str:
        """Return a text without its marks; codes of house rules become words."""
        return "".join(map(self._words, spans))

    def _words(self, span: Span) -> str:
        if span.kind != "rule":
            return span.text
        return quoted(self.rule_label(span.text)).say(self.language)

    def rule_label(self, code: str) -> str:
        """Return the code of a house rule, such as `distinct: groups`, in words."""
        name, _colon, value = code.partition(": ")
        rule = next(rule for rule in self.house_rules if rule.name == name)
        if not value:
            return rule.title
        params = {"title": rule.title, "value": rule.value_label(value, self.language)}
        return RULE_WITH_VALUE._replace(params=params).say(self.language)


def read(game_file: str, language: str, rules: Sequence[HouseRule]) -> RuleBook:
    """Return the rules beside this module, in English if this language has none."""
    file = Path(game_file).with_name(file_name(language))
    if not file.exists():
        file, language = file.with_name(file_name(SOURCE)), SOURCE
    return parse(file.read_text(encoding="utf-8"), language, rules)


def file_name(language: str) -> str:
    return "RULES.md" if language == SOURCE else f"RULES.{language}.md"


def parse(text: str, language: str, rules: Sequence[HouseRule] = ()) -> RuleBook:
    head, *parts = _HEADING.split(text)
    title, _newline, intro = head.removeprefix("# ").partition("\n")
    names = _names(text, rules)
    sections = tuple(
        _sections(parts, names, language, [listed(rule, language, names) for rule in rules])
    )
    book = RuleBook(title.strip(), _spans(_joined(intro), names), sections, language)
    return book if book.house_rules else _with_house_rules(book, rules, names)


def without_text(name: str, language: str, rules: Sequence[HouseRule]) -> RuleBook:
    """Return the rules of a game that has house rules at most."""
    intro = (NO_TEXT if rules else NOTHING_AT_ALL).say(language)
    book = RuleBook(name, (Span("text", intro),), (), language)
    return _with_house_rules(book, rules, NO_NAMES)


def _with_house_rules(book: RuleBook, rules: Sequence[HouseRule], names: _Names) -> RuleBook:
    """Return the rules with a last section of house rules, if there are any."""
    if not rules:
        return book
    listed_rules = tuple(listed(rule, book.language, names) for rule in rules)
    section = Section(HOUSE_RULES.say(book.language), (), (), listed_rules, False)
    return book._replace(sections=(*book.sections, section))


class _Names(NamedTuple):
    clauses: frozenset[str]
    house_rules: frozenset[str]


NO_NAMES = _Names(frozenset(), frozenset())


def _names(text: str, rules: Sequence[HouseRule]) -> _Names:
    """Return what texts can refer to."""
    entries = [entry.lstrip() for entry in _ENTRY.split(text)]
    clauses = (
        match[1] for entry in entries if (match := _CLAUSE.match(entry) or _EXAMPLE.match(entry))
    )
    return _Names(frozenset(clauses), frozenset(rule.name for rule in rules))


def _sections(
    parts: Iterable[str], names: _Names, language: str, rules: Sequence[ListedRule]
) -> Iterator[Section]:
    is_after_rules = False
    for part in parts:
        title, _newline, body = part.partition("\n")
        names = names._replace(house_rules=frozenset()) if is_after_rules else names
        entries = _ENTRY.split(body)[1:]
        clauses = tuple(
            Clause(match[1], match[2], _blocks(match[3], names))
            for entry in entries
            if (match := _CLAUSE.match(entry))
        )
        examples = tuple(
            Clause(
                match[1],
                EXAMPLE._replace(params={"number": match[2]}).say(language),
                _blocks(match[3], names),
            )
            for entry in entries
            if (match := _EXAMPLE.match(entry))
        )
        has_rules = not is_after_rules and _HOUSE_RULES in body.splitlines()
        if clauses or examples or has_rules:
            yield Section(
                title.strip(), clauses, examples, tuple(rules) if has_rules else (), is_after_rules
            )
        is_after_rules = is_after_rules or has_rules


def listed(rule: HouseRule, language: str, names: _Names = NO_NAMES) -> ListedRule:
    """Return a house rule in this language."""
    texts = [rule.help] if rule.help else []
    if possible := range_of(rule):
        texts.append(POSSIBLE._replace(params={"range": possible}))
    return ListedRule(
        rule.name,
        rule.label.say(language),
        _spans(" ".join(text.say(language) for text in texts), names),
        tuple(ListedValue(value, words.say(language)) for value, words in labels(rule).items()),
    )


def _blocks(body: str, names: _Names) -> tuple[Block, ...]:
    """Return the parts of a clause; a line that begins none continues the part before it."""
    parts: list[list[str]] = []
    for line in filter(None, map(str.strip, body.splitlines())):
        if _BLOCK_START.match(line) or not parts:
            parts.append([line])
        else:
            parts[-1].append(line.removeprefix("> "))
    return tuple(_block(" ".join(part), names) for part in parts)


def _block(text: str, names: _Names) -> Block:
    if picture := _PICTURE.match(text):
        return Block("picture", _spans(picture[2], names), picture[1])
    start = _BLOCK_START.match(text)
    if start:
        return Block("item", _spans(text[start.end() :], names))
    return Block("paragraph", _spans(text, names))


def _spans(text: str, names: _Names) -> Spans:
    return tuple(_split(text, names))


def _split(text: str, names: _Names) -> Iterator[Span]:
    end = 0
    for match in _SPAN.finditer(text):
        code, strong, em, number = match.groups()
        if number and number not in names.clauses:
            continue
        if match.start() > end:
            yield Span("text", text[end : match.start()])
        end = match.end()
        if number:
            yield Span("clause", number)
        elif strong:
            yield Span("strong", strong.replace("`", ""))
        elif em:
            yield Span("em", em)
        else:
            is_rule = code.partition(":")[0] in names.house_rules
            yield Span("rule" if is_rule else "code", code)
    if end < len(text):
        yield Span("text", text[end:])


def _joined(text: str) -> str:
    return re.sub("[ \n]+", " ", text).strip(" ")  # no-break spaces stay


def written(value: object) -> str:
    """Return a value as texts name it: `groups`, `true`, `0, 1, 2`."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
