"""A passkey on a virtual authenticator, and codes of an app, by clicking."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import ADD_ALICE, product

pytestmark = [pytest.mark.e2e]
PASSWORD = "a-good-pass-phrase"
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with product(tmp_path_factory.mktemp("accounts"), ADD_ALICE) as served:
        yield served


def with_authenticator(page):
    """Give the page of a phone, which confirms each question by itself."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})


def by_name(served):
    """Return the address of the server by name, since a passkey belongs to a name."""
    return served.url.replace("127.0.0.1", "localhost")


def test_a_passkey_is_added_and_signs_in_without_a_password(chromium, served):
    page = chromium.new_context(viewport={"width": 375, "height": 667}).new_page()
    with_authenticator(page)
    page.goto(f"{by_name(served)}/en/login/?next=/en/account/")
    page.get_by_label("E-mail").fill("alice@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="Manage passkeys and codes").click()
    page.get_by_role("link", name="Add passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Add passkey")).to_be_visible()
    assert violations(page) == []
    expect(page.get_by_label("Sign in with it alone")).to_be_checked()
    page.get_by_role("button", name="Add passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Done").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{by_name(served)}/en/login/")
    assert violations(page) == []
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(re.compile("/en/desk/"))


def test_by_number_the_page_offers_no_passkey(chromium, served):
    page = chromium.new_page()
    page.goto(f"{served.url}/en/login/")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
