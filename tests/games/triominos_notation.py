"""Short ways to write Triominos records: tiles, boards and moves as words, the rest dealt."""

import json
from itertools import chain

from games import record
from games.triominos import lattice, moves, options, rules, tiles
from games.triominos.rules import RoundState
from games.triominos.tiles import TILES
from tests.games.states import state_with

CAST = ["Ada", "Bob", "Zoé", "Dov", "Eva", "Fay"]

# a whole round of two with deal 2: opening, a tile that fits, out
RACKS = ("555 455", "155 012")
OUT = "0 play 5-5-5 0:0, 1 play 5-5-1 0:1, 0 play 5-4-5 1:0"

# the boards of the examples E2, E3 and E4
E2 = "0:1 2-2-0, 0:0 2-2-2, 1:0 2-3-2, 1:1 2-5-0, 2:1 2-4-5, 3:1 4-5-5, 4:1 4-4-5, 4:0 4-4-4"
E3 = "1:0 5-1-2, 0:0 5-2-3, -1:0 4-5-3, -1:-1 5-5-4, 0:-1 5-5-5"
E4 = (
    "-1:-1 2-4-0, -1:0 0-4-4, 0:-1 2-4-4, 0:0 4-3-4, 1:-1 4-5-4, 2:-1 4-5-5, 2:0 5-1-3, "
    "3:-1 5-0-5, 3:0 5-0-1"
)

# a ring of twelve: 1-3-5 on 1:0 makes three hexagons at once
CROWN = (
    "0:0 1-5-0, -1:0 1-1-0, 0:1 0-5-0, 1:1 5-5-0, 2:1 5-4-5, 2:0 3-4-5, 3:0 3-4-4, 3:-1 3-4-3, "
    "2:-1 2-3-3, 1:-1 2-3-1, 0:-1 1-2-1, -1:-1 1-1-1"
)


def match(*rounds, players=2, **house_rules):
    return {
        "record": 1,
        "game": "triominos",
        "options": house_rules,
        "players": CAST[:players],
        "rounds": list(rounds),
    }


def sheet(*scores, **more):
    return {"evidence": "sheet", "scores": list(scores), **more}


def final(board, *racks, end="out", before=(0, 0), **more):
    """Return a final; the tiles that are neither on the board nor in a rack are the pool."""
    placed = board_of(board)
    rack_tiles = [rack.split() for rack in racks]
    laid = ["".join(map(str, sorted(tile["corners"]))) for tile in placed]
    return {
        "evidence": "final",
        "board": placed,
        "racks": rack_tiles,
        "pool": [tile for tile in TILES if tile not in chain(laid, *rack_tiles)],
        "end": end,
        "before_end": list(before),
        **more,
    }


def transcript(played, *racks, pool="", size=7, **more):
    """Return a transcript; `pool` are the first tiles that are drawn.

    The racks are filled up from the rest of the tiles.
    """
    rack, rest = dealt(racks, pool, size)
    return {
        "evidence": "transcript",
        "racks": rack,
        "pool": rest,
        "moves": moves_of(played),
        **more,
    }


def dealt(racks, pool="", size=7):
    rack_tiles, top = [rack.split() for rack in racks], pool.split()
    rest = [tile for tile in TILES if tile not in chain(top, *rack_tiles)]
    filled = [rack + [rest.pop(0) for _ in range(size - len(rack))] for rack in rack_tiles]
    return filled, [*top, *rest]


def moves_of(text):
    return [move_of(*words.split()) for words in text.split(",") if words.strip()]


def move_of(seat, do, *rest):
    """Return the move of a text.

    It is `0 play 5-5-5 0:0`, `1 draw`, `1 draw 012`, `1 fail` or `1 pass`.
    """
    made = {"seat": int(seat), "do": do}
    if do == "play":
        placed = placed_of(rest[1], rest[0])
        return made | {"tile": "".join(map(str, sorted(placed["corners"])))} | placed
    return made | ({"tile": rest[0]} if rest else {})


def move(text):
    return moves.read(move_of(*text.split()), 6)


def board_of(text):
    """Return the tiles of a board from cells and corners, such as `0:0 1-2-1, 0:1 1-2-3`."""
    return [placed_of(*words.split()) for words in text.split(",") if words.strip()]


def placed_of(cell, corners):
    return {"at": [int(x) for x in cell.split(":")], "corners": corners_of(corners)}


def corners_of(text):
    return [int(number) for number in text.split("-")]


def lies(text):
    """Return a board with these tiles, laid on it without a check that they fit."""
    board = lattice.EMPTY
    for tile in board_of(text):
        board = lattice.lay(board, lattice.cell(*tile["at"]), tuple(tile["corners"]))
    return board


def opening(*racks, pool="", size=7, **house_rules):
    """Return the state before the first move."""
    rack, rest = dealt(racks, pool, size)
    return rules.deal(start(len(racks), deal=size, **house_rules), rack, rest)


def start(players=2, **house_rules):
    state, problems = options.start(house_rules, players)
    assert state, problems
    return state


def midway(board, *racks, pool="", scores=None, **house_rules):
    """Return a state in which seat 0 is at turn on this board.

    Nobody has had the tiles of the pool.
    """
    packed_racks, order = [tiles.rack(rack.split()) for rack in racks], pool.split()
    state = RoundState(start(len(racks), **house_rules), packed_racks, order, tiles.rack(order))
    return state_with(state, scores=scores or [0] * len(racks), board=lies(board), turn=0)


def after(state, played):
    for made in moves_of(played):
        state = rules.apply(state, moves.read(made, state.players))
    return state


def earned(state, played):
    """Return what the last of these moves earned."""
    return after(state, played).event.points


def play(*args, **how):
    """Return the record of a match played by bots, as a copy that may be changed."""
    return json.loads(json.dumps(record.play("triominos", *args, **how)))


def check(*rounds, players=2, **house_rules):
    return record.check(match(*rounds, players=players, **house_rules))


def problem_keys(verdict):
    """Return the problems of a verdict as (code, path, clause)."""
    return [(problem.code, problem.path, problem.clause) for problem in verdict.problems]
