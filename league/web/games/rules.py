"""The rules of each game as pages, and as a sheet of paper for the table."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import GAMES
from games.base import rule_book_for, usual_rules
from games.rule_book import ListedRule, ListedValue, RuleBook, written
from league.errors import Conflict, Invalid
from league.operations.paper import session_paper
from league.operations.paper.typesetting import rules as printed_rules
from league.operations.paper.typesetting.pdf_documents import PageHeader, PaperSize
from league.web.games import PAGES
from league.web.games.pages import GamePages
from league.web.support import cached_views

PAPER_SIZES = (PaperSize.A4, PaperSize.LETTER)  # smaller ones are not legible
MADE_AT = datetime(2026, 12, 4, tzinfo=UTC)  # in the file: equal rules have equal bytes


class ShownChoice(NamedTuple):
    """A value of a house rule; `is_usual`: new matches have it unless the club chooses another."""

    choice: ListedValue
    is_usual: bool


class ShownRule(NamedTuple):
    """A house rule for the page; `usual` is its value in words if it has no list of choices."""

    rule: ListedRule
    choices: list[ShownChoice]
    usual: str


@require_safe
@cached_views.cached_view(lambda: "rules")
def index(request: HttpRequest) -> HttpResponse:
    books = [(game, book) for game in GAMES if (book := _book(game))]
    return render(request, "games/rules/index.html", {"books": books})


@require_safe
@cached_views.cached_view(lambda game: "rules" if game in GAMES else None)
def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    book = _find_book(game)
    context = {
        "game": game,
        "book": book,
        "house_rules": shown_house_rules(game, book),
        "pictures": drawn_pictures(game, book),
        "style": _pages(game).style,
    }
    return render(request, "games/rules/rules.html", context)


@require_safe
def rules_sheet(request: HttpRequest, game: str) -> HttpResponse:
    """Return the rules as two printed pages."""
    _find_book(game)
    try:
        size = session_paper.parse_size(request.GET.get("size"), PAPER_SIZES)
        content = _sheet(game, get_language() or "en", size)
    except (Invalid, Conflict) as error:
        status = 409 if isinstance(error, Conflict) else 422
        context = {"status": status, "words": error.detail}
        return render(request, "error.html", context, status=status)
    name = content_disposition_header(False, f"rules-{game}.pdf")
    headers = {"Content-Disposition": name or "inline", "Cache-Control": "no-cache"}
    return HttpResponse(content, content_type=session_paper.PDF, headers=headers)


@lru_cache(maxsize=64)
def _sheet(game: str, language: str, size: PaperSize) -> bytes:
    """Return the PDF in this language, which is active; it is drawn once per process."""
    book = _find_book(game)
    printed = [
        printed_rules.PrintedRule(
            shown.rule.title,
            shown.rule.spans,
            [(each.choice.label, each.is_usual) for each in shown.choices],
            shown.usual,
        )
        for shown in shown_house_rules(game, book).values()
    ]
    drawings = _pages(game).rule_pictures
    sheet = printed_rules.RulesSheet(book, printed, {name: drawings[name]() for name in drawings})
    about = PageHeader("Manche", book.title, when="", foot="Manche", language=language, at=MADE_AT)
    return session_paper.draw(printed_rules.rules(about, sheet), size, "").content


def shown_house_rules(game: str, book: RuleBook) -> dict[str, ShownRule]:
    """Return the house rules by name, with the values that new matches usually have."""
    usual = usual_rules(GAMES[game])
    return {
        rule.name: ShownRule(
            rule,
            [
                ShownChoice(choice, choice.value == written(usual[rule.name]))
                for choice in rule.choices
            ],
            "" if rule.choices else rule.value_label(usual[rule.name], book.language),
        )
        for rule in book.house_rules
    }


def drawn_pictures(game: str, book: RuleBook) -> dict[str, SafeString]:
    """Return the pictures that the rules name and the game can draw, each with its caption as
    title."""
    drawings = _pages(game).rule_pictures
    return {
        block.picture: _titled(drawings[block.picture](), book.plain(block.spans))
        for clause in book.clauses
        for block in clause.blocks
        if block.picture in drawings
    }


def _titled(drawing: str, title: str) -> SafeString:
    """Return the drawing as one picture for screen readers."""
    head, start, rest = drawing.partition(">")
    titled = f'{head} role="img"{start}<title>{escape(title)}</title>{rest}'
    return mark_safe(titled)  # noqa: S308  # drawn by the game; the title is escaped


def _book(game: str) -> RuleBook | None:
    return rule_book_for(GAMES[game], get_language() or "en")


def _find_book(game: str) -> RuleBook:
    book = _book(game) if game in GAMES else None
    if book is None:
        raise Http404
    return book


def _pages(game: str) -> GamePages:
    return PAGES.get(game, GamePages())
