"""A walk-in evening by keyboard alone: twelve people come, are seated, and a slip is undone."""

import re
import sys
import time

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

KNOWN = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn", "Gil", "Hana", "Ivo"]
NEW = ["Jo", "Kim", "Lou"]
TYPED = ["ad", "br", "chloe", "do", "ev", "fi", "gi", "han", "iv", *NEW]
CLUB = """
from datetime import date
from league.models import User
from league.operations.people import clubs
from league.operations.seasons import seasons
club = clubs.create(by=User.objects.get(email="alice@example.org"), name="Les Ardoises")
for name in {names}: clubs.add_player(club, name=name)
print(seasons.create(club, name="Autumn", starts_on=date(2026, 1, 1)).pk)
"""


class Keyboard:
    """A keyboard that counts what is pressed; there is no mouse."""

    def __init__(self, page):
        self.page, self.pressed = page, 0

    def type(self, text):
        self.page.keyboard.type(text)
        self.pressed += len(text)

    def press(self, key):
        self.page.keyboard.press(key)
        self.pressed += 1

    def tab_to(self, name):
        """Tab until an element of this name has the focus, visibly and without getting lost."""
        for _press in range(60):
            self.press("Tab")
            focus = self.page.evaluate("""() => {
                const at = document.activeElement, line = getComputedStyle(at).outlineStyle;
                return [at.getAttribute("aria-label") ?? at.textContent.trim(), line];
            }""")
            assert focus[1] != "none", focus
            if focus[0].startswith(name):
                return
        raise AssertionError(f"{name} was not met")


@pytest.fixture
def season(shared):
    """Return the address of a season, at the desk of its club."""
    made = shared.manage("shell", "-v0", "-c", CLUB.format(names=KNOWN))
    return f"{shared.url}/en/desk/seasons/{made.splitlines()[-1]}/"


@pytest.fixture
def page(shared, chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{shared.url}/en/login/")
    page.get_by_label("E-mail").fill("alice@example.org")
    page.get_by_label("Password").fill("a-good-pass-phrase")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile("/en/desk/"))
    return page


def fit(page):
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
        assert violations(page) == []


def test_twelve_people_are_seated_by_keyboard_alone(season, page):
    complaints = []
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(season)
    page.locator("button:focus").wait_for()  # that which starts an evening
    keys, begun = Keyboard(page), time.monotonic()
    keys.press("Enter")
    page.locator("#find:focus").wait_for()
    for name in TYPED:
        keys.type(name)
        keys.press("Enter")
        if name in NEW:  # a name creates a player by its button only
            page.locator(f".question:has-text('{name}') .person-choices button").focus()
            keys.press("Enter")
    page.get_by_text("Seat 12 players").wait_for()
    keys.press("Enter")  # nothing is typed: the next step
    page.locator("#confirm:focus").wait_for()
    keys.press("Enter")
    page.get_by_text("All players are seated.").wait_for()
    seconds = time.monotonic() - begun
    sys.stdout.write(f"12 people seated: {keys.pressed} keys, {seconds:.1f} s\n")
    expect(page.locator(".tables-now > li")).to_have_count(3)
    expect(page.locator(".here li")).to_have_count(12)
    fit(page)

    # somebody else at the desk sees what is done here, and is not torn from what he does
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#find").fill("Zoé")
    keys.press("t")
    keys.tab_to("Cancel table 2")
    keys.press("Enter")
    other.get_by_text("Table cancelled").wait_for(timeout=60_000)
    expect(other.locator(".tables-now > li")).to_have_count(2)
    expect(other.locator("#find")).to_have_value("Zoé")

    # what was a slip is undone; then the seating, and what builds on it is told first
    page.get_by_text("Table cancelled").first.wait_for()
    keys.press("u")
    keys.press("Enter")
    page.locator(".log .undone").wait_for()
    expect(page.locator(".tables-now > li")).to_have_count(3)
    keys.tab_to("Undo: 3 tables created")
    keys.press("Enter")
    page.get_by_text("There are no tables yet.").wait_for()
    keys.tab_to("Undo: New here: Lou")
    keys.press("Enter")
    page.get_by_text("11 here").wait_for()

    # the proposal: a second game beside the first, two people swapped
    page.goto(page.url + "seat/")
    page.locator("#game-njet").focus()
    keys.press("Space")
    page.locator("[name=game_drawn][value=njet]").wait_for(state="attached")
    page.locator("#game-njet:focus").wait_for()
    for game in ("neurotrio", "njet"):
        page.locator(f"[name=table_game][value={game}]").first.wait_for(state="attached")
    first, sixth = (page.locator(".picks button").nth(n) for n in (0, 5))
    one, two = (seat.inner_text().split()[-1] for seat in (first, sixth))
    first.focus()
    keys.press("Enter")
    page.get_by_text(f"Who swaps seats with {one}?").wait_for()
    sixth.focus()
    keys.press("Enter")
    page.get_by_text("have swapped seats.").wait_for()
    assert first.inner_text().endswith(two)
    page.locator(".table-reasons summary").first.focus()
    keys.press("Enter")
    page.get_by_text("These players have not met before.").first.wait_for()
    fit(page)
    page.locator("#confirm").focus()
    keys.press("Enter")
    page.get_by_text("All players are seated.").wait_for()
    page.get_by_text("Neurotrio + Njet!").first.wait_for()

    # the keys are listed, and can be switched off
    page.locator("#find").focus()
    page.locator("#find:focus").wait_for()
    keys.press("Escape")
    keys.press("?")
    page.locator("#keys[open]").wait_for()
    fit(page)
    keys.press("Escape")
    assert complaints == []


@pytest.mark.long
def test_a_field_shows_only_when_its_script_listens(season, page):
    """Else the first names of somebody quick would go to a page without script, and be lost."""

    def late(route):
        time.sleep(1)
        route.continue_()

    page.route("**/sessions/session*.js", late)
    page.goto(season)
    page.locator("button:focus").wait_for()
    keys = Keyboard(page)
    keys.press("Enter")
    page.locator("#find:focus").wait_for()
    for name in TYPED[:3]:
        keys.type(name)
        keys.press("Enter")
    page.get_by_text("Seat 3 players").wait_for()
