"""Every error has the same shape, whoever noticed it."""

import pytest
from django.test import Client, RequestFactory

from api.http import errors
from league.models import Match, Session
from league.operations.seasons import deleting
from league.operations.sessions import nights
from tests import make
from tests.api.caller import BASE, Caller, caller

CAUSES = {
    400: lambda alice, rounds: alice.post("clubs/", b"{"),
    401: lambda alice, rounds: Caller().get("clubs/"),
    403: lambda alice, rounds: caller(make.user("petra@example.org")).post(rounds, {}),
    404: lambda alice, rounds: alice.get("clubs/nowhere/"),
    405: lambda alice, rounds: alice.send("DELETE", rounds),
    406: lambda alice, rounds: alice.get("clubs/", Accept="text/html"),
    409: lambda alice, rounds: alice.post(rounds, {**make.sheet(12, 0, 0), "number": 7}),
    410: lambda alice, rounds: alice.get("clubs/les-ardoises/events/?after=7"),
    412: lambda alice, rounds: alice.post(rounds, make.sheet(12, 0, 0), If_Match='"m0.v0"'),
    413: lambda alice, rounds: alice.post(rounds, b" " * 1_100_000),
    415: lambda alice, rounds: alice.post(rounds, b"x", Content_Type="text/plain"),
    422: lambda alice, rounds: alice.post(rounds, make.sheet(17, 0, 0)),
}


def ask(world, status):
    return CAUSES[status](caller(world.owner), f"matches/{world.match.pk}/rounds/")


@pytest.mark.parametrize("status", CAUSES)
def test_an_error_is_a_problem_of_rfc_9457(world, status):
    response = ask(world, status)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert response.has_header("RateLimit")
    check_shape(response.json(), status)


def test_every_status_has_a_cause_here_or_a_test_of_its_own():
    assert set(CAUSES) | {429, 500, 503} == set(errors.KINDS)


def check_shape(problem, status):
    assert set(problem) - {"current"} == {"type", "title", "status", "detail", "problems"}
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    for fault in problem["problems"]:
        assert set(fault) - {"pointer"} == {"code", "path", "message", "clause"}
        assert fault["code"]
        assert fault["message"]


def test_a_row_that_is_deleted_meanwhile_is_not_found(world, alice, monkeypatch):
    original = nights.reinstate_together

    def after_deletion(session, **named):
        deleting.delete_session(Session.objects.get(pk=session.pk), by=None)
        return original(session, **named)

    Match.objects.all().delete()
    monkeypatch.setattr(nights, "reinstate_together", after_deletion)
    assert alice.post(f"sessions/{world.session.pk}/reinstate/", None).status_code == 404


def test_every_type_leads_to_its_line_in_the_docs(world):
    page = Caller().get("docs/").content.decode()
    for status in CAUSES:
        address, _, anchor = ask(world, status).json()["type"].partition("#")
        assert address == f"{BASE}docs/"
        assert f'id="{anchor}"' in page


UNKNOWN = [
    "",
    "nothing/",
    "clubs",
    "clubs/les-ardoises",
    "matches/0/",
    "matches/x/",
    "matches/1.5/",
    "matches/-1/",
    "matches/١/",
    "matches/" + "9" * 40 + "/",
    "matches/1/rounds/0/",
    "matches/1/rounds/x/",
    "clubs/%00/",
    "clubs/../",
    "clubs/a%2Fb/",
    "seasons/1/standings.csv/",
    "admin/",
]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_unknown_addresses_are_problems_too(world, alice, method):
    for path in UNKNOWN:
        response = alice.send(method, path, {})
        assert response.status_code == 404, path
        assert response["Content-Type"] == "application/problem+json"
        check_shape(response.json(), 404)


@pytest.mark.parametrize("path", ["matches/999999999999999999/", "matches/1/rounds/99999999999/"])
def test_ids_that_no_column_holds_are_404(world, alice, path):
    assert alice.get(path.replace("/1/", f"/{world.match.pk}/")).status_code == 404


def test_csrf_protection_of_the_pages_does_not_stop_programs(world):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"{BASE}nothing/").status_code == 404
    assert strict.post(f"{BASE}docs/").status_code == 405
    assert strict.post(f"{BASE}clubs/", {}, "application/json").status_code == 401


def test_django_level_errors_have_the_same_shape():
    request = RequestFactory().get("/api/v1/clubs/")
    for status, response in {
        400: errors.bad_request(request, ValueError()),
        403: errors.permission_denied(request, PermissionError()),
        404: errors.not_found(request, LookupError()),
        500: errors.server_error(request),
        503: errors.unavailable(request),
    }.items():
        assert response.status_code == status
        assert response["Content-Type"] == "application/problem+json"


def test_titles_are_translated_and_types_are_not(world, alice):
    english = alice.get("clubs/nowhere/").json()
    french = alice.get("clubs/nowhere/", Accept_Language="fr").json()
    assert english["type"] == french["type"]


@pytest.mark.parametrize(
    ("scope", "path", "needed"),
    [
        ("read", "clubs/", "`admin`"),
        ("submit", "clubs/", "`admin`"),
        ("read", "", "`submit` / `admin`"),
    ],
)
def test_403_names_the_scope_that_is_missing(world, scope, path, needed):
    rounds = f"matches/{world.match.pk}/rounds/"
    answer = caller(world.owner, scope).post(path or rounds, {"name": "x"})
    assert answer.status_code == 403
    expected = f"This token has the scope `{scope}`. This request needs {needed}."
    assert answer.json()["detail"] == expected


def test_405_names_the_methods_that_are_possible(world, alice):
    answer = alice.send("DELETE", "clubs/")
    assert answer["Allow"] == "GET, POST"
    assert answer.json()["detail"] == "DELETE is not possible here. Possible: GET, POST."
