"""Forms that arrive after the session has ended: the person signs in and sends them again."""

import re
import secrets
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import Player, User
from league.web.accounts import unsent_forms
from tests import make
from tests.web.desk import entry, scores, sign_in

pytestmark = pytest.mark.django_db
LOGIN = "/en/login/"
WHO = {"login": "alice@example.org", "password": "a good pass phrase"}


def hidden(answer) -> dict[str, str]:
    """Return the hidden fields of a page."""
    fields = re.findall(r'type="hidden" name="(\S+?)" value="(.*?)"', answer.content.decode(), re.S)
    return {name: unescape(value) for name, value in fields}


def signed_in_again(client, answer, who=WHO):
    return client.post(LOGIN, {**hidden(answer), **who})


def test_a_round_is_kept_and_stored_only_when_it_is_sent_again(client):
    match = make.match()
    answer = client.post(entry(match, 1), scores(22, 5, 3, note="two\r\nlines & <b>"))
    assert answer.status_code == 403
    assert "What you entered is kept" in answer.content.decode()
    wrong = signed_in_again(client, answer, {**WHO, "password": "mistyped"})
    again = signed_in_again(client, wrong)
    assert "no-store" in again["Cache-Control"]
    fields = hidden(again)
    assert f'action="{entry(match, 1)}"' in again.content.decode()
    assert (fields["score-0"], fields["score-1"]) == ("22", "5")
    assert fields["note"] == "two\r\nlines & <b>"
    assert not match.submissions.exists()
    client.post(entry(match, 1), fields)
    assert match.submissions.count() == 1


def test_another_user_resends_the_form_with_their_own_rights(client):
    match = make.match()
    answer = client.post(entry(match, 1), scores(22, 5, 3))
    User.objects.create_user("eve@example.org", WHO["password"])
    again = signed_in_again(client, answer, {**WHO, "login": "eve@example.org"})
    assert "You are signed in as eve@example.org" in again.content.decode()
    assert client.post(entry(match, 1), hidden(again)).status_code == 404
    assert not match.submissions.exists()


def test_passwords_and_files_are_not_kept_and_a_file_is_named(client):
    make.user()
    club = make.club()
    file = SimpleUploadedFile("members.csv", b"Name\nAda\n")
    form = {"what": "players", "existing": "update", "password": "secret", "content": file}
    answer = client.post(f"/en/desk/clubs/{club.slug}/imports/", form)
    again = signed_in_again(client, answer)
    assert "members.csv" in again.content.decode()
    assert set(hidden(again)) == {"csrfmiddlewaretoken", "what", "existing"}
    page = client.post(f"/en/desk/clubs/{club.slug}/imports/", hidden(again))
    assert page.status_code == 422
    assert '<option value="update" selected>' in page.content.decode()


def test_too_much_is_said_before_it_is_lost(client):
    make.user()
    form = {f"field{number}": secrets.token_hex(400) for number in range(900)}
    answer = client.post("/en/desk/", form)
    assert "too long to be kept" in answer.content.decode()
    assert 'action="/en/desk/"' not in signed_in_again(client, answer).content.decode()


def with_checks() -> Client:
    return Client(enforce_csrf_checks=True, headers={"origin": "http://testserver"})


def test_a_form_of_an_earlier_session_is_kept_too():
    """Signing in or out beside an open page changes the token of its forms."""
    client = with_checks()
    make.user()
    club = make.club()
    address = f"/en/desk/clubs/{club.slug}/players/"
    form = {"name": "Lou", "visibility": "full"}
    answer = client.post(address, form)
    assert (answer.status_code, "csrftoken" in client.cookies) == (403, True)
    again = signed_in_again(client, answer)
    earlier = {**form, "csrfmiddlewaretoken": hidden(answer)["csrfmiddlewaretoken"]}
    same = client.post(address, earlier)
    assert "What you entered earlier is still here" in same.content.decode()
    assert not Player.objects.filter(name="Lou").exists()
    reloaded = signed_in_again(client, answer)  # the answer to signing in, loaded once more
    for page in (again, same, reloaded):
        assert hidden(page)["name"] == "Lou"
    client.post(address, hidden(reloaded))
    assert Player.objects.filter(name="Lou").exists()


@pytest.mark.parametrize(
    "origin",
    [
        "https://testserver",  # the proxy does not say that it speaks HTTPS
        "http://testserver:8080",
        "http://manche.example",
    ],
)
def test_sign_in_at_another_address_than_the_server_knows_says_so(origin, caplog):
    client = Client(enforce_csrf_checks=True)
    page = client.get("/en/login/")
    form = {**hidden(page), "login": "alice@example.org", "password": "a good pass phrase"}
    answer = client.post("/en/login/", form, headers={"origin": origin})
    assert answer.status_code == 403
    assert "The address does not match" in answer.text
    assert f"sent this form from {origin}, but this server is set up for http://testserver." in (
        answer.text
    )
    (line,) = (message for message in caplog.messages if "address does not match" in message)
    assert origin in line
    assert "http://testserver." in line


@pytest.mark.parametrize("origin", [{}, {"origin": "null"}, {"origin": "http://evil.example"}])
def test_a_form_of_another_site_is_not_offered_for_resending(origin):
    client = Client(enforce_csrf_checks=True)
    sign_in(client, make.user())
    answer = client.post("/en/desk/", {"name": "X"}, headers=origin)
    assert answer.status_code == 403
    is_named = origin.get("origin", "null") != "null"
    assert ("The address does not match" if is_named else "too old") in answer.text
    assert unsent_forms.unsign("made up") is None


def test_a_browser_without_cookies_is_not_asked_for_ever():
    client = with_checks()
    answer = client.post("/en/desk/", {"name": "X"})
    client.cookies.clear()
    assert "too old" in signed_in_again(client, answer).content.decode()
