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


def signed_in_page(browser, url, email):
    """Return a page of somebody who has signed in with the keyboard."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(f"{url}/en/login/")
    page.locator("[name=login]").focus()
    page.keyboard.type(email)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/desk/**")
    return page


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
        met = []
        for _press in range(90):
            self.press("Tab")
            focus = self.page.evaluate(FOCUS)
            met.append(focus["words"][:40])
            if focus["lost"]:
                continue  # from the end of the page to its beginning
            assert focus["outline"] != "none", focus
            if focus["words"].startswith(words):
                self.press("Enter")
                return
        raise AssertionError(f"{words} was not met: {met}")

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
        place = self.page.locator(selector)
        place.wait_for()
        for _press in range(60):
            if place.evaluate("element => element === document.activeElement"):
                self.sees_focus()
                return
            self.press("Tab")
        raise AssertionError(f"{selector} was not met")
