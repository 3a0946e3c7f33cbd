"""Cards in the letters of the reader's language: fields show them and read them."""

from collections.abc import Iterable

from django.utils.translation import get_language

from games.lettering import Lettering


def reader_language() -> str:
    return get_language() or "en"


def read_cards(cards: Lettering, text: str) -> list[str]:
    """Return the codes of the cards in a field. The engine refuses words that are not cards."""
    return cards.read_all(text, reader_language())


def show_cards(cards: Lettering, codes: Iterable[str]) -> str:
    return cards.write_all(codes, reader_language())


def spellings(cards: Lettering, code: str) -> str:
    """Return the ways to write a card, the one of pages first, for the script that reads hands."""
    return " ".join(cards.spellings(code, reader_language()))
