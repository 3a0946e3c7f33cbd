"""All results of a round of a tournament are typed into one grid, by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]
MADE = (
    "from league.models import User; from tests import make; "
    "by = User.objects.get(email__startswith='demo'); "
    "made = make.published(make.tournament(make.club(by, 'Grille'), here=12, least=4)); "
    "print(made.pk, *(each.match_id for each in made.tables.order_by('number')))"
)


def test_a_round_of_three_tables_is_entered_by_keyboard_alone(demo, chromium):
    sitting, one, two, three = demo.manage("shell", "-v0", "-c", MADE).split()[-4:]
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{demo.url}/en/login/")
    page.locator("[name=login]").fill("demo@manche.example")
    page.locator("[name=password]").fill("manche-demo")
    page.locator("main .stack button").click()
    page.wait_for_url("**/desk/**")
    page.goto(f"{demo.url}/en/desk/sittings/{sitting}/results/")
    expect(page.locator(f"#m{one}-score-0")).to_be_focused()
    for scores in ([16, 3, 3, 2], [17, 3, 3, 2], [16, 4, 3, 2]):
        for score in scores:
            page.keyboard.type(str(score))
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")  # past "Who finished?"
    expect(page.locator(f"#m{one} .saved")).to_have_text("Round 1 is saved.")
    expect(page.locator(f"#m{three} .saved")).to_have_text("Round 1 is saved.")
    refused = page.locator(f"#m{two}")
    expect(refused.locator(".field .refusal")).to_contain_text("17")
    assert page.locator(f"#m{two}-score-0").input_value() == "17"
    assert violations(page) == []

    # a phone enters another round of table 1: its row follows, and what was refused stays
    code = (
        "from league.operations.matches import submissions; from tests import make; "
        f"submissions.submit({one}, make.sheet(2, 3, 3, 16), by=None)"
    )
    demo.manage("shell", "-v0", "-c", code)
    expect(page.locator(f"#m{one} .row-table")).to_contain_text(re.compile("Round 3|finished"))
    expect(refused.locator(".field .refusal")).to_contain_text("17")
    page.locator(f"#m{two}-score-0").fill("16")
    page.locator(f"#m{two} button").click()
    expect(refused.locator(".saved")).to_have_text("Round 1 is saved.")
    for width, height in ((375, 667), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
