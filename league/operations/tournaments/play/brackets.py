"""The way through a tournament: sitting by sitting, table by table, who came where and who went
on. For knock-outs and finals; of other sittings it is the list of tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.models import Audience, Player, SittingKind, SittingState, Tournament
from league.operations.tournaments.play import sitting_views
from league.operations.tournaments.play.sitting_views import Stand, TableStand


@dataclass(frozen=True)
class Line:
    """`place` and `score` None before there is a result; `went_on` None while that is not known."""

    player: Player
    place: int | None
    score: int | None
    went_on: bool | None
    forfeited: bool


@dataclass(frozen=True)
class BracketTable:
    """Once there is a result the best come first, until then by seats."""

    stand: TableStand
    lines: Sequence[Line]


@dataclass(frozen=True)
class Level:
    stand: Stand
    tables: Sequence[BracketTable]
    byes: Sequence[Player]


def bracket(
    tournament: Tournament, *, hidden: bool = False, to: Audience = Audience.PLAYERS
) -> list[Level]:
    """The first sitting first, of those that these see. Drafts show where they may be seen."""
    stands = sitting_views.load(tournament, hidden=hidden, to=to)
    following: Mapping[int, Stand] = {stand.sitting.number: stand for stand in stands}
    return [_level(stand, following.get(stand.sitting.number + 1)) for stand in stands]


def _level(stand: Stand, following: Stand | None) -> Level:
    on = _on(stand, following)
    return Level(stand, [_table(table, on) for table in stand.tables], stand.sit_out)


def _on(stand: Stand, following: Stand | None) -> set[int] | None:
    """Who sits in the next sitting, where that chooses; None where it does not or is not drawn."""
    if following is None or following.sitting.kind == SittingKind.PRELIMINARY:
        return None
    named = {player.pk for table in following.tables for player in table.players}
    return named | {player.pk for player in following.sit_out}


def _table(table: TableStand, on: set[int] | None) -> BracketTable:
    match = table.match
    has_result = match is not None and match.over
    lines = []
    for seat, player in enumerate(table.players):
        lines.append(
            Line(
                player,
                match.places[seat] if match and has_result else None,
                match.totals[seat] if match and match.rounds_played else None,
                None if on is None else player.pk in on,
                match is not None and player.pk in match.forfeits,
            )
        )
    if has_result:
        lines.sort(key=lambda line: line.place or 0)
    return BracketTable(table, lines)


def is_played_out(levels: Sequence[Level]) -> bool:
    """The final is complete."""
    last = levels[-1].stand if levels else None
    return (
        last is not None
        and last.sitting.kind == SittingKind.FINAL
        and last.state in {SittingState.COMPLETE, SittingState.LOCKED}
    )
