"""Packages with games from outside, as a test installs them: without pip, without a network."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

import pytest

from games import GAMES, SLUGS, guard, outside
from problems import catalogue

EXAMPLES = Path(__file__).parent / "games_from_outside"

TOY = """
    from games.contract import Choice, Flag, Match, Number, SheetGame
    from problems.text import Text, Words

    class Toy(SheetGame):
        contract = 1
        slug = "toy"
        name = "Toy"
        seats = range(2, 5)
        scores = range(11)

        def is_over(self, match):
            return len(match.rounds) == 2
    """


def write_metadata(folder: Path, name: str, version: str, *entries: str) -> None:
    """Write the folder in which pip notes that a package is installed."""
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"[{outside.GROUP}]", *entries]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")


def write_game(folder: Path, slug: str, code: str, *, package: str = "", name: str = "Toy") -> Path:
    """Write a package with one module; return its folder of the path."""
    package = package or f"{slug}-for-manche"
    home = folder / package
    write_metadata(home, package, "1.0", f"{slug} = {package.replace('-', '_')}:{name}")
    (home / f"{package.replace('-', '_')}.py").write_text(dedent(code))
    return home


@contextmanager
def installed(*folders: Path) -> Iterator[None]:
    """Install the packages in these folders until the end, as for a process that starts."""
    modules, catalogues = set(sys.modules), [*catalogue._folders]
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "path", [*map(str, folders), *sys.path])
            patch.setattr(GAMES, "data", dict.fromkeys(SLUGS))
            importlib.invalidate_caches()
            outside.look.cache_clear()
            guard._failures.clear()
            yield
    finally:
        outside.look.cache_clear()
        catalogue._folders[:] = catalogues
        for name in set(sys.modules) - modules:
            file = str(getattr(sys.modules[name], "__file__", ""))
            if any(file.startswith(f"{folder}/") for folder in folders):
                del sys.modules[name]
