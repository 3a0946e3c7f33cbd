"""Results of a player by seat and by partner, and of two players head to head. Read-only; the
number of queries does not depend on the number of matches."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from league.models import Player
from league.operations.standings.careers import PlayedMatch
from scoring.models import Encounter, Result


class SeatTotals(NamedTuple):
    """Totals of the matches that began in one seat, from 1 on; `beaten` is the mean share of beaten
    players in per cent."""

    seat: int
    played: int
    wins: int
    beaten: int


class PartnerTotals(NamedTuple):
    """Totals of the rounds that two partners played together; `beaten` is the mean share of beaten
    sides in per cent."""

    player: Player
    game: str
    played: int
    wins: int
    beaten: int


class Side(NamedTuple):
    """A side with partners in a round: how it did among `sides`."""

    game: str
    partners: Sequence[int]
    rank: int
    sides: int

    @property
    def beaten(self) -> float:
        """The share of the other sides that this one beat, from 0 to 1."""
        return (self.sides - self.rank) / (self.sides - 1)


class Duel(NamedTuple):
    """A match of two players: their places and scores, and in how many rounds they were
    partners."""

    match: int
    game: str
    at: datetime
    players: int
    places: tuple[int, int]
    scores: tuple[int, int]
    rounds_together: int

    @property
    def difference(self) -> int:
        """Points of the first player more than of the second."""
        return self.scores[0] - self.scores[1]


class DuelTotals(NamedTuple):
    """Totals of duels against each other: how often either was placed higher, and the mean
    difference of scores in tenths of a point."""

    game: str
    met: int
    ahead: int
    behind: int
    tenths: int

    @property
    def equal(self) -> int:
        return self.met - self.ahead - self.behind


def by_seat(results: Iterable[PlayedMatch]) -> list[SeatTotals]:
    """Return the totals of each seat."""
    grouped: defaultdict[int, list[PlayedMatch]] = defaultdict(list)
    for result in results:
        grouped[result.seat].append(result)
    return [
        SeatTotals(
            seat + 1,
            len(matches),
            sum(match.place == 1 for match in matches),
            _per_cent([match.beaten for match in matches]),
        )
        for seat, matches in sorted(grouped.items())
    ]


def by_partner(player: Player) -> list[PartnerTotals]:
    """Return the totals with each partner, most rounds first, then by name."""
    grouped: defaultdict[tuple[int, str], list[Side]] = defaultdict(list)
    for side in _sides_of(player):
        for partner in side.partners:
            grouped[partner, side.game].append(side)
    players = Player.shown.in_bulk({partner for partner, _game in grouped}) if grouped else {}
    totals = [
        PartnerTotals(
            players[partner],
            game,
            len(sides),
            sum(side.rank == 1 for side in sides),
            _per_cent([side.beaten for side in sides]),
        )
        for (partner, game), sides in grouped.items()
    ]
    return sorted(
        totals, key=lambda total: (-total.played, total.player.public_sort_key(), total.game)
    )


def duels(first: Player, second: Player) -> list[Duel]:
    """Return the matches in which both sat at the table, oldest first; not those in which they
    shared a seat."""
    rows = Result.objects.live().filter(player__in=[first, second])
    for player in (first, second):
        own = Result.objects.live().filter(player=player).order_by()
        rows = rows.filter(match__in=own.values("match_id"))
    columns = ("match_id", "game", "session__starts_at", "players", "player_id", "place", "score")
    seats: defaultdict[tuple[int, str, datetime, int], dict[int, tuple[int, int, int]]]
    seats = defaultdict(dict)
    ordered = rows.order_by("session__starts_at", "match_id")
    for match, game, at, players, player, place, score, seat in ordered.values_list(
        *columns, "seat"
    ):
        seats[match, game, at, players][player] = place, score, seat
    together = _rounds_together(first.pk, second.pk, [match for match, *_ in seats])
    return [
        Duel(
            *key,
            places=(pair[first.pk][0], pair[second.pk][0]),
            scores=(pair[first.pk][1], pair[second.pk][1]),
            rounds_together=together[key[0]],
        )
        for key, pair in seats.items()
        if len({seat for _place, _score, seat in pair.values()}) == 2
    ]


def duel_totals(played: Sequence[Duel]) -> list[DuelTotals]:
    """Return the totals over all games (`game` empty), then of each game, most played first."""
    games: defaultdict[str, list[Duel]] = defaultdict(list)
    for duel in played:
        games[duel.game].append(duel)
    by_game = sorted(games.items(), key=lambda item: (-len(item[1]), item[0]))
    return [_totals("", played), *(_totals(game, rows) for game, rows in by_game)]


def _totals(game: str, played: Sequence[Duel]) -> DuelTotals:
    difference = sum(duel.difference for duel in played)
    return DuelTotals(
        game,
        len(played),
        sum(duel.places[0] < duel.places[1] for duel in played),
        sum(duel.places[0] > duel.places[1] for duel in played),
        round(10 * difference / len(played)) if played else 0,
    )


def _sides_of(player: Player) -> list[Side]:
    """Return the sides with partners of a player."""
    own = Result.objects.live().filter(player=player).order_by().values("match_id")
    rows = Encounter.objects.live().filter(match__in=own, number__gt=0)
    rows = rows.order_by("match_id", "number")
    sides = []
    for game, groups, ranks in rows.values_list("game", "sides", "ranks"):
        for group, rank in zip(groups, ranks, strict=True):
            if player.pk in group and len(group) > 1:
                partners = [player_id for player_id in group if player_id != player.pk]
                sides.append(Side(game, partners, rank, len(groups)))
    return sides


def _rounds_together(first: int, second: int, matches: Sequence[int]) -> Counter[int]:
    """Return by match in how many rounds both were on one side."""
    rows = Encounter.objects.live().filter(match__in=matches, number__gt=0).order_by()
    return Counter(
        match
        for match, sides in rows.values_list("match_id", "sides")
        if any(first in side and second in side for side in sides)
    )


def _per_cent(shares: Sequence[float]) -> int:
    return round(100 * sum(shares) / len(shares))
