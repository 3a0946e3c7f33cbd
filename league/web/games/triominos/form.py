"""Triominos on paper: the house rules, and the form of a round."""

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from django.http import QueryDict

from games.triominos.score import End
from games.triominos.tiles import BIT, TILES
from league.models import Submission
from league.web.games.pages import Body, fields_by_seat, fill_in_sheet, number, read_sheet

MOST_READ = 60  # tiles; more than there are, so that too many stay too many
LONGEST_LINE = 80
END_ITEMS = {"out", "pips_of_others", "blocked"}  # what the end of a round earns
NUMBER = re.compile("-?[0-9]+")


def read_round(post: QueryDict, players: int) -> Body:
    """Return the ROUND of the form, valid or not: the engine judges it."""
    reached = _read_reached(post, players)
    if post.get("evidence") != "final":
        return {**read_sheet(post, players), **reached}
    board = read_board(post)
    racks = [read_tiles(post.get(f"rack-{seat}", "")) for seat in range(players)]
    used = [*tiles_of(board), *(tile for rack in racks for tile in rack)]
    pool = read_tiles(post.get("pool", "")) or [tile for tile in TILES if tile not in used]
    return {
        "evidence": "final",
        "board": board,
        "racks": racks,
        "pool": pool,
        "end": post.get("end", ""),
        "before_end": [number(post.get(f"before-{seat}", "")) for seat in range(players)],
        **reached,
    }


def _read_reached(post: QueryDict, players: int) -> Body:
    """Return the seats ticked as having touched the target during the round; nothing if none is."""
    seats = [seat for seat in range(players) if post.get(f"reached-{seat}")]
    return {"reached": seats} if seats else {}


def read_board(post: QueryDict) -> list[Body]:
    """Return a tile for each line, such as `3,-1: 3 4 4` or `3 -1 344`. Other lines stay invalid,
    for the engine to refuse."""
    lines = (line for line in post.get("board", "").splitlines() if line.strip())
    return [_read_line(line[:LONGEST_LINE]) for line in islice(lines, MOST_READ)]


def read_tiles(text: str) -> list[str]:
    """Return tiles in any spelling, such as "510, 3-4-4". Other words stay unchanged."""
    words = text.replace(",", " ").replace(";", " ").split()[:MOST_READ]
    return [_sorted(word) for word in words]


def tiles_of(board: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the tiles of the board."""
    return [_sorted("".join(map(str, placed["corners"]))) for placed in board]


def fill_in(row: Submission | None, players: int) -> Body:
    """Return the initial values of the form by field: empty, or the round to correct."""
    seats = row.verdict["breakdown"] if row else []
    reached = {f"reached-{seat}": "yes" for seat, line in enumerate(seats) if line.get("reached")}
    if row is None or row.evidence == "sheet":
        return {**fill_in_sheet(row, players), "end": End.OUT.value, **reached}
    racks = [seat["rack"] for seat in seats]
    return {
        "evidence": "final",
        **reached,
        **fields_by_seat("score", row.scores),
        "board": "\n".join(map(board_line, seats[0]["board"])),
        **fields_by_seat("rack", map(" ".join, racks)),
        "pool": "",  # the tiles that are nowhere else, which the field need not repeat
        "end": (End.BLOCKED if all(racks) else End.OUT).value,
        **fields_by_seat("before", map(points_before_end, seats)),
    }


def board_line(placed: Mapping[str, Any]) -> str:
    """Return a tile as a line of the field `board`."""
    (x, y), corners = placed["at"], " ".join(map(str, placed["corners"]))
    return f"{x},{y}: {corners}"


def points_before_end(entry: Mapping[str, Any]) -> int:
    """Return a seat's points without those that the end of the round gave."""
    return int(sum(item["points"] for item in entry["items"] if item["code"] not in END_ITEMS))


def _read_line(text: str) -> Body:
    numbers = NUMBER.findall(text.replace("−", "-"))
    corners = list("".join(numbers[2:]).replace("-", ""))
    return {
        "at": [number(coordinate) for coordinate in numbers[:2]],
        "corners": [int(corner) for corner in corners],
    }


def _sorted(text: str) -> str:
    """Return the tile in its usual spelling: `510` and `5-1-0` are `015`."""
    tile = "".join(sorted(text.replace("-", "")))
    return tile if tile in BIT else text
