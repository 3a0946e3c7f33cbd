"""A round as it is played: its state, its moves and what the rules allow (T3-T13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache

from games.base import IllegalMove, Seat
from games.triominos import lattice, messages, score, tiles
from games.triominos.lattice import Board, Cell, Point
from games.triominos.moves import DrawTile, Fail, Move, Pass, Play
from games.triominos.options import AfterDraw, Blocked, EmptyPoolPass, Match
from games.triominos.score import Bonus, End, Event, Kind
from games.triominos.tiles import (
    BIT,
    FREE,
    PIPS,
    TILE_OF,
    TRIPLES,
    ZERO,
    Corners,
    Pattern,
    Rack,
    Tile,
)
from problems.problem import problem
from problems.text import Text

DRAWS = 3  # in a turn at most
LAID, DRAWN, FAILED, PASSED = Kind  # looking a member up there takes time


class RoundState:
    """A round at one moment.

    `turn` is None until the round is opened. `hidden` are the tiles that no player has had, and
    `pool` all those not dealt in drawing order, or None if that is not known. `scores` grow with
    every move, but the end bonus is not in them; `reached` are the seats that a move has brought to
    the target (T15). `draws` counts the draws of this turn, and `last_draw` is the latest of them;
    `skipped` counts the turns in a row that count for a blocked round; `event` records the points
    of the last move.

    Only `advance` changes a state.
    """

    __slots__ = (
        "board",
        "draws",
        "end",
        "event",
        "hidden",
        "last_draw",
        "match",
        "pool",
        "racks",
        "reached",
        "scores",
        "skipped",
        "turn",
    )

    def __init__(
        self, match: Match, racks: list[Rack], pool: Sequence[Tile] | None, hidden: Rack
    ) -> None:
        self.match = match
        self.racks = racks
        self.pool = pool
        self.hidden = hidden
        self.scores = [0] * len(racks)
        self.reached: frozenset[int] = frozenset()
        self.board = lattice.copy(lattice.EMPTY)
        self.turn: Seat | None = None
        self.draws = 0
        self.last_draw = tiles.NO_TILES
        self.skipped = 0
        self.event: Event | None = None
        self.end: End | None = None

    @property
    def players(self) -> int:
        return len(self.racks)

    @property
    def pool_left(self) -> int:
        return self.hidden.bit_count()

    def copy(self) -> RoundState:
        twin = copy(self)
        twin.racks, twin.scores = self.racks.copy(), self.scores.copy()
        twin.board = lattice.copy(self.board)
        return twin


def deal(match: Match, racks: Iterable[Iterable[Tile]], pool: Sequence[Tile] | None) -> RoundState:
    packed_racks = [tiles.rack(codes) for codes in racks]
    return RoundState(match, packed_racks, pool, tiles.ALL_TILES - sum(packed_racks))


def apply(state: RoundState, move: Move) -> RoundState:
    """Return the state after the move; raise IllegalMove if the rules do not allow it."""
    after = state.copy()
    advance(after, move)
    return after


def advance(state: RoundState, move: Move) -> Event:
    """Make the move in this very state, and return what it earned.

    An IllegalMove leaves the state as it was.
    """
    if state.end is not None:
        raise _illegal(messages.MOVE_AFTER_ROUND)
    if state.turn is None:
        return _open(state, move)
    if move.seat != state.turn:
        raise _illegal(messages.TURN_OF_ANOTHER, seat=move.seat, due_seat=state.turn)
    match move:
        case Play():
            return _play(state, move)
        case DrawTile():
            return _draw(state, move)
        case Fail():
            return _fail(state, move)
    return _pass(state, move)


def legal_moves(state: RoundState) -> list[Move]:
    """Return every legal move; one opening on (0, 0) represents all its cells."""
    if state.end is not None:
        return []
    if state.turn is None:
        at = lattice.cell(0, 0)
        return [
            Play(seat, tile, at, corners)
            for seat, tile in openings(state)
            for corners in tiles.turnings(tile)
        ]
    return [*plays(state, state.turn), *_others(state, state.turn)]


def openings(state: RoundState) -> list[tuple[Seat, Tile]]:
    """Return who may open with what; what an engine takes comes first (T3)."""
    dealt = sum(state.racks)
    triples = tiles.in_rack(dealt & tiles.TRIPLE_TILES)
    if not triples:
        highest = next(same & dealt for same in tiles.BY_PIPS if same & dealt)
        codes = sorted(tiles.in_rack(highest), key=tiles.strength, reverse=True)
        return [(_holder(state, tile), tile) for tile in codes]
    best = triples[-1]
    opener = _holder(state, best)
    may_choose = state.match.options.open_zero_choice and best != ZERO
    zero = [(opener, ZERO)] if may_choose and state.racks[opener] & BIT[ZERO] else []
    return [(opener, best), *zero]


def _holder(state: RoundState, tile: Tile) -> Seat:
    return next(Seat(seat) for seat, rack in enumerate(state.racks) if rack & BIT[tile])


def plays(state: RoundState, seat: Seat) -> Iterator[Play]:
    """Yield the tiles that the player at turn may lay now, wherever they fit."""
    for at, corners in lattice.placements(state.board, _playable(state, seat)):
        yield Play(seat, TILE_OF[corners], at, corners)


def _others(state: RoundState, seat: Seat) -> Iterator[Move]:
    if state.draws == DRAWS:
        yield Fail(seat)
    elif state.hidden:
        drawable = [front(state)] if state.pool else tiles.in_rack(state.hidden)
        yield from (DrawTile(seat, tile) for tile in drawable)
    elif _may_pass(state, seat):
        yield Pass(seat)


def front(state: RoundState) -> Tile:
    """Return the next tile of a pool that is known and not empty."""
    assert state.pool, "the order of the pool is known"
    return state.pool[-state.pool_left]


def _playable(state: RoundState, seat: Seat) -> Rack:
    """Return the tiles that the seat may lay: after a draw perhaps only the tile drawn (T9)."""
    only_drawn = state.draws and state.match.options.after_draw is AfterDraw.DRAWN_ONLY
    return state.last_draw if only_drawn else state.racks[seat]


def _may_pass(state: RoundState, seat: Seat) -> bool:
    """Return whether a player with an empty pool and fewer than three draws may pass (T11)."""
    if state.match.options.empty_pool_pass is EmptyPoolPass.FREE:
        return True
    return not lattice.has_place(state.board, _playable(state, seat))


def _open(state: RoundState, move: Move) -> Event:
    allowed = openings(state)
    if not isinstance(move, Play):
        raise _illegal(messages.OPENING_EXPECTED, seat=move.seat, **_listed(allowed))
    if (move.seat, move.tile) not in allowed:
        text = messages.NOT_THE_OPENING
        raise _illegal(text, seat=move.seat, tile=move.tile, **_listed(allowed))
    if TILE_OF[move.corners] != move.tile:
        raise _wrong_corners(move)
    return _lay(state, move, Bonus.OPENING if move.tile in TRIPLES else None)


def _listed(allowed: Sequence[tuple[Seat, Tile]]) -> dict[str, str]:
    holders = dict.fromkeys(str(seat) for seat, _ in allowed)
    return {"tiles": ", ".join(tile for _, tile in allowed), "holder_seats": ", ".join(holders)}


def _play(state: RoundState, move: Play) -> Event:
    rack, tile = state.racks[move.seat], BIT[move.tile]
    if not rack & tile:
        expected = " ".join(tiles.in_rack(rack))
        raise _illegal(messages.TILE_NOT_HELD, seat=move.seat, tile=move.tile, expected=expected)
    if state.draws and not _playable(state, move.seat) & tile:
        text, expected = messages.NOT_THE_DRAWN_TILE, " ".join(tiles.in_rack(state.last_draw))
        raise _illegal(text, seat=move.seat, tile=move.tile, expected=expected)
    if TILE_OF[move.corners] != move.tile:
        raise _wrong_corners(move)
    numbers = check_place(state.board, move.cell, move.corners)
    if FREE in numbers:  # then it is no bridge, and completes no hexagon
        return _lay(state, move, None)
    return _lay(state, move, score.bonus(state.board, move.cell, state.match.options))


def _wrong_corners(move: Play) -> IllegalMove:
    """Return the refusal of corners that belong to another tile (T21)."""
    corners, tile = "-".join(map(str, move.corners)), TILE_OF[move.corners]
    params = {"tile": move.tile, "shown": tile, "expected": "-".join(move.tile)}
    return _illegal(messages.CORNERS_OF_ANOTHER, found=corners, **params)


def check_place(board: Board, at: Cell, corners: Corners) -> Pattern:
    """Return the numbers that lie here; raise IllegalMove unless these corners fit (T6)."""
    if at in board.cells:
        raise _illegal(messages.CELL_TAKEN, **_named(at))
    if not lattice.touches(board, at):
        raise _illegal(messages.NO_COMMON_SIDE, **_named(at))
    a, b, c = corners
    numbers = lattice.pattern(board, at)
    lies_a, lies_b, lies_c = numbers
    if not (lies_a in (a, FREE) and lies_b in (b, FREE) and lies_c in (c, FREE)):
        raise _wrong_number(at, corners, numbers)
    return numbers


def _wrong_number(at: Cell, corners: Corners, numbers: Pattern) -> IllegalMove:
    """Return which is the first point that shows another number (T6)."""
    point, number, lies = next(
        (point, number, lies)
        for point, number, lies in zip(lattice.points(at), corners, numbers, strict=True)
        if lies not in (number, FREE)
    )
    return _illegal(messages.POINT_SHOWS, found=number, expected=lies, **_named(point))


def _named(number: Cell | Point) -> dict[str, int]:
    """Return the coordinates of a cell or point, for a message."""
    x, y = lattice.place(number)
    return {"x": x, "y": y}


def _lay(state: RoundState, move: Play, bonus: Bonus | None) -> Event:
    """Lay a tile, which is known to fit."""
    seat, tile, at, corners, _ = move
    points, extra = PIPS[tile], 0
    if bonus:
        extra = score.bonus_points(bonus, tile, state.match.options)
        points += extra
    lattice.put(state.board, at, corners)
    state.racks[seat] ^= BIT[tile]
    state.skipped = 0
    if not state.racks[seat]:
        state.end = End.OUT
    _end_turn(state, seat)
    return _earn(state, _event(seat, LAID, points, bonus, extra))


def _draw(state: RoundState, move: DrawTile) -> Event:
    if state.draws == DRAWS:
        raise _illegal(messages.FOURTH_DRAW, seat=move.seat)
    if not state.hidden:
        raise _illegal(messages.POOL_IS_EMPTY, seat=move.seat)
    seat, tile = move.seat, BIT[_tile_to_draw(state, move)]
    state.racks[seat] = state.racks[seat] | tile
    state.hidden = state.hidden ^ tile
    state.draws += 1
    state.last_draw = tile
    return _earn(state, _event(seat, DRAWN, score.DRAW))


def _tile_to_draw(state: RoundState, move: DrawTile) -> Tile:
    if state.pool is not None:
        expected = front(state)
        if move.tile not in (None, expected):
            raise _illegal(messages.NOT_THE_FRONT, found=str(move.tile), expected=expected)
        return expected
    if move.tile is None:
        raise _illegal(messages.DRAW_WITHOUT_TILE, seat=move.seat)
    if not state.hidden & BIT[move.tile]:
        raise _illegal(messages.TILE_NOT_IN_POOL, seat=move.seat, tile=move.tile)
    return move.tile


def _fail(state: RoundState, move: Fail) -> Event:
    if state.draws < DRAWS:
        raise _illegal(messages.FAIL_TOO_EARLY, seat=move.seat, found=state.draws)
    counts = state.match.options.blocked is Blocked.ANY_NONPLAY
    _skip(state, move.seat, state.skipped + 1 if counts else 0)
    return _earn(state, _event(move.seat, FAILED, score.FAIL))


def _pass(state: RoundState, move: Pass) -> Event:
    seat = move.seat
    if state.draws == DRAWS:
        raise _illegal(messages.PASS_AFTER_THREE_DRAWS, seat=seat)
    if state.hidden:
        raise _illegal(messages.PASS_WITH_POOL, seat=seat, found=state.pool_left)
    if not _may_pass(state, seat):
        play = next(plays(state, seat))
        text = messages.PASS_WITH_FITTING_TILE
        raise _illegal(text, seat=seat, tile=play.tile, **_named(play.cell))
    _skip(state, seat, state.skipped + 1)
    return _earn(state, _event(seat, PASSED, score.PASS))


def _skip(state: RoundState, seat: Seat, skipped: int) -> None:
    """End a turn without a tile; after one of every player in a row the round is blocked (T13)."""
    state.skipped = skipped
    if skipped == len(state.racks):
        state.end = End.BLOCKED
    _end_turn(state, seat)


def _end_turn(state: RoundState, seat: Seat) -> None:
    state.turn = Seat((seat + 1) % len(state.racks))
    state.draws = 0
    state.last_draw = tiles.NO_TILES


def _earn(state: RoundState, event: Event) -> Event:
    """Add the points to the score; note that the seat has reached the target (T15)."""
    seat, match = event.seat, state.match
    state.scores[seat] += event.points
    if match.totals[seat] + state.scores[seat] >= match.options.target:
        state.reached |= {seat}
    state.event = event
    return event


@lru_cache(maxsize=1024)
def _event(
    seat: Seat, kind: Kind, points: int, bonus: Bonus | None = None, extra: int = 0
) -> Event:
    """Return one of the few hundred events that there are; to make one takes time."""
    return Event(seat, kind, points, bonus, extra)


def _illegal(text: Text, **params: str | int) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))
