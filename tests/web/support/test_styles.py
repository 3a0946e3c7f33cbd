"""The style sheets: every class and every sheet is used, every rule stands in a cascade layer."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
STATICS = [ROOT / "league/static", ROOT / "api/static"]
SHEETS = {
    str(path.relative_to(folder)): path.read_text()
    for folder in STATICS
    for path in sorted(folder.rglob("*.css"))
}
ALONE = "site/embed.css"  # on pages of other people, without the other sheets
SOURCES = "\n".join(
    path.read_text()
    for part in ("league", "api", "games", "problems", "scoring")
    for path in sorted((ROOT / part).rglob("*"))
    if path.suffix in {".html", ".py", ".js", ".svg"} and "migrations" not in path.parts
)
# of class="…", or a word of Python or of a script, such as the state of a result
LITERALS = re.findall(r'class="([^"]*)|class=([\w-]+)|"([\w -]+)"', SOURCES)
WORDS = {word for parts in LITERALS for part in parts for word in re.findall(r"[\w-]+", part)}
# class="p{{ place }}" makes p1, class="c-{{ game }}" makes c-njet
COMPOSED = re.compile(r"(?:[hprs]|mark|day)\d|c\d+|(?:b|c|e|for|p|seats|square|state)-\w+")


def classes(css: str) -> set[str]:
    bare = re.sub(r"/\*.*?\*/|url\([^)]*\)|\"[^\"]*\"", "", css, flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", bare)
    return {name for selector in selectors for name in re.findall(r"\.([A-Za-z][\w-]*)", selector)}


def is_used(name: str) -> bool:
    return name in WORDS or COMPOSED.fullmatch(name) is not None


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_class_of_a_sheet_is_used(sheet):
    assert {name for name in classes(SHEETS[sheet]) if not is_used(name)} == set()


def test_an_unused_class_is_detected():
    assert classes(".top.unheard-of { color: red } @media print { .p9 { top: 0.5rem } }") == {
        "top",
        "unheard-of",
        "p9",
    }
    assert is_used("top")
    assert is_used("p9")
    assert not is_used("unheard-of")


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sheet_is_linked(sheet):
    assert sheet in SOURCES


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet != ALONE])
def test_every_rule_stands_in_a_layer(sheet):
    outer = set(re.findall(r"^(\S.*?) \{$", SHEETS[sheet], re.MULTILINE))
    rules = {line for line in outer if not line.startswith(("@font-face", "@keyframes", "@page"))}
    layers = ("tokens", "base", "composition", "components", "pages")
    assert rules <= {f"@layer {name}" for name in layers}
