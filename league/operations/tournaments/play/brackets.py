"""The bracket of a tournament: sitting by sitting, table by table, who came where and who went on.
It is meant for knock-outs and finals; for other sittings it is the list of tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.models import Audience, Player, SittingKind, SittingState, Tournament
from league.operations.tournaments.play import sitting_views
from league.operations.tournaments.play.sitting_views import SittingStatus, TableStatus


@dataclass(frozen=True)
class BracketSeat:
    """A player at a table. `place` and `score` are None without a result; `went_on` is None while
    it is open."""

    player: Player
    place: int | None
    score: int | None
    went_on: bool | None
    forfeited: bool


@dataclass(frozen=True)
class BracketTable:
    """A table; with a result the best come first, otherwise the order is that of the seats."""

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
    following: Mapping[int, SittingStatus] = {stand.sitting.number: stand for stand in stands}
    return [_level(stand, following.get(stand.sitting.number + 1)) for stand in stands]


def _level(stand: SittingStatus, following: SittingStatus | None) -> BracketLevel:
    qualified = _qualified_for(stand, following)
    return BracketLevel(stand, [_table(table, qualified) for table in stand.tables], stand.sit_out)


def _qualified_for(stand: SittingStatus, following: SittingStatus | None) -> set[int] | None:
    """Return who sits in the next sitting, where it selects players; None where it does not or is
    not drawn."""
    if following is None or following.sitting.kind == SittingKind.PRELIMINARY:
        return None
    player_ids = {player.pk for table in following.tables for player in table.players}
    return player_ids | {player.pk for player in following.sit_out}


def _table(table: TableStatus, qualified: set[int] | None) -> BracketTable:
    match = table.match
    has_result = match is not None and match.over
    lines = []
    for seat, player in enumerate(table.players):
        lines.append(
            BracketSeat(
                player,
                match.places[seat] if match and has_result else None,
                match.totals[seat] if match and match.rounds_played else None,
                None if qualified is None else player.pk in qualified,
                match is not None and player.pk in match.forfeits,
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
