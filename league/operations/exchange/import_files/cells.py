"""Values of single cells. A cell is read whole or not at all: None means that some part of it is
not such a value. Days and times are in `date_parsing`."""

import re
import unicodedata
from functools import lru_cache

LONGEST_QUOTED = 60  # characters of a cell in a message
NO_VALUE = {"-", "–", "—", "−", "--", "---", "n/a"}  # as people write that a cell has none
INTEGER = re.compile(r"[-–−+]?(?:\d{1,9}|\d{1,3}(?: \d{3}){1,2})(?:[.,]0{1,2})?", re.ASCII)
ADDRESS = re.compile(r"(?:\"([^\"<>@]*)\"|([^\"<>@]*?)) ?<([^<>\s]+)>")


@lru_cache(maxsize=1024)
def parse_integer(text: str) -> int | None:
    """Return a whole number, also with a typographic minus sign, or as a spreadsheet shows it.

    >>> parse_integer("22,0") == parse_integer("22.0") == parse_integer("22") == 22
    True
    >>> parse_integer("22,5") is None, parse_integer("22 pts") is None
    (True, True)
    """
    text = one_line(visible(text))
    if not INTEGER.fullmatch(text):
        return None
    digits = re.sub(r"[.,]0+$", "", text).replace(" ", "")
    return int(digits.replace("−", "-").replace("–", "-"))


def parse_email(text: str) -> str:
    """Return the address that a cell holds, which mail programs write behind a name; other text is
    returned as it is.

    >>> parse_email("René <rene@example.org>")
    'rene@example.org'
    """
    address = split_address(one_line(visible(text)))[1]
    return address[7:] if address[:7].casefold() == "mailto:" else address


def split_address(text: str) -> tuple[str, str]:
    """Return the name in front of an address in angle brackets, and the address; without such an
    address no name, and the text."""
    match = ADDRESS.fullmatch(text)
    return (match[1] or match[2] or "", match[3]) if match else ("", text)


def one_line(text: str) -> str:
    """Return the text on one line."""
    return " ".join(text.split())


def visible(text: str) -> str:
    """Return the text without invisible marks, which spreadsheets put around dates."""
    if text.isascii():
        return text
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def quoted(text: str) -> str:
    """Return the text of a cell for the beginning of a message; empty for an empty cell."""
    return f"“{text[:LONGEST_QUOTED]}”: " if text else ""


def filled(text: str) -> str:
    """Return the text of a cell on one line; empty if the cell says that it has no value."""
    line = one_line(text)
    return "" if line.casefold() in NO_VALUE else line


def folded(text: str) -> str:
    """Return the text on one line in small letters without accents."""
    if text.isascii():
        return one_line(text).lower()
    letters = unicodedata.normalize("NFKD", one_line(visible(text))).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def bare(text: str) -> str:
    """Return letters and digits only, without accents: names of columns are spelled in many
    ways."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def choice_key(text: str) -> str:
    """Return the comparison key of a choice: without accents, case, spaces and hyphens. All other
    characters count."""
    return re.sub(r"[\s_'’-]", "", folded(text))
