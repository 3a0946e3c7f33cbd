"""The settlement of a round of Nain Jaune, from the address of the page."""

from collections.abc import Iterable, Mapping, Sequence

from django.http import QueryDict

from games import shape
from games.base import Problem
from games.nain_jaune import evidence, options
from games.nain_jaune.cards import BOXES
from games.nain_jaune.options import SEATS, Match, Opener
from games.shape import Spot
from league.web.games.calculating import (
    Sitting,
    beside,
    house_rules,
    is_usual,
    refused,
    said_again,
    short,
    sitting,
)
from league.web.games.nain_jaune.board import payments, settle
from league.web.games.nain_jaune.form import OptionsForm, read_round
from league.web.games.pages import Body, number

RULES = ("chips", "deal", "penalty", "short_ante", "stall")
USUAL_PLAYERS = 3
PATH = "rounds.0"
EXAMPLE = "players=3&chips=30&left-0=QS+4H&left-1=KD+9C+KS&taken-7D=0&taken-10D=1&taken-JC=0"


def calculate(query: QueryDict) -> Body:
    """The form as it is filled in, and the round as the match page shows it."""
    players = _players(query.get("players", ""))
    rules = house_rules(OptionsForm, RULES, query)
    banks, before = _names("bank", range(players)), _names("box", BOXES)
    taken = _names("taken", BOXES)
    filled = short(query, (*banks, *before, *taken))
    seats = sitting(players)
    left = {name: query.get(name, "") for name in (*_names("left", range(players)), "aside")}
    told: Body = {
        "rules": rules,
        "rules_open": not is_usual(rules) or any(filled[name] for name in (*banks, *before)),
        "numbers": SEATS,
        "players": players,
        "seats": seats,
        "aside": 0,
        "filled": {**filled, **{name: said_again(text) for name, text in left.items()}},
        "lines": [_line(seat, filled, left) for seat in seats],
        "wrong": refused(rules),
        "example": EXAMPLE,
        "begun": any(text.strip() for text in left.values()) or any(filled[box] for box in taken),
    }
    if not rules.is_valid():
        return told
    match, _none = options.start(rules.cleaned_data, players)
    assert match is not None, "the form knows which house rules there are"
    told |= {"aside": match.aside, "usual": match.options.chips}
    return {**told, **_judge(match, query, told)}


def _players(text: str) -> int:
    return int(text) if text in map(str, SEATS) else USUAL_PLAYERS


def _names(name: str, places: Sequence[object] | range) -> list[str]:
    return [f"{name}-{place}" for place in places]


def _line(seat: Sitting, filled: dict[str, str], left: dict[str, str]) -> Body:
    name = f"left-{seat.number}"
    return {
        "seat": seat,
        "name": name,
        "left": said_again(left[name]),
        "bank_name": f"bank-{seat.number}",
        "bank": filled[f"bank-{seat.number}"],
    }


def _judge(match: Match, query: QueryDict, told: Body) -> Body:
    """The round as it is settled, or what is wrong and where."""
    if not told["begun"]:
        return {}
    problems: list[Problem] = []
    at = Spot(PATH, evidence.GENERAL, problems)
    match = match._replace(
        banks=_chips(told["filled"], "bank", range(match.players), match.banks, at),
        boxes=_chips(told["filled"], "box", BOXES, match.boxes, at),
        opener=Opener.HIDDEN,
    )
    body = read_round(_written(query, match), match.players)
    if not problems:
        verdict, _after = evidence.check_round(match, body, PATH)
        problems += verdict.problems
    if problems:
        names = [seat.player.name for seat in told["seats"]]
        return {"wrong": beside([each.naming(names) for each in problems], _field)}
    breakdown: Sequence[Body] = [dict(seat) for seat in verdict.breakdown]
    at_stake = dict(zip(BOXES, match.stakes, strict=True))
    return {"round": {**settle(breakdown, at_stake), "pays": payments(breakdown)}}


def _chips(
    filled: Mapping[str, str], name: str, places: Iterable[object], usual: Sequence[int], at: Spot
) -> tuple[int, ...]:
    """What is written in these fields; in those that are empty the usual number."""
    read = []
    for place, chips in zip(places, usual, strict=True):
        written = filled[f"{name}-{place}"]
        if written:
            chips = shape.integer(number(written), at / name / str(place), least=0) or 0
        read.append(chips)
    return tuple(read)


def _written(query: QueryDict, match: Match) -> QueryDict:
    """The round as the form of a match would have it."""
    said = query.copy()
    said["evidence"] = "final"
    if not match.aside:
        said.pop("aside", None)
    return said


def _field(path: str) -> str:
    """`rounds.0.left.1.3` is about `left-1`, `rounds.0.taken.QS` about `taken-QS`."""
    steps = path.split(".")[2:]
    return "-".join(steps[:2]) or "round"
