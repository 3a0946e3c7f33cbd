"""/.well-known/security.txt, as RFC 9116 wants it."""

from datetime import UTC, datetime, timedelta

import pytest

from league.config.variable_kinds import REPORTS

PATH = "/.well-known/security.txt"


@pytest.mark.parametrize(
    ("contact", "written"),
    [
        ("security@league.example", "mailto:security@league.example"),
        ("https://league.example/report", "https://league.example/report"),
    ],
)
def test_it_names_the_contact_and_expires_within_a_year(client, settings, contact, written):
    settings.SECURITY_CONTACT, settings.BASE_URL = contact, "https://league.example"
    answer = client.get(PATH)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == written
    assert fields["Preferred-Languages"] == "en, fr, de"
    assert fields["Canonical"] == f"https://league.example{PATH}"
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=365)


def test_a_server_without_a_contact_has_none(client, settings):
    settings.SECURITY_CONTACT = ""
    assert client.get(PATH).status_code == 404


def test_a_contact_is_an_address():
    assert REPORTS.accepts("security@league.example")
    assert REPORTS.accepts("https://league.example/report")
    for wrong in ("Olga", "http://league.example", "a@b\nContact: x@y", "Olga <a@b.example>"):
        assert not REPORTS.accepts(wrong), wrong
