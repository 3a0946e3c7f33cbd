"""Signing in through an OpenID Connect provider, a real process that may lie."""

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import ADD_ALICE, ROOT, product
from tests.oidc_provider import CLIENT, SECRET

pytestmark = [pytest.mark.e2e, pytest.mark.long]


@pytest.fixture(scope="module")
def provider():
    """Yield the address of a provider."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tests.oidc_provider", str(port)]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def served(tmp_path_factory, provider):
    variables = {
        "OPENID_URL": provider,
        "OPENID_NAME": "Town Hall",
        "OPENID_CLIENT_ID": CLIENT,
        "OPENID_CLIENT_SECRET": SECRET,
    }
    with product(tmp_path_factory.mktemp("openid"), ADD_ALICE, **variables) as served:
        yield served


def sign_in(chromium, served, provider, **lies):
    """Press the button of the provider, which tells these lies, and return the page behind."""
    data = json.dumps(lies).encode()
    urllib.request.urlopen(urllib.request.Request(f"{provider}/lies", data=data)).close()
    page = chromium.new_context().new_page()
    page.goto(f"{served.url}/fr/login/")
    page.get_by_role("button", name="Town Hall").click()
    page.wait_for_load_state()
    return page


def test_a_confirmed_address_opens_its_account(chromium, served, provider):
    page = sign_in(chromium, served, provider)
    page.wait_for_url(re.compile("/desk/"))
    page.goto(f"{served.url}/en/account/services/")
    assert "Town Hall" in page.locator("main").inner_text()


@pytest.mark.parametrize(
    "lies",
    [{"iss": "http://127.0.0.1:1"}, {"nonce": "of another attempt"}, {"aud": "another"}],
    ids=["issuer", "nonce", "audience"],
)
def test_a_token_for_another_attempt_does_not_sign_in(chromium, served, provider, lies):
    page = sign_in(chromium, served, provider, **lies)
    assert "Signing in failed" in page.locator("h1").inner_text()
    page.goto(f"{served.url}/en/desk/")
    assert "/login/" in page.url


@pytest.mark.parametrize(
    "lies",
    [
        {"sub": "4712", "email_verified": False},
        {"sub": "4713", "email": "eve@example.org"},
    ],
    ids=["an address that is not confirmed", "a stranger"],
)
def test_others_need_an_invitation(chromium, served, provider, lies):
    page = sign_in(chromium, served, provider, **lies)
    assert "Invitation required" in page.locator("h1").inner_text()
    page.goto(f"{served.url}/en/desk/")
    assert "/login/" in page.url


def test_by_number_the_page_offers_no_passkey(chromium, served):
    """A passkey belongs to a name, and a browser refuses it for the number of a computer."""
    page = chromium.new_context().new_page()
    page.goto(f"{served.url}/en/login/")
    expect(page.get_by_role("button", name="Town Hall")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
