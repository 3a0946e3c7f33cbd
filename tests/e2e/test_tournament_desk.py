"""From a new tournament to its first sitting in play, by keyboard alone: who is here, the draw, an
exchange that is weighed before it is made, publishing, the clock."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations
from tests.e2e.test_evening import sign_in

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

# Collects what is marked as changed though it holds a whole list. Findings come and go as a list,
# so they are marked as one when a reader's question falls between two changes.
MARKED = """
addEventListener("DOMContentLoaded", () => {
  window.marked = [];
  const look = ({ target }) =>
    target.matches(".moved:has(li):not(.findings)") &&
    window.marked.push(target.outerHTML.slice(0, 90));
  new MutationObserver((changes) => changes.forEach(look))
    .observe(document.body, { subtree: true, attributeFilter: ["class"] });
});
"""
NAMES = ["Ada", "Bruno 🎲", "Chloé", "<b>Dov</b>", "Eva", "Finn", "Gil", "Hana", "Iris", "Jules"]


def tab_to(page, place, most=90):
    """Tab forwards until the place has the focus."""
    place.wait_for()
    for _ in range(most):
        if place.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"not reached by keyboard: {place}")


def look(page):
    assert violations(page) == []
    assert page.evaluate("marked") == [], "only what has changed is marked"


def press(page, place):
    tab_to(page, place)
    page.keyboard.press("Enter")


def make_tournament(page):
    press(page, page.get_by_role("link", name="New tournament"))
    tab_to(page, page.get_by_label("Name", exact=True))
    page.keyboard.type("Open de Riom")
    press(page, page.get_by_text("Tournament rounds, final, clock and table sizes"))
    for label, number in (
        ("Tournament rounds planned", "2"),
        ("Minutes per tournament round", "45"),
    ):
        tab_to(page, page.get_by_label(label))
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(number)
    for label, key in (("Smallest table", "3"), ("Largest table", "4")):
        tab_to(page, page.get_by_label(label))
        page.keyboard.type(key)
    press(page, page.get_by_role("button", name="Create tournament"))
    page.get_by_text("The tournament has been created.").wait_for()
    page.wait_for_load_state()


def check_in(page):
    """Type all names into the field, which has the focus.

    The club has no player yet: each name is asked, and the button of its question adds it.
    """
    for number, name in enumerate(NAMES, 1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.locator(".question .person-choices button").focus()
        page.keyboard.press("Enter")
        page.locator(".here li").nth(number - 1).wait_for()
        page.locator("#find:focus").wait_for()
        if number == 1:  # a list that was not there before is marked as one
            page.evaluate("marked.length = 0")


def exchange(page):
    """Exchange two players of different tables.

    The second is weighed as soon as the focus rests on it.
    """
    first = page.locator("#table-1 [data-pick]").first
    other = page.locator("#table-2 [data-pick]").nth(1)
    one_name, other_name = first.inner_text(), other.inner_text()
    ids = [seat.get_attribute("id") for seat in (first, other)]
    press(page, first)
    page.get_by_text("Who swaps seats with").wait_for()
    tab_to(page, page.locator(f"#{ids[1]}"))
    page.locator("#swap-now").wait_for()
    expect(page.locator("#table-1 [data-pick]").first).to_have_text(one_name)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.id === 'swap-now'")
    verdict = page.locator(".weight").inner_text()
    page.keyboard.press("Enter")
    page.get_by_text("have swapped seats.").wait_for()
    page.wait_for_function("id => document.activeElement?.id === id", arg=ids[0])
    assert ids[0] == page.locator("#table-2 [data-pick]").nth(1).get_attribute("id")
    assert ids[1] == page.locator("#table-1 [data-pick]").first.get_attribute("id")
    return one_name, other_name, verdict


def drag(page):
    """Drag one player onto another with a mouse, and leave without storing anything."""
    page.locator("#table-1 [data-pick]").nth(1).drag_to(page.locator("#table-3 [data-pick]").first)
    page.locator("#swap-now").wait_for()
    assert page.locator(".weight").inner_text()
    page.keyboard.press("Escape")
    page.locator("#swap-now").wait_for(state="detached")


def test_a_tournament_is_set_up_to_its_first_sitting_by_keyboard(shared, chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en")
    page = context.new_page()
    page.set_default_timeout(60_000)
    messages = []
    page.add_init_script(MARKED)
    page.on("console", lambda m: messages.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: messages.append(str(error)))
    sign_in(page, shared.url)
    page.get_by_label("Name").fill("Les Ardoises")
    page.get_by_role("button", name="Create club").click()
    make_tournament(page)
    check_in(page)
    look(page)

    press(page, page.get_by_role("button", name="Draw round 1"))
    page.get_by_role("heading", name="Tournament round 1 of 2").wait_for()
    expect(page.locator(".table-card")).to_have_count(3)
    exchange(page)
    expect(page.get_by_text("Seated by hand: no better seating")).to_be_visible()
    drag(page)
    look(page)

    page.reload()
    press(page, page.get_by_role("button", name="Check this draw"))
    press(page, page.get_by_role("button", name="Publish round 1"))
    page.get_by_text("the clock has not started").wait_for()
    press(page, page.get_by_role("button", name="Start clock"))
    clock = page.locator(".sitting-next time")
    clock.filter(has_text=re.compile(r"^4[45]:\d\d$")).wait_for()
    clock_text = clock.inner_text()
    context.set_offline(True)
    page.wait_for_function(
        "was => document.querySelector('.sitting-next time').innerText !== was", arg=clock_text
    )
    context.set_offline(False)
    expect(page.get_by_text("3 tables are still playing")).to_be_visible()
    expect(page.get_by_role("link", name="Enter round 1")).to_have_count(3)
    look(page)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    offline = [message for message in messages if "ERR_INTERNET_DISCONNECTED" not in message]
    assert offline == []
