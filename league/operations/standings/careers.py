"""The career of a player in numbers: places, games, opponents and highlights. It only reads, and a
thousand matches take as many queries as one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q

from games.base import Evidence
from league.models import Player, Quorum
from league.operations.matches import match_results, table_turns
from scoring.models import Result, Standing
from scoring.pure.runs import runs


class PlayedMatch(NamedTuple):
    """A finished match from the view of the player."""

    match: int
    game: str
    place: int
    players: int
    score: int
    at: datetime
    session: int
    season: int
    seat: int  # from 0
    evidence: str

    @property
    def is_verified(self) -> bool:
        """True if the result has better evidence than a score sheet."""
        return self.evidence != Evidence.SHEET

    @property
    def beaten(self) -> float:
        """The share of other players beaten by this player, from 0 to 1; a shared place counts as a
        win."""
        return (self.players - self.place) / (self.players - 1)


class Meeting(NamedTuple):
    """Another player at the table of a match, and that player's place."""

    match: int
    other: int
    place: int


class GameTotals(NamedTuple):
    """Totals of the matches of one game; `beaten` is the mean share of beaten players in per
    cent."""

    name: str
    played: int
    wins: int
    beaten: int


@dataclass(frozen=True)
class Opponent:
    """Number of matches with another player, ahead and behind; in the rest they shared a place."""

    player: Player
    met: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class Highlights:
    """Highlights. `highest`: the match with the best score of each game; `run`: the most wins in a
    row, of equal runs the latest; `largest`: the win over the most others, None without any."""

    highest: Sequence[PlayedMatch]
    run: Sequence[PlayedMatch]
    largest: PlayedMatch | None


def played_matches(player: Player) -> list[PlayedMatch]:
    """Return the finished matches of a player, oldest first."""
    ordered = Result.objects.live().filter(player=player)
    ordered = ordered.order_by("session__starts_at", "match_id")
    columns = (
        *("match_id", "game", "place", "players", "score", "session__starts_at"),
        *("session_id", "season_id", "seat", "match__evidence"),
    )
    return [PlayedMatch(*row) for row in ordered.values_list(*columns)]


def meetings(player: Player, results: Sequence[PlayedMatch]) -> list[Meeting]:
    """Return who sat at the other seats in these matches of a player, in order of time."""
    mine = Result.objects.live().filter(player=player).order_by().values("match_id")
    others = Result.objects.live().filter(match__in=mine).exclude(player=player)
    rows = others.order_by("session__starts_at", "match_id", "seat")
    own = {result.match: result.seat for result in results}  # others have ended since
    columns = ("seat", "match_id", "player_id", "place")
    return [
        Meeting(match, other, place)
        for seat, match, other, place in rows.values_list(*columns)
        if match in own and seat != own[match]
    ]


def standings_over_all_games(player: Player) -> list[Standing]:
    """Return the rows of a player in seasons and their leagues, the latest season first."""
    rows = player.standings.with_place().select_related("table__season", "table__league")
    ordered = rows.order_by("-table__season_id", F("table__league_id").asc(nulls_first=True))
    return [row for row in ordered if not row.table.game]


def provisional_matches(player: Player) -> set[int]:
    """Return the ids of the matches of a player whose results are not final."""
    settled = Q(session__season__confirmation=Quorum.NOBODY, disputed=0)
    rows = table_turns.sat_at(player.pk).filter(over=True).exclude(settled).order_by()
    return set(match_results.provisional_among(match_results.with_relations(rows)))


def by_size(results: Iterable[PlayedMatch]) -> Mapping[int, Sequence[int]]:
    """Return how often each place was reached, from the first to the last, by size of the table."""
    counts = Counter((result.players, result.place) for result in results)
    sizes = sorted({size for size, place in counts})
    return {size: [counts[size, place] for place in range(1, size + 1)] for size in sizes}


def by_game(results: Iterable[PlayedMatch]) -> list[GameTotals]:
    """Return the totals of each game, most played first."""
    grouped: defaultdict[str, list[PlayedMatch]] = defaultdict(list)
    for result in results:
        grouped[result.game].append(result)
    return sorted(
        map(_game_totals, grouped, grouped.values()), key=lambda line: (-line.played, line.name)
    )


def opponents(
    results: Sequence[PlayedMatch], met: Sequence[Meeting], most: int | None = None
) -> list[Opponent]:
    """Return the most frequent opponents in these results; equals by name."""
    own = {result.match: result.place for result in results}
    times: Counter[int] = Counter()
    ahead: Counter[int] = Counter()
    behind: Counter[int] = Counter()
    for match, other, place in met:
        times[other] += 1
        ahead[other] += own[match] < place
        behind[other] += own[match] > place
    often = sorted(times, key=lambda other: (-times[other], other))[:most]
    players = Player.shown.in_bulk(often)
    rows = [Opponent(players[pk], times[pk], ahead[pk], behind[pk]) for pk in often]
    return sorted(rows, key=lambda opponent: (-opponent.met, opponent.player.public_sort_key()))


def highlights(results: Sequence[PlayedMatch]) -> Highlights:
    """Return the highlights of these results."""
    best: dict[str, PlayedMatch] = {}
    for result in results:
        if result.game not in best or result.score > best[result.game].score:
            best[result.game] = result
    wins = [result for result in results if result.place == 1]
    largest = max(wins, key=lambda win: win.players, default=None)
    wins_in_a_row = reversed(runs(results, lambda result: result.place == 1))
    run = max(wins_in_a_row, key=len, default=[])
    return Highlights(sorted(best.values(), key=lambda highlight: highlight.game), run, largest)


def _game_totals(game: str, results: Sequence[PlayedMatch]) -> GameTotals:
    wins = sum(result.place == 1 for result in results)
    beaten = sum(result.beaten for result in results) / len(results)
    return GameTotals(game, len(results), wins, round(100 * beaten))


def highest_count(by_size: Mapping[int, Sequence[int]]) -> int:
    """Return the highest count of a place over all sizes."""
    return max((times for places in by_size.values() for times in places), default=0)
