"""The best grouping of any hand, from the address of the page."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.neurotrio import calculator, evidence, options, score
from games.neurotrio.cards import COPIES, MOST_HELD
from games.neurotrio.options import Match
from games.neurotrio.score import ScoredGrouping
from games.shape import Spot
from league.web.games.calculating import beside, house_rules, is_usual, refused, said_again
from league.web.games.neurotrio.form import OptionsForm, codes, read_options
from league.web.games.pages import Body, labelled

PLAYERS = 1  # whose minimum is asked for
RULES = ("minimum", "duo_trio", "distinct")
TRIO = 2
EXAMPLE = "hand=1CN+1CN+1CV+1CV+1CB+1EN+1EV+1EB+1RN+1RV+1RB&finisher=yes"


def calculate(query: QueryDict) -> Body:
    """Hand and house rules as asked for; `scored` unless something is wrong."""
    rules = house_rules(OptionsForm, RULES, query)
    rules.fields["minimum"].label = _("Points this player needs to finish")
    text, finisher = query.get("hand", ""), query.get("finisher") == "yes"
    hand = codes(text)
    told: Body = {
        "rules": rules,
        "rules_open": not is_usual(rules),
        "hand": said_again(text),
        "count": len(hand),
        "most": MOST_HELD,
        "finisher": finisher,
        "wrong": refused(rules),
        "example": EXAMPLE,
    }
    if hand and rules.is_valid():
        match, _none = options.start(read_options(rules.cleaned_data, range(PLAYERS)), PLAYERS)
        assert match is not None, "the form knows which house rules there are"
        told |= _judge(hand, match, finisher=finisher)
    return told


def _judge(hand: list[str], match: Match, *, finisher: bool) -> Body:
    at = Spot("", evidence.GENERAL, [])
    cards = calculator.read_cards(hand, at)
    if at.problems:
        return {"wrong": beside(at.problems, lambda _path: "hand")}
    finishes = score.best(cards, finisher=True, options=match.options) if finisher else None
    scored = finishes or score.best(cards, finisher=False, options=match.options)
    assert scored is not None, "some grouping of any cards exists"
    return {"scored": _told(scored), "finish": _finish(finishes, match) if finisher else None}


def _finish(finishes: ScoredGrouping | None, match: Match) -> Body:
    """Whether these cards may finish (N11), and with enough points (N12)."""
    minimum = match.options.minimums[0]
    if finishes is None:
        return {"can": False}
    return {"can": True, "enough": finishes.natural >= minimum, "minimum": minimum}


def _told(scored: ScoredGrouping) -> Body:
    """Points, groups with what each earns alone, and where the other points come from."""
    told: Any = scored.to_json()
    grouping = told["grouping"]
    items: Sequence[Body] = labelled(told["items"], score.LABELS)
    return {
        "points": scored.points,
        "trios": [{"cards": trio, "points": TRIO} for trio in grouping["trios"]],
        "duos": grouping["duos"],
        "rest": grouping["rest"],
        "items": items,
        "copies": COPIES,
    }
