"""What comes back: who sits where, what it costs, and how much better it could be at best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from seating import shape
from seating.request import MOST_ROUNDS
from seating.rules import Rule
from seating.shape import Spot
from seating.sizes import MOST_PLAYERS
from seating.messages import Problem

MOST_COST = 10**12


class Status(StrEnum):
    OPTIMAL = "optimal"  # proved
    FEASIBLE = "feasible"  # `bound` says how much better it could be at best
    INFEASIBLE = "infeasible"  # not one table can be filled


@dataclass(frozen=True)
class PlanRound:
    """Tables list players in seat order; `partners` has teams per table and round of its match."""

    tables: tuple[tuple[str, ...], ...]
    sit_out: tuple[str, ...] = ()
    partners: tuple[object, ...] | None = None

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "tables": [list(table) for table in self.tables],
            "sit_out": list(self.sit_out),
        }
        return found if self.partners is None else {**found, "partners": list(self.partners)}


@dataclass(frozen=True)
class Plan:
    """`cost`, `bound` and `status` are None in a plan that somebody wrote by hand."""

    rounds: tuple[PlanRound, ...]
    cost: Mapping[str, int] | None = None
    status: Status | None = None
    bound: Mapping[str, int] | None = None
    reasons: tuple[Mapping[str, object], ...] = field(default=())

    def to_json(self) -> dict[str, object]:
        return {
            "rounds": [each.to_json() for each in self.rounds],
            "cost": dict(self.cost or {}),
            "status": self.status and self.status.value,
            "bound": dict(self.bound or {}),
            "reasons": [dict(each) for each in self.reasons],
        }


def read(raw: object) -> tuple[Plan | None, list[Problem]]:
    """The plan in any JSON value; whether it fits a request is not looked at here."""
    at = Spot("", [])
    given = shape.fields(
        raw, at, required=("rounds",), optional=("cost", "status", "bound", "reasons")
    )
    listed = shape.entries(given.get("rounds", []), at / "rounds", most=MOST_ROUNDS)
    plan = Plan(
        rounds=tuple([_round(each, at / "rounds" / index) for index, each in enumerate(listed)]),
        cost=_vector(given, "cost", at),
        status=_status(given, at),
        bound=_vector(given, "bound", at),
    )
    return (None if at.problems else plan), at.problems


def _round(raw: object, at: Spot) -> PlanRound:
    given = shape.fields(raw, at, required=("tables",), optional=("sit_out", "partners"))
    listed = shape.entries(given.get("tables", []), at / "tables", most=MOST_PLAYERS)
    return PlanRound(
        tuple([_people(each, at / "tables" / index) for index, each in enumerate(listed)]),
        _people(given.get("sit_out", []), at / "sit_out"),
        None if given.get("partners") is None else _partners(given["partners"], at / "partners"),
    )


def _partners(raw: object, at: Spot) -> tuple[object, ...]:
    """Names per table, round of its match and team."""
    return tuple(
        [
            tuple(
                [
                    tuple([_people(team, here / index) for index, team in _listed(teams, here)])
                    for here, teams in _within(rounds, at / table)
                ]
            )
            for table, rounds in _listed(raw, at)
        ]
    )


def _within(raw: object, at: Spot) -> list[tuple[Spot, object]]:
    return [(at / index, each) for index, each in _listed(raw, at)]


def _listed(raw: object, at: Spot) -> list[tuple[int, object]]:
    return list(enumerate(shape.entries(raw, at, most=MOST_PLAYERS)))


def _people(raw: object, at: Spot) -> tuple[str, ...]:
    listed = enumerate(shape.entries(raw, at, most=MOST_PLAYERS))
    read = [shape.name(each, at / index) for index, each in listed]
    return tuple(name for name in read if name is not None)


def _vector(given: Mapping[str, object], key: str, at: Spot) -> dict[str, int] | None:
    if key not in given:
        return None
    known = shape.fields(given[key], at / key, required=(), optional=[*map(str, Rule)])
    read = {
        rule: shape.integer(value, at / key / rule, least=0, most=MOST_COST)
        for rule, value in known.items()
    }
    return {rule: value for rule, value in read.items() if value is not None}


def _status(given: Mapping[str, object], at: Spot) -> Status | None:
    if given.get("status") is None:
        return None
    said = shape.choice(given["status"], at / "status", [*map(str, Status)])
    return Status(said) if said else None
