"""Seats for a whole schedule of equal tables, perfectly even: a colouring of edges.

Players and tables are the two sides of a graph, whoever sits at a table is an edge, and seats are
colours. With a player of many rounds split into parts of as many rounds as there are seats, no
point has more edges than there are seats, and König (1916) has it that so many colours are enough:
every part sits once on every seat.
"""

from __future__ import annotations

from collections.abc import Sequence

FREE = -1


def seat_evenly(tables: Sequence[list[int]], players: int, size: int) -> None:
    """Orders all tables, each of this size, in place."""
    seats_of_part: list[list[int]] = []  # the table of each seat
    player_of_part: list[int] = []  # whose part it is
    current_part = [FREE] * players
    rows = [[FREE] * size for _ in tables]  # the part on each seat
    for number, table in enumerate(tables):
        for player in table:
            part = current_part[player]
            if part == FREE or FREE not in seats_of_part[part]:
                part = current_part[player] = len(seats_of_part)
                seats_of_part.append([FREE] * size)
                player_of_part.append(player)
            _assign_seat(seats_of_part, rows, part, number)
    for table, row in zip(tables, rows, strict=True):
        table[:] = [player_of_part[part] for part in row]


def _assign_seat(parts: list[list[int]], rows: list[list[int]], part: int, table: int) -> None:
    """On a seat free for both; if there is none, one is made free along a path."""
    mine, row = parts[part], rows[table]
    for seat, (there, here) in enumerate(zip(mine, row, strict=True)):
        if there == here == FREE:
            mine[seat], row[seat] = table, part
            return
    seat, other = mine.index(FREE), row.index(FREE)
    _free_seat(parts, rows, table, seat, other)
    mine[seat], row[seat] = table, part


def _free_seat(
    parts: list[list[int]], rows: list[list[int]], table: int, one: int, other: int
) -> None:
    """Changes two seats from a table on, along everybody this concerns, so that `one` is free.

    The two sides alternate, so the path never comes to the part that is to be seated.
    """
    sides = (rows, parts)
    path, side, point, seat = [(0, table)], 0, table, one
    while (ahead := sides[side][point][seat]) != FREE:
        side, point = 1 - side, ahead
        seat = other if seat == one else one
        path.append((side, point))
    for side, point in path:
        cells = sides[side][point]
        cells[one], cells[other] = cells[other], cells[one]
