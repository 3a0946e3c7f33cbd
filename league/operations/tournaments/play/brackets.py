"""The bracket of a tournament: sitting by sitting, table by table, who came where and who went on.
It is meant for knock-outs and finals; for other sittings it is the list of tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.models import Audience, Player, SittingKind, SittingState, Tournament
from league.operations.tournaments.play import sitting_views
from league.operations.tournaments.play.sitting_views import SittingStatus, TableStatus


@dataclass(frozen=True)
class BracketSeat:
    """A player at a table, and all who have had the seat, in order of arrival. `place` and `score`
    are None without a result; `went_on` is None while it is open. `from_table` is the table in the
    sitting before, if that one decided who advances.
    """

    player: Player
    people: Sequence[Player]
    place: int | None
    score: int | None
    went_on: bool | None
    forfeited: bool
    from_table: int | None = None


@dataclass(frozen=True)
class BracketTable:
    """A table; with a result the best players come first, otherwise the order is the seats'."""

    stand: TableStatus
    lines: Sequence[BracketSeat]


@dataclass(frozen=True)
class BracketLevel:
    """One sitting of a bracket."""

    stand: SittingStatus
    tables: Sequence[BracketTable]
    byes: Sequence[Player]


def bracket(
    tournament: Tournament, *, hidden: bool = False, to: Audience = Audience.PLAYERS
) -> list[BracketLevel]:
    """Return the sittings that the audience sees, the first one first; drafts only with
    `hidden`."""
    stands = sitting_views.load_sittings(tournament, hidden=hidden, to=to)
    by_number: Mapping[int, SittingStatus] = {stand.sitting.number: stand for stand in stands}
    return [
        _level(
            stand, by_number.get(stand.sitting.number - 1), by_number.get(stand.sitting.number + 1)
        )
        for stand in stands
    ]


def _level(
    stand: SittingStatus, previous: SittingStatus | None, following: SittingStatus | None
) -> BracketLevel:
    qualified, origins = _qualified_for(stand, following), _table_numbers(previous)
    tables = [_table(table, qualified, origins) for table in stand.tables]
    return BracketLevel(stand, tables, stand.sit_out)


def _table_numbers(previous: SittingStatus | None) -> Mapping[int, int]:
    """Return the table of each player in the sitting before; nothing for preliminaries, from whose
    standings players advance."""
    if previous is None or previous.sitting.kind == SittingKind.PRELIMINARY:
        return {}
    return {player.pk: table.number for table in previous.tables for player in table.players}


def _qualified_for(stand: SittingStatus, following: SittingStatus | None) -> set[int] | None:
    """Return who sits in the next sitting, where it selects players; None where it does not or is
    not drawn."""
    if following is None or following.sitting.kind == SittingKind.PRELIMINARY:
        return None
    tables = following.tables[:1] if following.sitting.has_consolation else following.tables
    player_ids = {player.pk for table in tables for player in table.players}
    return player_ids | {player.pk for player in following.sit_out}


def _table(
    table: TableStatus, qualified: set[int] | None, origins: Mapping[int, int]
) -> BracketTable:
    match = table.match
    has_result = match is not None and match.over
    lines = []
    for seat, (player, people) in enumerate(zip(table.players, table.people, strict=True)):
        lines.append(
            BracketSeat(
                player,
                people,
                match.places[seat] if match and has_result else None,
                match.totals[seat] if match and match.rounds_played else None,
                None if qualified is None else player.pk in qualified,
                match is not None and people[-1].pk in match.forfeits,
                origins.get(player.pk),
            )
        )
    if has_result:
        lines.sort(key=lambda line: line.place or 0)
    return BracketTable(table, lines)


def is_played_out(levels: Sequence[BracketLevel]) -> bool:
    """Return whether the final is complete."""
    last = levels[-1].stand if levels else None
    return (
        last is not None
        and last.sitting.kind == SittingKind.FINAL
        and last.state in {SittingState.COMPLETE, SittingState.LOCKED}
    )
