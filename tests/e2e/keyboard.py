"""A person at the desk without a mouse: the focus can always be seen and is never lost."""

from tests.e2e.test_walk_in import Keyboard

FOCUS = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect(), style = getComputedStyle(at);
  return {
    lost: at === document.body, outline: style.outlineStyle, width: parseFloat(style.outlineWidth),
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    words: at.getAttribute("aria-label") ?? at.textContent.trim().replace(/\\s+/g, " "),
  };
}"""
PASSWORD = "a-good-pass-phrase"
MOST_TRIES = 30

# collects wherever the focus has been without being visible
UNSEEN = """
window.unseen = [];
addEventListener("focusin", ({ target }) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(target);
  if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) unseen.push(target.outerHTML);
});
"""
# what has the focus, and the key that leads to the place, at least so many times
WAY = r"""place => {
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


def signed_in_page(browser, url, email):
    """Return a page of somebody who has signed in with the keyboard."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.add_init_script(UNSEEN)
    page.goto(f"{url}/en/login/")
    page.locator("[name=login]").focus()
    page.keyboard.type(email)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/desk/**")
    return page


def tab_to(page, place):
    """Press Tab, or Shift and Tab, until the place has the focus; return what has it.

    A place is a selector if it begins with "[" or "#", else the first words of a control. The focus
    is visible wherever it comes by.
    """
    met = []
    for _try in range(MOST_TRIES):
        focus = page.evaluate(WAY, place)
        assert focus["unseen"] == [], focus
        if focus["isPlace"]:
            assert focus["isSeen"], focus
            return focus
        met.append(focus["words"][:30])
        for _press in range(focus["times"]):
            page.keyboard.press(focus["key"])
        if focus["key"] == "Enter":
            page.wait_for_function("() => !document.activeElement.matches('.skip')")
    raise AssertionError(f"{place} was not met: {met}")


class Walker:
    """A person at the desk without a mouse."""

    def __init__(self, page):
        self.page, self.keys = page, Keyboard(page)

    def stands_on(self, words):
        """Check that the focus is on what begins with these words, and that it can be seen."""
        self.page.wait_for_function(
            """words => (document.activeElement.getAttribute("aria-label")
                ?? document.activeElement.textContent.trim().replace(/\\s+/g, " "))
                .startsWith(words)""",
            arg=words,
        )
        self.sees_focus()

    def sees_focus(self):
        """Wait until the focus is back after an act, and check that it can be seen."""
        self.page.wait_for_function("() => document.activeElement !== document.body")
        focus = self.page.evaluate(FOCUS)
        assert focus["outline"] != "none", focus
        assert focus["width"] >= 2, focus
        assert focus["seen"], focus

    def press(self, *keys):
        for key in keys:
            self.keys.press(key)

    def act(self, words):
        """Tab to what begins with these words, and press it."""
        tab_to(self.page, words)
        self.press("Enter")

    def arrives(self, words):
        """Wait for the page with this heading, until its scripts listen."""
        self.page.get_by_role("heading", name=words, exact=False).first.wait_for()
        self.page.wait_for_load_state()

    def enters(self, *scores):
        """Fill the score sheet of a round and save it, then wait until it is saved."""
        for seat, score in enumerate(scores):
            self.reaches(f"[name=score-{seat}]")
            self.press("ControlOrMeta+a")
            self.keys.type(score)
        self.press("Enter")

    def reaches(self, selector):
        """Tab to a field."""
        self.page.locator(selector).wait_for()
        tab_to(self.page, selector)
