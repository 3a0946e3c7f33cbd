"""From an empty club to its first evening with phones, by clicking through the first steps."""

import re
import sys

import pytest
from playwright.sync_api import expect

from league.operations.support import own_addresses
from tests.e2e.accessibility import violations
from tests.e2e.conftest import ADD_ALICE, product
from tests.e2e.test_evening import sign_in

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

NAMES = [f"Player {number}" for number in range(1, 29)]
LIST = "\n".join(
    [f"{number}. {name}" for number, name in enumerate(NAMES, 1)]
    + ["- Ada Lovelace <ada@example.org>", "", "Zoé 🎲,", "PLAYER 3"]
)
MOST_CLICKS = 11  # one answers whether the organiser plays


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Yield a server that the whole network may reach."""
    with product(tmp_path_factory.mktemp("room"), ADD_ALICE, host="0.0.0.0") as served:
        yield served


class Mouse:
    """A mouse, or a finger, that counts its clicks."""

    def __init__(self, page):
        self.page, self.clicks = page, 0

    def click(self, role, name):
        self.page.get_by_role(role, name=name).first.click()
        self.clicks += 1

    def open(self, summary):
        self.page.locator("summary", has_text=summary).click()
        self.clicks += 1


def fit(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert violations(page) == [], page.url


def test_an_empty_club_comes_to_its_first_evening_with_phones(served, chromium):
    width, height = 375, 667  # test_club_of_five.py does it on a large screen
    page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
    complaints = []
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_in(page, served.url)
    page.get_by_label("Name").fill(f"Club {width}")
    page.get_by_role("button", name="Create club").click()
    page.get_by_text("0 of 6 done").wait_for()
    fit(page)

    mouse = Mouse(page)
    page.get_by_label("Players, one per line").fill(LIST)
    mouse.click("button", "Preview players")
    page.get_by_text("Line 3 has the same name.").wait_for()
    fit(page)
    mouse.click("button", "Add 30 players")
    page.get_by_text("30 players have been added.").wait_for()
    expect(page.locator("#players .people li")).to_have_count(30)

    mouse.click("button", "No, I only organise")
    mouse.click("button", "Create season")
    mouse.click("button", "Start an evening now")
    page.locator("#find").wait_for()
    evening = page.url

    mouse.click("link", "My clubs")
    page.get_by_text("Evening under way").first.wait_for()
    fit(page)
    mouse.click("link", f"Club {width} admin")
    page.get_by_text("4 of 6 done").wait_for()
    fit(page)
    mouse.open("Connect the phones")
    mouse.click("link", "Connect phones")
    if own_addresses.private_addresses():
        the_address_for_phones_answers(page, chromium)
    fit(page)

    mouse.click("link", "Manage club")
    mouse.click("link", "Evening under way")
    assert page.url == evening
    assert mouse.clicks <= MOST_CLICKS
    sys.stdout.write(f"{width} px: {mouse.clicks} clicks from an empty club to an evening\n")

    page.goto(f"{served.url}/en/desk/clubs/club-{width}/")
    page.get_by_role("button", name="Hide this list").click()
    expect(page.get_by_text("4 of 6 done")).to_have_count(0)
    page.locator(".more summary").click()
    fit(page)
    page.get_by_role("button", name="Show the first steps").click()
    page.get_by_text("4 of 6 done").wait_for()
    assert complaints == []


def the_address_for_phones_answers(page, chromium):
    """Open the address of the QR code as a phone would; here it is the computer of the server."""
    page.get_by_text("Test passed: the server answers").wait_for()
    address = page.locator("[data-code]").get_attribute("data-code")
    assert re.match(r"http://\d+\.\d+\.\d+\.\d+:\d+/phone/", address)
    phone = chromium.new_context(viewport={"width": 375, "height": 667}).new_page()
    phone.goto(address)
    phone.get_by_text("This is the computer on which the server runs").wait_for()
    fit(phone)
