"""The settlement of a round of Nain Jaune, from the query of the address."""

from collections.abc import Iterable, Mapping, Sequence

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games import shape
from games.nain_jaune import evidence, options
from games.nain_jaune.card_names import CARDS
from games.nain_jaune.cards import BOXES
from games.nain_jaune.options import SEATS, Match, Opener
from games.shape import Spot
from league.web.games.calculating import (
    CalculatorPage,
    CalculatorSeat,
    calculator_seats,
    form_problems,
    has_usual_rules,
    house_rules_form,
    limited_text,
    problems_by_field,
    short_fields,
)
from league.web.games.letters import read_cards, show_cards
from league.web.games.nain_jaune.board import payments, settlement
from league.web.games.nain_jaune.form import read_round
from league.web.games.pages import Body, number
from problems.problem import Problem

RULES = ("chips", "deal", "penalty", "short_ante", "stall")
USUAL_PLAYERS = 3
PATH = "rounds.0"
EXAMPLE = "players=3&chips=30&left-0=QS+4H&left-1=KD+9C+KS&taken-7D=0&taken-10D=1&taken-JC=0"


def calculate(query: QueryDict) -> Body:
    """Return the form as it is filled in, and the round as the match page shows it."""
    players = _players(query.get("players", ""))
    rules = house_rules_form("nain_jaune", RULES, query)
    banks, before = _names("bank", range(players)), _names("box", BOXES)
    taker_fields = _names("taken", BOXES)
    filled = short_fields(query, (*banks, *before, *taker_fields))
    seats = calculator_seats(players)
    left = {name: query.get(name, "") for name in (*_names("left", range(players)), "aside")}
    context: Body = {
        "rules": rules,
        "rules_open": not has_usual_rules(rules) or any(filled[name] for name in (*banks, *before)),
        "numbers": SEATS,
        "players": players,
        "seats": seats,
        "aside": 0,
        "filled": {**filled, **{name: _shown(text) for name, text in left.items()}},
        "lines": [_line(seat, filled, left) for seat in seats],
        "wrong": form_problems(rules),
        "example": EXAMPLE,
        "begun": any(text.strip() for text in left.values())
        or any(filled[box] for box in taker_fields),
    }
    if not rules.is_valid():
        return context
    match, _none = options.start(rules.read(range(players)), players)
    assert match is not None, "the form knows which house rules there are"
    context |= {"aside": match.aside, "usual": match.options.chips}
    return {**context, **_judge(match, query, context)}


def _players(text: str) -> int:
    return int(text) if text in map(str, SEATS) else USUAL_PLAYERS


def _names(name: str, places: Sequence[object] | range) -> list[str]:
    return [f"{name}-{place}" for place in places]


def _line(seat: CalculatorSeat, filled: dict[str, str], left: dict[str, str]) -> Body:
    name = f"left-{seat.number}"
    return {
        "seat": seat,
        "name": name,
        "left": _shown(left[name]),
        "bank_name": f"bank-{seat.number}",
        "bank": filled[f"bank-{seat.number}"],
    }


def _shown(text: str) -> str:
    """Return the cards of a field in the letters of the reader; a link may come from another."""
    return show_cards(CARDS, read_cards(CARDS, limited_text(text)))


def _judge(match: Match, query: QueryDict, context: Body) -> Body:
    """Return the settled round, or the problems by field."""
    if not context["begun"]:
        return {}
    problems: list[Problem] = []
    spot = Spot(PATH, evidence.GENERAL, problems)
    match = match._replace(
        banks=_chips(context["filled"], "bank", range(match.players), match.banks, spot),
        boxes=_chips(context["filled"], "box", BOXES, match.boxes, spot),
        opener=Opener.HIDDEN,
    )
    body = read_round(_round_form(query, match), match.players)
    if not problems:
        verdict, _after = evidence.check_round(match, body, PATH)
        problems += verdict.problems
    if problems:
        names = [seat.player.name for seat in context["seats"]]
        return {"wrong": problems_by_field([problem.naming(names) for problem in problems], _field)}
    breakdown: Sequence[Body] = [dict(seat) for seat in verdict.breakdown]
    at_stake = dict(zip(BOXES, match.stakes, strict=True))
    return {"round": {**settlement(breakdown, at_stake), "pays": payments(breakdown)}}


def _chips(
    filled: Mapping[str, str], name: str, places: Iterable[object], usual: Sequence[int], spot: Spot
) -> tuple[int, ...]:
    """Return the numbers in these fields; the usual number where a field is empty."""
    read = []
    for place, chips in zip(places, usual, strict=True):
        text = filled[f"{name}-{place}"]
        if text:
            chips = shape.integer(number(text), spot / name / str(place), least=0) or 0
        read.append(chips)
    return tuple(read)


def _round_form(query: QueryDict, match: Match) -> QueryDict:
    """Return the query as the form of a round would send it."""
    post = query.copy()
    post["evidence"] = "final"
    if not match.aside:
        post.pop("aside", None)
    return post


def _field(path: str) -> str:
    """Return the field of a path: `rounds.0.left.1.3` is about `left-1`, `rounds.0.taken.QS` about
    `taken-QS`."""
    steps = path.split(".")[2:]
    return "-".join(steps[:2]) or "round"


PAGE = CalculatorPage(
    gettext_lazy("Settlement of a round"),
    gettext_lazy(
        "Enter the cards left in each hand and who took which box: Manche shows who pays "
        "whom, chip by chip."
    ),
    calculate,
    "games/calculators/nain_jaune",
)
