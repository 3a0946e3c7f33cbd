"""The page of a match of Triominos beyond scores: the figures that each player built, if moves are
recorded."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.models import Match, Submission
from league.web.games.pages import Body

# column of the table → codes of the breakdown that count in it, and how often each
COLUMNS = {
    "laid": {"tiles": 1},
    "bridges": {"bridge": 1},
    "hexagons": {"hexagon": 1, "two_hexagons": 2, "three_hexagons": 3},
    "drawn": {"draws": 1},
    "failed": {"fails": 1},
    "out": {"out": 1},
}


def show_match(match: Match, rounds: Sequence[Submission], names: Sequence[str]) -> Body:
    """Return counts by seat; nothing unless some round has a transcript."""
    breakdowns = [row.verdict["breakdown"] for row in rounds if row.evidence == "transcript"]
    players = len(match.totals) if breakdowns else 0
    seats = [
        {
            "seat": seat,
            **{column: _count(breakdowns, seat, codes) for column, codes in COLUMNS.items()},
        }
        for seat in range(players)
    ]
    return {"seats": seats, "replayed": len(breakdowns), "rounds": len(rounds)}


def _count(
    breakdowns: Sequence[Sequence[Mapping[str, Any]]], seat: int, codes: Mapping[str, int]
) -> int:
    items = (item for breakdown in breakdowns for item in breakdown[seat]["items"])
    return sum(item["count"] * codes.get(item["code"], 0) for item in items)
