"""Mails from the templates in `templates/letters`, the same words as text and as HTML."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
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
    words = WITHIN_A_WORD.sub(" ", "".join(sign if _is_plain(sign) else " " for sign in name))
    return " ".join(words.split())[:LONGEST_NAME].strip()


def _is_plain(character: str) -> bool:
    return character.isalnum() or character in MARKS or category(character)[0] == "M"


@dataclass(frozen=True)
class Letter:
    """A mail by the name of its template, written in the active language. A template has the blocks
    `subject`, `text` (an empty line begins a paragraph), `link_words` and `footer` (why it was
    sent)."""

    name: str
    context: Mapping[str, Any] = field(default_factory=dict)
    link: str = ""  # an address of this server, from `link_to`
    stops: Sequence[tuple[str, str]] = ()  # words and links that stop such mails

    @cached_property
    def subject(self) -> str:
        """Return the subject without line breaks, which would begin another header, and without
        characters that are invisible or turn the direction of writing."""
        words = " ".join(self._render("_subject.txt").split())
        return "".join(word for word in words if word.isprintable())[:LONGEST_SUBJECT]

    def to_text(self) -> str:
        return self._render("_body.txt", subject=self.subject)

    def to_html(self) -> str:
        return self._render("_body.html", subject=self.subject)

    def _render(self, layout: str, **more: str) -> str:
        own = {"layout": f"letters/{layout}", "link": self.link, "stops": self.stops}
        return render_to_string(f"letters/{self.name}.txt", {**self.context, **own, **more})
