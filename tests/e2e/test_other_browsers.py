"""The main walks in Firefox and WebKit: a visitor reads, a phone enters a round, a member signs
in and corrects it."""

import pytest

from tests import services
from tests.e2e import other_browsers, pages

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # Selenium
]


@pytest.fixture(params=["Firefox", pytest.param("WebKit", marks=pytest.mark.long)])
def walker(request, demo, tmp_path):
    if not services.availability()[request.param]:
        pytest.skip(f"no {request.param}")
    start = {"Firefox": other_browsers.firefox, "WebKit": other_browsers.webkit}[request.param]
    with start(demo.url, tmp_path) as walker:
        yield walker


def test_main_walks(walker, demo):
    visit_as_a_stranger(walker)
    table = pages.table_with_code(demo)
    number = enter_a_round_on_a_phone(walker, table["code"])
    sign_in_and_correct(walker, table["at_table"], number)


def visit_as_a_stranger(walker):
    walker.resize(1280, 800)
    walker.go("/en/")
    walker.click("main a[href*='/seasons/']")
    assert walker.read(".standings tbody tr")
    assert walker.script("return document.fonts.check('16px Figtree')")
    walker.press(".standings tbody a[href*='players/']", "players/")
    assert walker.read("h1")
    walker.press("nav.top-nav a[hreflang='de']", "/de/")
    assert walker.script("return document.documentElement.lang") == "de"


def enter_a_round_on_a_phone(walker, code):
    """Enter a round, and return its number."""
    walker.resize(400, 800)
    walker.go("/en/t/")
    walker.fill("[name=code]", code)
    walker.click("main form button")
    walker.click("a[href='#enter']")
    number = int(walker.script("return document.querySelector('[name=number]').value"))
    for seat, score in enumerate(("9", "5", "3")):
        walker.fill(f"[name=score-{seat}]", score)
    walker.click("form .actions button")
    walker.find(f"[data-number='{number + 1}']")
    assert walker.fits()
    return number


def sign_in_and_correct(walker, match, number):
    walker.resize(1280, 800)
    walker.go("/en/login/")
    walker.fill("[name=login]", "demo@manche.example")
    walker.fill("[name=password]", "manche-demo")
    walker.click("main .stack button")
    walker.find("main a[href*='/desk/clubs/']")
    walker.go(f"/en/desk/matches/{match}/rounds/{number}/")
    walker.fill("[name=score-1]", "17")
    walker.click("main form .actions button")
    assert "17" in walker.read(".refusals")
    walker.fill("[name=score-1]", "6")
    walker.click("main form .actions button")
    assert walker.read("[role=status]")
