"""The address of one's own calendar on the page of the account."""

import re

import pytest

from league.operations.calendars import addresses
from league.operations.privacy import account_erasing
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
PAGE, FORM = "/en/account/", "/en/account/calendar/"


def address_on_page(client):
    (address,) = re.findall(r'<input id="link" readonly value="([^"]+)"', client.get(PAGE).text)
    return address


def test_a_person_makes_renews_and_removes_the_address(client):
    sign_in(client, make.user())
    assert "Create address" in client.get(PAGE).text
    assert client.post(FORM, {"do": "renew"}).url == PAGE
    first = address_on_page(client)
    assert first.startswith("http://testserver/en/calendars/")
    client.post(FORM, {"do": "renew"})
    second = address_on_page(client)
    client.logout()
    assert [client.get(address).status_code for address in (first, second)] == [404, 200]
    sign_in(client, make.user())
    client.post(FORM, {"do": "remove"})
    assert "Create address" in client.get(PAGE).text
    assert client.get(second).status_code == 404


def test_an_address_ends_with_its_account(client):
    user = make.user()
    secret = addresses.secret_of(addresses.renew(user))
    account_erasing.delete(user, email=user.email)
    assert client.get(f"/en/calendars/{secret}/evenings.ics").status_code == 404
