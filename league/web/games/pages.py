"""The parts of a game's pages beyond its rules. By default rounds are entered by score sheet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language

from games.base import Step
from league.models import Match, Submission
from league.web.games import match_progress
from league.web.games.sheet import Marks
from problems.text import Words

Body = dict[str, Any]
Labels = Mapping[str, Words]
# (form, match, number of the round, players) → {"seats": one per seat, …}
Preview = Callable[[QueryDict, Match, int, int], Body]


class NoOptions(forms.Form):
    """The options form of a game whose house rules only the API offers."""


def read_usual_options(cleaned: Mapping[str, Any], seats: Sequence[int]) -> Body:
    return dict(cleaned)


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
    """Return each seat's points, and the items they come from if the evidence shows them."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    seats = [
        {
            "seat": seat,
            "points": row.scores[seat],
            "items": label_items(entry.get("items", []), labels),
        }
        for seat, entry in zip(range(players), breakdown, strict=True)
    ]
    return {"row": row, "number": row.number, "evidence": row.evidence, "seats": seats}


def explain_no_match(match: Match, rounds: Sequence[Submission], names: Sequence[str]) -> Body:
    return {}


def show_step(step: Step) -> Body:
    """Return the context of a step: by default the table as the engine describes it."""
    return dict(step.table)


def label_items(items: Iterable[Mapping[str, Any]], labels: Labels) -> list[Body]:
    language = get_language() or "en"
    return [{**item, "label": labels[item["code"]].say(language)} for item in items]


def number(text: str) -> int | str:
    """Return the whole number of a text; any other text unchanged, for the engine to refuse."""
    text = text.strip().replace("−", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) <= 6 else text


@dataclass(frozen=True)
class GamePages:
    """The pages of a game. The defaults are entry by score sheet, and points without pictures."""

    labels: Labels = field(default_factory=dict)
    goal: Callable[[Match], str] = match_progress.points_left  # how much of the match is left
    options_form: type[forms.Form] = NoOptions
    # all house rules → initial values of the form
    fill_in_options: Callable[[Mapping[str, Any]], Body] = dict
    table_form: type[forms.Form] | None = None  # the same for one table, with what seats may have
    # (house rules, numbers of the seats in the form that are taken) → options
    read_options: Callable[[Mapping[str, Any], Sequence[int]], Body] = read_usual_options
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
    match_template: str = ""  # more about the whole match, below the score sheet
    match_style: str = ""  # a further static file, which this template needs
    # (match, rounds, names by seat as the reader may see them) → `whole` of the template
    show_match: Callable[[Match, Sequence[Submission], Sequence[str]], Body] = explain_no_match
    step_template: str = ""  # the table after a move; empty: no replay
    move_template: str = ""  # the move in words
    show_step: Callable[[Step], Body] = show_step

    def options_at_table(self) -> type[forms.Form]:
        """Return the form of house rules for a table whose players are chosen."""
        return self.table_form or self.options_form

    def explain(self, row: Submission, players: int) -> Body:
        """Return a round for the match page."""
        explainer = self.explain_round or partial(explain_items, labels=self.labels)
        return explainer(row, players)
