"""Manche below a path of a name that another site has, behind a real Caddy as docs/on-a-server.md
sets it up: one that leaves the path in requests, and one that takes it away."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

from tests.config.test_compose_processes import free_port, wait_for
from tests.e2e.conftest import ADD_ALICE, ROOT, Product, product

pytestmark = pytest.mark.e2e
PATH = "/league"
CADDY = Path(sys.executable).with_name("caddy")


def caddyfile(port: int, web: str, directive: str) -> str:
    """Return the example of the guide for this machine."""
    guide = (ROOT / "docs" / "on-a-server.md").read_text()
    text = guide.partition("```\nexample.org {\n")[2].partition("```")[0]
    text = f"example.org {{\n{text}".replace("example.org {", f"http://127.0.0.1:{port} {{")
    text = text.replace("handle /league", f"{directive} /league")
    return text.replace("127.0.0.1:8000", web.removeprefix("http://"))


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("below")
    with product(data, ADD_ALICE, BASE_PATH=PATH, NUM_PROXIES="1", DEMO="0") as served:
        yield served


@contextmanager
def proxy(folder: Path, web: str, directive: str) -> Iterator[str]:
    port = free_port()
    file = folder / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n}}\n{caddyfile(port, web, directive)}")
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    command = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(file)]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        site = f"http://127.0.0.1:{port}"
        assert wait_for(lambda: is_served(f"{site}{PATH}/livez"), 30), (
            folder / "caddy.log"
        ).read_text()
        yield site
    finally:
        process.kill()
        process.wait()


def is_served(address: str) -> bool:
    try:
        return requests.get(address, timeout=5).ok
    except requests.ConnectionError:
        return False


@pytest.mark.parametrize(
    "directive", ["handle", pytest.param("handle_path", marks=pytest.mark.long)]
)
def test_one_signs_in_and_works_below_the_path(directive, below, chromium, tmp_path):
    with proxy(tmp_path, below.url, directive) as site:
        context = chromium.new_context()
        page, answers = context.new_page(), []
        page.on("response", lambda answer: answers.append((answer.status, answer.url)))
        page.goto(f"{site}{PATH}")
        page.goto(f"{site}{PATH}/en/login/")
        page.get_by_label("E-mail").first.fill("alice@example.org")
        page.get_by_label("Password").first.fill("a-good-pass-phrase")
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url(f"{site}{PATH}/en/desk/**")
        page.goto(f"{site}{PATH}/en/t/")
        page.goto(f"{site}{PATH}/en/calculators/neurotrio/")
        page.locator(f'a[href^="{PATH}/fr/"]').first.click()
        page.wait_for_url(f"{site}{PATH}/fr/**")
        assert {cookie["path"] for cookie in context.cookies()} == {f"{PATH}/"}
        context.close()
    wrong = [answer for answer in answers if answer[0] >= 400 or not is_below(answer[1])]
    assert wrong == []
    assert any(url.endswith(".css") for _status, url in answers)
    assert any(url.endswith(".js") for _status, url in answers)


def is_below(address: str) -> bool:
    return f"{urlsplit(address).path}/".startswith(f"{PATH}/")


def test_a_health_check_needs_no_path(below):
    assert requests.get(f"{below.url}/livez", timeout=5).ok
    assert requests.get(f"{below.url}{PATH}/livez", timeout=5).ok
    assert f"Manche is running at {below.url}{PATH}/" in below.output()
