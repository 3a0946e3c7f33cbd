"""What the results of a player add up to: places, games, opponents, best moments. Read only, with
as many questions to the database for a thousand matches as for one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from league.models import Match, Player, Quorum
from league.operations.matches import match_results as results
from scoring.models import Result


class Played(NamedTuple):
    """A finished match, as it went for the player."""

    match: int
    game: str
    place: int
    players: int
    score: int
    at: datetime

    @property
    def beaten(self) -> float:
        """Of the others at the table, from 0 for none to 1 for all; who shares his place counts as
        beaten."""
        return (self.players - self.place) / (self.players - 1)


class Sum(NamedTuple):
    """Of some matches: `beaten` is the mean share of the others, in per cent."""

    name: str
    played: int
    wins: int
    beaten: int


@dataclass(frozen=True)
class Opponent:
    """How often they met, who was ahead how often; in the other matches they shared a place."""

    player: Player
    met: int
    ahead: int
    behind: int

    @property
    def not_behind(self) -> int:
        return self.met - self.behind


@dataclass(frozen=True)
class Moments:
    """`highest`: the match with the best score of each game; `run`: the most wins in a row;
    `largest`: the win over the most others, None without any."""

    highest: Sequence[Played]
    run: Sequence[Played]
    largest: Played | None


def played(player: Player) -> list[Played]:
    """Oldest first."""
    ordered = Result.objects.live().filter(player=player)
    ordered = ordered.order_by("session__starts_at", "match_id")
    columns = ("match_id", "game", "place", "players", "score", "session__starts_at")
    return [Played(*row) for row in ordered.values_list(*columns)]


def provisional(player: Player) -> set[int]:
    """The matches of a player whose results are not final."""
    settled = Q(session__season__confirmation=Quorum.NOBODY, disputed=0)
    rows = Match.objects.filter(seats__player=player, over=True).exclude(settled).order_by()
    return set(results.provisional_among(results.with_relations(rows)))


def by_size(results: Iterable[Played]) -> Mapping[int, Sequence[int]]:
    """Size of the table → how often each place of it, from the first to the last."""
    counted = Counter((each.players, each.place) for each in results)
    sizes = sorted({size for size, place in counted})
    return {size: [counted[size, place] for place in range(1, size + 1)] for size in sizes}


def by_game(results: Iterable[Played]) -> list[Sum]:
    """The game most played first."""
    grouped: defaultdict[str, list[Played]] = defaultdict(list)
    for each in results:
        grouped[each.game].append(each)
    return sorted(map(_sum, grouped, grouped.values()), key=lambda line: (-line.played, line.name))


def opponents(player: Player, results: Sequence[Played], most: int) -> list[Opponent]:
    """Those met most often in these results; equals by name."""
    own = {each.match: each.place for each in results}
    mine = Result.objects.live().filter(player=player).order_by().values("match_id")
    others = Result.objects.live().filter(match__in=mine).exclude(player=player).order_by()
    met: Counter[int] = Counter()
    ahead: Counter[int] = Counter()
    behind: Counter[int] = Counter()
    for match, other, place in others.values_list("match_id", "player_id", "place"):
        if match not in own:  # it has ended since these were read
            continue
        met[other] += 1
        ahead[other] += own[match] < place
        behind[other] += own[match] > place
    often = sorted(met, key=lambda other: (-met[other], other))[:most]
    known = Player.objects.in_bulk(often)
    found = [Opponent(known[pk], met[pk], ahead[pk], behind[pk]) for pk in often]
    return sorted(found, key=lambda each: (-each.met, each.player.sort_key()))


def moments(results: Sequence[Played]) -> Moments:
    best: dict[str, Played] = {}
    for each in results:
        if each.game not in best or each.score > best[each.game].score:
            best[each.game] = each
    wins = [each for each in results if each.place == 1]
    largest = max(wins, key=lambda each: each.players, default=None)
    return Moments(sorted(best.values(), key=lambda each: each.game), _run(results), largest)


def _sum(game: str, results: Sequence[Played]) -> Sum:
    wins = sum(each.place == 1 for each in results)
    beaten = sum(each.beaten for each in results) / len(results)
    return Sum(game, len(results), wins, round(100 * beaten))


def _run(results: Sequence[Played]) -> list[Played]:
    """The longest of wins; of equal ones the latest."""
    longest: list[Played] = []
    now: list[Played] = []
    for each in results:
        now = [*now, each] if each.place == 1 else []
        if now and len(now) >= len(longest):
            longest = now
    return longest


def most(by_size: Mapping[int, Sequence[int]]) -> int:
    """The most frequent place of all sizes."""
    return max((times for places in by_size.values() for times in places), default=0)
