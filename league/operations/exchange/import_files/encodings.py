"""The encoding of a text file, and signs that a text was decoded in a wrong one."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.errors import Fault, Invalid, invalid

BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
WINDOWS, MAC, DOS = "cp1252", "mac_roman", "cp850"
SINGLE_BYTE = (WINDOWS, MAC, DOS)  # the first wins among those that fit equally well
MOST_LISTED = 20
LINE_ENDS = re.compile(rb"\r\n|\r|\n")
FAULTY = re.compile("[\udc80-\udcff]")
HIGH_LINES = re.compile(rb"[^\r\n]{0,100}[\x80-\xff][^\r\n]{0,100}")
SAMPLE_LINES = 1000  # that show the encoding
CONTROLS = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f]")
BETWEEN_LETTERS = "’‘'·•-–—‐‑\xad\xa0"  # signs that stand within words
AFTER_LETTERS = BETWEEN_LETTERS + "”»›“…®™°ªº"


def _signs() -> str:
    """Return the signs that bytes of letters become in a wrong encoding."""
    high = bytes(range(0x80, 0x100))
    signs = {
        sign
        for encoding in (*SINGLE_BYTE, "cp437")
        for sign in high.decode(encoding, errors="ignore")
        if not sign.isalpha() and sign.isprintable()
    }
    return "".join(sorted({*signs, "ƒ"}))


def _one_of(signs: str) -> str:
    return f"[{re.escape(signs)}]"


SIGNS = _signs()
LETTER = r"[^\W\d_]"
ODD = re.compile(
    "|".join(
        (
            f"{LETTER}{_one_of(''.join(set(SIGNS) - set(BETWEEN_LETTERS)))}(?={LETTER})",
            f"{LETTER}{_one_of(''.join(set(SIGNS) - set(AFTER_LETTERS)))}",
            rf"[¤¦¨´¸¼½¾£¥¢¬±×÷³¹]{LETTER}",
            r"[a-zß-öø-ÿ][À-ÖØ-ÞŠŽŒŸ]",  # a capital behind a small letter
            r"(?<=[A-Za-z])[À-ÖØ-ÞŠŽŸ](?=[a-zß-öø-ÿ])",
            r"[À-ÖØ-öø-ÿ]{3}",  # words of another alphabet
            r"[\x80-\x9f\ufffd]",
        )
    )
)
ACCENT = "(?:acute|grave|circ|uml|cedil|tilde|ring|slash|lig)"  # as web pages write them
ESCAPED = re.compile(
    rf"{LETTER}\?(?={LETTER})|&(?:[a-zA-Z]{ACCENT}|szlig|amp|nbsp|#x?\d{{2,5}})"
    r"|\\u[0-9a-fA-F]{4}"
    r"|=[0-9A-F]{2}=[0-9A-F]{2}|%C3%[89AB][0-9A-F]"
)
FOREIGN = re.compile(r"[^\x00-\x7f]{2,}")
EUROPEAN = re.compile(r"[\xa0-\u024f\u0300-\u036f\u2010-\u203a\u20ac]+")


class Decoded(NamedTuple):
    """The text of a file. `is_guessed`: its bytes fit none of the usual encodings well."""

    text: str
    is_guessed: bool = False


def decode(content: bytes) -> Decoded:
    """Return the text: UTF-8 with or without a byte order mark, what spreadsheets call Unicode
    text, or the encoding of Windows, old Macs or DOS. Raise Invalid for UTF-8 with faults, as the
    faulty bytes would otherwise change all other letters."""
    try:
        decoded = _decoded(content)
    except UnicodeDecodeError:
        decoded = None
    if (
        decoded is None
        or "\0" in decoded.text
        or (decoded.is_guessed and CONTROLS.search(decoded.text))
    ):
        raise invalid("not_text", "content", _("This is not a text file: save it as CSV in UTF-8."))
    return decoded


def is_mis_decoded(text: str) -> bool:
    """Return whether the text has signs of a wrong encoding.

    >>> is_mis_decoded("CÃ´tÃ©"), is_mis_decoded("Ren‚"), is_mis_decoded("Côté – « l’aînée »")
    (True, True, False)
    """
    return bool(ODD.search(text) or ESCAPED.search(text) or _is_utf8_read_wrongly(text))


def _decoded(content: bytes) -> Decoded:
    if content.startswith(BYTE_ORDER_MARKS):
        return Decoded(content.decode("utf-16"))
    try:
        return Decoded(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        escaped = content.decode("utf-8", errors="surrogateescape")
    valid = content.decode("utf-8", errors="ignore")
    letters = len(valid) - len(valid.encode("ascii", errors="ignore"))  # beyond ASCII
    if len(escaped) - len(valid) <= letters:
        faults = list(islice(_faulty_bytes(escaped), MOST_LISTED))
        raise Invalid(_words(content, faults[0]), list(_problems(content, faults)))
    sample = b"\n".join(islice((match[0] for match in HIGH_LINES.finditer(content)), SAMPLE_LINES))
    best = min(SINGLE_BYTE, key=lambda encoding: _oddness(content, sample, encoding))
    return Decoded(content.decode(best), is_guessed=best != WINDOWS)


def _oddness(content: bytes, sample: bytes, encoding: str) -> float:
    """Return how odd the sample is in this encoding; infinite if the content cannot be in it."""
    try:
        content.decode(encoding)
        return sum(1 for _each in ODD.finditer(sample.decode(encoding)))
    except UnicodeDecodeError:
        return float("inf")


def _faulty_bytes(escaped: str) -> Iterator[int]:
    """Yield the positions of the bytes that are not UTF-8, which were escaped in the text."""
    position = end = 0
    for match in FAULTY.finditer(escaped):
        position += len(escaped[end : match.start()].encode())
        yield position
        position, end = position + 1, match.end()


def _problems(content: bytes, faults: list[int]) -> Iterator[dict[str, str]]:
    for position in faults:
        yield Fault("not_utf8", "content", _words(content, position)).to_json()


def _words(content: bytes, position: int) -> str:
    """Return words for the byte that is not UTF-8: its line, position and surrounding text."""
    before = LINE_ENDS.split(content[:position])
    start = position - len(before[-1])
    words = _(
        "Line %(line)s of this UTF-8 file has a byte of another encoding: byte %(byte)s, %(found)s,"
        " in “%(around)s”. Correct this place, or save the whole file as UTF-8."
    )
    around = content[max(start, position - 12) : position + 12].splitlines()
    return words % {
        "line": len(before),
        "byte": position - start + 1,
        "found": f"0x{content[position]:02X}",
        "around": b"".join(around[:1]).decode("utf-8", errors="replace"),
    }


def _is_utf8_read_wrongly(text: str) -> bool:
    """Return whether some letters come from a UTF-8 file that was read in another encoding."""
    for run in FOREIGN.findall(text):
        for encoding in (*SINGLE_BYTE, "cp437", "latin-1"):
            try:
                read = run.encode(encoding).decode("utf-8")
            except UnicodeError:
                continue
            if EUROPEAN.fullmatch(read):
                return True
    return False
