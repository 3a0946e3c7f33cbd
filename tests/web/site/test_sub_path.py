"""Below a path of a name that other sites share (BASE_PATH), every address begins with that path.

A visitor, the owner of a club and a program walk through everything that can be reached by links.
"""

import json
import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import Resolver404, resolve, set_script_prefix

from league.config import urls
from league.models import Club
from league.operations.people import tokens
from league.operations.support import links
from league.server.process import base_path
from league.web.site import errors
from tests import make
from tests.web.site.public_outputs import outputs
from tests.web.site.test_outputs_keep_names import club

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(170)]
__all__ = ["club"]  # the fixture
PATH = "/league"
HOST = "http://testserver"
ATTRIBUTE = re.compile(
    r"\b(?:href|src|srcset|action|formaction|poster|data-[a-z-]+)=\"((?:/|http://testserver)[^\"]*)\""
)
IN_TEXT = re.compile(r"http://testserver[^\s\"'<>\\]*")
WITH_EXAMPLES = {"/api/v1/docs/", "/api/v1/schema/"}  # recorded on another server
MOST_OF_A_KIND = 2  # of pages of one view


@pytest.fixture(autouse=True)
def below_a_path(settings: Any) -> Iterator[None]:
    settings.BASE_PATH = settings.FORCE_SCRIPT_NAME = PATH
    settings.STATIC_URL = f"{PATH}/static/"
    set_script_prefix(f"{PATH}/")
    cache.clear()
    yield
    set_script_prefix("/")


class Walk:
    """A walk through pages by their links; it collects the addresses that leave the path."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.outside: set[str] = set()
        self.views: dict[str, int] = {}

    def from_paths(self, *paths: str) -> "Walk":
        waiting, seen = deque(paths), set(paths)
        while waiting:
            path = waiting.popleft()
            if not self._is_new(path):
                continue
            for address in self._addresses(path, self.client.get(path)):
                inside = urldefrag(urljoin(HOST, address)).url.removeprefix(HOST)
                if not f"{inside}/".startswith((f"{PATH}/", f"{PATH}?")):
                    self.outside.add(f"{address} on {path}")
                elif (below := inside.removeprefix(PATH)) not in seen:
                    seen.add(below)
                    waiting.append(below)
        return self

    def _is_new(self, path: str) -> bool:
        """Return whether to open the address: a few of each view, none that ends the walk."""
        try:
            match = resolve(urlsplit(path).path)
        except Resolver404:
            return False
        name = f"{match.view_name} {path[1:3]}"
        self.views[name] = self.views.get(name, 0) + 1
        return self.views[name] <= MOST_OF_A_KIND and "logout" not in path

    def _addresses(self, path: str, answer: Any) -> Iterator[str]:
        if "Location" in answer:
            yield answer["Location"]
        kind = answer.get("Content-Type", "").partition(";")[0]
        if answer.streaming or not kind.startswith(("text/", "application/")) or "pdf" in kind:
            return
        is_binary = "zip" in kind or "spreadsheet" in kind
        text = "" if is_binary else answer.content.decode()
        if kind == "text/html":
            yield from (unescape(address) for address in ATTRIBUTE.findall(text))
        if kind in {"application/manifest+json", "application/problem+json", "text/javascript"}:
            yield from re.findall(r"\"(/[\w/][^\"]*)\"", text)
        if path not in WITH_EXAMPLES:
            yield from (unescape(address) for address in IN_TEXT.findall(text))


@pytest.mark.long
def test_public_pages_lead_nowhere_else(club: Club) -> None:
    paths = [path for group in outputs(club).values() for path in group]
    walk = Walk(Client()).from_paths("/", "/api/v1/docs/", "/table-worker.js", *paths)
    assert walk.outside == set()
    assert len(walk.views) > 40, walk.views


@pytest.mark.long
def test_pages_of_the_desk_lead_nowhere_else(club: Club) -> None:
    owner = club.memberships.get(role="owner").user
    owner.is_operator = True
    owner.save()
    client = Client()
    client.force_login(owner)
    walk = Walk(client).from_paths("/en/desk/", "/fr/desk/")
    assert walk.outside == set()
    assert len(walk.views) > 90, walk.views


def test_links_of_the_api_stay_below_the_sub_path(club: Club) -> None:
    _token, secret = tokens.issue(club.memberships.get().user)
    client = Client(HTTP_AUTHORIZATION=f"Bearer {secret}")
    first = client.get(f"/api/v1/clubs/{club.slug}/players/?limit=2")
    assert first.json()["next"].startswith(f"{HOST}{PATH}/api/v1/")
    problem = client.get("/api/v1/clubs/nowhere/").json()
    assert problem["type"] == f"{PATH}/api/v1/docs/#problem-not-found"
    description = client.get("/api/v1/schema/").json()
    assert description["servers"] == [{"url": PATH}]
    assert f'"{PATH}/api/v1/docs/#problem-not-found"' in json.dumps(description)


def test_the_other_language_is_below_the_path(client: Client) -> None:
    page = client.get("/en/calculators/?x=1").content.decode()
    assert f'href="{PATH}/fr/calculators/?x=1"' in page


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v1/nowhere/", "application/problem+json"),
        ("/en/nowhere/", "text/html; charset=utf-8"),
    ],
)
def test_programs_get_errors_as_json(path: str, kind: str, rf: RequestFactory) -> None:
    request = rf.get(path)
    request.user = AnonymousUser()
    assert request.path == f"{PATH}{path}"
    assert urls.handler404(request, Exception())["Content-Type"] == kind


def test_the_page_about_the_api_names_the_address_of_this_server(client: Client) -> None:
    assert f"{HOST}{PATH}/api/v1/" in client.get("/api/v1/docs/").content.decode()


def test_a_page_without_its_frame_leads_back_below_the_path(rf: RequestFactory) -> None:
    page = errors.unavailable(rf.get("/en/")).content.decode()
    assert f'href="{PATH}/"' in page


def test_cookies_are_sent_back_below_the_path_only() -> None:
    make.user(email="olga@example.org", password="a good pass phrase")
    client = Client()
    client.get("/en/login/")
    form = {"login": "olga@example.org", "password": "a good pass phrase"}
    assert client.post("/en/login/", form).status_code == 302
    assert len(client.cookies) >= 3
    assert {cookie["path"] for cookie in client.cookies.values()} == {f"{PATH}/"}


@pytest.mark.parametrize("path", ["join/abc/", f"{PATH}/join/abc/"])
@pytest.mark.parametrize("base", [f"https://example.org{PATH}", f"https://example.org{PATH}/"])
def test_links_of_mails_have_the_path_once(path: str, base: str, settings: Any) -> None:
    settings.BASE_URL = base
    assert links.link_to(path) == f"https://example.org{PATH}/join/abc/"


@pytest.mark.parametrize(
    ("requested", "passed_on"),
    [
        ("/league/en/", "/en/"),
        ("/en/", "/en/"),
        ("/league", "/"),
        ("/league/", "/"),
        ("/leagues/", "/leagues/"),
    ],
)
def test_proxies_may_keep_the_path_or_take_it_away(requested: str, passed_on: str) -> None:
    seen = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.append(environ["PATH_INFO"])
        return []

    base_path.UnderPath(application, PATH)({"PATH_INFO": requested}, lambda *words: None)
    assert seen == [passed_on]
