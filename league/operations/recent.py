"""How players have done of late, and how much of it is proved: what stands beside their points."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from games.base import Evidence
from scoring import tables
from scoring.models import Result, Table

LAST = 5


@dataclass(frozen=True)
class Recent:
    """`places` of the last matches, the latest at the end; `proved` of `played` matches rest on
    more than a score sheet."""

    places: Sequence[int]
    proved: int
    played: int

    @property
    def share(self) -> int:
        """Per cent, rounded down: only what is wholly proved has 100."""
        return 100 * self.proved // self.played


def of(table: Table, players: Collection[int], upto: int | None = None) -> Mapping[int, Recent]:
    """By id of player, at the version that the standings show; `upto` is the last evening."""
    found = Result.objects.at(table.standings_version).filter(
        season=table.season_id, player__in=players
    )
    if table.game:
        found = found.filter(game=table.game)
    if upto is not None:
        found = found.filter(session__in=tables.until(table.season_id, upto))
    ordered = found.order_by("session__starts_at", "match_id")
    lines: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for player, place, evidence in ordered.values_list("player_id", "place", "match__evidence"):
        lines[player].append((place, evidence))
    return {player: _of(results) for player, results in lines.items()}


def _of(results: Sequence[tuple[int, str]]) -> Recent:
    proved = sum(evidence != Evidence.SHEET for _, evidence in results)
    return Recent([place for place, _ in results[-LAST:]], proved, len(results))
