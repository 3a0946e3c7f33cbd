"""A round of Triominos is built tile by tile in a real browser."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from games import record
from tests.e2e.accessibility import violations
from tests.e2e.test_evening import set_the_scene, sign_in

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

NAMES = ["Ada", "Bruno"]
DEAL, TILES = 3, 6


def short_final():
    """Return a final of few tiles that ends with a player out, and that begins with a triple."""
    for seed in range(100):
        match: dict[str, Any] = record.play(
            "triominos", Random(seed), NAMES, "final", options={"deal": DEAL}
        )
        final = match["rounds"][0]
        begins_with_triple = len(set(final["board"][0]["corners"])) == 1
        if final["end"] == "out" and begins_with_triple and len(final["board"]) == TILES:
            return final
    raise AssertionError("no such round")


def written(tile):
    (x, y), corners = tile["at"], " ".join(map(str, tile["corners"]))
    return f"{x},{y}: {corners}"


def code(tile):
    return "".join(map(str, sorted(tile["corners"])))


def set_a_table(page):
    """Set a second table at the evening of the match that is shown."""
    evening = page.locator(".crumbs a[href*='/sessions/']").get_attribute("href")
    page.goto(page.url.split("/en/")[0] + evening.replace("/sessions/", "/desk/sessions/"))
    page.get_by_text("Create one table by hand").click()
    page.get_by_role("link", name="Triominos").click()
    page.get_by_role("combobox", name="Seat 1", exact=True).fill("Ada")
    page.get_by_role("combobox", name="Seat 2", exact=True).fill("Bruno")
    page.locator(".rules > summary").click()
    page.get_by_label("Tiles dealt to each player").fill(str(DEAL))
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("link", name="Open public page").click()
    page.get_by_role("link", name="Enter round 1").click()


def lay(page, tile):
    page.locator(f".laying .tray [data-tile='{code(tile)}']").click()
    page.locator(f".ghost[data-line='{written(tile)}']").click()
    page.locator(f"[data-take][data-tile='{code(tile)}']").wait_for()


@pytest.fixture
def entry(shared, chromium):
    """Yield the form of a first round on a phone, used by fingers.

    At the end, check that the browser complained about nothing.
    """
    page = chromium.new_context(viewport={"width": 360, "height": 780}).new_page()
    page.set_default_timeout(60_000)
    complaints = []
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_in(page, shared.url)
    set_the_scene(page)
    set_a_table(page)
    page.get_by_text("The board", exact=True).first.click()
    yield page
    assert complaints == []


def test_a_round_is_tapped_together(entry):
    page, final = entry, short_final()
    first, second, *others = final["board"]
    lay(page, first)

    # a slip: the tile is in hand again, and may be put elsewhere
    lay(page, second)
    page.locator(f"[data-take][data-tile='{code(second)}']").click()
    page.locator(f".ghost[data-line='{written(second)}']").wait_for()
    expect(page.locator("#board")).to_have_value(written(first))

    # the second tile without a pointer
    page.get_by_label("Next tile").fill("-".join(reversed(code(second))))
    page.locator(f".ghost[data-line='{written(second)}']").wait_for()
    page.keyboard.press("Enter")
    page.locator(f".ghost[data-line='{written(second)}']").focus()
    page.keyboard.press("Enter")
    page.locator(f"[data-take][data-tile='{code(second)}']").wait_for()

    for tile in others:
        lay(page, tile)
    assert page.locator("#board").input_value().split("\n") == [*map(written, final["board"])]
    expect(page.locator(f".laying .tray [data-tile='{code(first)}']")).to_be_hidden()
    expect(page.locator(f".pick[data-card='{code(first)}']")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []

    for seat, rack in enumerate(final["racks"]):
        page.locator(f"[data-pick-hand='{seat}']").click()
        for tile in rack:
            page.locator(f".pick[data-card='{tile}']").click()
        page.locator(f"[name=before-{seat}]").fill(str(final["before_end"][seat]))
    page.get_by_text("Total after this round").first.wait_for()
    page.get_by_role("button", name="Save round").click()
    page.get_by_text("Round 1 is saved.").wait_for()
    expect(page.locator("#round-1 .board .laid")).to_have_count(len(final["board"]))
