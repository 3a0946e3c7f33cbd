import re

import pytest
from django.test import Client

from tests import make
from tests.web.desk import sign_in

KEPT = re.compile(r"(<(textarea|pre|script)\b.*?</\2>)", re.DOTALL)
TAG_OR_SPACES = re.compile(r'<[a-zA-Z](?:"[^"]*"|[^">])*>|[ \t\r\n\f]+')
VALUE_OR_SPACES = re.compile(r'"[^"]*"|[ \t\r\n\f]+')
BLOCK = (
    r"article|aside|body|br|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|"
    r"h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|ol|option|p|script|section|select|"
    r"summary|table|tbody|td|template|tfoot|th|thead|title|tr|ul"
)
BESIDE_BLOCKS = re.compile(rf" ?(</?(?:{BLOCK})\b[^>]*>) ?")


@pytest.fixture
def alice(client):
    """Return a signed-in user, the owner of the clubs that `make` creates."""
    return sign_in(client, make.user())


@pytest.fixture(autouse=True)
def _pages_without_layout(monkeypatch):
    """Give tests the HTML of pages as a browser reads it, however the templates are laid out."""
    request = Client.request

    def without_layout(self, **environ):
        answer = request(self, **environ)
        is_html = answer.headers.get("Content-Type", "").startswith("text/html")
        if is_html and not answer.streaming and not answer.has_header("Content-Encoding"):
            answer.content = unwrapped(answer.content.decode())
        return answer

    monkeypatch.setattr(Client, "request", without_layout)


def unwrapped(html):
    """Return the HTML with one space for several, and none beside a block, where it cannot show."""
    parts = KEPT.split(html)  # text, kept, its tag, text, …
    parts[::3] = [BESIDE_BLOCKS.sub(r"\1", TAG_OR_SPACES.sub(_narrow, text)) for text in parts[::3]]
    del parts[2::3]
    return "".join(parts).strip(" ")


def _narrow(match):
    """Return a tag without the spaces between its attributes that can go, or one space."""
    if not match[0].startswith("<"):
        return " "
    tag = VALUE_OR_SPACES.sub(lambda part: part[0] if part[0].startswith('"') else " ", match[0])
    return re.sub(r" >$", ">", tag)
