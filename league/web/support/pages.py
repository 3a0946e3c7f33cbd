"""Pages of long lists on the desk. Template: support/_pages.html."""

from collections.abc import Collection, Sequence
from typing import Any, Generic, TypeVar

from django.core.paginator import Paginator
from django.http import HttpRequest

from league.models import Player
from league.models.people import PlayerQuerySet
from league.operations.people import player_lists

MOST_ROWS = 100  # of a page
MOST_CARDS = 20  # QR codes of a printed page, each of some kilobytes
MOST_NEW_CARDS = 240  # that one request makes
MOST_TAPPED = 100  # names to tap beside a field that finds all others

RowT = TypeVar("RowT")


def searched_text(request: HttpRequest) -> str:
    """Return the text for which a list is searched."""
    return " ".join(request.GET.get("q", "")[:100].split())


class ListPage(Generic[RowT]):
    """A page of a list: its rows, the count of all, and the queries of the pages beside it."""

    search = ""  # the text for which the list is searched, if it can be

    def __init__(
        self, request: HttpRequest, rows: Any, most: int = MOST_ROWS, *, name: str = "page"
    ) -> None:
        page = Paginator(rows, most).get_page(request.GET.get(name))
        self._name, self._query = name, request.GET
        self.rows: Sequence[RowT] = list(page.object_list)
        self.count, self.number = page.paginator.count, page.number
        self.last = page.paginator.num_pages
        self.first_row = page.start_index()
        self.last_row = page.end_index()

    @property
    def previous(self) -> str:
        """Return the query of the page before; empty on the first one."""
        return self._query_of(self.number - 1) if self.number > 1 else ""

    @property
    def next(self) -> str:
        """Return the query of the page after; empty on the last one."""
        return self._query_of(self.number + 1) if self.number < self.last else ""

    @property
    def is_searchable(self) -> bool:
        """Return whether the list is too long for one page."""
        return self.last > 1 or bool(self.search)

    def _query_of(self, number: int) -> str:
        query = self._query.copy()
        query[self._name] = str(number)
        return query.urlencode()


class PlayersPage(ListPage[Player]):
    """A page of players by full name: all except `without`, filtered by the words of the search
    `q`."""

    def __init__(
        self,
        request: HttpRequest,
        players: PlayerQuerySet,
        most: int = MOST_ROWS,
        *,
        without: Collection[int] = (),
    ) -> None:
        self.search = searched_text(request)
        ids = player_lists.ids_by_name(players, self.search)
        super().__init__(request, [pk for pk in ids if pk not in without], most)
        self.rows = player_lists.load(players, self.rows)  # type: ignore[arg-type]
