"""The documentation leads to files that are there, and CONTRIBUTING.md stays short."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / ".github").rglob("*.md"),
        *ROOT.glob("games/*/RULES.md"),
        *ROOT.glob("seating/*.md"),
        *ROOT.glob("league/help/*/*.md"),
    ]
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```", re.DOTALL)
QUOTED = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.*{}-]+(/[\w.*{}-]*)+|[\w-]+\.(py|md|toml|json|yaml|css|js|html)")
MOST_BYTES = 8000
NAMED = re.compile(r"\(decision (\d+)\)")
CODE_FOLDERS = ["api", "database", "games", "league", "scoring", "seating"]
DECISION_PARTS = ["Choice", "Reason", "Consequence"]
MOST_DECISIONS = 40


def headings(page: Path) -> set[str]:
    """Return the headings of a page as addresses, in the way in which forges make them."""
    text = CODE.sub("", page.read_text())
    lines = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading_of_it(page):
    broken = []
    for link in LINK.findall(CODE.sub("", page.read_text())):
        address, _, heading = link.partition("#")
        if "://" in address or address.startswith("mailto:"):
            continue
        target = page.parent / address if address else page
        if not target.exists() or (heading and heading not in headings(target)):
            broken.append(link)
    assert broken == []


def test_contributing_is_short():
    assert len((ROOT / "CONTRIBUTING.md").read_bytes()) <= MOST_BYTES


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/index.md", "docs/architecture.md"])
def test_every_path_that_is_named_is_there(name):
    """`GAME` and `NAME` stand for any name; folders of a table are named by their last part."""
    quoted = QUOTED.findall(CODE.sub("", (ROOT / name).read_text()))
    paths = {part for text in quoted for part in text.split() if PATH.fullmatch(part)}
    missing = [path for path in sorted(paths) if not is_there(path)]
    assert missing == []


def is_there(path: str) -> bool:
    pattern = re.sub(r"GAME|NAME", "*", path).strip("/")
    return any(ROOT.glob(pattern)) or ("/" not in pattern and any(ROOT.glob(f"*/**/{pattern}")))


def test_every_document_is_in_the_index():
    listed = set(LINK.findall((ROOT / "docs" / "index.md").read_text()))
    pages = [page.name for page in (ROOT / "docs").glob("*.md") if page.name != "index.md"]
    assert [name for name in pages if name not in listed] == []


def test_decisions_are_few_and_listed_once():
    files = sorted(page.name for page in DECISIONS.glob("*.md") if page.name != "index.md")
    assert len(files) <= MOST_DECISIONS
    assert len({name[:4] for name in files}) == len(files)
    assert sorted(LINK.findall((DECISIONS / "index.md").read_text())) == files


def test_code_names_decisions_that_exist():
    numbers = {int(page.name[:4]) for page in DECISIONS.glob("0*.md")}
    files = [path for name in CODE_FOLDERS for path in (ROOT / name).rglob("*.py")]
    named = {int(number) for path in files for number in NAMED.findall(path.read_text())}
    assert named
    assert named <= numbers


@pytest.mark.parametrize("page", sorted(DECISIONS.glob("0*.md")), ids=lambda page: page.stem)
def test_a_decision_has_its_parts(page):
    text = page.read_text()
    assert re.match(rf"# {int(page.name[:4])}\. \S.*\n\n## Choice\n", text)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == DECISION_PARTS
    assert all(part.strip() for part in re.split(r"^## .+$", text, flags=re.MULTILINE))


@pytest.mark.parametrize("page", sorted(DECISIONS.glob("0*.md")), ids=lambda page: page.stem)
def test_the_paths_of_a_decision_are_there(page):
    quoted = QUOTED.findall(page.read_text())
    paths = {text for text in quoted if PATH.fullmatch(text) and "/" in text}
    ours = [
        path for path in paths if path.split("/")[0] in {inside.name for inside in ROOT.iterdir()}
    ]
    assert [path for path in sorted(ours) if not is_there(path)] == []
