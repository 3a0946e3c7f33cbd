"""Links from clauses of problems to their texts, as headers: the keys of a problem are fixed."""

from collections.abc import Iterable
from urllib.parse import quote

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language

from games.clauses import find_clause

MOST_LINKS = 10  # of one answer: a score sheet can have hundreds of problems


def add_clause_links(response: HttpResponse, numbers: Iterable[str | None], game: str = "") -> None:
    """Add a header `Link` with the text of each of these clauses (RFC 8288), titled by the clause.
    The page answers in the language of its reader."""
    different = dict.fromkeys(filter(None, numbers))
    links = [link for number in different if (link := _link(number, game))][:MOST_LINKS]
    if links:
        response["Link"] = ", ".join(links)


def _link(number: str, game: str) -> str:
    """Return the link; empty for a clause without a text."""
    target = find_clause(number, get_language() or "en", game)
    if target is None:
        return ""
    title = quote(f"{number} {target.clause.title}", safe="")
    address = f"{settings.BASE_PATH}/rules/{target.game}/#{number}"
    return f"<{address}>; rel=\"help\"; title*=UTF-8''{title}"
