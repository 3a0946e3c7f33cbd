"""Takes the pictures of the README from a freshly loaded demo: python -m docs.pictures.take URL

Needs a running demo (make run), set by python -m docs.pictures.stage, and Chromium.
"""

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.services import CHROMIUM

HERE = Path(__file__).parent
EVENING = 12  # the one that stage.py opens
GAMES = ("Neurotrio", "Triominos", "Njet!", "Nain Jaune")


def main(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        wide = browser.new_context(viewport={"width": 1180, "height": 900}, locale="en")
        page = wide.new_page()
        page.goto(f"{url}/en/seasons/1/")
        page.screenshot(path=HERE / "season.png")
        page.goto(f"{url}/en/tournaments/1/")
        page.screenshot(path=HERE / "tournament.png")
        games = last_evening(page, url)
        for game in GAMES:
            page.goto(games[game])
            name = game.lower().replace(" ", "_").replace("!", "")
            page.locator("#round-1 > details").first.evaluate("told => told.open = true")
            page.locator("#round-1").screenshot(path=HERE / f"{name}.png")
        sign_in(page, url)
        page.goto(f"{url}/en/desk/sessions/{EVENING}/")
        page.wait_for_timeout(600)
        page.screenshot(path=HERE / "evening.png")
        phone = browser.new_context(
            viewport={"width": 390, "height": 780}, device_scale_factor=2, locale="en"
        )
        enter_cards(phone.new_page(), url, games["running"])
        browser.close()


def last_evening(page: Page, url: str) -> dict[str, str]:
    """Return the addresses of a match of each game, and of the one that is still running."""
    page.goto(f"{url}/en/sessions/10/")
    addresses = {}
    for card in reversed(page.locator("a[href*='/matches/']").all()):
        text, address = card.inner_text(), f"{url}{card.get_attribute('href')}"
        name = next((game for game in GAMES if game in text), "")
        addresses["running" if name in addresses else name] = address
    return addresses


def sign_in(page: Page, url: str) -> None:
    page.goto(f"{url}/en/login/")
    page.locator("[name=login]").fill("demo@manche.example")
    page.locator("[name=password]").fill("manche-demo")
    page.locator("main .stack button").click()
    page.wait_for_url("**/desk/")


def enter_cards(page: Page, url: str, match: str) -> None:
    sign_in(page, url)
    page.goto(f"{match.replace('/en/', '/en/desk/')}rounds/3/")
    page.get_by_text("The cards", exact=True).click()
    for card in ("1CN", "1CV", "1CB", "2EB", "2EB", "3RN", "1RV"):
        page.locator(f"[data-card='{card}']").click()
    page.locator(".picker").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.picker').scrollIntoView()")
    page.wait_for_timeout(600)
    page.screenshot(path=HERE / "entry.png")


if __name__ == "__main__":
    main(sys.argv[1])
