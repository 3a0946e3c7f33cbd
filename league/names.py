"""Names: which text a name may be, and the key that compares, sorts and searches names. Pure:
models, operations, imports and pages all use it.

The key has the letters a to z for all Latin letters, ignoring their accents, strokes and capitals
(Łukasz, Ørsted, Œdipe, ıpek), and other scripts as they are, so they sort after them.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _

from league.errors import invalid


class Named(Protocol):
    """A thing with a name."""

    @property
    def name(self) -> str: ...


ThingT = TypeVar("ThingT", bound=Named)
MOST_LETTERS = 60  # of a search text are read
LONGEST_NAME = 100
ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
WORD = re.compile(r"[^\W_]+")
BREAKING_SPACES = re.compile(r"[^\S\u00a0\u202f]+")
FULL_WORD = re.compile(r"\S+")
NAME_OF_LETTER = re.compile(
    r"LATIN (?:SMALL |LETTER |CAPITAL )+(?P<letter>[-A-Z ]+?)(?: WITH .*)?$"
)
# letters whose Unicode names do not have the letters that people type for them
SPOKEN_LETTERS = {
    "ETH": "d", "THORN": "th", "ENG": "n", "SCHWA": "e", "ESH": "s", "EZH": "z", "KRA": "k",
    "WYNN": "w", "YOGH": "g", "GHA": "g", "SHARP S": "ss", "ALPHA": "a", "IOTA": "i",
    "UPSILON": "u", "GAMMA": "g", "OMEGA": "o", "BETA": "b", "YR": "r",
}  # fmt: skip
MARKS = {
    **dict.fromkeys("’‘‛ʼʻʹʽ′`´＇ꞌ", "'"),
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‐‑‒–—―−⁃﹣－", "-"),
    "·": "",  # Col·lell is read as Collell
}
# blank signs that Unicode calls letters or symbols: Braille blank, Hangul fillers and their kind
BLANKS = dict.fromkeys(map(ord, "\u2800\u3164\u115f\u1160\uffa0\U00016fe4\U0001d159\ufffc"), " ")
BLANKS |= dict.fromkeys((0x13441, 0x13442), " ")
# signs without a look of their own that are no format characters
IGNORED = {0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810)}
JOINERS = "\u200c\u200d"  # hold emoji together, and shape letters of some scripts
SELECTORS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
TAGS = range(0xE0020, 0xE0080)  # spell the flags of Scotland and others after a black flag
BLACK_FLAG = "\U0001f3f4"
LATIN = [
    *(range(0xC0, 0x2B0), range(0x1D00, 0x1DC0), range(0x1E00, 0x1F00)),
    *(range(0x2C60, 0x2C80), range(0xA720, 0xA800), range(0xAB30, 0xAB70)),
]


def _latin_letters() -> Iterator[tuple[str, str]]:
    """Yield Latin letters that no normalisation takes apart, with the letters to read for them."""
    for number in (number for block in LATIN for number in block):
        letter = chr(number)
        is_whole = unicodedata.normalize("NFKD", letter) == letter
        if is_whole and (plain := _plain_letter(letter)):
            yield letter, plain


def _plain_letter(letter: str) -> str:
    """Return the letters to read for a Latin letter, by its name in Unicode: SHARP S, DOTLESS I, U
    BAR. Return an empty text for other letters."""
    match = NAME_OF_LETTER.match(unicodedata.name(letter, ""))
    spoken: str = match["letter"] if match else ""
    if spoken in SPOKEN_LETTERS:
        return SPOKEN_LETTERS[spoken]
    for part in reversed(spoken.split()):
        if len(part) <= 2 or part in SPOKEN_LETTERS:
            return SPOKEN_LETTERS.get(part, part.lower())
    return ""


PLAIN = str.maketrans(MARKS | dict(_latin_letters()))


def fold(text: str) -> str:
    """Return the text without case, accents and invisible marks, its Latin letters as a to z, with
    one kind of apostrophe, quote and hyphen.

    >>> fold("Œuvre d’ÉLÉNA"), fold("Straße"), fold("Łukasz Þór Đặng İpek")
    ("oeuvre d'elena", 'strasse', 'lukasz thor dang ipek')
    """
    if text.isascii() and text.isprintable():
        return text.casefold().replace("`", "'")
    apart = unicodedata.normalize("NFKD", text).casefold()
    plain = ACCENTS.sub("", apart).translate(PLAIN)
    return plain if plain.isascii() and plain.isprintable() else "".join(filter(_is_seen, plain))


def name_key(name: str) -> str:
    """Return the key that compares, sorts and searches names.

    >>> name_key("O’Brien  Élise") == name_key("o'brien ELISE\u200b")
    True
    """
    return " ".join(fold(name.translate(BLANKS)).split())


def one_spelled(name: str, same: Sequence[ThingT]) -> ThingT | None:
    """Return the one of several things with the same key that is spelled exactly like this name, if
    it is the only one."""
    exact = [named for named in same if named.name == name]
    return exact[0] if len(exact) == 1 else None


def search_words(text: str) -> list[str]:
    """Return the folded words of a search text."""
    return WORD.findall(fold(text[:MOST_LETTERS]))


def stored_words(name: str) -> set[bytes]:
    """Return the words of a name as they are stored: folded, in UTF-8, cut to the length of a
    search text.

    >>> sorted(stored_words("Élise d’Orval"))
    [b'd', b'elise', b'orval']
    """
    return {word[:MOST_LETTERS].encode() for word in WORD.findall(fold(name))}


def clean_name(name: str, path: str = "name", most: int = LONGEST_NAME) -> str:
    """Return a name as one line of visible text; raise Invalid if it is empty or longer than `most`
    characters."""
    name = visible_line(name)
    if not any(character.isprintable() and not character.isspace() for character in name):
        raise invalid("blank", path, _("Enter a name."))
    if len(name) > most:
        words = _("A name may have at most %(most)s characters.") % {"most": most}
        raise invalid("too_long", path, words)
    return name


def visible_line(text: str) -> str:
    """Return a text on one line, as `visible_text` does.

    >>> visible_line(" \u202eAda\u2800 \u0301 Love\u00adlace\ufeff ")
    'Ada Lovelace'
    """
    return " ".join(visible_text(text).split())


def typeset_line(text: str) -> str:
    """Return a text on one line, as `visible_line` does, but with its no-break spaces: French puts
    them before some signs.

    >>> typeset_line(" Retard\u00a0:  20\u202fmin\u200b ")
    'Retard\xa0: 20\u202fmin'
    """
    return BREAKING_SPACES.sub(" ", visible_text(text)).strip()


def visible_text(text: str) -> str:
    """Return a text without signs that show nothing, turn the writing round or have no letter to
    stand on. Emoji and scripts that need joiners keep them; white space stays as it is."""
    if text.isascii() and text.isprintable():
        return text
    return FULL_WORD.sub(lambda match: _visible_word(match[0]), text.translate(BLANKS))


def _visible_word(word: str) -> str:
    letters: list[str] = []
    for character in word:
        is_kept = _is_seen(character) or (
            # these change the sign before them, so they need one
            bool(letters) and (_joins(character) or _is_tag_of_flag(character, letters))
        )
        if is_kept and (letters or unicodedata.category(character) not in {"Mn", "Me"}):
            letters.append(character)
    return "".join(letters).rstrip(JOINERS)


def _is_seen(character: str) -> bool:
    """Return whether a character is none of those that show nothing by themselves."""
    number = ord(character)
    if number in IGNORED or number in SELECTORS:
        return False
    is_noncharacter = number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
    is_invisible = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co"}
    return character.isspace() or not (is_invisible or is_noncharacter)


def _joins(character: str) -> bool:
    return character in JOINERS or ord(character) in SELECTORS


def _is_tag_of_flag(character: str, letters: list[str]) -> bool:
    return ord(character) in TAGS and (letters[-1] == BLACK_FLAG or ord(letters[-1]) in TAGS)
