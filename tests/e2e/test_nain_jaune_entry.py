"""A round of Nain Jaune tapped into the form, seen on the match page, replayed; all accessible."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from games import record
from tests.e2e.accessibility import violations

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

NAMES = ["Ada", "Bruno", "Chloé"]
HOUSE = {"deal": "simplified"}


@pytest.fixture
def page(chromium):
    page = chromium.new_context(viewport={"width": 320, "height": 800}).new_page()
    page.set_default_timeout(60_000)
    return page


def sign_in(page, url):
    page.goto(f"{url}/en/login/")
    page.get_by_label("E-mail").fill("alice@example.org")
    page.get_by_label("Password").fill("a-good-pass-phrase")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile("/en/desk/"))


def set_the_table(served):
    """Create a table by the API, with its first round, and return the id of the match.

    It has a club, players, a season and an evening of its own.
    """

    def post(path, **body):
        status, answer = served.call("POST", path, body, served.token)
        assert status == 201, answer
        return answer

    slug = post("clubs/", name="Les Ardoises")["slug"]
    players = [post(f"clubs/{slug}/players/", name=name)["id"] for name in NAMES]
    season = post(
        f"clubs/{slug}/seasons/", name="2026", starts_on="2026-09-01", games=["nain_jaune"]
    )
    evening = post(f"seasons/{season['id']}/sessions/", starts_at="2026-10-02T20:30:00+02:00")
    match = post(
        f"sessions/{evening['id']}/matches/", game="nain_jaune", options=HOUSE, players=players
    )
    played: dict[str, Any] = record.play(
        "nain_jaune", Random(2), NAMES, "transcript", options=HOUSE
    )
    post(f"matches/{match['id']}/rounds/", **played["rounds"][0])
    return match["id"]


def tap(page, hand, *cards):
    page.locator(f"[data-pick-hand='{hand}']").click()
    for card in cards:
        page.locator(f"[data-card='{card}']").click()


def took(page, box, name):
    page.locator(f"[name='taken-{box}']").select_option(label=name)


def check_accessible(page):
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_round_is_tapped_seen_and_replayed(page, shared):
    complaints = []
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    match = set_the_table(shared)
    sign_in(page, shared.url)
    page.goto(f"{shared.url}/en/desk/matches/{match}/rounds/2/")
    check_accessible(page)
    page.get_by_text("The cards left", exact=True).click()
    took(page, "QS", "Bruno")
    tap(page, 0, "QS", "4H")

    # the queen was left after all, so nobody took her box, until she is put back
    queen = page.locator("[name='taken-QS']")
    assert (queen.is_disabled(), queen.input_value()) == (True, "")
    expect(page.locator("[data-card='QS']")).to_be_disabled()
    page.get_by_role("button", name="Remove: queen of spades").click()
    assert (queen.is_disabled(), queen.input_value()) == (False, "1")
    tap(page, 0, "QS")

    tap(page, 1, "KD", "9C", "KS")
    tap(page, 3, "AC")
    assert page.locator("[data-pick-hand='3']").inner_text().endswith("1/1")
    expect(page.locator("[data-card='AS']")).to_be_disabled()  # no second card lies aside
    for box, name in (("7D", "Ada"), ("10D", "Bruno"), ("JC", "Ada")):
        took(page, box, name)
    page.locator(".preview").get_by_text("received from the others").wait_for()
    check_accessible(page)
    page.get_by_role("button", name="Save round").click()
    page.get_by_text("Round 2 is saved.").wait_for()
    expect(page.locator("#round-2 .board .box")).to_have_count(5)
    expect(page.locator("#round-2 .fan .card")).to_have_count(5)
    check_accessible(page)

    # the round that came move by move is replayed in place
    page.locator("#round-1").get_by_text("Replay move by move").click()
    page.get_by_label("Next move").click()
    page.locator("#round-1 .status-line").get_by_text("1/").wait_for()
    check_accessible(page)
    assert complaints == []


@pytest.mark.long
def test_the_form_works_without_script(chromium, shared):
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.set_default_timeout(60_000)
    match = set_the_table(shared)
    sign_in(page, shared.url)
    page.goto(f"{shared.url}/en/desk/matches/{match}/rounds/2/")
    page.get_by_text("The cards left", exact=True).click()
    page.get_by_label("Ada cards left").fill("qs 4h")
    page.get_by_label("Bruno cards left").fill("KD, 9C, KS")
    page.get_by_label("Set aside").fill("AC")
    for box, name in (("7D", "Ada"), ("10D", "Bruno"), ("JC", "Ada")):
        took(page, box, name)
    page.get_by_role("button", name="Save round").click()
    page.get_by_text("Round 2 is saved.").wait_for()
