"""Teams in the form of a sheet or a final (Z5, Z13, Z16)."""

from __future__ import annotations

from collections.abc import Mapping

from games import shape
from games.base import Seat
from games.messages import NOBODY
from games.njet import messages
from games.njet.board import Cell
from games.njet.state import Teams
from games.shape import Spot
from problems import reader
from problems.text import Param

SIZES = {3: ((1, 2), (2, 1)), 4: ((2, 2),)}


def read(raw: object, at: Spot, players: int) -> Teams | None:
    """Return two teams that share out all seats, or None."""
    listed = reader.entries(raw, at, count=2)
    if listed is None:
        return None
    first, second = _team(listed[0], players), _team(listed[1], players)
    if first is None or second is None:
        _refuse_teams(listed, at, players)
        return None
    return (first, second) if _is_shared_out((first, second), at, players) else None


def check_start(teams: Teams | None, rules: Mapping[str, Cell], at: Spot) -> None:
    """Report a start player who is not in the first team, if both are known."""
    start = rules.get("first")
    if isinstance(start, int) and teams and start not in teams[0]:
        at_first = at / 0
        at_first.refuse(messages.START_NOT_IN_FIRST_TEAM, seat=start)


def _team(raw: object, players: int) -> tuple[Seat, ...] | None:
    """Return the seats; None unless it is a list of at most this many seats."""
    if not isinstance(raw, list) or len(raw) > players or {*map(type, raw)} - {int}:
        return None
    return tuple(raw) if {*raw} <= {*range(players)} else None


def _refuse_teams(listed: list[object], at: Spot, players: int) -> None:
    for index, team in enumerate(listed):
        at_team = at / index
        for place, seat in enumerate(reader.entries(team, at_team, most=players) or []):
            shape.seat(seat, at_team / place, players)


def _is_shared_out(teams: Teams, at: Spot, players: int) -> bool:
    seated = [*teams[0], *teams[1]]
    if sorted(seated) != [*range(players)]:
        twice = [seat for seat in range(players) if seated.count(Seat(seat)) > 1]
        missing = [seat for seat in range(players) if seat not in seated]
        named = {"twice_seats": _listed(twice), "missing_seats": _listed(missing)}
        at.refuse(messages.TEAMS_NOT_ALL, **named)
        return False
    actual = (len(teams[0]), len(teams[1]))
    if actual not in SIZES[players]:
        expected = " / ".join(_sizes(sizes) for sizes in SIZES[players])
        at.refuse(messages.TEAM_SIZES, found=_sizes(actual), expected=expected)
        return False
    return True


def _sizes(actual: tuple[int, int]) -> str:
    return f"{actual[0]} + {actual[1]}"


def _listed(seats: list[int]) -> Param:
    return ", ".join(map(str, seats)) or NOBODY
