"""The documentation site: every page is in a menu, and links lead to pages of the site."""

import importlib.util
import re
import subprocess
import sys

import pytest

from tools import site

MENU = re.compile(r"^\s+- ([\w/.-]+\.md)$|^  - ([\w/.-]+\.md)$", re.MULTILINE)


def test_every_page_is_in_the_menu():
    text = (site.ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
    named = [first or second for first, second in MENU.findall(text)]
    pages = [*site.DOCS.rglob("*.md"), *site.published()]
    places = {str(site.place(path)) for path in pages if path.suffix == ".md"}
    listed = {name for name in places if not name.startswith("decisions/0")}
    assert sorted(named) == sorted(listed)


@pytest.mark.parametrize(
    ("page", "markdown", "expected"),
    [
        ("docs/start.md", "[c](../CHANGELOG.md#updating)", "[c](CHANGELOG.md#updating)"),
        ("docs/fr/faq.md", "[c](../../CHANGELOG.md)", "[c](../CHANGELOG.md)"),
        ("docs/fr/faq.md", "[t](../privacy.md#a)", "[t](../privacy.md#a)"),
        ("CHANGELOG.md", "[s](docs/start.md)", "[s](start.md)"),
        ("docs/index.md", "[m](../Makefile)", "[m](https://example.org/m/blob/main/Makefile)"),
        ("docs/index.md", "[a](#a) [b](https://b.example)", "[a](#a) [b](https://b.example)"),
        ("docs/index.md", "`[c](../nothing.md)`", "`[c](../nothing.md)`"),
    ],
)
def test_links_hold_on_the_site(page, markdown, expected):
    assert site.with_links(site.ROOT / page, markdown, "https://example.org/m/") == expected


def test_link_to_a_file_of_the_repository_is_text_without_its_address():
    assert site.with_links(site.ROOT / "docs/index.md", "[m](../Makefile)", "") == "m"


def test_broken_link_stops_the_build():
    with pytest.raises(site.BrokenLink, match=r"docs/index\.md: gone\.md"):
        site.with_links(site.ROOT / "docs/index.md", "[x](gone.md)", "")


@pytest.mark.skipif(not importlib.util.find_spec("mkdocs"), reason="make docs-site installs it")
def test_the_site_is_built_strictly(tmp_path):
    site.copy_pages("")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=site.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    french = (tmp_path / "fr" / "commencer" / "index.html").read_text()
    assert '<html lang="fr"' in french
