"""The players of a sitting: who plays in a final or a knock-out, and why it is these."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from league.models import (
    Entrant,
    Format,
    Match,
    Sitting,
    SittingKind,
    SittingTable,
    Tournament,
)
from league.operations.tournaments import final_ranking
from seating import knockout
from seating.knockout import FinishedTable
from seating.sizes import Sizes


class PlayerStrength(NamedTuple):
    """Rank of a player before a draw: place in the standings, then seeding; ties are broken by
    lot."""

    place: int
    rank: float


class Selection(NamedTuple):
    """The players of a sitting, why it is these, and their tables where no search seats them."""

    kind: SittingKind
    entrants: list[Entrant]
    reasons: Sequence[Mapping[str, object]] = ()
    seats: knockout.FinalTables | None = None


def sitting_kind(tournament: Tournament, number: int) -> SittingKind:
    """Return the kind of a sitting before its players are known; the last table of a knock-out is
    its final too."""
    if tournament.format == Format.KNOCK_OUT:
        return SittingKind.KNOCK_OUT
    if tournament.finalists and number > tournament.sittings_planned:
        return SittingKind.FINAL
    return SittingKind.PRELIMINARY


def finished_tables(sitting: Sitting) -> list[FinishedTable]:
    """Return the tables of a sitting with their places; by the current totals where they still
    play."""
    return [_finished(table) for table in sitting.tables.all()]


def table_sizes(tournament: Tournament) -> Sizes:
    """Return the sizes of tables that the tournament allows and prefers."""
    return Sizes(tournament.least, tournament.most, frozenset(tournament.preferred))


def _finished(table: SittingTable) -> FinishedTable:
    match: Match | None = table.match
    names = tuple(map(str, table.players))
    if match is None or (match.stopped_at is not None and not match.over):
        return FinishedTable(names, None)
    return FinishedTable(names, tuple(match.places))


def select(
    tournament: Tournament,
    number: int,
    present: Sequence[Entrant],
    past: Sequence[Sitting],
    strengths: Mapping[int, PlayerStrength],
) -> Selection:
    """Return who of the present players plays in this sitting, and the reasons."""
    kind, sizes = sitting_kind(tournament, number), table_sizes(tournament)
    if kind == SittingKind.FINAL:
        present_ids = {entrant.player_id for entrant in present}
        places = {
            str(pk): strength.place for pk, strength in strengths.items() if pk in present_ids
        }
        best = knockout.finalists(places, list(places), tournament.finalists, sizes)
        seats = knockout.final(best.players, len(best.players), sizes)
        return Selection(kind, _entrants_of(present, best.players), best.reasons, seats)
    if kind != SittingKind.KNOCK_OUT:
        return Selection(kind, list(present))
    selected, reasons = list(present), tuple[Mapping[str, object], ...]()
    if past:
        qualified = _qualified(tournament, past[-1], list(strengths))
        names = _with_substitutes(tournament, set(qualified.players))
        selected, reasons = _entrants_of(present, names), qualified.reasons
    if not tournament.least <= len(selected) <= tournament.most:
        return Selection(kind, selected, reasons)
    final = Selection(SittingKind.FINAL, selected, reasons)
    return _with_consolation(tournament, number, present, final, strengths)


def _entrants_of(present: Sequence[Entrant], names: Collection[str]) -> list[Entrant]:
    return [entrant for entrant in present if str(entrant.player_id) in names]


def _with_consolation(
    tournament: Tournament,
    number: int,
    present: Sequence[Entrant],
    final: Selection,
    strengths: Mapping[int, PlayerStrength],
) -> Selection:
    """Return the final with those who are out, best first, if they play on and find a table."""
    if not tournament.consolation:
        return final
    finalists = {entrant.player_id for entrant in final.entrants}
    out = {entrant.player_id for entrant in present} - finalists
    levels = final_ranking.levels_reached(tournament, before=number)
    ranks = {
        str(player): (levels[player].order, strength.place)
        for player, strength in strengths.items()
        if player in out and player in levels
    }
    order = sorted({*ranks.values()})
    places = {name: order.index(rank) for name, rank in ranks.items()}
    best = [str(player) for player in strengths if player in finalists]
    ranking, sizes = sorted(places, key=lambda name: places[name]), table_sizes(tournament)
    seats, reasons = knockout.consolation(best, places, ranking, sizes)
    if len(seats.tables) > 1:
        final = final._replace(
            entrants=_entrants_of(present, {*chain(*seats.tables)}), seats=replace(seats, out=())
        )
    return final._replace(reasons=(*final.reasons, *reasons))


def _qualified(
    tournament: Tournament, last: Sitting, ranked: Sequence[int]
) -> knockout.Qualification:
    strength, byes = [*map(str, ranked)], [*map(str, last.sit_out)]
    return knockout.qualifiers(finished_tables(last), tournament.go_on, strength, byes)


def king_reasons(
    last: Iterable[Sitting], ranked: Iterable[int], names: set[str]
) -> Sequence[Mapping[str, object]]:
    """Return the ties that decide who changes tables, among those who are still here."""
    tables = []
    for table in chain(*map(finished_tables, last)):
        seats = [*zip(table.players, table.places or (), strict=False)]
        here = [(name, place) for name, place in seats if name in names]
        players = tuple(name for name, _place in here)
        tables.append(FinishedTable(players, tuple(place for _name, place in here) or None))
    return knockout.king_reasons(tables, [*map(str, ranked)])


def with_deciders(
    reasons: Iterable[Mapping[str, object]], strengths: Mapping[int, PlayerStrength]
) -> tuple[Mapping[str, object], ...]:
    """Add to each tie the criterion that decided it, since strength has several criteria."""
    return tuple({**reason, **_decider(reason, strengths)} for reason in reasons)


def _decider(
    reason: Mapping[str, Any], strengths: Mapping[int, PlayerStrength]
) -> Mapping[str, object]:
    if "players" not in reason:
        return {}
    through = strengths[int(reason["go_on"][-1])]
    out = next(name for name in reason["players"] if name not in reason["go_on"])
    other = strengths[int(out)]
    if through.place != other.place:
        return {"by": "standings"}
    return {"by": "seeding" if through.rank != other.rank else "lots"}


def _with_substitutes(tournament: Tournament, names: set[str]) -> set[str]:
    """Return the names with the substitutes of those who go on."""
    replaced = tournament.entrants.filter(substitute__isnull=False)
    substitutes = dict(replaced.values_list("player", "substitute__player"))
    for name in list(names):
        player = int(name)
        while player in substitutes:
            player = substitutes.pop(player)
            names.add(str(player))
    return names
