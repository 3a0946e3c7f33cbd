"""The address for phones: found, tested by the server, and noticed when a phone arrives."""

import re
import socket

import pytest
from django.core.cache import cache
from django.test import Client

from league.operations.support import own_addresses
from league.operations.support.own_addresses import Reach
from tests import make

pytestmark = pytest.mark.django_db
LOCAL = {"host": "localhost:8000"}
PHONE = "203.0.113.7"


@pytest.fixture
def club(alice):
    cache.clear()  # it outlives a test, and clubs of all tests have the same number
    return make.club()


def path(club, end=""):
    return f"/en/desk/clubs/{club.slug}/phones/{end}"


def code_path(page):
    return re.search(r'data-code="http://testserver(/phone/[^"]+)"', page)[1]


def test_the_address_of_the_page_is_shown_with_its_code(client, club):
    page = client.get(path(club)).text
    assert "http://testserver/" in page
    assert 'class="qr"' in page
    assert "No phone yet." in page


def test_an_unreachable_server_explains_how_to_start_it(client, club, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    page = client.get(path(club), headers=LOCAL, SERVER_PORT="9").text
    assert "Phones cannot reach this server yet." in page
    assert (
        "make run HOST=0.0.0.0 PORT=9" in page
        or "This computer is not connected to a network" in page
    )


def test_a_server_of_several_processes_names_the_setting(client, club, settings):
    settings.EMBEDDED = False
    page = client.get(path(club), headers=LOCAL).text
    assert "Open it at one of the server’s host names" in page


def test_a_phone_that_opens_the_code_is_noticed(client, club):
    phone = code_path(client.get(path(club)).text)
    greeting = Client().get(f"/en{phone}", REMOTE_ADDR=PHONE)
    assert "This phone is connected" in greeting.text
    assert not greeting.cookies
    assert "A phone has reached this server." in client.get(path(club, "reached/")).text
    assert "Connect phones" not in client.get(f"/en/desk/clubs/{club.slug}/").text


def test_the_computer_of_the_server_is_no_phone(client, club):
    phone = code_path(client.get(path(club)).text)
    assert "This is the computer on which the server runs" in client.get(f"/en{phone}").text
    assert "No phone yet." in client.get(path(club, "reached/")).text


@pytest.mark.parametrize("code", ["1", "1:x:y", "'", "1:1tO0000:forged"])
def test_forged_codes_are_unknown(client, club, code):
    assert client.get(f"/en/phone/{code}/", REMOTE_ADDR=PHONE).status_code == 404


def test_an_open_page_asks_again_only_for_news(client, club):
    tag = client.get(path(club, "reached/"))["ETag"]
    again = client.get(path(club, "reached/"), headers={"if-none-match": tag})
    assert again.status_code == 304


def test_cards_of_tables_say_where_no_phone_can_follow(client, club):
    match = make.match(make.session(make.season(club)))
    page = f"/en/desk/matches/{match.pk}/code/"
    client.post(page)
    content = client.get(page, headers=LOCAL, SERVER_PORT="9").text
    assert "phones cannot open it" in content
    assert path(club) in content


def test_private_addresses_of_this_machine_are_accepted_once(settings, addresses):
    settings.ACCEPTS_OWN_ADDRESSES, settings.ALLOWED_HOSTS = True, ["localhost"]
    own_addresses.accept()
    own_addresses.accept()
    assert list(settings.ALLOWED_HOSTS) == ["localhost", *addresses]


def test_a_list_of_host_names_stays_as_its_owner_wrote_it(settings):
    settings.ACCEPTS_OWN_ADDRESSES, settings.ALLOWED_HOSTS = False, ["league.example"]
    own_addresses.accept()
    assert settings.ALLOWED_HOSTS == ["league.example"]


@pytest.fixture
def addresses():
    private = own_addresses.private_addresses()
    if not private:
        pytest.skip("this machine is in no network")
    return private


@pytest.mark.parametrize(
    ("address", "is_private"),
    [
        ("192.168.1.20", True),
        ("10.0.0.1", True),
        ("172.16.5.5", True),
        ("127.0.0.1", False),
        ("169.254.1.1", False),
        ("0.0.0.0", False),
        ("8.8.8.8", False),
        ("league.example", False),
        ("fd00::1", False),
        ("192.168.1.20:80", False),
    ],
)
def test_only_numbers_of_private_networks_count(address, is_private):
    assert own_addresses.is_private(address) is is_private


@pytest.fixture
def port():
    """Yield a port of this machine at which somebody listens and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_port_without_an_answer_is_silent(port, monkeypatch):
    monkeypatch.setattr(own_addresses, "PROBE_SECONDS", 0.1)
    assert own_addresses.probe("127.0.0.1", port) == Reach.SILENT


def test_a_closed_port_is_for_this_computer_only():
    assert own_addresses.probe("127.0.0.1", 9) == Reach.LOCAL_ONLY


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("host", "reach"), [("127.0.0.1", Reach.ANSWERS), ("league.example", Reach.HOST_REFUSED)]
)
def test_the_server_calls_itself(live_server, settings, host, reach):
    settings.ALLOWED_HOSTS = [host]
    port = int(live_server.url.rpartition(":")[2])
    assert own_addresses.probe("127.0.0.1", port) == reach
