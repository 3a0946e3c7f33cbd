"""The rules of a game as a sheet of two pages for the table: the clauses of play, their pictures
and the house rules. Clauses about records are on the page only."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rule_book import Block, Clause, RuleBook, Spans
from league.operations.paper.typesetting.pdf_documents import PageHeader, Paper
from league.operations.support.labels import with_colon

WIDTH = re.compile(r' width="([0-9.]+)"')  # of an SVG document, in pixels


@dataclass(frozen=True)
class PrintedRule:
    """A house rule. `values`: with whether each is the usual one; `usual`: the value if they cannot
    be listed."""

    title: str
    text: Spans
    values: Sequence[tuple[str, bool]]
    usual: str


@dataclass(frozen=True)
class RulesSheet:
    """`pictures`: SVG documents by the names that the rules give them."""

    book: RuleBook
    house_rules: Sequence[PrintedRule]
    pictures: Mapping[str, str]


def rules(about: PageHeader, sheet: RulesSheet) -> Paper:
    """Return the sheet as a paper."""
    sections = [section for section in sheet.book.sections if not section.is_for_programs]
    content = {
        "sections": [
            {
                "title": section.title,
                "clauses": [_clause(sheet, clause) for clause in section.clauses],
                "rules": [
                    {**asdict(rule), "text": _spans(sheet.book, rule.text)}
                    for rule in (sheet.house_rules if section.house_rules else [])
                ],
            }
            for section in sections
        ],
        "clauses": [clause.number for section in sections for clause in section.clauses],
        "intro": _spans(sheet.book, sheet.book.intro),
        "words": {"usual": _("usual"), "usual_is": with_colon(_("Usual"))},
    }
    return Paper("rules", about, content)


def _clause(sheet: RulesSheet, clause: Clause) -> dict[str, Any]:
    blocks = [_block(sheet, block) for block in clause.blocks]
    return {"number": clause.number, "title": clause.title, "blocks": list(filter(None, blocks))}


def _block(sheet: RulesSheet, block: Block) -> dict[str, Any] | None:
    """Return a part of a clause; None for a picture that the game cannot draw."""
    svg = sheet.pictures.get(block.picture, "")
    if block.picture and not svg:
        return None
    return {
        "kind": block.kind,
        "spans": _spans(sheet.book, block.spans),
        "svg": svg,
        "width": float(match[1]) if (match := WIDTH.search(svg)) else 0,
        "alt": sheet.book.plain(block.spans),
    }


def _spans(book: RuleBook, spans: Spans) -> list[dict[str, str]]:
    """Return a text in pieces, house rules in words."""
    return [
        {
            "kind": span.kind,
            "text": book.plain((span,)) if span.kind == "rule" else span.text,
        }
        for span in spans
    ]
