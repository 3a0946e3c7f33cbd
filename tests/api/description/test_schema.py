import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils.translation import override
from openapi_spec_validator import validate

from api.description import docs
from tests.api.caller import Caller


def test_the_served_description_matches_the_code():
    """After a wanted change: see CONTRIBUTING.md."""
    out = StringIO()
    call_command("spectacular", "--format", "openapi-json", "--fail-on-warn", stdout=out)
    assert json.loads(out.getvalue()) == docs.description()


def test_the_description_is_openapi_3_1():
    assert docs.description()["openapi"].startswith("3.1")
    validate(docs.description())


def test_the_description_is_public_json(db):
    response = Caller().get("schema/")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/json")
    assert response.json() == docs.description()


@pytest.mark.parametrize("accept", ["application/json", "*/*", "application/vnd.oai.openapi+json"])
def test_it_comes_as_any_kind_of_json(db, accept):
    response = Caller().get("schema/", Accept=accept)
    assert response.status_code == 200
    assert response.json()["openapi"].startswith("3.1")


def test_it_is_the_same_in_every_language(db):
    french = Caller().get("schema/", **{"Accept-Language": "fr"})
    assert french.json() == Caller().get("schema/").json()


def test_the_page_that_is_kept_for_all_is_the_same_in_every_language():
    made = docs._render_page.__wrapped__
    for name in ("", "matches", "codes", "records"):
        with override("fr"):
            french = made("http://testserver/api/v1/", name)
        assert made("http://testserver/api/v1/", name) == french


def test_an_unchanged_description_is_not_sent_again(db):
    tag = Caller().get("schema/")["ETag"]
    again = Caller().get("schema/", **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_operations_behind_a_token_say_so():
    without = {"/api/v1/check/", "/api/v1/games/"}
    for path, methods in docs.description()["paths"].items():
        for operation in methods.values():
            assert bool(operation.get("security")) == (path not in without)
