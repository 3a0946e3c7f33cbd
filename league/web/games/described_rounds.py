"""The pages of a game from outside, by what the game says about itself: entries of a round, labels
of its breakdown, partners, drawing and progress."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language

from games.base import Evidence
from games.contract import Choice, Flag, Number
from games.drawing import Row
from games.fields import Cards, EachPlayer, Field, Player, Simple
from games.outside_game import OutsideGame
from league.models import Match, Submission
from league.web.games import match_progress, pages
from league.web.games.pages import NOBODY, Body, GamePages
from problems.text import Param

MOST_CARDS_READ = 200
BETWEEN = re.compile(r"[\s,;]+")
STYLE = "games/described.css"


def pages_of(game: OutsideGame) -> GamePages:
    """Return the pages of a game from outside."""
    by_seat = {one.name: field_id(one.name) for one in game.fields if isinstance(one, EachPlayer)}
    return GamePages(
        labels=game.labels,
        goal=partial(_goal, game),
        entry_template="games/described/entry.html",
        read_round=partial(_read_round, game),
        fill_in=partial(_fill_in, game),
        round_template="games/described/_round.html",
        explain_round=partial(_explain, game),
        fields_by_seat={"scores": "score", **by_seat},
        fields={one.name: field_id(one.name) for one in game.fields},
        style=STYLE,
        files=(STYLE,),
    )


def field_id(name: str) -> str:
    """Return the name and id of a field of the form."""
    return f"field-{name}"


def _goal(game: OutsideGame, match: Match) -> str:
    rounds = [row.scores for row in match.submissions.current()]
    words = None if match.ended else game.progress(match.options, match.totals, rounds)
    return say(words) if words else match_progress.rounds_so_far(match)


def say(words: Param) -> str:
    return str(words) if isinstance(words, (str, int)) else words.say(get_language() or "en")


def _read_round(game: OutsideGame, post: QueryDict, players: int) -> Body:
    """Return the ROUND of the form, valid or not: the engine judges it."""
    if post.get("evidence") != Evidence.FINAL or not game.fields:
        return pages.read_sheet(post, players)
    return read_final(game, post, players)


def read_final(game: OutsideGame, post: QueryDict, players: int) -> Body:
    """Return the ROUND with the fields of the form, valid or not."""
    round_: Body = {"evidence": Evidence.FINAL.value}
    for field in game.fields:
        name = field_id(field.name)
        if isinstance(field, EachPlayer):
            round_[field.name] = [
                _read(field.field, name, f"-{seat}", post) for seat in range(players)
            ]
        elif isinstance(field, (Cards, Flag)) or post.get(name):
            round_[field.name] = _read(field, name, "", post)
    return round_


def _read(field: Simple, name: str, end: str, post: QueryDict) -> object:
    """Return the value of a field as a record has it; a text that is no such value unchanged."""
    text = post.get(f"{name}{end}", "").strip()
    match field:
        case Number():
            return pages.number(text)
        case Flag():
            return bool(text)
        case Player():
            return None if text == NOBODY else pages.number(text)
        case Cards() if field.copies == 1:
            return [code for code in field.cards if post.get(f"{name}.{code}{end}")]
        case Cards():
            return _read_cards(field, text)
        case Choice():
            return text


def _read_cards(field: Cards, text: str) -> list[str]:
    """Return the codes in a text, which may have what pages show for them instead."""
    codes = {say(words).casefold(): code for code, words in field.cards.items()}
    codes |= {code.casefold(): code for code in field.cards}
    written = [each for each in BETWEEN.split(text) if each][:MOST_CARDS_READ]
    return [codes.get(each.casefold(), each) for each in written]


def _fill_in(game: OutsideGame, row: Submission | None, players: int) -> Body:
    """Return the initial values of the form by field: empty, or the round to correct."""
    if row is None:
        return {"evidence": Evidence.SHEET.value}
    sign = -1 if game.fewest_wins else 1
    scores = [sign * points for points in row.scores]
    is_final = row.evidence == Evidence.FINAL and game.fields
    filled = {"evidence": "final" if is_final else "sheet", **pages.fields_by_seat("score", scores)}
    return {**filled, **written(game, row.body)} if is_final else filled


def written(game: OutsideGame, round_: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of the form with the values of a round that has final evidence."""
    filled: dict[str, str] = {}
    for field in game.fields:
        name, value = field_id(field.name), round_[field.name]
        if isinstance(field, EachPlayer):
            for seat, each in enumerate(value):
                filled.update(_written(field.field, name, f"-{seat}", each))
        else:
            filled.update(_written(field, name, "", value))
    return filled


def _written(field: Simple, name: str, end: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of the form with their values."""
    match field:
        case Flag():
            yield f"{name}{end}", "yes" if value else ""
        case Cards() if field.copies == 1:
            yield from ((f"{name}.{code}{end}", "yes") for code in value)
        case Cards():
            yield f"{name}{end}", " ".join(say(field.cards[code]) for code in value)
        case _:
            yield f"{name}{end}", NOBODY if value is None else str(value)


def form_fields(
    game: OutsideGame, filled: Mapping[str, Any], lines: Sequence[Body], problems: Sequence[Body]
) -> list[Body]:
    """Return the entries of the form: a label, and a control, or one for each seat."""
    return [_form_field(field, filled, lines, problems) for field in game.fields]


def _form_field(
    field: Field, filled: Mapping[str, Any], lines: Sequence[Body], problems: Sequence[Body]
) -> Body:
    name, players = field_id(field.name), [line["seat"] for line in lines]
    each = isinstance(field, EachPlayer)
    simple = field.field if isinstance(field, EachPlayer) else field
    ends = [(f"-{line['seat'].number}", line) for line in lines] if each else [("", {})]
    about = [one for one in problems if one["path"].split(".")[2:3] == [field.name]]
    return {
        "id": name,
        "label": say(field.label),
        "help": say(field.help) if field.help else "",
        "problems": about,
        "controls": [
            {
                **_control(simple, name, end, filled, players),
                "seat": line.get("seat"),
                "problems": [
                    one
                    for one in line.get("problems", ())
                    if one["path"].split(".")[2:3] == [field.name]
                ],
            }
            for end, line in ends
        ],
    }


def _control(
    field: Simple, name: str, end: str, filled: Mapping[str, Any], players: Sequence[Any]
) -> Body:
    """Return a control: its kind, and the values to choose from."""
    key = f"{name}{end}"
    value = str(filled.get(key) or "") if filled.get(key) != 0 else "0"
    control: Body = {"id": key, "name": key, "value": value, "kind": "text"}
    match field:
        case Number():
            return {**control, "kind": "number"}
        case Flag():
            return {**control, "kind": "checks", "choices": [(key, "", bool(value))]}
        case Choice():
            choices = [(code, say(words), code == value) for code, words in field.choices.items()]
            return {**control, "kind": "radios", "choices": choices}
        case Player():
            seats = [(str(seat.number), seat, value == str(seat.number)) for seat in players]
            nobody = value == NOBODY
            return {
                **control,
                "kind": "seats",
                "choices": seats,
                "nobody": nobody,
                "or_nobody": field.or_nobody,
            }
        case Cards() if field.copies == 1:
            names = [(f"{name}.{code}{end}", say(words)) for code, words in field.cards.items()]
            return {
                **control,
                "kind": "checks",
                "choices": [(each, label, bool(filled.get(each))) for each, label in names],
            }
        case Cards():
            return control


def _explain(game: OutsideGame, row: Submission, players: int) -> Body:
    """Return a round for the match page, with its drawing and the members of each side."""
    explained = pages.explain_items(row, players, labels=game.labels)
    return {**explained, "drawing": drawing(game, row.match.options, row.body, players)}


def drawing(
    game: OutsideGame, options: Mapping[str, Any], round_: Mapping[str, Any], players: int
) -> list[Body]:
    """Return the rows of the drawing of a round that is ok."""
    return [_row(each) for each in game.drawing(options, round_, players)]


def _row(row: Row) -> Body:
    tiles = [
        {"text": say(tile.text), "colour": tile.colour.value, "name": say(tile.name or "")}
        for tile in row.tiles
    ]
    return {"label": say(row.label), "seats": row.seats, "tiles": tiles}
