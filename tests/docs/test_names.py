"""Addresses, commands and names that the documentation gives exist."""

import importlib.util
import re
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import get_resolver
from django.urls.resolvers import URLResolver

from tests.docs.test_links import CODE, PATH, QUOTED, ROOT

PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "seating").glob("*.md")]
)
ADDRESS = re.compile(r'(?:(?<=`)|(?<=\s)|(?<=\$BASE)|(?<=:8000)|(?<=BASE_URL))(/[^\s`"\'?#)]*)')
# of the machine, of other programs, and examples: no addresses of Manche
OWN_URL = re.compile(
    r"https?://(?:127\.0\.0\.1|localhost|league\.example(?:\.org)?)(?::\d+)?(/[^\s`\"'?#);]+)"
)
ELSEWHERE = re.compile(
    r"/(data|dev|etc|home|hook|opt|proc|root|srv|tmp|usr|var|league|s|min|h|d)(/.*)?"
)
BELOW_BASE = re.compile(r'"\$BASE(/[^"?]*)')
COMMANDS = {
    "manage": re.compile(r"manage\.py ([a-z][\w-]*)"),
    "manche": re.compile(r"(?:^|(?<=`))(?:\.venv/bin/)?manche ([a-z][\w-]*)", re.M),
    "make": re.compile(r"(?:^|(?<=`))make ((?:[a-z][a-z-]* ?)+)", re.M),
    "module": re.compile(r"python3? -m ([a-z_][\w.]*)"),
}
ANY = "*"  # a part of an address that stands for any text
UNKNOWN_WORDS = {"app", "python", "format"}
DEFINITION = r"(?m)^\s*(?:async )?(?:def|class) {0}\b|^\s*{0}\b[^=\n]*=(?!=)|\b{0}\("


def code_of(page: Path) -> list[str]:
    """Return the blocks and quoted pieces of code of a page."""
    text = page.read_text()
    blocks = [block.strip("`") for block in CODE.findall(text)]
    return [*blocks, *QUOTED.findall(CODE.sub("", text))]


@cache
def routes() -> list[list[str]]:
    """Return the parts of every address that is served; ANY for a parameter."""
    served: list[str] = []

    def collect(patterns, before: str) -> None:
        for one in patterns:
            pattern = str(one.pattern).removeprefix("^").removesuffix("$").removesuffix(r"\Z")
            whole = before + pattern
            if isinstance(one, URLResolver):
                collect(one.url_patterns, whole)
            else:
                served.append(whole)

    collect(get_resolver().url_patterns, "/")
    return [parts(re.sub(r"<[^>]+>|\(\?P<[^>]+>[^)]*\)", ANY, route)) for route in served]


def parts(address: str) -> list[str]:
    """Return the parts of an address; braces, angle brackets, variables and capitals stand for any
    text."""
    shortened = re.sub(r"\{[^}]*\}|<[^>]*>|\$\{?\w+\}?|…|\b[A-Z]{2,}\b", ANY, address)
    return shortened.strip("/").split("/")


def is_served(address: str) -> bool:
    """Return whether an address, or one that continues it, is served; pages may leave out their
    language."""
    given = parts(address)
    languages = ("en", "fr", "de")
    given = ["en", *given[1:]] if given[0] in languages else given
    return any(
        fits(given, route[: len(given)]) or fits(["en", *given], route[: len(given) + 1])
        for route in routes()
    )


def fits(given: list[str], route: list[str]) -> bool:
    return len(given) == len(route) and all(map(part_fits, given, route))


def part_fits(given: str, served: str) -> bool:
    if given == served or ANY in (given, served):
        return True
    pattern = "[^/]*".join(map(re.escape, served.split(ANY)))
    return re.fullmatch(pattern, given) is not None or (
        ANY in given and part_fits(served.replace(ANY, "x"), given)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_addresses_are_served(page):
    missing = set()
    for code in code_of(page):
        for below in BELOW_BASE.findall(code):
            full = "/api/v1" + below if page.name == "api.md" or "api" not in below else below
            if not is_served(full) and not is_served(below):
                missing.add(full)
        addresses = OWN_URL.findall(code)
        addresses += ADDRESS.findall(f"`{code}") if "\n" not in code else []
        for address in addresses:
            if len(address) > 1 and not ELSEWHERE.fullmatch(address) and not is_served(address):
                missing.add(address)
    assert missing == set()


def test_an_address_that_is_not_served_is_found():
    assert is_served("/api/v1/docs/")
    assert is_served("/en/clubs/<club>/evenings.ics")
    assert is_served("/screens/")
    assert not is_served("/api/docs/")
    assert not is_served("/en/clubs/<club>/evening.ics")
    assert not is_served("/nowhere/")


def exists(kind: str, name: str) -> bool:
    if kind == "module":
        return importlib.util.find_spec(name.split(".")[0]) is not None and (
            name.split(".")[0] not in {"tools", "games", "bench", "seating"}
            or importlib.util.find_spec(name) is not None
        )
    if kind == "make":
        targets = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), re.M))
        return set(name.split()) <= targets
    return name.replace("-", "_") in {*get_commands(), "help", "version"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_there(page):
    missing = {
        (kind, name)
        for code in code_of(page)
        for kind, pattern in COMMANDS.items()
        for name in pattern.findall(code if "\n" in code else f"`{code}")
        if not exists(kind, name)
    }
    assert missing == set()


@cache
def sources() -> str:
    """Return all source text that a name may come from."""
    folders = (
        "api",
        "league",
        "games",
        "problems",
        "scoring",
        "seating",
        "tests",
        "tools",
        "bench",
    )
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    here = Path(__file__)
    texts = [file.read_text() for file in files if file != here]
    return "\n".join([*texts, (ROOT / "Makefile").read_text()])


def names_of(text: str) -> list[str]:
    """Return the identifiers in a quoted piece of CONTRIBUTING.md that is no path or command."""
    if PATH.fullmatch(text) or " " in text or text.startswith("."):
        return []
    return [
        name
        for name in re.findall(r"[A-Za-z_]\w*", re.sub(r"=.*", "", text))
        if name not in UNKNOWN_WORDS and not re.fullmatch("GAME|NAME|FILE|FOLDER", name)
    ]


def test_names_in_contributing_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    quoted = QUOTED.findall(CODE.sub("", text))
    names = {name for text in quoted for name in names_of(text)}
    assert len(names) > 10
    assert [name for name in sorted(names) if not is_defined(name, sources())] == []


def test_names_that_contributing_finds_in_a_file_are_in_that_file():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    pairs = re.findall(r"`(\w+)`(?: in| of) `([\w/.]+\.\w+)`", text)
    assert len(pairs) >= 3
    files = {
        (name, file)
        for name, path in pairs
        for file in ROOT.glob(f"**/{path}")
        if not file.relative_to(ROOT).parts[0].startswith(".venv")  # packages of others
    }
    assert {name for name, _file in files} == {name for name, _path in pairs}
    assert [name for name, file in files if not is_defined(name, file.read_text())] == []


def is_defined(name: str, text: str) -> bool:
    return re.search(DEFINITION.format(re.escape(name)), text) is not None or f'"{name}"' in text
