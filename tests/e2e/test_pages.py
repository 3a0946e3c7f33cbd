"""Every page of the demo: accessible, quiet, alone on the network, in both languages and themes."""

import re
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.conftest import product, showcase

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

PUBLIC = [
    "/{0}/",
    "/{0}/clubs/les-ardoises-de-clermont/",
    "/{0}/seasons/1/",
    "/{0}/seasons/1/neurotrio/",
    "/{0}/sessions/1/",
    "/{0}/matches/{neurotrio}/",
    "/{0}/matches/{triominos}/",
    "/{0}/matches/{njet}/",
    "/{0}/matches/{nain_jaune}/",
    "/{0}/matches/{neurotrio}/rounds/1/?step=9",
    "/{0}/matches/{triominos}/rounds/1/?step=9",
    "/{0}/matches/{njet}/rounds/1/?step=30",
    "/{0}/matches/{nain_jaune}/rounds/1/?step=9",
    "/{0}/players/1/",
    "/{0}/login/",
    "/{0}/nowhere/",
    "/api/v1/docs/",
]
# every pair of values occurs
COMBINATIONS = [
    ("en", "light", 320),
    ("fr", "dark", 320),
    ("en", "dark", 1280),
    ("fr", "light", 1280),
]
DESK = [
    "/{0}/desk/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/",
    "/{0}/desk/players/1/",
    "/{0}/desk/seasons/1/",
    "/{0}/desk/sessions/10/",
    "/{0}/desk/matches/{neurotrio}/rounds/1/",
    "/{0}/desk/matches/{triominos}/rounds/1/",
    "/{0}/desk/matches/{njet}/rounds/1/",
    "/{0}/desk/matches/{nain_jaune}/rounds/1/",
]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    with product(tmp_path_factory.mktemp("demo"), "demo") as served:
        yield served


@pytest.fixture(scope="module")
def matches(demo):
    return showcase(demo)


def visit(context, url, seen):
    page = context.new_page()
    page.on("request", lambda request: seen["hosts"].add(urlsplit(request.url).hostname))
    page.on("pageerror", lambda error: seen["errors"].append(str(error)))
    page.on("console", lambda m: m.type in {"error", "warning"} and seen["errors"].append(m.text))
    page.goto(url)
    return page


def complaints(page):
    found = Axe().run(page).response["violations"]
    return [(v["id"], [node["html"][:90] for node in v["nodes"]][:3]) for v in found]


@pytest.mark.parametrize(("language", "theme", "width"), COMBINATIONS)
def test_public_pages_are_fit_for_everybody(demo, matches, chromium, language, theme, width):
    context = chromium.new_context(
        color_scheme=theme, viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    seen = {"hosts": set(), "errors": []}
    for path in PUBLIC:
        page = visit(context, demo.url + path.format(language, **matches), seen)
        assert complaints(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if "{0}" in path:
            assert page.evaluate("document.documentElement.lang") == language
        page.close()
    assert seen["hosts"] == {"127.0.0.1"}
    assert [error for error in seen["errors"] if "404" not in error] == []
    names = {cookie["name"] for cookie in context.cookies()}
    assert names <= {"csrftoken"}, "only the sign-in form needs a cookie"


def test_public_pages_set_no_cookie(demo, matches, chromium):
    context = chromium.new_context()
    seen = {"hosts": set(), "errors": []}
    for path in PUBLIC:
        if "login" not in path:
            visit(context, demo.url + path.format("en", **matches), seen).close()
    assert context.cookies() == []


@pytest.mark.parametrize(("language", "theme", "width"), COMBINATIONS)
def test_the_desk_is_fit_for_everybody(demo, matches, chromium, language, theme, width):
    context = chromium.new_context(
        color_scheme=theme, viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    seen = {"hosts": set(), "errors": []}
    page = visit(context, f"{demo.url}/{language}/login/", seen)
    page.locator("[name=username]").fill("demo@manche.example")
    page.locator("[name=password]").fill("manche-demo")
    page.locator("main button").click()
    page.wait_for_url(re.compile("/desk/"))
    for path in DESK:
        page = visit(context, demo.url + path.format(language, **matches), seen)
        assert complaints(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.close()
    assert seen["errors"] == []


def test_every_page_forbids_foreign_content(demo, chromium):
    page = chromium.new_context().new_page()
    policy = page.goto(demo.url + "/en/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
