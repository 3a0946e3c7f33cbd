"""A round as it is played: immutable states, moves and what the rules allow (T3-T13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.base import IllegalMove, Seat, problem
from games.messages import Text
from games.triominos import lattice, messages, pieces, score
from games.triominos.lattice import Board, Cell, Point
from games.triominos.moves import Draw, Fail, Move, Pass, Play
from games.triominos.options import AfterDraw, Blocked, EmptyPoolPass, Match
from games.triominos.pieces import BIT, PIPS, TILE_OF, TRIPLES, ZERO, Corners, Rack, Tile
from games.triominos.score import Bonus, End, Event, Kind

DRAWS = 3  # in a turn at most


class State(NamedTuple):
    """`turn` is None until the round is opened. `hidden` are the tiles that nobody has had, and
    `pool` all those not dealt in drawing order, or None if that is not known. `scores` grow with
    every move, but the end bonus is not in them; `reached` tells that one of them brought somebody
    to the target (T15).
    """

    match: Match
    racks: tuple[Rack, ...]
    pool: tuple[Tile, ...] | None
    hidden: Rack
    scores: tuple[int, ...]
    reached: bool = False
    board: Board = lattice.EMPTY
    turn: Seat | None = None
    draws: int = 0  # in this turn
    drawn: Rack = pieces.NO_TILES  # the tile just drawn in this turn
    skipped: int = 0  # turns in a row that count for a blocked round
    event: Event | None = None  # what the last move earned
    end: End | None = None

    @property
    def players(self) -> int:
        return len(self.racks)

    @property
    def pool_left(self) -> int:
        return self.hidden.bit_count()


def deal(match: Match, racks: Iterable[Iterable[Tile]], pool: Sequence[Tile] | None) -> State:
    held = tuple(pieces.rack(tiles) for tiles in racks)
    hidden = Rack(pieces.ALL_TILES - sum(held))
    order = None if pool is None else tuple(pool)
    return State(match, held, order, hidden, (0,) * len(held))


def apply(state: State, move: Move) -> State:
    """The state after the move; IllegalMove if the rules do not allow it."""
    if state.end is not None:
        raise _illegal(messages.MOVE_AFTER_ROUND)
    if state.turn is None:
        return _open(state, move)
    if move.seat != state.turn:
        raise _illegal(messages.TURN_OF_ANOTHER, seat=move.seat, due_seat=state.turn)
    match move:
        case Play():
            return _play(state, move)
        case Draw():
            return _draw(state, move)
        case Fail():
            return _fail(state, move)
    return _pass(state, move)


def legal_moves(state: State) -> list[Move]:
    """Every legal move. An opening stands for all its cells: it is on (0, 0) here."""
    if state.end is not None:
        return []
    if state.turn is None:
        at = lattice.cell(0, 0)
        return [
            Play(seat, tile, at, corners)
            for seat, tile in openings(state)
            for corners in pieces.turnings(tile)
        ]
    return [*plays(state, state.turn), *_others(state, state.turn)]


def openings(state: State) -> list[tuple[Seat, Tile]]:
    """T3: who may open with what; what an engine takes comes first."""
    dealt = sum(state.racks)
    triples = pieces.tiles(Rack(dealt & pieces.TRIPLE_TILES))
    if not triples:
        highest = next(same & dealt for same in pieces.BY_PIPS if same & dealt)
        tiles = sorted(pieces.tiles(Rack(highest)), key=pieces.strength, reverse=True)
        return [(_holder(state, tile), tile) for tile in tiles]
    best = triples[-1]
    opener = _holder(state, best)
    may_choose = state.match.options.open_zero_choice and best != ZERO
    zero = [(opener, ZERO)] if may_choose and state.racks[opener] & BIT[ZERO] else []
    return [(opener, best), *zero]


def _holder(state: State, tile: Tile) -> Seat:
    return next(Seat(seat) for seat, held in enumerate(state.racks) if held & BIT[tile])


def plays(state: State, seat: Seat) -> Iterator[Play]:
    """The tiles that the player at turn may lay now, wherever they fit."""
    for at, corners in lattice.placements(state.board, _playable(state, seat)):
        yield Play(seat, TILE_OF[corners], at, corners)


def _others(state: State, seat: Seat) -> Iterator[Move]:
    if state.draws == DRAWS:
        yield Fail(seat)
    elif state.hidden:
        drawable = [front(state)] if state.pool else pieces.tiles(state.hidden)
        yield from (Draw(seat, tile) for tile in drawable)
    elif _may_pass(state, seat):
        yield Pass(seat)


def front(state: State) -> Tile:
    """The next tile of a pool that is known and not empty."""
    assert state.pool, "the order of the pool is known"
    return state.pool[-state.pool_left]


def _playable(state: State, seat: Seat) -> Rack:
    """T9: after a draw it may be only the tile just drawn."""
    only_drawn = state.draws and state.match.options.after_draw is AfterDraw.DRAWN_ONLY
    return state.drawn if only_drawn else state.racks[seat]


def _may_pass(state: State, seat: Seat) -> bool:
    """T11, of a player with an empty pool and fewer than three draws."""
    if state.match.options.empty_pool_pass is EmptyPoolPass.FREE:
        return True
    return not lattice.has_place(state.board, _playable(state, seat))


def _open(state: State, move: Move) -> State:
    allowed = openings(state)
    if not isinstance(move, Play):
        raise _illegal(messages.OPENING_EXPECTED, seat=move.seat, **_listed(allowed))
    if (move.seat, move.tile) not in allowed:
        text = messages.NOT_THE_OPENING
        raise _illegal(text, seat=move.seat, tile=move.tile, **_listed(allowed))
    _check_turning(move)
    bonus = Bonus.OPENING if move.tile in TRIPLES else None
    return _laid(state, move, bonus)


def _listed(allowed: Sequence[tuple[Seat, Tile]]) -> dict[str, str]:
    holders = dict.fromkeys(str(seat) for seat, _ in allowed)
    return {"tiles": ", ".join(tile for _, tile in allowed), "holder_seats": ", ".join(holders)}


def _play(state: State, move: Play) -> State:
    held, tile = state.racks[move.seat], BIT[move.tile]
    if not held & tile:
        expected = " ".join(pieces.tiles(held))
        raise _illegal(messages.TILE_NOT_HELD, seat=move.seat, tile=move.tile, expected=expected)
    if not _playable(state, move.seat) & tile:
        text, expected = messages.NOT_THE_DRAWN_TILE, " ".join(pieces.tiles(state.drawn))
        raise _illegal(text, seat=move.seat, tile=move.tile, expected=expected)
    _check_turning(move)
    check_place(state.board, move.cell, move.corners)
    return _laid(state, move, score.bonus(state.board, move.cell, state.match.options))


def _check_turning(move: Play) -> None:
    """T21: the corners are those of the tile."""
    found = TILE_OF[move.corners]
    if found != move.tile:
        corners = "-".join(map(str, move.corners))
        params = {"tile": move.tile, "shown": found, "expected": "-".join(move.tile)}
        raise _illegal(messages.CORNERS_OF_ANOTHER, found=corners, **params)


def check_place(board: Board, at: Cell, corners: Corners) -> None:
    """T6: IllegalMove unless a tile with these corners fits here."""
    if at in board.cells:
        raise _illegal(messages.CELL_TAKEN, **_named(at))
    if not lattice.touches(board, at):
        raise _illegal(messages.NO_COMMON_SIDE, **_named(at))
    for point, number in zip(lattice.points(at), corners, strict=True):
        lies = board.numbers.get(point, number)
        if lies != number:
            raise _illegal(messages.POINT_SHOWS, found=number, expected=lies, **_named(point))


def _named(number: Cell | Point) -> dict[str, int]:
    """The coordinates of a cell or point, for a message."""
    x, y = lattice.place(number)
    return {"x": x, "y": y}


def _laid(state: State, move: Play, bonus: Bonus | None) -> State:
    seat, options = move.seat, state.match.options
    extra = score.bonus_points(bonus, move.tile, options) if bonus else 0
    event = Event(seat, Kind.TILES, PIPS[move.tile] + extra, bonus, extra)
    left = Rack(state.racks[seat] - BIT[move.tile])
    scores, reached = _earn(state, event)
    return state._replace(
        racks=(*state.racks[:seat], left, *state.racks[seat + 1 :]),
        scores=scores,
        reached=reached,
        board=lattice.lay(state.board, move.cell, move.corners),
        turn=_after(state, seat),
        draws=0,
        drawn=pieces.NO_TILES,
        skipped=0,
        event=event,
        end=None if left else End.OUT,
    )


def _draw(state: State, move: Draw) -> State:
    if state.draws == DRAWS:
        raise _illegal(messages.FOURTH_DRAW, seat=move.seat)
    if not state.hidden:
        raise _illegal(messages.POOL_IS_EMPTY, seat=move.seat)
    seat, tile = move.seat, BIT[_drawn(state, move)]
    event = Event(seat, Kind.DRAWS, score.DRAW)
    scores, reached = _earn(state, event)
    return state._replace(
        racks=(*state.racks[:seat], Rack(state.racks[seat] | tile), *state.racks[seat + 1 :]),
        hidden=Rack(state.hidden - tile),
        scores=scores,
        reached=reached,
        draws=state.draws + 1,
        drawn=tile,
        event=event,
    )


def _drawn(state: State, move: Draw) -> Tile:
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


def _fail(state: State, move: Fail) -> State:
    if state.draws < DRAWS:
        raise _illegal(messages.FAIL_TOO_EARLY, seat=move.seat, found=state.draws)
    counts = state.match.options.blocked is Blocked.ANY_NONPLAY
    event = Event(move.seat, Kind.FAILS, score.FAIL)
    return _skip(state, event, state.skipped + 1 if counts else 0)


def _pass(state: State, move: Pass) -> State:
    seat = move.seat
    if state.draws == DRAWS:
        raise _illegal(messages.PASS_AFTER_THREE_DRAWS, seat=seat)
    if state.hidden:
        raise _illegal(messages.PASS_WITH_POOL, seat=seat, found=state.pool_left)
    if not _may_pass(state, seat):
        play = next(plays(state, seat))
        text = messages.PASS_WITH_FITTING_TILE
        raise _illegal(text, seat=seat, tile=play.tile, **_named(play.cell))
    return _skip(state, Event(seat, Kind.PASSES, 0), state.skipped + 1)


def _skip(state: State, event: Event, skipped: int) -> State:
    """The turn ends without a tile; after n such turns in a row the round is blocked (T13)."""
    scores, reached = _earn(state, event)
    return state._replace(
        scores=scores,
        reached=reached,
        turn=_after(state, event.seat),
        draws=0,
        drawn=pieces.NO_TILES,
        skipped=skipped,
        event=event,
        end=End.BLOCKED if skipped == state.players else None,
    )


def _after(state: State, seat: Seat) -> Seat:
    return Seat((seat + 1) % state.players)


def _earn(state: State, event: Event) -> tuple[tuple[int, ...], bool]:
    """The scores with these points, and whether the target has been reached (T15)."""
    seat, scores, match = event.seat, state.scores, state.match
    mine = scores[seat] + event.points
    reached = state.reached or match.totals[seat] + mine >= match.options.target
    return (*scores[:seat], mine, *scores[seat + 1 :]), reached


def _illegal(text: Text, **params: str | int) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))
