"""Triominos on screen: a round and how its scores came about, a move, what is being typed."""

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
from league.web.games.pages import Body, labelled
from league.web.games.triominos.board import REPLAYED, TAPPED, picture
from league.web.games.triominos.form import laid, line, read_round, read_tiles

MOST_SHOWN = 3
BONUSES = {
    "opening": _("opening with a triple"),
    "bridge": _("bridge"),
    "hexagon": _("hexagon"),
    "two_hexagons": _("two hexagons"),
    "three_hexagons": _("three hexagons"),
}


def explain(row: Submission, players: int) -> Body:
    """A round for the match page: the board, and what every seat laid, kept and earned."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    told = {"row": row, "number": row.number, "evidence": row.evidence}
    seats = [_explain_seat(seat, breakdown[seat], row) for seat in range(players)]
    if row.evidence == "sheet":
        return {**told, "seats": seats}
    board = _placed(breakdown)
    return {
        **told,
        "seats": seats,
        "board": picture(board),
        "pool": breakdown[0]["pool"],
        "blocked": all(seat["rack"] for seat in seats),
        "in_order": "laid" in breakdown[0],
    }


def show_step(step: Step) -> Body:
    """The board as it grows inside a frame that stays, and the racks with a mark on what is new."""
    table: Any = step.table
    move = step.move or {}
    board = [_told(placed, order) for order, placed in enumerate(table["board"], 1)]
    if move.get("do") == "play":
        board[-1]["new"] = True
    drawn = move if move.get("do") == "draw" else {}
    seats = [
        {
            "seat": seat,
            "rack": [(tile, seat == drawn.get("seat") and tile == drawn["tile"]) for tile in rack],
            "points": table["scores"][seat] + table["end_points"][seat],
            "earned": table["end_points"][seat],
            "turn": table["turn"] == seat,
            "out": not rack,
        }
        for seat, rack in enumerate(table["racks"])
    ]
    return {
        **table,
        "picture": picture(board, span=table["span"], least=REPLAYED),
        "laid": board[-1] if board else None,
        "seats": seats,
        "out_bonus": score.OUT,
        "pips_of_others": sum(PIPS[tile] for rack in table["racks"] for tile in rack),
    }


def preview(post: QueryDict, match: Match, number: int, players: int) -> Body:
    """The board as far as it can be drawn, with the places for the tile in hand; and what the
    engine says of it all.
    """
    body = read_round(post, players)
    verdict = submissions.judge(match, number, body)
    written = body["board"]
    drawable = [
        {**placed, "take": place, "tile": tile}
        for place, (placed, tile) in enumerate(zip(written, laid(written), strict=True))
        if can_be_drawn(placed)
    ]
    asked = (read_tiles(post.get("tile", "")) or [""])[0]
    ghosts = _ghosts(drawable, asked) if len(drawable) == len(written) else []
    return {
        "picture": picture(drawable, ghosts=ghosts, span=room_around(drawable), least=TAPPED),
        "asked": asked if asked in BIT else "",
        "lies_already": asked in laid(drawable),
        "places": len(ghosts),
        "pool": len(body["pool"]),
        **_judged(verdict, post, players),
    }


def _judged(verdict: Verdict, post: QueryDict, players: int) -> Body:
    language = get_language() or "en"
    begun = bool(post.get("board", "").strip())
    unsaid = not all(post.get(f"before-{seat}", "").strip() for seat in range(players))
    problems = [found.to_json(language) for found in verdict.problems]
    board = [problem for problem in problems if ".board" in problem["path"]]
    others = [
        problem
        for problem in problems
        if problem not in board and not (unsaid and ".before_end" in problem["path"])
    ]
    told: Body = {
        "on_board": board[:MOST_SHOWN] if begun else [],
        "problems": others[:MOST_SHOWN] if begun else [],
        "unsaid": unsaid,
        "seats": [{}] * players,
        "ok": verdict.ok,
    }
    if verdict.ok:
        told["seats"] = _earned(verdict)
    return told


def _earned(verdict: Verdict) -> list[Body]:
    round = verdict.rounds[-1]
    assert round.scores is not None, "a round that is ok has scores"
    breakdown: Sequence[Mapping[str, Any]] = round.breakdown
    return [
        {"points": points, "total": total, "items": labelled(told["items"], score.LABELS)}
        for points, total, told in zip(round.scores, verdict.totals, breakdown, strict=True)
    ]


def _explain_seat(seat: int, told: Body, row: Submission) -> Body:
    rack = told.get("rack", [])
    return {
        "seat": seat,
        "points": row.scores[seat],
        "items": labelled(told.get("items", []), score.LABELS),
        "rack": rack,
        "in_hand": sum(PIPS[tile] for tile in rack),
        "out": row.evidence != "sheet" and not rack,
    }


def _placed(breakdown: Sequence[Body]) -> list[Body]:
    """The tiles of the board; of a transcript with who laid them, in which order, and for what."""
    board = [dict(placed) for placed in breakdown[0]["board"]]
    for seat, told in enumerate(breakdown):
        for each in told.get("laid", []):
            placed = board[each["tile"]]
            extra = each["points"] - sum(placed["corners"])
            placed |= {**each, "seat": seat, "extra": extra}
    return [_told(placed, order) for order, placed in enumerate(board, 1)]


def _told(placed: Mapping[str, Any], order: int) -> Body:
    bonus = placed.get("bonus")
    return {
        **placed,
        "order": order,
        "tile": TILE_OF[tuple(placed["corners"])],
        "pips": sum(placed["corners"]),
        "bonus_name": BONUSES[bonus] if bonus else "",
    }


def can_be_drawn(placed: Mapping[str, Any]) -> bool:
    at = Spot("", "", [])
    cell, corners = moves.read_cell(placed["at"], at), moves.read_corners(placed["corners"], at)
    return cell is not None and corners is not None


def _ghosts(drawable: Sequence[Body], tile: str) -> list[Body]:
    """Every place for this tile, with the line that would put it there."""
    if tile not in BIT or tile in laid(drawable):
        return []
    board = _build(drawable)
    first = (lattice.cell(0, 0), tiles.turnings(tiles.Tile(tile))[0])
    places = lattice.placements(board, BIT[tiles.Tile(tile)]) if drawable else [first]
    written = [moves.write_placed(cell, corners) for cell, corners in places]
    return [{**place, "lay": line(place), "tile": tile} for place in written]


def room_around(drawable: Sequence[Body]) -> list[list[int]]:
    """So that the picture need not move for the places of a tile."""
    xs, ys = zip(*(each["at"] for each in drawable), strict=True) if drawable else ((0,), (0,))
    return [[min(xs) - 1, min(ys) - 1], [max(xs) + 1, max(ys) + 1]]


def _build(drawable: Sequence[Body]) -> Board:
    """Also a board that has come apart: the tile taken out of its middle may be put back."""
    board = lattice.EMPTY
    for placed in drawable:
        board = lattice.lay(board, lattice.cell(*placed["at"]), tuple(placed["corners"]))
    return board
