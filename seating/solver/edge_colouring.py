"""Perfectly even seats for a schedule of tables of one size, by edge colouring.

Players and tables are the two sides of a bipartite graph, each player at a table is an edge, and
seats are colours. A player of many rounds is split into parts of as many rounds as there are seats,
so no vertex has more edges than there are seats. By König's theorem (1916) that many colours are
enough: every part sits once on every seat.
"""

from __future__ import annotations

from collections.abc import Sequence

FREE = -1


def seat_evenly(tables: Sequence[list[int]], players: int, size: int) -> None:
    """Order all tables in place; each of them has `size` players."""
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
    """Give a part a seat that is free for it and at the table, made free along an alternating path
    if there is none."""
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
    """Exchange two seats along the alternating path from a table, so that seat `one` becomes free.

    The path never reaches the part that is to be seated, because its two sides alternate.
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
