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

MOST_TRIES = 30


class Walk:
    """A walk of one person from act to act. The focus is visible wherever it comes by."""

    def __init__(self, page, url, places):
        self.page, self.url, self.places = page, url, places
        # Chromium is asked for its file dialogs once: a key can overtake a later request
        page.on("filechooser", lambda chooser: None)

    def do(self, act):
        if act.page:
            address = self.url + act.page.format(**self.places)
            self.page.goto(address, wait_until="domcontentloaded")
        for step in act.steps:
            if isinstance(step, str):
                self._press(step)
            else:
                self._fill(*step)
        self._tab_to(act.control)
        address = self.page.url.split("#")[0]
        self.page.evaluate("window.isSame = true")
        outcome = self._place(act.outcome)
        assert not (act.outcome and outcome.is_visible()), "the outcome is there already"
        with self.page.expect_response(is_act) as answer:
            self.page.keyboard.press("Enter")
        assert route_of(answer.value.request) == act.route
        if act.outcome:
            outcome.wait_for()
        else:
            self.page.wait_for_url(lambda url: url.split("#")[0] != address)
        self._keeps_focus()

    def _place(self, words):
        is_selector = words.startswith(("[", "#"))
        places = self.page.locator(words) if is_selector else self.page.get_by_text(words)
        return places.first

    def _press(self, control):
        """Press a control that only shows more: it unfolds, or leads to another page."""
        if self._tab_to(control)["isFolded"]:
            self.page.keyboard.press("Enter")
        else:
            with self.page.expect_navigation(wait_until="domcontentloaded"):
                self.page.keyboard.press("Enter")

    def _fill(self, field, value):
        self._tab_to(field)
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

    def _tab_to(self, place):
        """Press Tab, or Shift and Tab, until the place has the focus; return what has it."""
        met = []
        for _try in range(MOST_TRIES):
            focus = self.page.evaluate(FOCUS, place)
            assert focus["unseen"] == []
            if focus["isPlace"]:
                assert focus["isSeen"], focus
                return focus
            met.append(focus["words"][:30])
            for _press in range(focus["times"]):
                self.page.keyboard.press(focus["key"])
            if focus["key"] == "Enter":
                self.page.wait_for_function("() => !document.activeElement.matches('.skip')")
        raise AssertionError(f"{place} was not met: {met}")

    def _keeps_focus(self):
        """Check that a page that stayed keeps the focus; a new one begins at its first link."""
        if self.page.evaluate("window.isSame"):
            self.page.wait_for_function("() => document.activeElement !== document.body")


# collects wherever the focus has been without being visible
UNSEEN = """
window.unseen = [];
addEventListener("focusin", ({ target }) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(target);
  if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) unseen.push(target.outerHTML);
});
"""
# what has the focus, and the key that leads to the place, at least so many times
FOCUS = r"""place => {
  const wordsOf = (each) => each.getAttribute("aria-label")
    ?? each.textContent.trim().replace(/\s+/g, " ");
  const isPlace = (each) => /^[[#]/.test(place) ? each.matches(place)
    : each.matches("a, button, summary") && wordsOf(each).startsWith(place);
  const at = document.activeElement, box = at.getBoundingClientRect();
  const stops = [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
    .filter((each) => each.checkVisibility() && !each.disabled && (each.type !== "radio" ||
      each.checked || isPlace(each)));
  const places = stops.filter(isPlace), start = stops.indexOf(at);
  const next = places.find((each) => stops.indexOf(each) > start) ?? places.at(-1);
  const isSkip = at.matches(".skip") && next?.closest("#content"), isBody = at === document.body;
  const distance = stops.indexOf(next) - start;
  return {
    unseen, words: isBody ? "" : wordsOf(at) || at.outerHTML, isPlace: isPlace(at),
    isFolded: at.matches("summary"),
    isSeen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    key: isSkip ? "Enter" : distance < 0 ? "Shift+Tab" : "Tab",
    times: isSkip || start < 0 ? 1 : Math.max(1, Math.abs(distance)),
  };
}"""


def is_act(answer):
    """Tell whether this answers a form that was sent, and no preview while it is typed."""
    return answer.request.method == "POST" and not answer.url.endswith("/preview/")


def route_of(request):
    """Return the name of the address of a request, with its `do`."""
    path = urlsplit(request.url).path
    with translation.override(path.split("/")[1]):
        name = resolve(path).url_name
    sent = (request.post_data_buffer or b"").decode(errors="replace")
    do = re.search(r'(?:^|&)do=(\w+)|name="do"\s+(\w+)', sent)
    return f"{name}:{do[1] or do[2]}" if do else name


@pytest.mark.parametrize("desk", [clubs, evenings, tournaments])
def test_every_act_is_done_by_keyboard(shared, chromium, desk):
    places = json.loads(shared.manage("shell", "-v0", "-c", desk.DATA).splitlines()[-1])
    for email, acts in desk.WALKS.items():
        page = keyboard.signed_in_page(chromium, shared.url, email)
        page.add_init_script(UNSEEN)
        walk = Walk(page, shared.url, places)
        for act in acts:
            try:
                walk.do(act)
            except Exception as error:
                error.add_note(f"{act.route} at {page.url}")
                raise
