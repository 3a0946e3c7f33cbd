"""Every refused form of every page has one summary at its top, and the focus in its first bad
field, without script."""

from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest
from django.db import transaction

from league.models import Role
from tests import make
from tests.web.accounts.addresses import paths
from tests.web.accounts.role_table import ALLOWED
from tests.web.accounts.test_roles import be

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(120)]

PAGES_OF_ACCOUNTS = [
    "/en/account/email/",
    "/en/account/password/",
    "/en/account/keys/codes/",
    "/en/account/sign-in/",
    "/en/account/sign-up/",
    "/en/account/reset/",
]
NONSENSE = {"number": "x", "date": "x", "datetime-local": "x", "email": "x"}


class Page(HTMLParser):
    """The forms of a page, its ids, the elements with the focus and the links of the summary."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.ids, self.focused, self.links = [], [], [], []
        self._summary = 0  # how many elements deep in it
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        if "autofocus" in values:
            self.focused.append(values.get("id", ""))
        if values.get("id") == "refusals":
            self._summary = 1
        elif self._summary and tag == "div":
            self._summary += 1
        if self._summary and tag == "a":
            self.links.append(values["href"].removeprefix("#"))
        if tag == "form" and values.get("method") == "post":
            self.forms.append((values.get("action", ""), {}))
        elif tag in {"input", "select", "textarea", "button"} and self.forms:
            self._add_field(tag, values)

    def handle_endtag(self, tag):
        if self._summary and tag == "div":
            self._summary -= 1

    def _add_field(self, tag, values):
        name, kind = values.get("name"), values.get("type", "text")
        fields = self.forms[-1][1]
        if not name or kind in {"checkbox", "file"} or (tag == "button" and name in fields):
            return
        if kind == "hidden" or tag == "button":
            fields[name] = values.get("value", "")
        else:
            fields[name] = "no choice" if tag == "select" else NONSENSE.get(kind, "")


def refused_pages(client, addresses):
    """Yield the page of each form of these pages after nonsense was sent. What many pages have in
    common is sent once."""
    sent = set()
    for address in addresses:
        shown = client.get(address)
        if not shown.headers.get("Content-Type", "").startswith("text/html"):
            continue
        for action, fields in Page(shown.text).forms:
            place = urljoin(address, action)
            fields.pop("csrfmiddlewaretoken")
            if (form := (place, *sorted(fields.items()))) in sent:
                continue
            sent.add(form)
            cookies = dict(client.cookies)
            with transaction.atomic():
                answer = client.post(place, fields)
                transaction.set_rollback(True)
            client.cookies.clear()
            client.cookies.update(cookies)
            if answer.status_code in {409, 422} or "aria-invalid" in answer.text:
                yield f"{address} → {place}", answer


@pytest.mark.parametrize("address", ["/en/t/?code=x", "/en/sign-up/?code=x"])
def test_a_refused_code_has_the_focus(client, address):
    page = Page(client.get(address).text)
    assert (page.links, page.focused) == (["code"], ["code"])


def test_each_refused_form_has_a_summary_and_the_focus_in_its_first_bad_field(client):
    match = make.match()
    be(client, Role.OWNER, match.session.season.club)
    addresses = [address for name, address in paths(match).items() if name in ALLOWED]
    refused: list[str] = []
    faults: list[tuple[object, ...]] = []
    for where, answer in refused_pages(client, [*addresses, *PAGES_OF_ACCOUNTS]):
        page = Page(answer.text)
        if "refusals" not in page.ids and 'class="refusals"' not in answer.text:
            faults.append((where, "no summary"))
        faults += [(where, "no such field", target) for target in set(page.links) - set(page.ids)]
        if len(page.ids) > len(set(page.ids)):
            faults.append((where, "ids twice", {i for i in page.ids if page.ids.count(i) > 1}))
        if page.links and page.focused[:1] != page.links[:1]:
            faults.append((where, "focus", page.focused, page.links))
        refused.append(where)
    assert faults == []
    assert len(refused) > 30, refused
