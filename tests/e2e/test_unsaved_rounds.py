"""Rounds that a phone could not save: refused ones stay in their form, unsent ones in the queue."""

import pytest
from playwright.sync_api import expect

from tests.cable import cable
from tests.e2e.test_table import Evening, fill, open_table, unsent

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

SMALL = {"width": 320, "height": 568}
FULL = """
() => { let text = "x".repeat(1 << 20);
  for (; text; text = text.slice(text.length / 2 + 1))
    try {
      for (let n = 0; n < 50; n++) localStorage.setItem(`${text.length}.${n}`, text);
    } catch {} }
"""


def state(page):
    return page.locator(".unsent").inner_text()


def test_refused_round_is_a_draft_until_anyone_saves_its_number(shared, chromium):
    evening = Evening(shared)
    evening.enter(16, 4, 0)
    evening.enter(10, 5, 0)
    page, other = open_table(chromium, evening), open_table(chromium, evening)
    page.set_viewport_size(SMALL)
    page.get_by_role("link", name="Enter round 3").tap()
    box = page.locator("#score-0").bounding_box()
    assert page.evaluate("scrollY") == 0
    assert box["y"] + box["height"] < 480

    for seat, score in enumerate(("16", "4", "0x")):
        page.locator(f"#score-{seat}").press_sequentially(score)
        if seat < 2:
            page.keyboard.press("Enter")
            expect(page.locator(f"#score-{seat + 1}")).to_be_focused()
    page.keyboard.press("Enter")  # of the last field saves
    page.locator(".refusals .refusal").wait_for()
    expect(page.locator("#score-2")).to_be_focused()
    assert page.url.endswith("#enter")
    shown = page.locator("#enter").inner_text()
    assert shown.count("whole number") == 2, "in the summary and beside the field"

    page.go_back()
    page.get_by_text("Round 3 is not saved").wait_for()
    expect(page.locator(".with-unsent")).to_have_count(0)
    assert "sent" not in state(page)
    assert "16 · 4 · –" in state(page)
    page.reload()
    page.get_by_role("link", name="Correct round 3").tap()
    expect(page.locator("#enter h1")).to_have_text("Round 3 · Table 1")
    expect(page.locator("#score-0")).to_have_value("16")
    page.go_back()

    fill(other, 3, 16, 4, 0)
    other.get_by_text("Round 3 is saved.").wait_for()
    page.get_by_role("link", name="Enter round 4").wait_for()
    expect(page.locator(".unsent")).to_be_hidden()
    page.get_by_role("link", name="Enter round 4").tap()
    expect(page.locator("#enter h1")).to_have_text("Round 4 · Table 1")
    expect(page.locator("#score-0")).to_have_value("")
    assert page.wrong == other.wrong == []


def test_corrected_round_is_saved_under_its_number_and_back_shows_the_next(shared, chromium):
    evening = Evening(shared)
    page = open_table(chromium, evening)
    fill(page, 1, 16, 4, "x")
    page.locator(".refusals").wait_for()
    page.go_back()
    page.get_by_role("link", name="Correct round 1").tap()
    page.locator("#score-2").fill("0")
    page.get_by_role("button", name="Save round").tap()
    page.get_by_text("Round 1 is saved.").wait_for()
    page.go_back()
    page.get_by_role("link", name="Enter round 2").tap()
    expect(page.locator("#enter h1")).to_have_text("Round 2 · Table 1")
    expect(page.locator("#score-0")).to_have_value("")
    assert evening.rounds() == [(1, 1, [16, 4, 0])]
    page.go_back()

    page.get_by_role("link", name="Correct round 1").tap()  # that is saved
    page.locator("#score-2").fill("y")
    page.get_by_role("button", name="Save correction").tap()
    page.locator(".refusals").wait_for()
    page.reload()
    expect(page.locator("#score-2")).to_have_value("y")
    page.locator("#score-2").fill("1")
    page.get_by_role("button", name="Save correction").tap()
    page.get_by_text("Correction of round 1 is saved.").wait_for()
    assert evening.rounds() == [(1, 2, [16, 4, 1])]
    assert page.wrong == []


def test_half_entered_round_survives_a_reload(shared, chromium):
    page = open_table(chromium, Evening(shared))
    page.get_by_role("link", name="Enter round 1").tap()
    page.get_by_text("The cards", exact=True).tap()
    for card in ("1CN", "2EB", "3RB"):
        page.locator(f".pick[data-card='{card}']").tap()
    page.reload()
    expect(page.locator("[name=hand-0]")).to_have_value("1♥D 2★B 3✿B")
    expect(page.locator(".hand-now .put")).to_have_count(3)
    page.get_by_text("The scores", exact=True).tap()
    page.locator("#score-0").fill("12")
    page.get_by_role("group", name="Who finished?").get_by_text("Ada").tap()
    page.goto(page.url.partition("#")[0])
    page.get_by_role("link", name="Continue round 1").tap()
    expect(page.locator("#score-0")).to_have_value("12")
    expect(page.locator("[name=finisher][value='0']")).to_be_checked()
    page.locator("#score-1").fill("5")
    page.locator("#score-2").fill("0")
    page.get_by_role("button", name="Save round").tap()
    page.get_by_text("Round 1 is saved.").wait_for()
    keys = "Object.keys(localStorage).filter((key) => key.startsWith('manche.draft'))"
    assert page.evaluate(keys) == []
    assert page.wrong == []


@pytest.mark.long
def test_rounds_behind_a_refused_one_wait_for_it(shared, chromium):
    evening = Evening(shared)
    with cable(shared.url) as wire:
        page = open_table(chromium, evening, url=wire.url)
        page.context.set_offline(True)
        wire.cut()
        fill(page, 1, 16, 4, "6x")
        unsent(page, "1 round not sent yet")
        fill(page, 2, 12, 0, 0)
        unsent(page, "2 rounds not sent yet")
        wire.mend()
        page.context.set_offline(False)
        page.get_by_text("Round 1 is not saved").wait_for()
        assert "waits for round 1" in state(page)
        expect(page.locator(".with-unsent")).to_have_count(0)
        assert evening.rounds() == []
        page.get_by_role("link", name="Correct round 1").tap()
        page.locator("#score-2").fill("0")
        page.get_by_role("button", name="Save round").tap()
        page.locator("[data-seat='0'] b", has_text="28").wait_for()
        expect(page.locator(".unsent")).to_be_hidden()
        assert evening.rounds() == [(1, 1, [16, 4, 0]), (2, 1, [12, 0, 0])]

        page.evaluate(FULL)  # then a refused round can only stay in the queue
        page.context.set_offline(True)
        wire.cut()
        fill(page, 3, 13, "1x", 0)
        unsent(page, "1 round not sent yet")
        wire.mend()
        page.context.set_offline(False)
        page.get_by_text("Round 3 is not saved").wait_for()
        page.get_by_role("button", name="Change round").tap()
        page.locator("#score-1").fill("1")
        expect(page.locator(".draft-lost")).to_be_hidden()
        page.get_by_role("button", name="Save round").tap()
        page.locator("[data-seat='0'] b", has_text="41").wait_for()
        expect(page.locator(".unsent")).to_be_hidden()
        assert page.wrong == []
