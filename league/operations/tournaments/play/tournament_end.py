"""The end of a tournament: its podium, and the path of who won it. It only reads.

A tournament that is played to a final is won in it, any other one in its standings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.models import Audience, Format, Player, Sitting, SittingState, Tournament
from league.operations.standings import podiums
from league.operations.standings.podiums import PodiumPlace, PodiumStep
from league.operations.tournaments.play import brackets
from league.operations.tournaments.play.brackets import BracketLevel, BracketTable
from scoring import standings_queries

MOST_WINNERS = 2  # whose paths are shown
SETTLED_STATES = {SittingState.COMPLETE, SittingState.LOCKED}


@dataclass(frozen=True)
class PathStage:
    """A sitting from the view of the winner; `table` is None where the winner sat out. `place` and
    `score` are None where the match has no result."""

    sitting: Sitting
    table: BracketTable | None = None
    opponents: Sequence[Player] = ()
    place: int | None = None
    score: int | None = None


@dataclass(frozen=True)
class WinnerPath:
    player: Player
    stages: Sequence[PathStage]


@dataclass(frozen=True)
class TournamentEnd:
    steps: Sequence[PodiumStep]
    by_final: bool
    paths: Sequence[WinnerPath]

    @property
    def winners(self) -> list[Player]:
        return podiums.winners(self.steps)


def tournament_end(
    tournament: Tournament, levels: Sequence[BracketLevel], to: Audience
) -> TournamentEnd | None:
    """Return the end of a tournament, None while it goes on. `levels` are the sittings that the
    audience sees."""
    if not levels or not _has_ended(tournament, levels):
        return None
    seen_by_all = levels if to == Audience.PLAYERS else brackets.bracket(tournament)
    by_final = brackets.is_played_out(seen_by_all) and len(seen_by_all[-1].tables) == 1
    steps = (
        podiums.podium(_places_of_final(seen_by_all[-1].tables[0]))
        if by_final
        else _podium_of_standings(tournament)
    )
    winners = podiums.winners(steps)
    if not winners:
        return None
    paths = [_path(player, levels) for player in winners] if len(winners) <= MOST_WINNERS else []
    return TournamentEnd(steps, by_final, paths)


def _has_ended(tournament: Tournament, levels: Sequence[BracketLevel]) -> bool:
    """Return whether it was closed, or all that was planned is played."""
    if tournament.closed_at is not None or brackets.is_played_out(levels):
        return True
    if tournament.format == Format.KNOCK_OUT or tournament.finalists:
        return False
    last, planned = levels[-1].stand, tournament.sittings_planned
    return 0 < planned <= last.sitting.number and last.state in SETTLED_STATES


def _places_of_final(final: BracketTable) -> Iterable[PodiumPlace]:
    for line in final.lines:
        if line.place is not None:
            yield PodiumPlace(line.player, line.place, score=line.score)


def _podium_of_standings(tournament: Tournament) -> list[PodiumStep]:
    table = standings_queries.find_table(tournament.season_id)
    return [] if table is None else podiums.of_table(table)


def _path(player: Player, levels: Sequence[BracketLevel]) -> WinnerPath:
    stages = [_stage(player, level) for level in levels]
    return WinnerPath(player, [stage for stage in stages if stage is not None])


def _stage(player: Player, level: BracketLevel) -> PathStage | None:
    """Return the sitting of a player; None if the player was not there."""
    for table in level.tables:
        for line in table.lines:
            if line.player == player:
                others = [other.player for other in table.lines if other.player != player]
                return PathStage(level.stand.sitting, table, others, line.place, line.score)
    return PathStage(level.stand.sitting) if player in level.byes else None
