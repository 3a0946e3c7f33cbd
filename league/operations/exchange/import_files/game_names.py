"""Games by the names that files give them."""

from collections.abc import Callable, Sequence
from functools import cache

from games import GAMES
from games.base import other_names
from league.operations.exchange.import_files.cells import choice_key


def find_game(text: str) -> str:
    """Return the slug of the game with this name, in any usual spelling; empty for another one."""
    return _games_by_name(tuple(GAMES)).get(choice_key(text), "")


@cache
def _games_by_name(slugs: Sequence[str]) -> dict[str, str]:
    """Return games by their names, however these are spelled. A game from outside takes no name
    from another game, and no slug."""
    spellings: Sequence[Callable[[str], str]] = (str, lambda name: name.rstrip("!"))
    ordered = list(reversed(slugs))
    named = [(name, slug) for slug in ordered for name in other_names(GAMES[slug])]
    named += [(GAMES[slug].name, slug) for slug in ordered]
    named += [(slug, slug) for slug in ordered]
    return {choice_key(spell(name)): slug for name, slug in named for spell in spellings}
