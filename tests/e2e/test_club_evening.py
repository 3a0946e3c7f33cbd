"""A whole evening of a club: the desk, two phones, the screen of the room, a reader at home, each
in a browser of its own, with a phone that loses the network, a correction and an undo."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import ADD_ALICE, server_layout
from tests.e2e.test_evening import sign_in
from tests.e2e.waiting import until_kept

pytestmark = [pytest.mark.e2e, pytest.mark.services, pytest.mark.timeout(600)]

NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn", "Gil", "Hana"]
ROUNDS = [(22, 5, 0, 3), (16, 8, 11, 0), (12, 11, 3, 2)]


class Browser:
    """One device, which remembers what its console complained about."""

    def __init__(self, chromium, width, height, **options):
        self.context = chromium.new_context(
            viewport={"width": width, "height": height}, locale="en", **options
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.complaints = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console", lambda m: self.complaints.append(m.text) if m.type == "error" else None
        )


def open_evening(page):
    """Create a club, a season and an evening with two tables of four.

    Eight people walk in.
    """
    page.get_by_label("Name").fill("Les Ardoises")
    page.get_by_role("button", name="Create club").click()
    page.locator("summary", has_text="Create a season").click()
    page.locator("section", has_text="Start with a season").get_by_label("Name").fill("Autumn")
    page.get_by_role("button", name="Create season").click()
    page.get_by_role("button", name="Start an evening now").click()
    for number, name in enumerate(NAMES, 1):
        page.locator("#find").fill(name)
        page.get_by_role("button", name="New player").click()
        page.locator(".here li").nth(number - 1).wait_for()
    page.get_by_role("link", name="Seat 8 players").click()
    page.locator("#confirm").click()
    page.get_by_text("All players are seated.").wait_for()
    expect(page.locator(".tables-now > li")).to_have_count(2)


def codes(page):
    page.get_by_role("link", name="Codes for phones").click()
    page.get_by_role("button", name="Create codes for 2 tables").click()
    page.locator(".code-of").nth(1).wait_for()
    return page.locator(".code-of").all_inner_texts()


def sit_down(phone, url, code):
    phone.page.goto(f"{url}/t/")
    phone.page.get_by_label("Table code").fill(code)
    phone.page.get_by_role("button", name="Open table").click()
    phone.page.get_by_role("heading", name="Neurotrio").wait_for()
    until_kept(phone.page)


def enter(phone, number):
    phone.page.get_by_role("link", name=f"Enter round {number}").click()
    for seat, score in enumerate(ROUNDS[number - 1]):
        phone.page.locator(f"[name=score-{seat}]").fill(str(score))
    phone.page.get_by_role("button", name="Save round").click()


@pytest.mark.long
def test_an_evening_with_desk_phones_and_screen(tmp_path, chromium):
    with server_layout(tmp_path, ADD_ALICE, in_peace=True) as served:
        desk = Browser(chromium, 1280, 900)
        sign_in(desk.page, served.url)
        open_evening(desk.page)
        evening = desk.page.url
        first, second = (Browser(chromium, 320, 640, has_touch=True) for _ in range(2))
        for phone, code in zip((first, second), codes(desk.page), strict=True):
            sit_down(phone, served.url, code)
        desk.page.goto(evening)
        number = re.search(r"sessions/(\d+)/", evening).group(1)
        screen = Browser(chromium, 1920, 1080)
        screen.page.goto(f"{served.url}/en/screens/sessions/{number}/")
        home = Browser(chromium, 390, 800)
        home.page.goto(f"{served.url}/en/seasons/1/")
        home.page.get_by_text("No match of this season is finished yet.").wait_for()

        # rounds come from two tables at once; one of them loses the network and goes on
        enter(first, 1)
        first.page.get_by_text("Round 1 is saved.").wait_for()
        enter(second, 1)
        second.page.get_by_text("Round 1 is saved.").wait_for()
        second.context.set_offline(True)
        for number in (2, 3):
            enter(second, number)
        second.page.locator(".unsent-title", has_text="2 rounds not sent yet").wait_for()
        for number in (2, 3):
            enter(first, number)
            first.page.get_by_text(f"Round {number} is saved.").wait_for()
        desk.page.get_by_role("link", name="Enter round 2 of table 2").wait_for()
        screen.page.get_by_text("won").first.wait_for(state="attached")
        home.page.locator(".standings tbody tr").nth(3).wait_for()
        second.context.set_offline(False)
        second.page.locator(".unsent").wait_for(state="hidden")
        home.page.locator(".standings tbody tr").nth(7).wait_for()
        desk.page.locator(".done li").nth(1).wait_for()

        # a correction is looked at first, then made; both tables of standings follow
        desk.page.get_by_role("link", name="Table 1", exact=True).click()
        desk.page.locator("#round-3").get_by_role("link", name="Correct").click()
        desk.page.locator("[name=score-1]").fill("0")
        desk.page.locator("[name=score-2]").fill("11")
        desk.page.get_by_role("button", name="Preview changes").click()
        desk.page.get_by_text("Nothing is saved yet.").wait_for()
        assert desk.page.locator(".effects .move.up").count() >= 1
        before = home.page.locator(".standings tbody").inner_text()
        desk.page.get_by_role("button", name="Save correction").click()
        desk.page.get_by_text("Correction of round 3 is saved.").wait_for()
        home.page.wait_for_function(
            "old => document.querySelector('.standings tbody').innerText !== old", arg=before
        )

        # and taken back with one click: a correction back to what was there
        corrected = home.page.locator(".standings tbody").inner_text()
        desk.page.goto(evening)
        desk.page.locator(".log li").first.get_by_role("button", name=re.compile("^Undo")).click()
        desk.page.get_by_text("Action undone.").wait_for()
        back = re.compile(r"corrected: \S+ 12, \S+ 11, \S+ 3, \S+ 2")
        desk.page.locator(".log li").first.filter(has_text=back).wait_for()
        home.page.wait_for_function(
            "old => document.querySelector('.standings tbody').innerText !== old", arg=corrected
        )
        desk.page.get_by_role("link", name="Close evening").click()
        desk.page.get_by_role("button", name="Close evening").click()
        desk.page.get_by_text("Evening closed at").wait_for()

        second.complaints[:] = [
            c for c in second.complaints if "ERR_INTERNET_DISCONNECTED" not in c
        ]
        for device in (desk, first, second, screen, home):
            assert device.complaints == []
    assert served.process.returncode == 0, "all its processes end soon after Ctrl-C"
