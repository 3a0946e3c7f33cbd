"""The quick lane for transcripts: moves that are plainly legal, straight from the record (T21).

Nearly every move of a transcript is written in the usual form and plainly legal. The lane takes
such moves one after the other with the whole state in local variables and makes nothing for them
but what they earned. At the first move that it does not take, it hands back the exact state before
it. That move goes through `moves.read` and `rules.apply`, which alone refuse and explain; if they
allow it, the lane goes on behind it.

Python has one object for every small whole number, so `is` compares type and value at once: true
and 1.0 are not 1. Where it fails for equal numbers, the move only takes the longer way.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from games.base import Seat
from games.triominos import lattice, rules, score
from games.triominos.lattice import MOST, WIDTH, Board
from games.triominos.options import AfterDraw, Blocked, EmptyPoolPass
from games.triominos.pieces import BIT, PIPS, TILE_OF, TRIPLES, Rack, Tile
from games.triominos.rules import DRAWS, State
from games.triominos.score import DRAW, FAIL, PASS, Bonus, End, Event, Kind

Facts = tuple[Tile, int, int]  # its bit and its pips

SEATS = [Seat(seat) for seat in range(6)]
UP_B, UP_C, DOWN_B, DOWN_C = WIDTH + 1, WIDTH - 1, 1, WIDTH  # steps to corners

# what the moves without a bonus earn, by seat
LAID = [[Event(seat, Kind.TILES, pips) for pips in range(16)] for seat in SEATS]
DRAWN = [Event(seat, Kind.DRAWS, DRAW) for seat in SEATS]
FAILED = [Event(seat, Kind.FAILS, FAIL) for seat in SEATS]
PASSED = [Event(seat, Kind.PASSES, PASS) for seat in SEATS]

# Any: what is not written like a move raises one of these
NO_MOVE = KeyError, TypeError, ValueError


def run(state: State, played: list[Any], events: list[Event]) -> State:  # noqa: C901
    """The state after all moves from `len(events)` on that are legal beyond doubt, and their
    events behind the others. One long loop, because a call for every move would double its time.
    """
    before = len(events)
    turn = _turn(state, played[before])
    if turn is None:
        return state
    match, scores = state.match, [*state.scores]
    racks: list[int] = [*state.racks]
    options, players = match.options, len(racks)
    followers = [*SEATS[1:players], SEATS[0]]
    missing = [options.target - total for total in match.totals]
    drawn_only = options.after_draw is AfterDraw.DRAWN_ONLY
    stuck_only = options.empty_pool_pass is EmptyPoolPass.STUCK_ONLY
    fails_count = options.blocked is Blocked.ANY_NONPLAY
    cells, numbers = state.board.cells.copy(), state.board.numbers.copy()
    board, get = Board(cells, numbers), numbers.get
    reached, end, skipped, draws = state.reached, state.end, state.skipped, state.draws
    pool = state.pool
    hidden, drawn = int(state.hidden), int(state.drawn)
    front = len(pool or ()) - hidden.bit_count()
    held, mine = racks[turn], scores[turn]  # of the player at turn
    playable = drawn if drawn_only and draws else held
    try:
        for raw in islice(played, before, None):
            if raw["seat"] is not turn:
                break
            do = raw["do"]
            if do == "play":
                x, y = raw["at"]
                a, b, c = raw["corners"]
                tile, bit, points = FACTS[a][b][c]
                if raw["tile"] != tile or not playable & bit:
                    break
                if not (type(x) is type(y) is int and -MOST <= x <= MOST and -MOST <= y <= MOST):
                    break
                at = y * WIDTH + x
                if at & 1:
                    point_a, point_b, point_c = at - 1, at + 1, at + WIDTH
                    side_ab, side_bc, side_ca = at - WIDTH, point_b, point_a
                else:
                    point_a, point_b, point_c = at, at + UP_B, at + UP_C
                    side_ab, side_bc, side_ca = at + 1, at + WIDTH, at - 1
                lies_a, lies_b, lies_c = get(point_a), get(point_b), get(point_c)
                bonus = None
                if lies_a is a and lies_b is b and lies_c is c:
                    if at in cells or not (
                        side_ab in cells or side_bc in cells or side_ca in cells
                    ):
                        break
                    new, bonus = None, score.bonus(board, at, options)
                elif lies_a is None and lies_b is b and lies_c is c and side_bc in cells:
                    new, number = point_a, a
                elif lies_b is None and lies_c is c and lies_a is a and side_ca in cells:
                    new, number = point_b, b
                elif lies_c is None and lies_a is a and lies_b is b and side_ab in cells:
                    new, number = point_c, c
                elif not cells and type(b) is type(c) is int:
                    bonus = Bonus.OPENING if tile in TRIPLES else None
                    new, number = point_a, a
                    numbers[point_b], numbers[point_c] = b, c
                else:
                    break
                if bonus is None:
                    event = LAID[turn][points]
                else:
                    extra = score.bonus_points(bonus, tile, options)
                    points += extra
                    event = Event(turn, Kind.TILES, points, bonus, extra)
                size = len(raw)
                if size == 6:
                    if raw["points"] is not points:
                        break
                elif size != 5:
                    break
                if new is not None:
                    if type(number) is not int:
                        break
                    numbers[new] = number
                cells[at] = a, b, c
                events.append(event)
                held ^= bit
                mine += points
                if mine >= missing[turn]:
                    reached = True
                if not held:
                    end = End.OUT
                skipped = 0
            elif do == "draw":
                if draws == DRAWS or not hidden:
                    break
                tile = raw["tile"] if pool is None else pool[front]
                if raw.get("tile", tile) != tile or raw.get("points", DRAW) is not DRAW:
                    break
                bit = BIT[tile]
                if not hidden & bit or len(raw) != 2 + ("tile" in raw) + ("points" in raw):
                    break
                events.append(DRAWN[turn])
                hidden ^= bit
                front += 1
                held |= bit
                playable = bit if drawn_only else held
                drawn = bit
                draws += 1
                mine += DRAW
                continue
            elif do == "fail":
                points = raw.get("points", FAIL)
                if draws < DRAWS or type(points) is not int or points != FAIL:
                    break
                if len(raw) != 2 + ("points" in raw):
                    break
                events.append(FAILED[turn])
                mine += FAIL
                skipped = skipped + 1 if fails_count else 0
            elif do == "pass":
                if draws == DRAWS or hidden or raw.get("points", PASS) is not PASS:
                    break
                if len(raw) != 2 + ("points" in raw):
                    break
                if stuck_only and lattice.has_place(board, Rack(playable)):
                    break
                events.append(PASSED[turn])
                skipped += 1
            else:
                break
            # the turn is over
            racks[turn], scores[turn] = held, mine
            turn = followers[turn]
            held = playable = racks[turn]
            mine = scores[turn]
            draws = drawn = 0
            if skipped == players:
                end = End.BLOCKED
            if end:
                break
    except NO_MOVE:
        pass
    if len(events) == before:
        return state
    racks[turn], scores[turn] = held, mine
    return State(
        match=match,
        racks=tuple(map(Rack, racks)),
        pool=pool,
        hidden=Rack(hidden),
        scores=tuple(scores),
        reached=reached,
        board=board,
        turn=turn,
        draws=draws,
        drawn=Rack(drawn),
        skipped=skipped,
        event=events[-1],
        end=end,
    )


def _turn(state: State, raw: object) -> Seat | None:
    """Whose move this can be; before the opening that of a player who may open with this tile."""
    if state.end is not None:
        return None
    if state.turn is not None:
        return state.turn
    if isinstance(raw, dict) and raw.get("do") == "play":
        for seat, tile in rules.openings(state):
            if raw.get("seat") is seat and raw.get("tile") == tile:
                return Seat(seat)
    return None


def _facts() -> dict[int, dict[int, dict[int, Facts]]]:
    """Of the tile that shows these corners."""
    found: dict[int, dict[int, dict[int, Facts]]] = {}
    for (a, b, c), tile in TILE_OF.items():
        found.setdefault(a, {}).setdefault(b, {})[c] = tile, BIT[tile], PIPS[tile]
    return found


FACTS = _facts()
