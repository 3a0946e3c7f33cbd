"""Every mutation of a valid transcript is refused at the right move, or judged as it now goes on.

The referee knows nothing of the replay of records: what is legal is what `rules.legal_moves` lists.
"""

import os
from random import Random
from typing import Any

import pytest

from games.base import Bots, Evidence, IllegalMove
from games.triominos import lattice, moves, outcome, play, rules, score, tiles
from games.triominos.moves import DrawTile, Play
from tests.games.triominos_notation import check, sheet, start

pytestmark = pytest.mark.long
TABLES = {  # players: seed, bots, whether the order of the pool is known, house rules
    2: (11, Bots.SENSIBLE, True, {}),
    3: (5, Bots.SENSIBLE, False, {"deal": 4, "after_draw": "drawn_only", "bridge": "loose"}),
    4: (4, Bots.SENSIBLE, True, {"deal": 3, "blocked": "any_nonplay", "open_zero_choice": True}),
    5: (13, Bots.RANDOM, False, {"deal": 3, "bridge": "touch3", "tie": "none"}),
    6: (1, Bots.SENSIBLE, True, {"deal": 9, "empty_pool_pass": "stuck_only"}),
}
if os.environ.get("MANCHE_LONG") != "1":
    del TABLES[6]  # as long as all the others
ROUND = 1  # after a sheet


@pytest.mark.parametrize("players", TABLES)
def test_every_mutation_is_judged_at_the_right_move(players):
    seed, kind, is_known, house = TABLES[players]
    match = start(players, **house)
    transcript: dict[str, Any] = play.play_round(
        match, Random(seed), Evidence.TRANSCRIPT, bots=[kind] * 8
    )
    pool = transcript["pool"] if is_known else None
    state, judged = rules.deal(match, transcript["racks"], pool), 0
    for index, raw in enumerate(transcript["moves"]):
        legal = set(rules.legal_moves(state))
        for mutated in mutations(transcript["moves"], index, state):
            round_ = {"evidence": "transcript", "racks": transcript["racks"], "pool": pool}
            message = verdict(round_ | {"moves": mutated}, players, house)
            assert message == referee(state, legal, mutated, index), mutated[index : index + 1]
            judged += 1
        state = rules.apply(state, moves.read(raw, players))
    assert judged > 100 * len(transcript["moves"])


def verdict(round_, players, house):
    """Return where the first problem is, or the scores."""
    actual = check(sheet(*[0] * players), round_, players=players, **house)
    return actual.rounds[ROUND].scores if actual.ok else actual.problems[0].path


def referee(state, legal, played, index):
    """Return what `verdict` should, from the state before the move that was changed.

    `legal` are the legal moves of that state.
    """
    for place, raw in enumerate(played[index:], index):
        here = f"rounds.{ROUND}.moves.{place}"
        try:
            move = moves.read(raw, state.players)
            if place == index and as_listed(state, move) not in legal:
                return here
            state = rules.apply(state, move)
        except IllegalMove:
            return here
        if raw.get("points", state.event.points) != state.event.points:
            return here
    return scores(state) if state.end else f"rounds.{ROUND}.moves"


def as_listed(state, move):
    """Return the move as the list of legal moves has it.

    An opening stands for all its cells, and a draw without its tile for that of the front.
    """
    if isinstance(move, Play) and state.turn is None:
        return Play(move.seat, move.tile, lattice.cell(0, 0), move.corners)
    if isinstance(move, DrawTile) and move.tile is None and state.pool and state.hidden:
        return DrawTile(move.seat, rules.front(state))
    return move


def scores(state):
    bonuses = score.end_items(state.end, state.racks, state.match.options.tie)
    return tuple(map(sum, zip(state.scores, outcome.scores(bonuses), strict=True)))


def mutations(played, index, state):
    """Yield the whole list of moves again and again, each time with a change at this index."""
    raw, before, rest = played[index], played[:index], played[index + 1 :]
    bare = {key: raw[key] for key in raw if key != "points"}
    yield before  # cut short
    yield [*before, *rest]  # dropped
    yield [*before, raw, raw, *rest]  # doubled
    yield [*before, *rest[:1], raw, *rest[1:]]  # swapped
    if not rest:
        yield from ([*played, more] for more in others(bare, state))  # continued after the end
    for points in (raw["points"] - 1, raw["points"] + 1, -raw["points"] or True):
        yield [*before, raw | {"points": points}, *rest]
    for other in others(bare, state):
        if other != bare:
            yield [*before, other, *rest]


def others(bare, state):
    """Yield the move with every other seat, kind of move, tile, cell and turning."""
    yield from (bare | {"seat": other} for other in range(-1, state.players + 1))
    for other in range(state.players):
        yield from ({"seat": other, "do": do} for do in ("draw", "fail", "pass"))
    if bare["do"] == "draw":
        yield from (bare | {"tile": tile} for tile in tiles.TILES)
    yield from (moves.write(move) for move in rules.legal_moves(state))
    if bare["do"] == "play":
        yield from (bare | {"tile": tile} for tile in tiles.TILES)
        for at in near(state):
            for corners in tiles.turnings(bare["tile"]):
                yield bare | {"at": list(lattice.place(at)), "corners": list(corners)}
        yield bare | {"corners": bare["corners"][::-1]}
        for corners, tile in tiles.TILE_OF.items():
            yield bare | {"tile": tile, "corners": list(corners)}


def near(state):
    """Return all cells of the board and those around them."""
    cells = state.board.cells or [lattice.cell(0, 0)]
    return {other + step for at in cells for other in lattice.points(at) for step in lattice.AROUND}
