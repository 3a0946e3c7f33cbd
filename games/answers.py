"""Reads what a game from outside answers. Values of a wrong shape raise Broken."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.base import BreakdownLine, Evidence, RoundVerdict, Step
from games.drawing import Colour, Row, Tile
from games.guard import brief, wrong
from games.paper import MOST_CELLS, MOST_ROUNDS, Boxes, Paper
from problems.catalogue import languages
from problems.problem import Problem
from problems.reader import MOST_PROBLEMS
from problems.text import Lettered, Listing, Text, Words, visible

MOST_POINTS = 1_000_000  # of a score or a total, far from what a column holds
MOST_JSON = 1_000_000  # characters
MOST_ROWS, MOST_TILES, LONGEST_TILE = 40, 80, 12  # of a drawing
MOST_HINTS, MOST_LINES, LONGEST_HINT = 4, 3, 200  # of a printed sheet


class OutsideMatch(NamedTuple):
    """State of a match of a game from outside, with all that the caller reads of it."""

    inner: Any  # of the game's own type
    totals: tuple[int, ...]
    over: bool
    options: Mapping[str, object]


def copy_of(raw: object) -> Any:
    """Return a copy of a JSON value that the game may change."""
    return json.loads(json.dumps(raw))


def entries(raw: object, what: str) -> dict[str, Any]:
    """Return an object as JSON has it."""
    text = json.dumps(raw, allow_nan=False)
    if not text.startswith("{") or len(text) > MOST_JSON:
        raise wrong(f"{what}: a dict that is not too large is needed, not {brief(raw)}.")
    written: dict[str, Any] = json.loads(text)
    return written


def points(raw: object, what: str, players: int) -> tuple[int, ...]:
    listed = raw if isinstance(raw, (tuple, list)) else ()
    if len(listed) != players or not all(is_number(value) for value in listed):
        needed = f"{players} whole numbers of at most {MOST_POINTS:,} are needed"
        raise wrong(f"{what}: {needed}, not {brief(raw)}.")
    return tuple(listed)


def is_number(raw: object) -> bool:
    return type(raw) is int and abs(raw) <= MOST_POINTS


def flag(raw: object, what: str) -> bool:
    if not isinstance(raw, bool):
        raise wrong(f"{what}: True or False is needed, not {brief(raw)}.")
    return raw


def match(inner: Any, options: object, players: int, sign: int = 1) -> OutsideMatch:
    """Return the state of a match; a game in which the fewest points win has the sign −1."""
    return OutsideMatch(
        inner,
        tuple([sign * total for total in points(inner.totals, "totals", players)]),
        flag(inner.over, "over"),
        entries(options, "options"),
    )


def verdict(raw: object, players: int, sign: int = 1) -> RoundVerdict:
    """Return a verdict that does not call the game any more: its breakdown is computed."""
    if not isinstance(raw, RoundVerdict):
        raise wrong(f"A RoundVerdict is needed, not {brief(raw)}.")
    if raw.evidence is not None and not isinstance(raw.evidence, Evidence):
        raise wrong(f"evidence: {brief(raw.evidence)}.")
    faults, notices = problems(raw.problems, players), problems(raw.notices, players)
    if flag(raw.ok, "ok") == bool(faults):
        raise wrong("A round is ok if, and only if, it has no problems.")
    if faults:
        return RoundVerdict(False, raw.evidence, problems=faults, notices=notices)
    if raw.evidence is None:
        raise wrong("A round that is ok has evidence.")
    lines = [_line(line, sign) for line in raw.breakdown]
    if len(lines) not in (0, players):
        raise wrong(f"breakdown: {players} lines are needed, not {len(lines)}.")
    scores = tuple([sign * score for score in points(raw.scores, "scores", players)])
    return RoundVerdict(True, raw.evidence, scores, tuple(lines), (), notices)


def _line(raw: object, sign: int) -> BreakdownLine:
    """Return a line of a breakdown; items have a code, a clause, a count and points."""
    line = entries(raw, "breakdown")
    items = line.get("items", [])
    if not isinstance(items, list) or not all(_is_item(item) for item in items):
        raise wrong(f"breakdown: items of code, clause, count and points, not {brief(items)}.")
    for each in [line, *items]:
        if is_number(each.get("points")):
            each["points"] *= sign
    return line


def _is_item(raw: object) -> bool:
    if not isinstance(raw, dict) or not raw.keys() >= {"code", "clause", "count", "points"}:
        return False
    are_texts = isinstance(raw["code"], str) and isinstance(raw["clause"], str)
    return are_texts and is_number(raw["count"]) and is_number(raw["points"])


def problems(raw: Iterable[object], players: int) -> tuple[Problem, ...]:
    return tuple([_problem(one, players) for one in list(raw)[:MOST_PROBLEMS]])


def _problem(raw: object, players: int) -> Problem:
    """Return a problem that can be said in every language."""
    if not isinstance(raw, Problem) or not isinstance(raw.text, Text):
        raise wrong(f"A Problem is needed, not {brief(raw)}.")
    texts = (raw.path, raw.text.code, raw.clause or "")
    if not all(isinstance(text, str) for text in texts):
        raise wrong(f"The path, code and clause of a problem are texts: {brief(texts)}.")
    for value in raw.params.values():
        if type(value) not in (str, int, Words, Lettered, Listing):
            raise wrong(f"{brief(value)} cannot be a parameter of a text.")
    named = raw.naming(["?"] * players)
    for language in languages():
        raw.message(language)
        named.message(language)
    return raw


def words(raw: object, what: str) -> Words:
    """Return words that can be said in every language."""
    if not isinstance(raw, Words):
        raise wrong(f"{what}: Words are needed, not {brief(raw)}.")
    for language in languages():
        raw.say(language)
    return raw


def param(raw: object, what: str, longest: int) -> str | Words:
    """Return a short text, or words that are short in every language."""
    if isinstance(raw, Words):
        texts = [words(raw, what).say(language) for language in languages()]
    elif isinstance(raw, str):
        texts = [raw]
    else:
        raise wrong(f"{what}: a text or Words are needed, not {brief(raw)}.")
    if any(len(text) > longest or visible(text) != text for text in texts):
        raise wrong(f"{what}: {brief(raw)} is longer than {longest} characters, or not printable.")
    return raw


def sides(raw: Iterable[Any], players: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side: each seat once, or no sides."""
    listed = tuple([tuple(side) for side in raw])
    seats = [seat for side in listed for seat in side]
    if listed and (sorted(seats) != [*range(players)] or not all(listed)):
        raise wrong(f"sides: {brief(listed)} does not have each of {players} seats once.")
    return listed


def rows(raw: Iterable[object], players: int) -> tuple[Row, ...]:
    listed = tuple([_row(one, players) for one in raw])
    if len(listed) > MOST_ROWS:
        raise wrong(f"drawing: at most {MOST_ROWS} rows are possible, not {len(listed)}.")
    return listed


def _row(raw: object, players: int) -> Row:
    if not isinstance(raw, Row):
        raise wrong(f"drawing: a Row is needed, not {brief(raw)}.")
    tiles, seats = [_tile(tile) for tile in raw.tiles], [*raw.seats]
    if len(tiles) > MOST_TILES or not all(seat in range(players) for seat in seats):
        raise wrong(f"drawing: {brief(raw)} is too long, or has a seat that nobody has.")
    return Row(words(raw.label, "drawing"), tiles, seats)


def _tile(raw: object) -> Tile:
    if not isinstance(raw, Tile) or raw.colour not in [*Colour]:
        raise wrong(f"drawing: a Tile is needed, not {brief(raw)}.")
    name = raw.name and words(raw.name, "drawing")
    return Tile(param(raw.text, "drawing", LONGEST_TILE), Colour(raw.colour), name)


def paper(raw: object) -> Paper:
    if not isinstance(raw, Paper):
        raise wrong(f"A Paper is needed, not {brief(raw)}.")
    lines = tuple([[_boxes(boxes) for boxes in line] for line in raw.lines])
    is_possible = type(raw.rounds) is int and 0 < raw.rounds <= MOST_ROUNDS
    if not is_possible or len(lines) > MOST_LINES or len(raw.hints) > MOST_HINTS:
        raise wrong(f"paper: {brief(raw)} does not fit on a page.")
    texts = [*raw.hints, raw.upper, raw.lower, *([raw.mark] if raw.mark else [])]
    for each in texts:
        param(words(each, "paper"), "paper", LONGEST_HINT)
    return raw._replace(lines=lines, start=param(raw.start, "paper", LONGEST_TILE))


def _boxes(raw: object) -> Boxes:
    if not isinstance(raw, Boxes) or len(raw.cells) > MOST_CELLS:
        raise wrong(f"paper: Boxes are needed, not {brief(raw)}.")
    cells = [param(cell, "paper", LONGEST_TILE) for cell in raw.cells]
    return Boxes(param(raw.label, "paper", LONGEST_HINT), cells)


def steps(raw: Iterable[object]) -> list[Step]:
    return [_step(one) for one in raw]


def _step(raw: object) -> Step:
    if not isinstance(raw, Step):
        raise wrong(f"A Step is needed, not {brief(raw)}.")
    move = None if raw.move is None else entries(raw.move, "move")
    return Step(move, entries(raw.table, "table"))
