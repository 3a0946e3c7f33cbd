"""Phones and desk with the form of the same round, on a small phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.test_table import Evening

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(600)]

SMALL = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "locale": "en"}


def sit(browser, evening):
    page = browser.new_context(**SMALL).new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{evening.served.url}/en/t/{evening.code}/")
    page.get_by_role("link", name="Enter round").wait_for()
    return page


def sign_in(browser, served, **how):
    page = browser.new_context(**(how or SMALL)).new_page()
    page.goto(f"{served.url}/en/login/")
    page.get_by_label("E-mail").fill("alice@example.org")
    page.get_by_label("Password").fill("a-good-pass-phrase")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/desk/**")
    return page


def begin(page, number):
    page.get_by_role("link", name=f"Enter round {number}").tap()


def type_in(page, *scores):
    for seat, score in enumerate(scores):
        page.locator(f"[name=score-{seat}]").fill(str(score))


def save(page):
    page.get_by_role("button", name="Save round").tap()


def saved(page, number):
    page.get_by_text(f"Round {number} is saved.").wait_for()


def scores_of(evening):
    return [scores for _number, _version, scores in evening.rounds()]


def test_a_typed_round_meets_one_that_was_saved_first(shared, chromium):
    evening = Evening(shared)
    one, two, desk = sit(chromium, evening), sit(chromium, evening), sign_in(chromium, shared)
    for phone in (one, two):
        begin(phone, 1)
        type_in(phone, 12, 3, 4)
    save(one)
    saved(one, 1)
    heading = two.locator("#enter h1")
    two.locator(".enter-next a", has_text="Enter round 2").wait_for(
        state="attached"
    )  # the news have come
    expect(heading).to_have_text("Round 1 · Table 1")
    save(two)
    saved(two, 1)
    assert scores_of(evening) == [[12, 3, 4]]

    # another score: both side by side
    for phone in (one, two):
        begin(phone, 2)
    type_in(one, 11, 3, 4)
    type_in(two, 10, 3, 4)
    save(one)
    saved(one, 2)
    two.locator(".enter-next a", has_text="Enter round 3").wait_for(state="attached")
    expect(heading).to_have_text("Round 2 · Table 1")
    save(two)
    two.locator(".unsent-title", has_text="Round 2 was entered twice").wait_for()
    two.get_by_role("link", name="Keep theirs").tap()
    two.get_by_role("link", name="Enter round 3").wait_for()

    # who leaves the form and begins the next round has an empty one
    begin(two, 3)
    type_in(two, 9, 9, 9)
    two.locator("#enter .over a").tap()
    evening.enter(5, 4, 3)
    begin(two, 4)
    expect(heading).to_have_text("Round 4 · Table 1")
    expect(two.locator("[name=score-0]")).to_have_value("")

    # the same as the next round, by a phone, and by the phone that was away
    type_in(two, 5, 4, 3)
    save(two)
    two.get_by_text(
        re.compile("Is this the round that Alice entered at [0-9]{2}:[0-9]{2}[?]")
    ).wait_for()
    two.get_by_role("link", name="Same round: keep one").tap()
    two.get_by_role("link", name="Enter round 4").wait_for()
    expect(two.locator(".unsent")).to_be_hidden()
    assert len(evening.rounds()) == 3
    two.context.set_offline(True)
    begin(two, 4)
    type_in(two, 5, 4, 3)
    save(two)
    two.locator(".unsent-title", has_text="1 round not sent yet").wait_for()
    two.context.set_offline(False)
    two.locator(".unsent", has_text="Is this the round that Alice entered").wait_for()
    two.get_by_role("button", name="Both were played: save round 4").tap()
    saved(two, 4)
    expect(two.locator(".unsent")).to_be_hidden()
    assert scores_of(evening)[2:] == [[5, 4, 3]] * 2

    # and at the desk
    desk.goto(f"{shared.url}/en/desk/matches/{evening.match}/rounds/5/")
    type_in(desk, 5, 4, 3)
    save(desk)
    desk.get_by_text("from a phone at the table?").wait_for()
    desk.get_by_role("button", name="Both were played: save round 5").tap()
    saved(desk, 5)

    # a correction stays one, whatever is wrong with it
    begin_to_mend = one.get_by_role("link", name="Correct round 5")
    begin_to_mend.tap()
    one.locator("[name=score-2]").fill("3x")
    one.get_by_role("button", name="Save correction").tap()
    one.locator(".refusal").first.wait_for()
    expect(one.get_by_role("heading", name="Correct round 5")).to_be_visible()
    one.locator("[name=score-2]").fill("2")
    one.get_by_role("button", name="Save correction").tap()
    saved(one, 5)
    assert evening.rounds()[-1] == (5, 2, [5, 4, 2])

    # what a click could not send beside the page goes the usual way, with all that it said
    _status, match = shared.call("GET", f"matches/{evening.match}/", token=evening.token)
    desk.goto(f"{shared.url}/en/desk/sessions/{match['session']}/")
    desk.route(
        "**/*",
        lambda route: (
            route.abort() if route.request.resource_type == "fetch" else route.continue_()
        ),
    )
    desk.locator("#find").fill("Zoé")
    desk.get_by_role("button", name="New player", exact=True).click()
    expect(desk.locator("#people")).to_contain_text("Zoé")
