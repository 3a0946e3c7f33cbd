"""Seats that people choose: whether they are possible, and what they cost. Nothing is stored."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.errors import Fault
from league.models import Tournament
from league.operations.tournaments.draw import partners, seating_requests
from league.operations.tournaments.draw.seating_requests import Asked
from seating import check as referee
from seating.plan import Plan, PlanRound


def faults(
    tournament: Tournament,
    players: Sequence[int],
    tables: Sequence[Sequence[int]],
    sit_out: Sequence[int],
) -> list[Fault]:
    """Each of the players is to be named once; tables have a size that the tournament allows."""
    least, most = tournament.least, tournament.most
    size = _("A table is for %(least)s to %(most)s players.") % {"least": least, "most": most}
    found = [
        Fault("table_size", f"tables.{number}", size)
        for number, table in enumerate(tables)
        if not least <= len(table) <= most
    ]
    if not tables:
        found.append(Fault("blank", "tables", _("There is no table to set.")))
    here, seen = set(players), set[int]()
    places = {f"tables.{number}": table for number, table in enumerate(tables)}
    for path, named in {**places, "sit_out": sit_out}.items():
        for index, player in enumerate(named):
            if player in seen:
                words = _("A player sits at a table once.")
                found.append(Fault("player_twice", f"{path}.{index}", words))
            elif player not in here:
                words = _("This player does not play in this sitting.")
                found.append(Fault("not_here", f"{path}.{index}", words))
            seen.add(player)
    if missing := [player for player in players if player not in seen]:
        words = _("These players neither sit at a table nor sit out: %(ids)s.")
        words %= {"ids": ", ".join(map(str, missing))}
        found.append(Fault("missing_player", "tables", words))
    return found


def plan(asked: Asked, tables: Sequence[Sequence[int]], sit_out: Sequence[int]) -> dict[str, Any]:
    named = _named(tables)
    teams = partners.of_tables(asked.request, named)
    rounds = (PlanRound(named, tuple(map(str, sit_out)), teams),)
    cost = referee.plan_costs(seating_requests.read(asked.request), Plan(rounds))
    return {"rounds": [each.to_json() for each in rounds], "cost": cost}


def _named(tables: Sequence[Sequence[int]]) -> tuple[tuple[str, ...], ...]:
    return tuple([tuple(map(str, table)) for table in tables])
