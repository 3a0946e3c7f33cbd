"""Every place of the database that refers to a player, and the exchange of one player for another
there. A test finds the places in the models: a new one without a line here fails.

Standings and ratings are computed, and are not among them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import Model, QuerySet

from league.models import (
    Confirmation,
    Dispute,
    DivisionMember,
    Entrant,
    Invitation,
    LeagueMember,
    Match,
    Message,
    Period,
    PersonalLink,
    Presence,
    Seat,
    SeatingPlan,
    SeatingWish,
    SignUp,
    Sitting,
    SittingTable,
    Substitution,
    TeamMember,
    TeamTable,
    Tournament,
)
from league.operations.exchange.archive.tournament import rename_players
from scoring.models import Draw, Encounter, Penalty, Result, SitOut

Exchange: TypeAlias = Callable[[Any, int, int], Any]


@dataclass(frozen=True)
class PlayerColumn:
    """A column that refers to a player. `season`, `session` and `match` are the paths from a row to
    its season, session and match, empty where rows have none."""

    model: type[Model]
    column: str
    season: str
    session: str = ""
    match: str = ""

    @property
    def key(self) -> str:
        return f"{self.model._meta.label_lower}.{self.column}"

    @property
    def rows(self) -> "QuerySet[Any]":
        return self.model._base_manager.all()


COLUMNS: Sequence[PlayerColumn] = (
    PlayerColumn(Seat, "player", "match__session__season", "match__session", "match"),
    PlayerColumn(Substitution, "leaving", "match__session__season", "match__session", "match"),
    PlayerColumn(Substitution, "entering", "match__session__season", "match__session", "match"),
    PlayerColumn(Confirmation, "player", "match__session__season", "match__session", "match"),
    PlayerColumn(Dispute, "player", "match__session__season", "match__session", "match"),
    PlayerColumn(Presence, "player", "session__season", "session"),
    PlayerColumn(Entrant, "player", "tournament__season"),
    PlayerColumn(DivisionMember, "player", "division__season"),
    PlayerColumn(LeagueMember, "player", "league__season"),
    PlayerColumn(TeamMember, "player", "team__table__season"),
    PlayerColumn(Result, "player", "season", "session", "match"),
    PlayerColumn(Penalty, "player", "season", "session"),
    PlayerColumn(SitOut, "player", "season", "session"),
    PlayerColumn(Invitation, "player", ""),
    PlayerColumn(SignUp, "player", ""),
    PlayerColumn(SignUp, "guest_of", ""),
    PlayerColumn(PersonalLink, "player", ""),
    PlayerColumn(Message, "player", ""),
    PlayerColumn(SeatingWish, "one", ""),
    PlayerColumn(SeatingWish, "other", ""),
)


@dataclass(frozen=True)
class PlayerValue:
    """A JSON column with ids of players; `exchange(value, old, new)` returns the value with
    another player. `season`, `session` and `match` are the paths from a row to these, empty if
    it has none."""

    model: type[Model]
    column: str
    exchange: Exchange
    season: str
    session: str = ""
    match: str = ""

    @property
    def key(self) -> str:
        return f"{self.model._meta.label_lower}.{self.column}"

    @property
    def rows(self) -> "QuerySet[Any]":
        return self.model._base_manager.order_by("pk")


def in_list(ids: Sequence[int], old: int, new: int) -> list[int]:
    """Return the ids with `new` for `old`, each once."""
    return list(dict.fromkeys(new if pk == old else pk for pk in ids))


def _in_sides(sides: Sequence[Sequence[int]], old: int, new: int) -> list[list[int]]:
    return [in_list(side, old, new) for side in sides]


def _in_rounds(
    rounds: Sequence[Sequence[Sequence[int]]], old: int, new: int
) -> list[list[list[int]]]:
    return [_in_sides(tables, old, new) for tables in rounds]


def _in_lots(lots: Sequence[Mapping[str, Any]], old: int, new: int) -> list[dict[str, Any]]:
    return [{**lot, "players": in_list(lot["players"], old, new)} for lot in lots]


def _in_draw(draw: Any, old: int, new: int) -> Any:
    """Return how the teams of an evening were drawn; None if they were not."""
    return draw and {**draw, "players": in_list(draw["players"], old, new)}


def _in_plan(value: Any, old: int, new: int) -> Any:
    """Return a request or a plan, which name players by their ids as text."""
    return rename_players(value, {str(old): str(new)})


def _in_parts(parts: Sequence[Any], old: int, new: int) -> list[dict[str, Any]]:
    """Return the parts of the plan of a seating of an evening."""
    return [
        {**part, **{key: _in_plan(part[key], old, new) for key in ("request", "plan")}}
        for part in parts
    ]


VALUES: Sequence[PlayerValue] = (
    PlayerValue(Match, "forfeits", in_list, "session__season", "session", "pk"),
    PlayerValue(Encounter, "sides", _in_sides, "season", "session", "match"),
    PlayerValue(Tournament, "script", _in_rounds, "season"),
    PlayerValue(SittingTable, "players", in_list, "sitting__tournament__season"),
    PlayerValue(Sitting, "sit_out", in_list, "tournament__season"),
    PlayerValue(Sitting, "request", _in_plan, "tournament__season"),
    PlayerValue(Sitting, "plan", _in_plan, "tournament__season"),
    PlayerValue(Sitting, "reasons", _in_plan, "tournament__season"),
    PlayerValue(SeatingPlan, "parts", _in_parts, "session__season", "session"),
    PlayerValue(TeamTable, "draw", _in_draw, "season", "session"),
    PlayerValue(Period, "lots", _in_lots, "divisions__season"),
    PlayerValue(Draw, "players", in_list, "table__season"),
)
PLACES = {place.key: place for place in VALUES}
