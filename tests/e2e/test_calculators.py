"""The calculators under a thumb: tapping, sharing the address, and without a script."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]
RESULTS = ".outcome .points b, .formula b, .bank-move"
BRIDGE = "0 1 220\n0 0 222\n1 0 232\n1 1 250\n2 1 245\n3 1 455\n4 1 445\n4 0 444"


def test_all_four_calculators_are_tapped_and_their_addresses_shared(chromium, shared):
    context = chromium.new_context(viewport={"width": 320, "height": 700}, has_touch=True)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type in {"error", "warning"} else None)
    start = f"{shared.url}/en/calculators/"
    for tap in (neurotrio, triominos, njet, nain_jaune):
        page.goto(start)
        tap(page)
        there = chromium.new_context(java_script_enabled=False).new_page()
        there.goto(page.url)
        shown = there.locator(".outcome .points b, .formula b, .bank-move").all_inner_texts()
        assert shown == page.locator(".outcome .points b, .formula b, .bank-move").all_inner_texts()
        there.context.close()
    assert errors == []
    assert context.cookies() == []
    without_script(chromium, start)


def neurotrio(page):
    page.get_by_role("link", name="Best grouping").tap()
    page.locator(".pick").first.wait_for()  # below, a tap may go to what is covered
    for code in ["1CN", "1CV", "1CB", "1CN", "1CN"]:  # the third 1CN is not there
        page.locator(f'.pick[data-card="{code}"]').tap(force=True)
    expect(page.locator("#hand")).to_have_value("1♥D 1♥G 1♥B 1♥D")
    page.locator("#hand").fill("1CN 1CV 1CB 9XX")
    expect(page.locator("#about-hand")).to_contain_text("“9XX”")
    page.get_by_label("Remove: 9XX").tap()
    expect(page.locator("#about-hand")).to_be_empty()
    expect(page.locator(".outcome .points")).to_have_text("2 points")
    expect(page.locator(".running-total")).to_contain_text("2 points")


def triominos(page):
    page.get_by_role("link", name="Every place for a tile").tap()
    page.locator('.pick-tile[value="555"]').tap()
    page.get_by_role("link", name="Place for 5-5-5: 25").tap()
    expect(page.locator(".outcome .points b")).to_have_text("25")
    page.get_by_role("link", name="Lay 5-5-5 here").tap()
    expect(page.get_by_role("link", name="Remove 5-5-5")).to_be_visible()
    expect(page.locator('.pick-tile[value="555"]')).to_be_hidden()
    page.locator(".as-text summary").tap()
    page.locator("#board").fill(BRIDGE)
    page.locator("#tile").fill("344")
    # in one step: an answer to the typed board may replace the link and take the focus from it
    page.get_by_role("link", name="Place for 3-4-4: 51 bridge").press("Enter")
    expect(page.locator(".outcome .points b")).to_have_text("51")
    expect(page.locator(".chosen")).to_have_count(1)
    assert page.evaluate("document.activeElement.querySelector('.chosen') !== null")


def njet(page):
    page.get_by_role("link", name="Points of a round").tap()
    page.get_by_label("3", exact=True).check()
    page.wait_for_url(re.compile("players=3"))
    page.get_by_label("plays alone").check()
    page.locator('[name=discard][value="1"]').check()
    page.locator('[name=value][value="2"]').check()
    for name, number in (("tricks_0", "5"), ("ones_0", "9"), ("ones_1", "3")):
        page.locator(f"#{name}").fill(number)
    expect(page.locator("#about-ones")).to_contain_text("12")
    page.locator("#ones_0").fill("4")
    expect(page.locator(".formula").first).to_have_text("2 × (5 + 4) × 2 = 36")
    expect(page.locator("#about-ones")).to_be_empty()


def nain_jaune(page):
    page.get_by_role("link", name="Settlement of a round").tap()
    for seat, codes in enumerate(("QS 4H", "KD 9C KS")):
        page.locator(f'[data-pick-hand="{seat}"]').tap()
        for code in codes.split():
            page.locator(f'.pick[data-card="{code}"]').tap()
    for box, taker in (("7D", "0"), ("10D", "1"), ("JC", "0")):
        page.locator(f"#taken-{box}").select_option(taker)
    expect(page.locator("#taken-QS")).to_be_disabled()
    expect(page.locator(".pays li").first).to_contain_text("Player A")
    expect(page.locator(".bank-move").last).to_have_text("Chips 50 → 59")


def without_script(chromium, start):
    """Check that every control is a plain form or link."""
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(start + "triominos/")
    page.locator("#board").fill(BRIDGE)
    page.locator("#tile").fill("344")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Place for 3-4-4: 51 bridge").click()
    page.get_by_role("link", name="Lay this tile").click()
    expect(page.get_by_role("link", name="Remove 3-4-4")).to_be_visible()
    page.goto(start + "neurotrio/")
    page.locator("#hand").fill("1CN 1CV 1CB")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator(".outcome .points")).to_have_text("2 points")
    page.context.close()
