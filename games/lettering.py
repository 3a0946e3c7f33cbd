"""Cards in the letters of a language, and read from them: shared by the games' `card_names`.

Letters come from the catalogues; a language without a translation has the English ones. Records
keep their codes in every language.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from games.shape import Spot, describe
from problems.catalogue import languages, translate
from problems.text import Lettered, Param, Text, Words, enumerated

# the ways to write each part of a card, such as its rank; the first is the one that pages show
Parts: TypeAlias = Sequence[Sequence[str]]

# outlined signs and signs of emoji are the same signs; U+FE0E and U+FE0F choose between the two
_SAME_SIGNS = str.maketrans("♡♢♤♧☆⭐❀🌹", "♥♦♠♣★★✿✿", "\ufe0e\ufe0f")
LETTERS_IN_RECORD = Text("unknown_card", "A record has {card} as {expected}. Found: {found}.")
_LONGEST = 12  # characters of a card
_BETWEEN = re.compile(r"[\s,;]+")


def alphabet(letters: Words, language: str) -> list[str]:
    """Return the letters of a language, in the order of the English ones: `V D R` of `J Q K`."""
    return translate(letters.en, language).split()


class Lettering(NamedTuple):
    """The cards of a game in letters.

    `parts` takes the code of a card and a language. With `either_way`, the parts may also be
    written in the other order.
    """

    codes: tuple[str, ...]
    parts: Callable[[str, str], Parts]
    either_way: bool = False

    def write(self, code: str, language: str) -> str:
        """Return a card as pages show it: `V♠` for JS in French."""
        return _written(self, language)[code]

    def read(self, text: str, language: str) -> str | None:
        """Return the code of a written card, or None.

        The letters that pages show in the reader's language come first, then the codes of records,
        other spellings of the reader's language, and spellings of other languages (a link to a
        calculator may come from one). In the last two, a spelling of two cards is refused.
        """
        if len(text) > _LONGEST:
            return None
        return _readable(self, language, tuple(languages())).get(_plain(text))

    def read_all(self, text: str, language: str) -> list[str]:
        """Return the codes of a list of cards. Words that are not cards are returned unchanged."""
        words = [word for word in _BETWEEN.split(text) if word]
        return [self.read(word, language) or word for word in words]

    def spellings(self, code: str, language: str) -> list[str]:
        """Return the ways to write a card in this language, the one of pages first."""
        readable = _readable(self, language, tuple(languages()))
        first = _plain(self.write(code, language))
        return [first, *(text for text, each in readable.items() if each == code != first != text)]

    def write_all(self, codes: Iterable[str], language: str) -> str:
        """Return cards as a field shows them. Codes that are not cards are returned unchanged."""
        written = _written(self, language)
        return " ".join(written.get(code, code) for code in codes)

    def read_anywhere(self, text: str) -> str | None:
        """Return the code of a card written in any language, or None."""
        return next(filter(None, (self.read(text, language) for language in languages())), None)

    def refuse(self, raw: object, at: Spot, unknown: Text) -> None:
        """Refuse a value that is not a card code; for a card in letters, name its code."""
        code = self.read_anywhere(raw) if isinstance(raw, str) else None
        if code is None:
            at.refuse(unknown, found=describe(raw))
        else:
            text = unknown._replace(en=LETTERS_IN_RECORD.en)
            at.refuse(text, card=self.lettered(code), expected=code, found=describe(raw))

    def lettered(self, code: str) -> Lettered:
        """Return the card as a parameter of a message."""
        return Lettered(code, self.write)

    def listed(self, codes: Iterable[str]) -> Param:
        """Return cards as a parameter of a message: `10♦, V♠` in French."""
        return enumerated(map(self.lettered, codes))


def _plain(text: str) -> str:
    return text.translate(_SAME_SIGNS).upper()


@cache
def _written(cards: Lettering, language: str) -> Mapping[str, str]:
    return {code: "".join(part[0] for part in cards.parts(code, language)) for code in cards.codes}


@cache
def _readable(cards: Lettering, language: str, others: tuple[str, ...]) -> Mapping[str, str]:
    """Return the code of each spelling."""
    readable = {_plain(text): code for code, text in _written(cards, language).items()}
    for spellings in (
        ((code, code) for code in cards.codes),
        _spellings(cards, [language]),
        _spellings(cards, others),
    ):
        for text, codes in _by_text(spellings).items():
            if len(codes) == 1:
                readable.setdefault(text, *codes)
    return readable


def _spellings(cards: Lettering, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the spellings of each card, with its code."""
    for language in languages:
        for code in cards.codes:
            for chosen in product(*cards.parts(code, language)):
                yield "".join(chosen), code
                if cards.either_way:
                    yield "".join(reversed(chosen)), code


def _by_text(spellings: Iterable[tuple[str, str]]) -> Mapping[str, set[str]]:
    codes: defaultdict[str, set[str]] = defaultdict(set)
    for text, code in spellings:
        codes[_plain(text)].add(code)
    return codes
