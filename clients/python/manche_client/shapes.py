"""The answers that most programs read. The server may add keys."""

from typing import Any, NotRequired, TypedDict


class Problem(TypedDict):
    """One thing that is wrong; `pointer` leads to it in the body that was sent."""

    code: str
    path: str
    message: str
    clause: str
    pointer: NotRequired[str]


class Page(TypedDict):
    """One page of a list; `next` is the address of the next one."""

    results: list[dict[str, Any]]
    next: str | None


class Event(TypedDict):
    """An event of a club; `number` is its position in the feed, `data` depends on `type`."""

    number: int
    id: str
    type: str
    timestamp: str
    data: dict[str, Any]


class Named(TypedDict):
    id: int
    name: str


class Match(TypedDict):
    """A match; totals and places are in seat order."""

    id: int
    session: int
    game: str
    options: dict[str, Any]
    players: list[Named]
    totals: list[int]
    places: list[int]
    over: bool
    rounds_played: int
    version: int


class Row(TypedDict):
    """A row of standings; points have two decimals."""

    place: int
    player: Named
    points: str
    played: int
    wins: int


class Standings(TypedDict):
    season: Named
    game: str | None
    version: int
    pending: bool
    results: list[Row]
    rows: list[Row]  # old name of `results`
