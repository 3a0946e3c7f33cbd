"""What a mail says: some paragraphs, at most one link, and links that stop such mails, the same as
text and as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string

LONGEST_SUBJECT = 200


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
        """Return the subject without line breaks, which would begin another header."""
        return " ".join(self.subject.split())[:LONGEST_SUBJECT]

    def to_text(self) -> str:
        return render_to_string("mail/letter.txt", {"letter": self})

    def to_html(self, language: str) -> str:
        return render_to_string("mail/letter.html", {"letter": self, "language": language})
