"""The end of a tournament: its podium, and the path of who won it. It only reads.

The podium has the first places of the final ranking.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Format, Player, Sitting, SittingState, Tournament
from league.operations.standings import podiums
from league.operations.standings.podiums import PodiumPlace, PodiumStep
from league.operations.tournaments import final_ranking
from league.operations.tournaments.final_ranking import Decision, FinalRanking
from league.operations.tournaments.play import brackets
from league.operations.tournaments.play.brackets import BracketLevel, BracketTable

MOST_WINNERS = 2  # whose paths are shown
SETTLED_STATES = {SittingState.COMPLETE, SittingState.LOCKED}


@dataclass(frozen=True)
class PathStage:
    """A sitting from the view of the winner; `table` is None where the winner sat out. `place` and
    `score` are None where the match has no result."""

    sitting: Sitting
    table: BracketTable | None = None
    opponents: Sequence[Sequence[Player]] = ()
    place: int | None = None
    score: int | None = None


@dataclass(frozen=True)
class WinnerPath:
    player: Player
    stages: Sequence[PathStage]


@dataclass(frozen=True)
class TournamentEnd:
    steps: Sequence[PodiumStep]
    decision: Decision
    paths: Sequence[WinnerPath]

    @property
    def winners(self) -> list[Player]:
        return podiums.winners(self.steps)


def tournament_end(tournament: Tournament, levels: Sequence[BracketLevel]) -> TournamentEnd | None:
    """Return the end of a tournament, None while it is running. `levels` are the sittings that the
    readers see."""
    if not _has_ended(tournament, levels) or not (levels or tournament.is_arena):
        return None
    ranking = final_ranking.final_ranking(tournament)
    steps = podium(ranking)
    winners = podiums.winners(steps)
    if not winners:
        return None
    paths = [_path(player, levels) for player in winners] if len(winners) <= MOST_WINNERS else []
    return TournamentEnd(steps, ranking.decision, paths)


def _has_ended(tournament: Tournament, levels: Sequence[BracketLevel]) -> bool:
    """Return whether it was closed, or all that was planned is played."""
    if tournament.closed_at is not None or brackets.is_played_out(levels):
        return True
    if not levels or tournament.format == Format.KNOCK_OUT or tournament.finalists:
        return False
    last, planned = levels[-1].stand, tournament.sittings_planned
    return 0 < planned <= last.sitting.number and last.state in SETTLED_STATES


def has_ended(tournament: Tournament) -> bool:
    """Return whether it was closed, or all that was planned is played."""
    return _has_ended(tournament, brackets.bracket(tournament))


def podium(ranking: FinalRanking) -> list[PodiumStep]:
    """Return the first places: with the scores of the final if all of them sat in it at one table,
    else with points."""
    levels = ranking.levels
    rows = [row for row in ranking.rows if row.qualified or levels]
    best = [row for row in rows if row.place <= podiums.LAST_STEP]
    tables = {levels[row.player_id].table for row in best if row.player_id in levels}
    scores = {player: level.score for player, level in levels.items() if len(tables) == 1}
    has_scores = all(scores.get(row.player_id) is not None for row in best)
    return podiums.podium(
        PodiumPlace(
            row.player,
            row.place,
            None if has_scores else row.points,
            scores.get(row.player_id) if has_scores else None,
        )
        for row in rows
    )


def _path(player: Player, levels: Sequence[BracketLevel]) -> WinnerPath:
    stages = [_stage(player, level) for level in levels]
    return WinnerPath(player, [stage for stage in stages if stage is not None])


def _stage(player: Player, level: BracketLevel) -> PathStage | None:
    """Return the sitting of a player; None if the player was not there."""
    for table in level.tables:
        for line in table.lines:
            if line.player == player:
                others = [other.people for other in table.lines if other.player != player]
                return PathStage(level.stand.sitting, table, others, line.place, line.score)
    return PathStage(level.stand.sitting) if player in level.byes else None
