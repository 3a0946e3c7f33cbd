"""A club's first evening, played through the pages in a real browser, on one computer;
test_club_evening.py plays one on a server."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import ADD_ALICE, product

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(600)]

HAND_ADA = "1CN 1CN 1CV 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB"  # the Grail: 22
HAND_BRUNO = "2EB 2EB 2EV 3CN 3CN 3RN 3RN 2RV 2RV 3CB"


def sign_in(page, url):
    page.goto(f"{url}/en/login/")
    page.get_by_label("E-mail").fill("alice@example.org")
    page.get_by_label("Password").fill("a-good-pass-phrase")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile("/en/desk/"))


def set_the_scene(page):
    """Create a club, players, a season, an evening and a table, and open the page of the match."""
    page.get_by_label("Name").fill('L’Étoile "du soir" ♥')
    page.get_by_role("button", name="Create club").click()
    for name in ("Ada", "Bruno"):
        page.locator(".add-player").get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add player").click()
        page.get_by_text(f"{name} has been added.").wait_for()
    page.locator("summary", has_text="Create a season").click()
    page.locator("section", has_text="Start with a season").get_by_label("Name").fill("Autumn")
    page.get_by_role("button", name="Create season").click()
    page.get_by_label("Place").fill("Back room")
    page.get_by_role("button", name="Create evening").click()
    page.get_by_text("Create one table by hand").click()
    page.get_by_role("combobox", name="Seat 1", exact=True).fill("Ada")
    page.get_by_role("combobox", name="Seat 2", exact=True).fill("Bruno")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("link", name="Open public page").click()
    page.get_by_text("The match is still being played.").wait_for()


def tap_hand(page, seat, cards):
    page.locator(f"[data-pick-hand='{seat}']").click()
    for card in cards.split():
        page.locator(f"[data-card='{card}']").click()


def test_an_evening_from_signing_in_to_moving_standings(tmp_path, chromium):
    with product(tmp_path, ADD_ALICE) as served:
        context = chromium.new_context(viewport={"width": 390, "height": 800})
        page = context.new_page()
        page.set_default_timeout(60_000)
        complaints = []
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        sign_in(page, served.url)
        set_the_scene(page)
        match_url = page.url

        # the season page of somebody else, who will not reload it
        public = chromium.new_context().new_page()
        public.goto(re.sub(r"/matches/.*", "/seasons/1/", match_url))
        public.get_by_text("No match of this season is finished yet.").wait_for()

        # a score that cannot be is refused beside its field, and nothing is lost
        page.get_by_role("link", name="Enter round 1").click()
        page.locator("[name=score-0]").fill("17")
        page.locator("[name=score-1]").fill("4")
        page.get_by_role("button", name="Save round").click()
        expect(page.locator(".refusals")).to_be_visible()
        expect(page.locator(".scores .refusal, .refusals .refusal").first).to_contain_text("17")
        expect(page.locator("[name=score-1]")).to_have_value("4")
        complaints.clear()  # Chromium reports the 422 itself

        # round 1 by tapping cards: 22 points, the best grouping is shown before saving
        page.get_by_text("The cards", exact=True).click()
        page.locator(".finisher").get_by_text("Ada").click()
        tap_hand(page, 0, HAND_ADA)
        tap_hand(page, 1, HAND_BRUNO)
        page.locator(".preview .seat").first.get_by_text("22").wait_for()
        page.get_by_role("button", name="Save round").click()
        page.get_by_text("Round 1 is saved.").wait_for()
        expect(page.locator(".round svg.card")).to_have_count(21)

        # rounds 2 and 3 by score sheet end the match: 22 + 14 + 22
        for number, scores in ((2, ("14", "6")), (3, ("22", "5"))):
            page.get_by_role("link", name=f"Enter round {number}").click()
            page.locator("[name=score-0]").fill(scores[0])
            page.locator("[name=score-1]").fill(scores[1])
            page.get_by_role("button", name="Save round").click()
            page.get_by_text(f"Round {number} is saved.").wait_for()
        page.get_by_role("link", name="Open public page").click()
        page.get_by_text("The match is over.").wait_for()
        expect(page.get_by_role("link", name="Enter round")).to_have_count(0)

        # the other reader's table moved by itself
        row = public.locator(".standings tbody tr").first
        row.wait_for(timeout=60_000)
        expect(row).to_contain_text("Ada")
        expect(row).to_contain_text("60")

        # a correction is kept beside the old version
        page.locator("#round-2").get_by_role("link", name="Correct").click()
        page.locator("[name=score-1]").fill("7")
        page.get_by_label("Reason for the correction").fill("misread <b>7</b>")
        page.get_by_role("button", name="Save correction").click()
        page.get_by_text("corrected, version 2: misread <b>7</b>").wait_for()
        assert complaints == []


def test_the_desk_works_without_script(tmp_path, chromium):
    with product(tmp_path, ADD_ALICE) as served:
        page = chromium.new_context(java_script_enabled=False).new_page()
        sign_in(page, served.url)
        set_the_scene(page)
        page.get_by_role("link", name="Enter round 1").click()
        page.get_by_text("The cards", exact=True).click()
        page.locator(".finisher").get_by_text("Ada").click()
        page.get_by_label("Ada 10 cards").fill(HAND_ADA.lower())
        page.get_by_label("Bruno 10 cards").fill(HAND_BRUNO)
        page.get_by_role("button", name="Save round").click()
        page.get_by_text("Round 1 is saved.").wait_for()
