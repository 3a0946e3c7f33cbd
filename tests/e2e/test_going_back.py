"""Back, Forward and Reload after the answer of a form open pages: no browser asks to send the form
again, and what was typed is still there."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]
CLUB = "/en/desk/clubs/les-ardoises-de-clermont/"


@pytest.fixture
def desk(demo, chromium):
    """Return a page of a signed-in organiser, with the addresses of the forms that it sends."""
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{demo.url}/en/login/")
    page.locator("[name=login]").fill("demo@manche.example")
    page.locator("[name=password]").fill("manche-demo")
    page.locator("main .stack button").click()
    page.wait_for_url("**/desk/**")
    sent = []
    page.on(
        "request", lambda request: sent.append(request.url) if request.method == "POST" else None
    )
    return page, sent


def refused_players(page, url, matches):
    page.goto(f"{url}{CLUB}imports/")
    page.locator("#players_content").locator("xpath=ancestor::form").evaluate(
        "form => form.noValidate = true"
    )
    page.locator("#players_content").locator("xpath=ancestor::form").locator("button").click()
    return page.locator("#refusals")


def previewed_paste(page, url, matches):
    page.goto(f"{url}{CLUB}players/paste/")
    page.locator("[name=text]").fill("Zoé Nouvelle")
    page.get_by_role("button", name="Preview players").click()
    return page.get_by_role("button", name="Add", exact=False).first


def previewed_correction(page, url, matches):
    page.goto(f"{url}/en/desk/matches/{matches['neurotrio']}/rounds/1/")
    page.locator("[name=evidence][value=sheet]").check()
    page.locator("[name=score-0]").fill("9")
    page.get_by_role("button", name="Preview changes").click()
    return page.locator(".effects").first


@pytest.mark.parametrize(
    "send",
    [
        refused_players,
        *(
            pytest.param(form, marks=pytest.mark.long)
            for form in (previewed_paste, previewed_correction)
        ),
    ],
)
def test_back_forward_and_reload_send_no_form_again(demo, matches, desk, send):
    page, sent = desk
    shown = send(page, demo.url, matches)
    expect(shown).to_be_visible()
    forms = [address for address in sent if "/preview/" not in address]
    assert len(forms) == 1
    address = page.url
    page.reload()
    expect(shown).to_be_visible()
    page.go_back()
    expect(page.locator("main form").first).to_be_visible()
    assert "shown=" not in page.url
    page.go_forward()
    assert page.url == address
    expect(shown).to_be_visible()
    assert [address for address in sent if "/preview/" not in address] == forms
