"""Triominos on screen: a round and how its scores came about, a move, a preview, and the figures
that each player of a match built."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.base import Step, Verdict
from games.shape import Spot
from games.triominos import lattice, moves, score, tiles
from games.triominos.lattice import Board
from games.triominos.tiles import BIT, PIPS, TILE_OF
from league.models import Match, Submission
from league.operations.matches import submissions
from league.web.games.pages import Body, label_items
from league.web.games.triominos.board import (
    LEAST_SCALE_OF_REPLAY,
    LEAST_SCALE_TO_TAP,
    board_picture,
)
from league.web.games.triominos.form import board_line, read_round, read_tiles, tiles_of

MOST_PROBLEMS = 3
BONUSES = {
    "opening": _("opening with a triple"),
    "bridge": _("bridge"),
    "hexagon": _("hexagon"),
    "two_hexagons": _("two hexagons"),
    "three_hexagons": _("three hexagons"),
}
# column of the table → codes of the breakdown that count in it, and how often each
COLUMNS = {
    "laid": {"tiles": 1},
    "bridges": {"bridge": 1},
    "hexagons": {"hexagon": 1, "two_hexagons": 2, "three_hexagons": 3},
    "drawn": {"draws": 1},
    "failed": {"fails": 1},
    "out": {"out": 1},
}


def explain_round(row: Submission, players: int) -> Body:
    """Return a round for the match page: the board, and what every seat laid, kept and earned."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    header = {"row": row, "number": row.number, "evidence": row.evidence}
    seats = [_explain_seat(seat, breakdown[seat], row) for seat in range(players)]
    if row.evidence == "sheet":
        return {**header, "seats": seats}
    board = _board_tiles(breakdown)
    return {
        **header,
        "seats": seats,
        "board": board_picture(board),
        "pool": breakdown[0]["pool"],
        "blocked": all(seat["rack"] for seat in seats),
        "in_order": "laid" in breakdown[0],
    }


def show_step(step: Step) -> Body:
    """Return the board of a step in a frame that does not change, and the racks with new tiles
    marked."""
    table: Any = step.table
    move = step.move or {}
    board = [_board_tile(placed, order) for order, placed in enumerate(table["board"], 1)]
    if move.get("do") == "play":
        board[-1]["new"] = True
    draw_move = move if move.get("do") == "draw" else {}
    seats = [
        {
            "seat": seat,
            "rack": [
                (tile, seat == draw_move.get("seat") and tile == draw_move["tile"]) for tile in rack
            ],
            "points": table["scores"][seat] + table["end_points"][seat],
            "earned": table["end_points"][seat],
            "turn": table["turn"] == seat,
            "out": not rack,
        }
        for seat, rack in enumerate(table["racks"])
    ]
    return {
        **table,
        "picture": board_picture(board, span=table["span"], least=LEAST_SCALE_OF_REPLAY),
        "laid": board[-1] if board else None,
        "seats": seats,
        "out_bonus": score.OUT,
        "pips_of_others": sum(PIPS[tile] for rack in table["racks"] for tile in rack),
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


def preview(post: QueryDict, match: Match, number: int, players: int) -> Body:
    """Return the drawable part of the board, the places for the tile in hand, and the verdict of
    the engine."""
    body = read_round(post, players)
    verdict = submissions.judge(match, number, body)
    tiles_of_board = body["board"]
    drawable = [
        {**placed, "take": place, "tile": tile}
        for place, (placed, tile) in enumerate(
            zip(tiles_of_board, tiles_of(tiles_of_board), strict=True)
        )
        if is_drawable(placed)
    ]
    tile_in_hand = (read_tiles(post.get("tile", "")) or [""])[0]
    ghosts = _ghosts(drawable, tile_in_hand) if len(drawable) == len(tiles_of_board) else []
    return {
        "picture": board_picture(
            drawable, ghosts=ghosts, span=cells_around(drawable), least=LEAST_SCALE_TO_TAP
        ),
        "tile_in_hand": tile_in_hand if tile_in_hand in BIT else "",
        "lies_already": tile_in_hand in tiles_of(drawable),
        "places": len(ghosts),
        "pool": len(body["pool"]),
        **_verdict_context(verdict, post, players),
    }


def _verdict_context(verdict: Verdict, post: QueryDict, players: int) -> Body:
    language = get_language() or "en"
    has_board = bool(post.get("board", "").strip())
    lacks_points = not all(post.get(f"before-{seat}", "").strip() for seat in range(players))
    problems = [problem.to_json(language) for problem in verdict.problems]
    board = [problem for problem in problems if ".board" in problem["path"]]
    others = [
        problem
        for problem in problems
        if problem not in board and not (lacks_points and ".before_end" in problem["path"])
    ]
    context: Body = {
        "on_board": board[:MOST_PROBLEMS] if has_board else [],
        "problems": others[:MOST_PROBLEMS] if has_board else [],
        "unsaid": lacks_points,
        "seats": [{}] * players,
        "ok": verdict.ok,
    }
    if verdict.ok:
        context["seats"] = _points_by_seat(verdict)
    return context


def _points_by_seat(verdict: Verdict) -> list[Body]:
    last_round = verdict.rounds[-1]
    assert last_round.scores is not None, "a round that is ok has scores"
    breakdown: Sequence[Mapping[str, Any]] = last_round.breakdown
    return [
        {"points": points, "total": total, "items": label_items(entry["items"], score.LABELS)}
        for points, total, entry in zip(last_round.scores, verdict.totals, breakdown, strict=True)
    ]


def _count(
    breakdowns: Sequence[Sequence[Mapping[str, Any]]], seat: int, codes: Mapping[str, int]
) -> int:
    items = (item for breakdown in breakdowns for item in breakdown[seat]["items"])
    return sum(item["count"] * codes.get(item["code"], 0) for item in items)


def _explain_seat(seat: int, entry: Body, row: Submission) -> Body:
    rack = entry.get("rack", [])
    return {
        "seat": seat,
        "points": row.scores[seat],
        "items": label_items(entry.get("items", []), score.LABELS),
        "rack": rack,
        "in_hand": sum(PIPS[tile] for tile in rack),
        "out": row.evidence != "sheet" and not rack,
        "reached": entry.get("reached", False),
    }


def _board_tiles(breakdown: Sequence[Body]) -> list[Body]:
    """Return the tiles of the board; of a transcript with who laid them, in which order, and for
    what."""
    board = [dict(placed) for placed in breakdown[0]["board"]]
    for seat, entry in enumerate(breakdown):
        for tile in entry.get("laid", []):
            placed = board[tile["tile"]]
            extra = tile["points"] - sum(placed["corners"])
            placed |= {**tile, "seat": seat, "extra": extra}
    return [_board_tile(placed, order) for order, placed in enumerate(board, 1)]


def _board_tile(placed: Mapping[str, Any], order: int) -> Body:
    bonus = placed.get("bonus")
    return {
        **placed,
        "order": order,
        "tile": TILE_OF[tuple(placed["corners"])],
        "pips": sum(placed["corners"]),
        "bonus_name": BONUSES[bonus] if bonus else "",
    }


def is_drawable(placed: Mapping[str, Any]) -> bool:
    spot = Spot("", "", [])
    cell, corners = moves.read_cell(placed["at"], spot), moves.read_corners(placed["corners"], spot)
    return cell is not None and corners is not None


def _ghosts(drawable: Sequence[Body], tile: str) -> list[Body]:
    """Return every place for this tile, with the line that would put it there."""
    if tile not in BIT or tile in tiles_of(drawable):
        return []
    board = _build(drawable)
    first = (lattice.cell(0, 0), tiles.turnings(tiles.Tile(tile))[0])
    places = lattice.placements(board, BIT[tiles.Tile(tile)]) if drawable else [first]
    placements = [moves.write_placed(cell, corners) for cell, corners in places]
    return [{**place, "lay": board_line(place), "tile": tile} for place in placements]


def cells_around(drawable: Sequence[Body]) -> list[list[int]]:
    """Return two corners that leave room around the board, so that the picture need not move for a
    new tile."""
    xs, ys = zip(*(tile["at"] for tile in drawable), strict=True) if drawable else ((0,), (0,))
    return [[min(xs) - 1, min(ys) - 1], [max(xs) + 1, max(ys) + 1]]


def _build(drawable: Sequence[Body]) -> Board:
    """Return the board, even if it has come apart: a tile taken out of its middle may be
    put back."""
    board = lattice.EMPTY
    for placed in drawable:
        board = lattice.lay(board, lattice.cell(*placed["at"]), tuple(placed["corners"]))
    return board
