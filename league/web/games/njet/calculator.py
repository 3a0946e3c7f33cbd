"""The points of both teams in a round of Njet!, from the query of the address."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.njet import evidence, options
from games.njet.board import VALUES
from games.njet.cards import COLOURS, HAND_SIZE
from games.njet.options import Match
from league.web.games.calculating import (
    CalculatorPage,
    form_problems,
    has_usual_rules,
    house_rules_form,
    problems_by_field,
    short_fields,
)
from league.web.games.njet import board as njet_board
from league.web.games.njet.form import COUNTS, missing, read_round
from league.web.games.pages import Body, number

RULES = ("discards", "lone_double")
FIELDS = ("discard", "value", "partner", *COUNTS)
START, PARTNER = "0", "1"  # seats; which ones does not matter for the points
SIDES = [[(f"tricks_{side}", _("Tricks")), (f"ones_{side}", _("1s"))] for side in (0, 1)]
PATH = "rounds.0"
EXAMPLE = "players=3&discard=1&value=2&partner=alone&tricks_0=5&ones_0=4&ones_1=3"


def calculate(query: QueryDict) -> Body:
    """Return the form as it is filled in, and `teams` as soon as it is complete."""
    rules = house_rules_form("njet", RULES, query)
    players = 3 if query.get("players") == "3" else 4
    filled = short_fields(query, FIELDS)
    context: Body = {
        "rules": rules,
        "rules_open": not has_usual_rules(rules),
        "players": players,
        "filled": filled,
        "hand_size": HAND_SIZE[players],
        "wrong": form_problems(rules),
        "example": EXAMPLE,
        "begun": any(filled.values()),
        "sides": SIDES,
    }
    if not rules.is_valid():
        return context
    match, _none = options.start(rules.read(range(players)), players)
    assert match is not None, "the form knows which house rules there are"
    return {**context, "rows": _rows(match, filled), **_judge(match, filled)}


def _rows(match: Match, filled: Body) -> list[Body]:
    """Return the two rows of the board that points depend on."""
    return [
        {
            **njet_board.board_row(row, [{"cell": cell, "covered": False} for cell in cells]),
            "chosen": filled[row],
        }
        for row, cells in (("discard", match.options.discards), ("value", VALUES))
    ]


def _judge(match: Match, filled: dict[str, str]) -> Body:
    post = _complete(match, filled)
    missing_fields = missing(post)
    if missing_fields:
        return {"missing": missing_fields}
    verdict, _after = evidence.check_round(match, read_round(post, match.players), PATH)
    if not verdict.ok:
        return {"wrong": problems_by_field(verdict.problems, _field)}
    breakdown: Sequence[Body] = [dict(seat) for seat in verdict.breakdown]
    teams = [
        {**team, "doubled": any(item["code"] == "alone" for item in team["items"])}
        for team in njet_board.explain_teams(breakdown)
    ]
    return {"teams": teams, "value": post["value"]}


def _complete(match: Match, filled: dict[str, str]) -> QueryDict:
    """Return the form completed with what follows from it (the other team's tricks, a partner
    without choice) and with any value where it does not matter."""
    post = QueryDict(mutable=True)
    post.update({"evidence": "final", "first": START, "trump": COLOURS[0], "super": COLOURS[1]})
    post.update(filled)
    if match.players == 4 or not filled["partner"]:
        post["partner"] = PARTNER
    if filled["tricks_0"] and not filled["tricks_1"]:
        post["tricks_1"] = str(_tricks_left(match, filled))
    return post


def _tricks_left(match: Match, filled: dict[str, str]) -> int:
    """Return the other team's tricks; 0 where the numbers are impossible, since the engine says
    why."""
    aside, own_tricks = number(filled["discard"]), number(filled["tricks_0"])
    if not isinstance(aside, int) or not isinstance(own_tricks, int):
        return 0
    return max(match.hand_size - aside - own_tricks, 0)


def _field(path: str) -> str:
    """Return the field of a path: `rounds.0.tricks.1` is about `tricks_1`, `rounds.0.rules.value`
    about `value`."""
    steps = path.split(".")[2:]
    return "_".join(steps) if steps[0] in {"tricks", "ones"} else steps[-1]


PAGE = CalculatorPage(
    _("Points of a round"),
    _(
        "Enter the tricks and 1s of both teams: Manche shows what everyone scores, doubled for a "
        "lone player."
    ),
    calculate,
    "games/calculators/njet",
)
