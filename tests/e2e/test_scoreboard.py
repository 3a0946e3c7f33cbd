"""The scoreboard of the documentation: a page of another origin that follows a club."""

from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.e2e.test_live import Evening

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]
PAGE = Path(settings.BASE_DIR, "docs/examples/scoreboard.html")


def test_scoreboard_shows_results_as_they_come(chromium, shared):
    evening = Evening(shared)
    complaints = []
    page = chromium.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.set_default_timeout(60_000)
    page.on("console", lambda m: complaints.extend([m.text] if m.type == "error" else []))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    parts = {"server": shared.url, "club": evening.club, "season": evening.season}
    place = "&".join(f"{name}={value}" for name, value in {**parts, "token": shared.token}.items())
    page.goto(f"{PAGE.as_uri()}#{place}")
    expect(page.locator("h1")).to_have_text("S")
    expect(page.get_by_role("row")).to_have_count(0)
    for _round in range(3):
        evening.play(22, 5, 6)
    expect(page.get_by_role("row")).to_have_count(3, timeout=60_000)
    expect(page.get_by_role("row").first).to_contain_text("Ada")
    assert complaints == []


def test_scoreboard_says_why_it_cannot_read(chromium, shared):
    page = chromium.new_context().new_page()
    page.goto(f"{PAGE.as_uri()}#server={shared.url}&club=nowhere&season=1&token=wrong")
    expect(page.get_by_role("status")).to_have_text("This token is unknown, expired or revoked.")


def test_scoreboard_is_short():
    assert len(PAGE.read_text().splitlines()) <= 60
