"""The plan as a result: who sits where, what it costs, and the bound of what it could cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from problems import reader
from problems.problem import Problem
from problems.reader import Spot
from seating import shape
from seating.request import MOST_ROUNDS
from seating.rules import Rule
from seating.sizes import MOST_PLAYERS

MOST_COST = 10**12


class Status(StrEnum):
    OPTIMAL = "optimal"  # proved
    FEASIBLE = "feasible"  # `bound` says how much better it could be at best
    INFEASIBLE = "infeasible"  # not one table can be filled


@dataclass(frozen=True)
class PlanRound:
    """One round. Tables list players in seat order; `partners` has the teams by table and round of
    its match."""

    tables: tuple[tuple[str, ...], ...]
    sit_out: tuple[str, ...] = ()
    partners: tuple[object, ...] | None = None

    def to_json(self) -> dict[str, object]:
        json_round: dict[str, object] = {
            "tables": [list(table) for table in self.tables],
            "sit_out": list(self.sit_out),
        }
        return (
            json_round if self.partners is None else {**json_round, "partners": list(self.partners)}
        )


@dataclass(frozen=True)
class Plan:
    """A plan; `cost`, `bound` and `status` are None in a plan that was written by hand."""

    rounds: tuple[PlanRound, ...]
    cost: Mapping[str, int] | None = None
    status: Status | None = None
    bound: Mapping[str, int] | None = None
    reasons: tuple[Mapping[str, object], ...] = field(default=())

    def to_json(self) -> dict[str, object]:
        return {
            "rounds": [round_.to_json() for round_ in self.rounds],
            "cost": dict(self.cost or {}),
            "status": self.status and self.status.value,
            "bound": dict(self.bound or {}),
            "reasons": [dict(reason) for reason in self.reasons],
        }


def read(raw: object) -> tuple[Plan | None, list[Problem]]:
    """Return the plan in a JSON value, or None and its problems. Whether it fits a request is not
    checked here."""
    at = Spot("", None, [])
    raw_fields = reader.fields(
        raw, at, required=("rounds",), optional=("cost", "status", "bound", "reasons")
    )
    listed = shape.entries(raw_fields.get("rounds", []), at / "rounds", most=MOST_ROUNDS)
    plan = Plan(
        rounds=tuple(
            [_read_round(entry, at / "rounds" / index) for index, entry in enumerate(listed)]
        ),
        cost=_rule_counts(raw_fields, "cost", at),
        status=_read_status(raw_fields, at),
        bound=_rule_counts(raw_fields, "bound", at),
    )
    return (None if at.problems else plan), at.problems


def _read_round(raw: object, at: Spot) -> PlanRound:
    raw_fields = reader.fields(raw, at, required=("tables",), optional=("sit_out", "partners"))
    listed = shape.entries(raw_fields.get("tables", []), at / "tables", most=MOST_PLAYERS)
    return PlanRound(
        tuple([_read_names(entry, at / "tables" / index) for index, entry in enumerate(listed)]),
        _read_names(raw_fields.get("sit_out", []), at / "sit_out"),
        None
        if raw_fields.get("partners") is None
        else _read_partners(raw_fields["partners"], at / "partners"),
    )


def _read_partners(raw: object, at: Spot) -> tuple[object, ...]:
    """Return the names by table, round of its match and team."""
    return tuple(
        [
            tuple(
                [
                    tuple(
                        [
                            _read_names(team, here / index)
                            for index, team in _indexed_entries(teams, here)
                        ]
                    )
                    for here, teams in _indexed_spots(rounds, at / table)
                ]
            )
            for table, rounds in _indexed_entries(raw, at)
        ]
    )


def _indexed_spots(raw: object, at: Spot) -> list[tuple[Spot, object]]:
    return [(at / index, entry) for index, entry in _indexed_entries(raw, at)]


def _indexed_entries(raw: object, at: Spot) -> list[tuple[int, object]]:
    return list(enumerate(shape.entries(raw, at, most=MOST_PLAYERS)))


def _read_names(raw: object, at: Spot) -> tuple[str, ...]:
    listed = enumerate(shape.entries(raw, at, most=MOST_PLAYERS))
    values = [shape.name(entry, at / index) for index, entry in listed]
    return tuple(name for name in values if name is not None)


def _rule_counts(raw_fields: Mapping[str, object], key: str, at: Spot) -> dict[str, int] | None:
    if key not in raw_fields:
        return None
    rules = [*map(str, Rule)]
    entries = reader.fields(raw_fields[key], at / key, optional=rules)
    values = {
        rule: shape.integer(entries[rule], at / key / rule, least=0, most=MOST_COST)
        for rule in rules
        if rule in entries
    }
    return {rule: value for rule, value in values.items() if value is not None}


def _read_status(raw_fields: Mapping[str, object], at: Spot) -> Status | None:
    if raw_fields.get("status") is None:
        return None
    value = reader.choice(raw_fields["status"], at / "status", [*map(str, Status)])
    return Status(value) if value else None
