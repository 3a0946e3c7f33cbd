"""The parts of a game's pages beyond its rules. By default rounds are entered by score sheet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language

from games.base import Step
from league.models import Match, Submission
from league.operations.matches.transcript_drafts import Entry
from league.web.games import match_progress
from league.web.games.rule_pictures import Pictures
from league.web.games.sheet import Marks
from problems.text import Words

Body = dict[str, Any]
Labels = Mapping[str, Words]
NOBODY = "nobody"  # the value of a field for a seat: no player
# (form, match, number of the round, players) → {"seats": one per seat, …}
Preview = Callable[[QueryDict, Match, int, int], Body]


FIELDS_BY_SEAT = {
    "scores": "score",
    "hands": "hand",
    "groupings": "hand",
    "racks": "rack",
    "before_end": "before",
    "left": "left",
}


def read_sheet(post: QueryDict, players: int) -> Body:
    """Return the ROUND of the form, valid or not: the engine judges it."""
    scores = [number(post.get(f"score-{seat}", "")) for seat in range(players)]
    return {"evidence": "sheet", "scores": scores}


def fill_in_sheet(row: Submission | None, players: int) -> Body:
    """Return the initial values of the form by field: empty, or the round to correct."""
    return {"evidence": "sheet", **(fields_by_seat("score", row.scores) if row else {})}


def fields_by_seat(name: str, values: Iterable[object]) -> Body:
    """Return fields that every seat has: `score-0`, `score-1`, …"""
    return {f"{name}-{seat}": value for seat, value in enumerate(values)}


def explain_items(row: Submission, players: int, *, labels: Labels) -> Body:
    """Return a round for the match page, with the points of each seat."""
    seats = explain_seats(row.scores[:players], row.verdict["breakdown"], labels)
    return {"row": row, "number": row.number, "evidence": row.evidence, "seats": seats}


def explain_seats(
    scores: Sequence[int], breakdown: Sequence[Mapping[str, Any]], labels: Labels
) -> list[Body]:
    """Return each seat's points, and the items they come from if the evidence shows them."""
    return [
        {"seat": seat, "points": points, "items": label_items(line.get("items", []), labels)}
        for seat, (points, line) in enumerate(zip(scores, breakdown, strict=True))
    ]


def explain_no_match(match: Match, rounds: Sequence[Submission], names: Sequence[str]) -> Body:
    return {}


def show_step(step: Step) -> Body:
    """Return the context of a step: by default the table as the engine describes it."""
    return dict(step.table)


def label_items(items: Iterable[Mapping[str, Any]], labels: Labels) -> list[Body]:
    """Return the items with their labels; a code without a label stays as it is, since the game may
    not be installed any more."""
    language = get_language() or "en"
    return [
        {**item, "label": labels[code].say(language) if (code := item["code"]) in labels else code}
        for item in items
    ]


def number(text: str) -> int | str:
    """Return the whole number of a text; any other text unchanged, for the engine to refuse."""
    text = text.strip().replace("−", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) <= 6 else text


def show_no_more(entry: Entry, table: Body) -> Body:
    return {}


@dataclass(frozen=True)
class MovePages:
    """Templates of a game whose rounds are entered move by move."""

    template: str  # the table, with hands and other moves to tap
    card_template: str  # needs: code, table
    card_move: str  # the `do` of a move that lays a card
    # (entry, shown table) → more for the template
    show: Callable[[Entry, Body], Body] = show_no_more


@dataclass(frozen=True)
class GamePages:
    """The pages of a game. The defaults are entry by score sheet, and points without pictures."""

    labels: Labels = field(default_factory=dict)
    goal: Callable[[Match], str] = match_progress.rounds_so_far  # how much of the match is left
    entry_template: str = "games/entry.html"
    asks_finisher: bool = False  # whether a row of the grid of results asks who finished
    read_round: Callable[[QueryDict, int], Body] = read_sheet
    fill_in: Callable[[Submission | None, int], Body] = fill_in_sheet
    preview_template: str = "games/_preview.html"
    preview: Preview | None = None  # by default the verdict of the engine
    round_template: str = "games/_round.html"
    explain_round: Callable[[Submission, int], Body] | None = None
    marks: Marks = field(default_factory=dict)  # key of an explained seat → what the sheet notes
    hand_template: str = "games/_score_items.html"  # what one seat earned in a round
    style: str = ""  # a static file of the game's own, for its pictures
    # lists of a ROUND with an entry per seat → the field of each seat, to find it from a problem
    fields_by_seat: Mapping[str, str] = field(default_factory=lambda: FIELDS_BY_SEAT)
    fields: Mapping[str, str] = field(default_factory=dict)  # other entries → id of the field
    files: Sequence[str] = ()  # the static files that entering a round needs, for phones offline
    match_template: str = ""  # more about the whole match, below the score sheet
    match_style: str = ""  # a further static file, which this template needs
    # (match, rounds, names by seat as the reader may see them) → `whole` of the template
    show_match: Callable[[Match, Sequence[Submission], Sequence[str]], Body] = explain_no_match
    step_template: str = ""  # the table after a move; empty: no replay
    move_template: str = ""  # the move in words
    show_step: Callable[[Step], Body] = show_step
    moves: MovePages | None = None  # None: rounds are not entered move by move
    rule_pictures: Pictures = field(default_factory=dict)  # those that the rules name

    def explain(self, row: Submission, players: int) -> Body:
        """Return a round for the match page."""
        explainer = self.explain_round or partial(explain_items, labels=self.labels)
        return explainer(row, players)
