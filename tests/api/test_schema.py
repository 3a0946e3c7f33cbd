from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.core.management import call_command
from django.utils.translation import override
from openapi_spec_validator import validate

from api import docs
from tests.api.caller import Caller

SNAPSHOT = Path(docs.__file__).with_name("openapi.yaml")


def test_the_snapshot_is_the_description_of_this_code():
    """After a wanted change: python manage.py spectacular --file api/openapi.yaml"""
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert yaml.safe_load(out.getvalue()) == yaml.safe_load(SNAPSHOT.read_text())


def test_the_description_is_openapi_3_1():
    assert docs.description()["openapi"].startswith("3.1")
    validate(docs.description())


def test_everybody_gets_it_as_json(db):
    response = Caller().get("schema/")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/json")
    assert response.json() == docs.description()


@pytest.mark.parametrize("accept", ["application/json", "*/*", "application/vnd.oai.openapi+json"])
def test_it_comes_as_any_kind_of_json(db, accept):
    response = Caller().get("schema/", Accept=accept)
    assert response.status_code == 200
    assert response.json()["openapi"].startswith("3.1")


def test_it_is_the_same_in_every_language():
    docs._generate.cache_clear()
    with override("fr"):
        french = docs.description()
    docs._generate.cache_clear()
    assert docs.description() == french


def test_the_first_readers_may_come_all_at_once():
    docs._generate.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _reader: docs.description(), range(8)))
    assert all(one is found[0] for one in found)


def test_operations_behind_a_token_say_so():
    for path, methods in docs.description()["paths"].items():
        for operation in methods.values():
            assert bool(operation.get("security")) == (path != "/api/v1/check/")
            assert ("401" in operation["responses"]) == (path != "/api/v1/check/")
