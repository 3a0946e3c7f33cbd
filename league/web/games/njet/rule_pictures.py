"""The pictures of the rules of Njet!: the board before and after the njet phase, and tricks."""

from functools import partial

from games.njet import board, card_names
from games.njet.board import Cell
from games.njet.options import DISCARDS
from games.njet.pictures import BOARDS, PLAYERS, SUPER, TRICKS, TRUMP
from league.web.games.letters import reader_language
from league.web.games.njet import draw
from league.web.games.njet.board import ROW_NAMES
from league.web.games.rule_pictures import (
    GOLD,
    Group,
    Pictures,
    document,
    placed,
    rows_of_groups,
    text,
)

NAMES_WIDTH, CELL, CELL_GAP = 138, 40, 8
TRICKS_IN_ROW = 2


def _board(name: str) -> str:
    left_cells = BOARDS[name]
    places = board.build(PLAYERS, DISCARDS, super_none=False).places
    drawn, step = [], CELL + CELL_GAP
    for line, (row, cells) in enumerate(places.items()):
        y = 4 + line * step
        drawn.append(text(0, y + 25, str(ROW_NAMES[row]), size=14, anchor="start"))
        for column, cell in enumerate(cells):
            x = NAMES_WIDTH + column * step
            drawn.append(_cell(row, cell, x, y) + _mark(cell, left_cells.get(row), x, y))
    width = NAMES_WIDTH + 4 * step - CELL_GAP + 4
    return document(width, len(places) * step, "".join(drawn))


def _cell(row: str, cell: Cell, x: float, y: float) -> str:
    if row in ("trump", "super"):
        return placed(draw.token(str(cell), _letter(str(cell))), x, y, CELL, CELL)
    words = {"first": f"{int(cell) + 1}", "value": f"×{cell}"} if isinstance(cell, int) else {}
    frame = (
        f'<rect x="{x + 0.5:g}" y="{y + 0.5:g}" width="39" height="39" rx="9" fill="none" '
        'stroke="currentColor" stroke-opacity=".4"/>'
    )
    return frame + text(x + CELL / 2, y + 26, words.get(row, str(cell)), size=17)


def _mark(cell: Cell, left: Cell | None, x: float, y: float) -> str:
    """Return the frame of the cell that is left, or the black marker on a barred one."""
    if left is None:
        return ""
    if cell == left:
        return (
            f'<rect x="{x - 2.5:g}" y="{y - 2.5:g}" width="45" height="45" rx="11" fill="none" '
            f'stroke="{GOLD}" stroke-width="4"/>'
        )
    centre = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}"'
    return f'<circle {centre} r="16" fill="#111" stroke="#fff" stroke-opacity=".75"/>'


def _tricks(name: str) -> str:
    groups = [_trick(cards.split(), winner) for cards, winner in TRICKS[name]]
    rows = [groups[first : first + TRICKS_IN_ROW] for first in range(0, len(groups), TRICKS_IN_ROW)]
    return rows_of_groups(rows)


def _trick(codes: list[str], winner: int) -> Group:
    """Return a trick with a line below the card that takes it."""
    return Group(
        [_card(code) for code in codes],
        [GOLD if number == winner else "" for number in range(len(codes))],
    )


def _card(code: str) -> str:
    """Return a card with the mark of a trump or a super-trump."""
    colour, rank = code[0], code[1]
    is_super = (colour, rank) == (SUPER, "1")
    mark = draw.mark("super") if is_super else draw.mark("trump") if colour == TRUMP else ""
    return draw.card(colour, rank, _letter(colour)).replace("</symbol>", f"{mark}</symbol>")


def _letter(colour: str) -> str:
    return card_names.colour(colour, reader_language())


PICTURES: Pictures = {
    **{name: partial(_board, name) for name in BOARDS},
    **{name: partial(_tricks, name) for name in TRICKS},
}
