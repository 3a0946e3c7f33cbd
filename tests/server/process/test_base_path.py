"""Which paths BASE_PATH and BASE_URL may name, and what the settings make of them."""

import json
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import get_resolver

from league.server.process import base_path
from tests.config.test_settings import product


@pytest.mark.parametrize(
    ("named", "url", "path"),
    [
        ("", "", ""),
        ("/", "", ""),
        ("", "https://example.org/", ""),
        ("league/", "", "/league"),
        ("/clubs/league", "", "/clubs/league"),
        ("", "https://example.org/league/", "/league"),
        ("/league", "https://example.org/league", "/league"),
    ],
)
def test_the_path_is_named_once_or_alike(named: str, url: str, path: str) -> None:
    assert base_path.read(named, url) == path


@pytest.mark.parametrize(
    ("named", "url", "words"),
    [
        ("/league", "https://example.org", "but BASE_URL has the path /"),
        ("/league", "https://example.org/ligue", "but BASE_URL has the path /ligue"),
        ("/my league", "", "use letters"),
        ("/a//b", "", "use letters"),
        ("/api", "", "addresses of Manche itself"),
        ("/fr/league", "", "addresses of Manche itself"),
    ],
)
def test_a_path_that_cannot_work_is_refused(named: str, url: str, words: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=words):
        base_path.read(named, url)


def test_every_first_part_of_our_addresses_is_refused() -> None:
    parts = {
        str(pattern.pattern).lstrip("^").partition("/")[0]
        for pattern in get_resolver().url_patterns
    }
    assert {part for part in parts if part.isalpha()} <= base_path.OWN_PARTS


def test_the_settings_put_it_before_their_own_addresses(tmp_path: Path) -> None:
    code = (
        "import json; from league.config import settings as s; print(json.dumps("
        "[s.FORCE_SCRIPT_NAME, s.STATIC_URL, s.BASE_URL, s.SECURE_REDIRECT_EXEMPT]))"
    )
    variables = {"MANCHE_DATA": str(tmp_path), "ALLOWED_HOSTS": "example.org", "HTTPS": "1"}
    at_root = json.loads(product("-c", code, **variables).stdout)
    assert at_root == [None, "/static/", "https://example.org", ["^(livez|readyz|metrics)$"]]
    below = json.loads(product("-c", code, BASE_PATH="/league", **variables).stdout)
    assert below == [
        "/league",
        "/league/static/",
        "https://example.org/league",
        ["^league/(livez|readyz|metrics)$"],
    ]
