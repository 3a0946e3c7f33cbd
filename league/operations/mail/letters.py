"""What a mail says: some paragraphs, at most one link, and links that stop such mails, the same as
text and as HTML."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category

from django.template.loader import render_to_string

LONGEST_SUBJECT = 200
LONGEST_NAME = 60
MARKS = "-'’.,&!"
WITHIN_A_WORD = re.compile(r"\.(?=\w)")  # as in the name of a host


def plain_name(name: str) -> str:
    """Return a name for a mail to people who may not know its owner: one line of letters, digits
    and a few marks, in which no mail program finds an address to click.

    >>> plain_name("Win at https://evil.example/ <b>now</b> 🎲"), plain_name("J.-P. O’Neill")
    ('Win at https evil example b now b', 'J.-P. O’Neill')
    """
    words = WITHIN_A_WORD.sub(" ", "".join(each if _is_plain(each) else " " for each in name))
    return " ".join(words.split())[:LONGEST_NAME].strip()


def _is_plain(character: str) -> bool:
    return character.isalnum() or character in MARKS or category(character)[0] == "M"


@dataclass(frozen=True)
class Letter:
    """The content of a mail, in the language of its reader."""

    subject: str
    paragraphs: Sequence[str]
    link: str = ""  # an address of this server, from `link_to`
    link_words: str = ""
    footer: str = ""  # why it was sent
    stops: Sequence[tuple[str, str]] = ()  # words and link

    @property
    def one_line_subject(self) -> str:
        """Return the subject without line breaks, which would begin another header, and without
        characters that are invisible or turn the direction of writing."""
        words = " ".join(self.subject.split())
        return "".join(each for each in words if each.isprintable())[:LONGEST_SUBJECT]

    def to_text(self) -> str:
        return render_to_string("mail/letter.txt", {"letter": self})

    def to_html(self, language: str) -> str:
        return render_to_string("mail/letter.html", {"letter": self, "language": language})
