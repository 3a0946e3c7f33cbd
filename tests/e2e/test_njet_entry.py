"""A round of Njet! tapped on the board, with and without script."""

import pytest
from playwright.sync_api import expect

from tests.e2e.test_evening import sign_in

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


def set_a_table(page):
    """Seat a club of three at a table of Njet!, and open the page of the match."""
    page.get_by_label("Name").fill("Les Plis")
    page.get_by_role("button", name="Create club").click()
    for name in ("Ada", "Bruno", "Chloé"):
        page.locator(".add-player").get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add player").click()
        page.get_by_text(f"{name} has been added.").wait_for()
    page.locator("summary", has_text="Create a season").click()
    page.locator("section", has_text="Start with a season").get_by_label("Name").fill("Autumn")
    page.get_by_role("button", name="Create season").click()
    page.get_by_role("button", name="Create evening").click()
    page.get_by_text("Create one table by hand").click()
    page.get_by_role("link", name="Njet!").click()
    for number, name in enumerate(("Ada", "Bruno", "Chloé"), start=1):
        page.get_by_role("combobox", name=f"Seat {number}", exact=True).fill(name)
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("link", name="Open public page").click()
    page.get_by_text("The match is still being played.").wait_for()


def tap(page, row, cell):
    group = page.get_by_role("group", name=row, exact=True)
    group.get_by_role("radio", name=cell, exact=True).click()


def tap_the_board(page):
    page.get_by_text("The board and the tricks").click()
    tap(page, "Start player", "Chloé")
    tap(page, "Cards put aside", "1")
    tap(page, "Trump", "red")
    tap(page, "Super-trump", "black")
    tap(page, "Value", "×2")
    tap(page, "Start player’s partner", "Nobody (plays alone)")


def enter_round(page, number, *, script):
    page.get_by_role("link", name=f"Enter round {number}").click()
    # the scores alone are asked first; the board comes when it is wanted
    expect(page.locator(".njet-known")).to_be_hidden()
    page.get_by_text("Scores, rules and teams").click()
    expect(page.locator(".njet-entry .unsaid").first).to_be_visible()
    tap_the_board(page)
    expect(page.locator(".njet-entry .unsaid").first).to_be_hidden()
    page.locator("[name=tricks_0]").fill("5")
    if script:
        page.get_by_text("Tricks left for the other team: 6").wait_for()
    for name, count in (("tricks_1", "6"), ("ones_0", "4"), ("ones_1", "3")):
        page.locator(f"[name={name}]").fill(count)
    if script:
        page.locator(".preview .side").first.get_by_text("36", exact=True).wait_for()
    page.get_by_role("button", name="Save round").click()
    if not script:  # another browser has just entered the same
        page.get_by_role("button", name=f"Both were played: save round {number}").click()
    page.get_by_text(f"Round {number} is saved.").wait_for()
    expect(page.locator(f"#round-{number} .cell.left")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_round_is_tapped_on_the_board(shared, chromium):
    address = ""
    for number, script in enumerate((True, False), start=1):
        page = chromium.new_context(
            java_script_enabled=script, viewport={"width": 320, "height": 800}
        ).new_page()
        page.set_default_timeout(60_000)
        sign_in(page, shared.url)
        if address:
            page.goto(address)
        else:
            set_a_table(page)
            address = page.url
        enter_round(page, number, script=script)
