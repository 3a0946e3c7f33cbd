"""What stands before the views: as strict for programs as for browsers, and no more than needed."""

import pytest
from csp.utils import build_policy
from django.test import Client

from tests import make
from tests.api.caller import caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in() -> Client:
    client = Client()
    client.force_login(make.user())
    return client


def test_programs_get_the_safety_headers_of_pages():
    page, answer = Client().get("/en/"), caller(make.user()).get("clubs/")
    assert answer.status_code == 200
    for name in (
        "Content-Security-Policy",
        "X-Content-Type-Options",
        "X-Frame-Options",
        "Referrer-Policy",
        "Cross-Origin-Opener-Policy",
    ):
        assert answer[name] == page[name], name
    assert answer["Content-Security-Policy"] == build_policy()


def test_the_api_ignores_the_account_of_the_browser_session(signed_in):
    assert signed_in.get("/en/desk/").status_code == 200
    answer = signed_in.get("/api/v1/clubs/")
    assert answer.status_code == 401
    assert not hasattr(answer.wsgi_request, "session")
    assert signed_in.get("/en/desk/").status_code == 200  # still signed in


def test_a_signed_in_user_reads_the_api_description(signed_in):
    answer = signed_in.get("/api/v1/docs/")
    assert answer.status_code == 200
    assert answer["Content-Security-Policy"] == build_policy()


def test_a_program_is_answered_in_its_language_without_a_cookie():
    answer = caller(make.user()).get("clubs/nowhere/", Accept_Language="fr")
    assert answer.json()["detail"] == "Il n’y a rien ici."
    assert not answer.cookies
