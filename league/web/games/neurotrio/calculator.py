"""The best grouping of any hand, from the query of the address."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.neurotrio import calculator, evidence, options, score
from games.neurotrio.card_names import CARDS
from games.neurotrio.cards import COPIES, MOST_HELD
from games.neurotrio.options import Match
from games.neurotrio.score import ScoredGrouping
from games.shape import Spot
from league.web.games.calculating import (
    CalculatorPage,
    form_problems,
    has_usual_rules,
    house_rules_form,
    limited_text,
    problems_by_field,
)
from league.web.games.letters import read_cards, show_cards
from league.web.games.pages import Body, label_items

PLAYERS = 1  # the calculator needs the minimum of one player
RULES = ("minimums", "duo_trio", "distinct")
TRIO = 2
EXAMPLE = "hand=1CN+1CN+1CV+1CV+1CB+1EN+1EV+1EB+1RN+1RV+1RB&finisher=yes"


def calculate(query: QueryDict) -> Body:
    """Return hand and house rules of the query, and `scored` unless there are problems."""
    rules = house_rules_form("neurotrio", RULES, query)
    rules.fields["minimums"].label = _("Points this player needs to finish")
    text, finisher = query.get("hand", ""), query.get("finisher") == "yes"
    hand = read_cards(CARDS, text)
    context: Body = {
        "rules": rules,
        "rules_open": not has_usual_rules(rules),
        "hand": show_cards(CARDS, read_cards(CARDS, limited_text(text))),
        "count": len(hand),
        "most": MOST_HELD,
        "finisher": finisher,
        "wrong": form_problems(rules),
        "example": EXAMPLE,
    }
    if hand and rules.is_valid():
        match, _none = options.start(rules.read(range(PLAYERS)), PLAYERS)
        assert match is not None, "the form knows which house rules there are"
        context |= _judge(hand, match, finisher=finisher)
    return context


def _judge(hand: list[str], match: Match, *, finisher: bool) -> Body:
    spot = Spot("", evidence.GENERAL, [])
    cards = calculator.read_cards(hand, spot)
    if spot.problems:
        return {"wrong": problems_by_field(spot.problems, lambda _path: "hand")}
    finishes = score.best(cards, finisher=True, options=match.options) if finisher else None
    scored = finishes or score.best(cards, finisher=False, options=match.options)
    assert scored is not None, "some grouping of any cards exists"
    return {
        "scored": _explain_grouping(scored),
        "finish": _finish(finishes, match) if finisher else None,
    }


def _finish(finishes: ScoredGrouping | None, match: Match) -> Body:
    """Return whether these cards may finish (N11), and with enough points (N12)."""
    minimum = match.options.minimums[0]
    if finishes is None:
        return {"can": False}
    return {"can": True, "enough": finishes.natural >= minimum, "minimum": minimum}


def _explain_grouping(scored: ScoredGrouping) -> Body:
    """Return the points, the groups with their own points, and the sources of the other points."""
    grouping_json: Any = scored.to_json()
    grouping = grouping_json["grouping"]
    items: Sequence[Body] = label_items(grouping_json["items"], score.LABELS)
    return {
        "points": scored.points,
        "trios": [{"cards": trio, "points": TRIO} for trio in grouping["trios"]],
        "duos": grouping["duos"],
        "rest": grouping["rest"],
        "items": items,
        "copies": COPIES,
    }


PAGE = CalculatorPage(
    gettext_lazy("Best grouping"),
    gettext_lazy(
        "Tap your cards: Manche finds the duos and trios that earn the most, and shows the total."
    ),
    calculate,
    "games/calculators/neurotrio",
)
