"""Njet! on paper: the house rules, the form of a round, and its preview."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games.njet.board import ROWS, Cell
from games.njet.cards import HAND_SIZE
from league.models import Match, Submission
from league.operations.matches import submissions
from league.web.games.njet import board as njet_board
from league.web.games.njet.board import ROW_NAMES
from league.web.games.pages import Body, fields_by_seat, fill_in_sheet, number, read_sheet

ALONE = "alone"
TEAM_PREFIX = "side:"  # before the seats of the start player's team, if the start player is unknown
COUNTS = ("tricks_0", "tricks_1", "ones_0", "ones_1")  # of the start player's team and the other
MOST_ASIDE = 9  # with four players that leaves one trick
MOST_PROBLEMS = 3


def read_round(post: QueryDict, players: int) -> Body:
    """Return the ROUND of the form, valid or not: the engine judges it."""
    details = _rules_and_teams(post, players)
    if post.get("evidence") == "sheet":
        return {**read_sheet(post, players), **(details if post.get("known") else {})}
    counts = [number(post.get(name, "")) for name in COUNTS]
    return {"evidence": "final", "rules": {}, **details, "tricks": counts[:2], "ones": counts[2:]}


def fill_in(row: Submission | None, players: int) -> Body:
    """Return the initial values of the form by field: empty, or the round to correct."""
    if row is None:
        return fill_in_sheet(row, players)
    rules, teams = row.body.get("rules", {}), row.body.get("teams")
    filled: Body = {"evidence": "sheet", **fields_by_seat("score", row.scores)}
    if row.evidence != "sheet":
        sides = njet_board.explain_teams(row.verdict["breakdown"])
        rules, teams = sides[0]["rules"], [team["members"] for team in sides]
        counts = [team[kind] for kind in ("tricks", "ones") for team in sides]
        filled |= {"evidence": "final", **dict(zip(COUNTS, map(str, counts), strict=True))}
    if rules or teams:
        filled |= {"known": "yes", **{name: str(cell) for name, cell in rules.items()}}
    return filled | ({"partner": _partner(teams[0], rules.get("first"))} if teams else {})


def preview(post: QueryDict, match: Match, number: int, players: int) -> Body:
    """Return the fields that are still empty; once there are none, what both teams have."""
    context: Body = {"missing": missing(post), "seats": [{}] * players}
    if context["missing"]:
        return {**context, "tricks_left": _tricks_left(post, players)}
    verdict = submissions.judge(match, number, read_round(post, players))
    if not verdict.ok:
        language = get_language() or "en"
        problems = [problem.to_json(language) for problem in verdict.problems[:MOST_PROBLEMS]]
        return {**context, "problems": problems}
    breakdown: Sequence[Body] = [dict(seat) for seat in verdict.rounds[-1].breakdown]
    return {
        **context,
        "teams": njet_board.explain_teams(breakdown),
        "seats": [{"total": total} for total in verdict.totals],
    }


def _rules_and_teams(post: QueryDict, players: int) -> Body:
    """Return the rules and teams that are filled in."""
    cells = {row: post.get(row, "") for row in ROWS if post.get(row, "")}
    rules: dict[str, Cell] = {row: number(cell) for row, cell in cells.items()}
    partner, first = post.get("partner", ""), rules.get("first")
    if partner and not partner.startswith(TEAM_PREFIX) and first is None:
        rules["first"] = ""  # without a start player: the engine only reports that
        first = 1 if partner == "0" else 0
    details: Body = {"rules": rules} if rules else {}
    if partner:
        details["teams"] = _teams(partner, first, players)
    return details


def _teams(partner: str, first: Cell | None, players: int) -> list[list[Any]]:
    """Return both teams, the start player's first."""
    if partner.startswith(TEAM_PREFIX):
        own_side: list[Any] = [number(seat) for seat in partner.removeprefix(TEAM_PREFIX)]
    else:
        own_side = [first] if partner == ALONE else [first, number(partner)]
    return [own_side, [seat for seat in range(players) if seat not in own_side]]


def _partner(side: Sequence[int], first: object) -> str:
    """Return the choice of the field `partner` that means this team."""
    if first not in side:
        return TEAM_PREFIX + "".join(map(str, side))
    others = [str(seat) for seat in side if seat != first]
    return others[0] if others else ALONE


def missing(post: QueryDict) -> list[str]:
    """Return the labels of the fields that are still empty."""
    counts = [_("Tricks"), _("Tricks"), _("1s"), _("1s")]
    names = {**ROW_NAMES, "partner": _("Partner"), **dict(zip(COUNTS, counts, strict=True))}
    empty = [str(name) for field, name in names.items() if not post.get(field, "").strip()]
    return list(dict.fromkeys(empty))


def _tricks_left(post: QueryDict, players: int) -> str:
    """Return how many tricks are left to the other team, in words; they follow from the first
    team's."""
    aside, own_tricks, others = (number(post.get(name, "")) for name in ("discard", *COUNTS[:2]))
    if not isinstance(aside, int) or not isinstance(own_tricks, int) or others != "":
        return ""
    left = HAND_SIZE[players] - aside - own_tricks
    words = gettext("Tricks left for the other team: %(n)s") % {"n": left}
    return words if left >= 0 else ""
