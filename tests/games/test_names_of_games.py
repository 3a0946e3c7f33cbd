"""No file outside a game's own folders names the game, so that games from outside miss nothing."""

import re
from pathlib import Path

from games import GAMES, SLUGS, game_name
from games.base import other_names

ROOT = Path(__file__).parents[2]
FOLDERS = ("api", "database", "games", "league", "problems", "scoring", "seating")
KINDS = {".css", ".html", ".js", ".json", ".py", ".txt", ".yaml", ".xml"}
NAME = re.compile("|".join(slug.replace("_", "[ _]?") for slug in SLUGS), re.IGNORECASE)
MAY_NAME_THEM = {
    "games/__init__.py",  # lists them
    "league/operations/exchange/import_files/samples.py",  # a sample needs scores of some game
    "league/static/games/calculators.css",  # pictures of own calculators
    # the description of the API, whose schemas of rounds are per game
    "api/description/components/rounds.yaml",
    "api/description/examples.yaml",
    "api/openapi.json",
}


def is_of_a_game(path: Path) -> bool:
    """Return whether a folder or the file is named after a game."""
    return any(part.split(".")[0] in SLUGS for part in path.parts)


def test_core_files_name_no_game():
    files = [
        path.relative_to(ROOT)
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in KINDS
    ]
    naming = {
        path.as_posix()
        for path in files
        if not is_of_a_game(path) and NAME.search((ROOT / path).read_text())
    }
    assert naming == MAY_NAME_THEM


def test_other_names_are_of_one_game():
    names = [game_name(slug) for slug in GAMES]
    names += [name for game in GAMES.values() for name in other_names(game)]
    assert "Yellow Dwarf" in names
    assert len({name.casefold() for name in names}) == len(names)
