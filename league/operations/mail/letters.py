"""What a mail says: some paragraphs, at most one link, and links that stop such mails, the same as
text and as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
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


def link_to(path: str) -> str:
    """Return the address of a page of this server. It is made from the settings: a request could
    name any host. A path that Django made has BASE_PATH already."""
    base = settings.BASE_URL or settings.BASE_PATH
    below = path.removeprefix(f"{settings.BASE_PATH}/").lstrip("/")
    return f"{base.rstrip('/')}/{below}"
