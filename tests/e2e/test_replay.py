"""A transcript in the browser: with keys, by itself, and without any script."""

import re

import pytest

from tests.e2e.pages import showcase

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def transcript(demo):
    return f"{demo.url}/en/matches/{showcase(demo)['njet']}/"


def test_moves_are_shown_in_place_with_mouse_and_keys(transcript, chromium):
    page = chromium.new_context().new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(transcript)
    address = page.url
    replay = page.locator("[data-replay]").first
    replay.get_by_role("link", name="Replay move by move").click()
    move_text = replay.locator(".status-line")
    move_text.get_by_text(re.compile(r"^0/")).wait_for()
    replay.get_by_label("Next move").click()
    move_text.get_by_text(re.compile(r"^1/")).wait_for()
    page.keyboard.press("ArrowRight")
    move_text.get_by_text(re.compile(r"^2/")).wait_for()
    page.keyboard.press("ArrowLeft")
    move_text.get_by_text(re.compile(r"^1/")).wait_for()
    replay.get_by_label("Last move").click()
    last = replay.locator(".steps").get_attribute("data-last")
    move_text.get_by_text(f"{last}/{last}").wait_for()
    replay.get_by_role("button", name="Play").click()
    move_text.get_by_text(re.compile(r"^1/")).wait_for()  # from the beginning, by itself
    replay.get_by_role("button", name="Play").click()
    assert page.url == address
    assert errors == []


@pytest.mark.long
def test_without_script_every_move_has_an_address(transcript, chromium):
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(transcript)
    page.get_by_role("link", name="Replay move by move").first.click()
    assert page.locator(".status-line").inner_text().startswith("0/")
    page.get_by_label("Next move").click()
    assert page.locator(".status-line").inner_text().startswith("1/")
    assert page.url.endswith("?step=1")
