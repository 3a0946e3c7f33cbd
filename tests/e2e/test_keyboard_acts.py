"""Every act of the desk by keyboard alone, page by page. That none is missing is checked by
`tests/web/accounts/test_acts_are_walked.py`."""

import json
import re
from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from django.utils import translation

from tests.e2e import keyboard
from tests.e2e.acts import File, clubs, evenings, tournaments

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

DESKS = (clubs, evenings, tournaments)


class Walk:
    """A walk of one person from act to act. The focus is visible wherever it comes by."""

    def __init__(self, page, url, places):
        self.page, self.url, self.places = page, url, places
        # Chromium is asked for its file dialogs once: a key can overtake a later request
        page.on("filechooser", lambda chooser: None)
        self.loaded = 0
        page.on("domcontentloaded", self._count_page)

    def do(self, act):
        if act.page:
            address = self.url + act.page.format(**self.places)
            self.page.goto(address, wait_until="domcontentloaded")
        for step in act.steps:
            if isinstance(step, str):
                self._press(step)
            else:
                self._fill(*step)
        keyboard.tab_to(self.page, act.control)
        address = self.page.url.split("#")[0]
        self.page.evaluate("window.isSame = true")
        assert not (act.outcome and self.page.evaluate(SHOWS, act.outcome)), "it is there already"
        assert self._send() == act.route
        if act.outcome:
            self.page.wait_for_function(SHOWS, arg=act.outcome)
        else:
            assert self.page.url.split("#")[0] != address
        self._keeps_focus()

    def _send(self):
        """Press Enter on a button; return the route it sends to once its answer is on the page."""
        loaded = self.loaded
        with self.page.expect_response(is_act) as answer:
            self.page.keyboard.press("Enter")
        request = answer.value.request
        if request.is_navigation_request() and self.loaded == loaded:
            self.page.wait_for_event("domcontentloaded")
        return route_of(request)

    def _count_page(self, _page):
        self.loaded += 1

    def _press(self, control):
        """Press a control that only shows more: it unfolds, or leads to another page."""
        if keyboard.tab_to(self.page, control)["isFolded"]:
            self.page.keyboard.press("Enter")
        else:
            with self.page.expect_navigation(wait_until="domcontentloaded"):
                self.page.keyboard.press("Enter")

    def _fill(self, field, value):
        keyboard.tab_to(self.page, field)
        if isinstance(value, File):
            self._choose(value)
        elif value.startswith("Arrow"):
            self.page.keyboard.press(value)
        else:
            self._type(value)

    def _type(self, text):
        """Type into a field; a tab leads to the next part of a date."""
        for number, part in enumerate(text.split("\t")):
            if number:
                self.page.keyboard.press("Tab")
            self.page.keyboard.type(part)

    def _choose(self, file):
        with self.page.expect_file_chooser() as chooser:
            self.page.keyboard.press("Enter")
        content = {"name": file.name, "mimeType": file.mime_type, "buffer": file.content}
        chooser.value.set_files(content)

    def _keeps_focus(self):
        """Check that a page that stayed keeps the focus; a new one begins at its first link."""
        if self.page.evaluate("window.isSame"):
            self.page.wait_for_function("() => document.activeElement !== document.body")


# tells whether a selector, or these words, can be seen on the page
SHOWS = r"""words => /^[[#]/.test(words) ? !!document.querySelector(words)?.checkVisibility()
  : document.body.innerText.replace(/\s+/g, " ").includes(words)"""


def is_act(answer):
    """Tell whether this answers a form that was sent, and no preview while it is typed."""
    return answer.request.method == "POST" and not answer.url.endswith("/preview/")


def route_of(request):
    """Return the name of the address of a request, with its `do`."""
    path = urlsplit(request.url).path
    with translation.override(path.split("/")[1]):
        name = resolve(path).url_name
    sent = (request.post_data_buffer or b"").decode(errors="replace")
    does = re.findall(r'(?:(?:^|&)do=|name="do"\s+)(\w+)', sent)
    return f"{name}:{does[-1]}" if does else name  # of two, the server reads the last


@pytest.fixture(scope="module")
def places(shared):
    """Return what is in addresses, of each theme; all is made by one call, which takes seconds."""
    code = "\n".join(desk.DATA for desk in DESKS)
    lines = shared.manage("shell", "-v0", "-c", code).splitlines()
    return dict(zip(DESKS, map(json.loads, lines[-len(DESKS) :]), strict=True))


@pytest.mark.parametrize(
    "desk",
    [
        evenings,
        *(pytest.param(desk, marks=pytest.mark.long) for desk in DESKS if desk is not evenings),
    ],
)
def test_every_act_is_done_by_keyboard(shared, chromium, places, desk):
    for email, acts in desk.WALKS.items():
        page = keyboard.signed_in_page(chromium, shared.url, email)
        walk = Walk(page, shared.url, places[desk])
        for act in acts:
            try:
                walk.do(act)
            except Exception as error:
                error.add_note(f"{act.route} at {page.url}")
                raise
