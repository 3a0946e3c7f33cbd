"""Plans of requests: drawn, priced and explained. Plans of the latest requests are remembered,
because findings before a draw and the draw itself need the same one. Nothing is stored here."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from time import monotonic
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.errors import invalid
from league.operations.seating import partners
from league.operations.seating.requests import parse_request
from seating import check as referee
from seating import draw as drawing
from seating import explain, plan, request
from seating.plan import Plan, PlanRound

REMEMBERED = 32  # plans
Content = Mapping[str, Any]  # a request
Tables = Sequence[Sequence[int]]


def draw(content: Content) -> Plan:
    """Return the plan of a request; it takes up to the seconds of the request."""
    return _draw(json.dumps(content, sort_keys=True))


@lru_cache(maxsize=REMEMBERED)
def _draw(content: str) -> Plan:
    return drawing.draw(parse_request(json.loads(content)), monotonic)


def plan_of_seats(content: Content, tables: Tables, sit_out: Sequence[int]) -> dict[str, Any]:
    """Return the plan of these seats with its costs, as it is stored."""
    teams = partners.propose_partners(content, _names(tables))
    rounds = (PlanRound(_names(tables), tuple(map(str, sit_out)), teams),)
    cost = referee.plan_costs(parse_request(content), Plan(rounds))
    return {"rounds": [round_.to_json() for round_ in rounds], "cost": cost}


def explain_seats(content: Content, tables: Tables, sit_out: Sequence[int]) -> dict[str, Any]:
    """Return the costs of each table and their reasons, and why players sit out."""
    return explain_plan(content, Plan((PlanRound(_names(tables), tuple(map(str, sit_out))),)), 0)


def explain_plan(content: Content, drawn: Plan, number: int) -> dict[str, Any]:
    """Return the costs of each table of a round and their reasons, with ids of players."""
    explanation: Any = explain.explain(parse_request(content), drawn)[number]
    tables = [
        {
            "players": [*map(int, table["players"])],
            "costs": [{**line, "players": [*map(int, line["players"])]} for line in table["costs"]],
        }
        for table in explanation["tables"]
    ]
    sitting_out = [{**line, "player": int(line["player"])} for line in explanation["sit_out"]]
    return {"tables": tables, "sit_out": sitting_out}


def check_stored(content: Any, stored: Any, path: str) -> Plan:
    """Return the plan of a request and plan from outside; raise Invalid unless they are valid and
    fit each other."""
    read_request, request_problems = request.read(content)
    read_plan, plan_problems = plan.read(
        {key: stored[key] for key in stored if key != "reasons"}
        if isinstance(stored, dict)
        else stored
    )
    if read_request is None or read_plan is None:
        problem = (request_problems or plan_problems)[0]
        part = "request" if read_request is None else "plan"
        words = problem.message(get_language() or "en")
        raise invalid("bad_plan", f"{path}.{part}.{problem.path}".strip("."), words)
    if referee.check(read_request, read_plan).problems:
        words = _("This plan does not fit its request.")
        raise invalid("bad_plan", f"{path}.plan".strip("."), words)
    return read_plan


def swap_players(
    tables: Tables, sit_out: Sequence[int], one: int, other: int
) -> tuple[list[list[int]], list[int]]:
    """Return the seats after two players have changed places."""
    change = {one: other, other: one}
    return (
        [[change.get(player, player) for player in table] for table in tables],
        [change.get(player, player) for player in sit_out],
    )


def _names(tables: Tables) -> tuple[tuple[str, ...], ...]:
    return tuple([tuple(map(str, table)) for table in tables])
