"""Copy the pages of the documentation site to artefacts/site-pages, for mkdocs.yml.

    python -m tools.site

Pages in docs/ link to files of the repository, such as the rules of the games. A site has only
the files below one folder, so those are copied beside the pages, and links follow. A link to
any other file leads to the repository (`SOURCE`, its address), or is plain text without one.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LEAGUE = ROOT / "league"  # its folder help/
PAGES = ROOT / "artefacts" / "site-pages"
# files outside docs/ that are pages of the site, or that pages link to
PUBLISHED = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "games/*/RULES.md",
    "league/help/*/*.md",
    "league/static/help/*/*.webp",
    "seating/README.md",
    "api/openapi.json",
)
LEFT_OUT = ("*.py", "theme")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
CODE = re.compile(r"(^```.*?^```|`[^`\n]*`(?!\]))", re.MULTILINE | re.DOTALL)


class BrokenLink(Exception):
    """A link to a file that the repository does not have."""


def copy_pages(source: str) -> None:
    """Write all pages of the site, with links that hold there."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(DOCS, PAGES, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for path in published():
        target = PAGES / place(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for path in [*DOCS.rglob("*.md"), *published()]:
        if path.suffix == ".md":
            (PAGES / place(path)).write_text(with_links(path, path.read_text(), source))


def published() -> Iterator[Path]:
    for pattern in PUBLISHED:
        yield from sorted(ROOT.glob(pattern))


def place(path: Path) -> Path:
    """Return where a file of the repository is on the site, below its root."""
    base = next(folder for folder in (DOCS, LEAGUE, ROOT) if path.is_relative_to(folder))
    return path.relative_to(base)


def with_links(page: Path, markdown: str, source: str) -> str:
    """Return a page with its links as they are on the site. Raises BrokenLink."""
    parts = CODE.split(markdown)
    for number in range(0, len(parts), 2):
        parts[number] = LINK.sub(
            lambda match: _link(page, match[1], match[2], source), parts[number]
        )
    return "".join(parts)


def _link(page: Path, words: str, address: str, source: str) -> str:
    name, hash_, heading = address.partition("#")
    if not name or "://" in name or name.startswith("mailto:"):
        return f"[{words}]({address})"
    path = Path(os.path.normpath(page.parent / name))
    if not path.exists():
        raise BrokenLink(f"{page.relative_to(ROOT)}: {address}")
    if (path.is_relative_to(DOCS) and path.suffix != ".py") or path in set(published()):
        relative = os.path.relpath(place(path), place(page).parent)
        return f"[{words}]({relative}{hash_}{heading})"
    if source:
        return f"[{words}]({source.rstrip('/')}/blob/main/{path.relative_to(ROOT)})"
    return words


def main() -> int:
    try:
        copy_pages(os.environ.get("SOURCE", ""))
    except BrokenLink as error:
        print(f"broken link: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
