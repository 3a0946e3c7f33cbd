"""An evening in short, once its tables have ended: winners, surprises, records, best rounds. It
only reads, in a number of queries that does not grow with the club."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q

from league.models import Match, Player, Seat, Session, Submission
from league.operations.support.wording import by_place
from scoring import rating_queries
from scoring.models import Result
from scoring.pure import upsets
from scoring.pure.facts import PlayerId
from scoring.pure.points import target_of
from scoring.pure.upsets import EarlierRating, Upset

MOST_SURPRISES = 3
LEAST_EARLIER_MATCHES = 10  # of a game, before one can be a record of the club


@dataclass(frozen=True)
class Surprise:
    """The largest upset of a player in a match."""

    match: Match
    winner: Player
    loser: Player
    upset: Upset


@dataclass(frozen=True)
class ClubRecord:
    """More than in any earlier match of the club in this game, played to the same target: the score
    of `seats`, or the number of rounds, where there are none."""

    match: Match
    seats: Sequence[Seat]
    value: int
    before: int


@dataclass(frozen=True)
class BestRound:
    """The round with the most points of a game, and who scored them."""

    match: Match
    seats: Sequence[Seat]
    row: Submission
    score: int


@dataclass(frozen=True)
class SessionSummary:
    """`matches` are those with a result, in the order in which their tables were set; `closest` is
    None before there are two."""

    matches: Sequence[Match]
    players: int
    rounds: int
    closest: tuple[Match, int] | None
    surprises: Sequence[Surprise]
    records: Sequence[ClubRecord]
    best_rounds: Sequence[BestRound]

    @property
    def winners(self) -> list[tuple[Match, list[Seat], int]]:
        """Each match with the seats of its winners and their score."""
        return [(match, *_winners(match)) for match in self.matches]


def summary(session: Session, matches: Sequence[Match]) -> SessionSummary | None:
    """Return the summary of these matches of a session, with their seats and players loaded; None
    while one is played or none has a result."""
    with_result = [match for match in reversed(matches) if match.over]
    if not with_result or not all(match.ended or match.is_postponed for match in matches):
        return None
    return SessionSummary(
        with_result,
        len({seat.player_id for match in matches for seat in match.seats.all()}),
        sum(match.rounds_played for match in matches),
        _closest(with_result),
        _surprises(session, with_result),
        _records(session, with_result),
        _best_rounds(with_result),
    )


def _winners(match: Match) -> tuple[list[Seat], int]:
    first = [(seat, total) for seat, total, place in by_place(match) if place == 1]
    return [seat for seat, _total in first], max(total for _seat, total in first)


def _closest(matches: Sequence[Match]) -> tuple[Match, int] | None:
    """Return the match with the smallest margin between winner and second, relative to the winner's
    score, and the margin in points. Matches in which a player gave up are skipped. None for fewer
    than two matches."""
    margins = [(match, _margin(match)) for match in matches if not match.forfeits]
    if len(margins) < 2:
        return None
    return min(
        margins, key=lambda margin: (margin[1] / max(1, max(margin[0].totals)), margin[0].pk)
    )


def _margin(match: Match) -> int:
    best, second, *_others = sorted(match.totals, reverse=True)
    margin: int = best - second
    return margin


def _surprises(session: Session, matches: Sequence[Match]) -> list[Surprise]:
    """Return the largest upsets by the ratings before the evening, one for each winner."""
    players = {seat.player_id: seat.player for match in matches for seat in match.seats.all()}
    position = (session.starts_at.timestamp(), session.pk, 0)
    before: dict[PlayerId, EarlierRating] = {}
    for player, lines in rating_queries.histories(players).items():
        if (rating := upsets.rating_before(lines, position)) is not None:
            before[PlayerId(player)] = rating
    by_gap = [
        Surprise(match, players[upset.winner], players[upset.loser], upset)
        for match in matches
        for upset in upsets.upsets_of_match(match.pk, _places(match), before)
    ]
    by_gap.sort(key=lambda surprise: (-surprise.upset.gap, surprise.match.pk, surprise.winner.pk))
    largest: dict[int, Surprise] = {}
    for surprise in by_gap:
        largest.setdefault(surprise.winner.pk, surprise)
    return list(largest.values())[:MOST_SURPRISES]


def _places(match: Match) -> dict[PlayerId, int]:
    seats = zip(match.seats.all(), match.places, strict=True)
    return {PlayerId(seat.player_id): place for seat, place in seats}


def _records(session: Session, matches: Sequence[Match]) -> list[ClubRecord]:
    earlier = _best_before(session, {match.game for match in matches})
    records: list[ClubRecord] = []
    for (game, target), (best_score, most_rounds) in earlier.items():
        own = [
            match for match in matches if match.game == game and target_of(match.options) == target
        ]
        records += _records_of_kind(own, best_score, most_rounds)
    return records


def _records_of_kind(
    matches: Sequence[Match], best_score: int, most_rounds: int
) -> Iterable[ClubRecord]:
    if not matches:
        return
    best = max(matches, key=lambda match: (max(match.totals), -match.pk))
    if (score := max(best.totals)) > best_score:
        yield ClubRecord(best, _seats_with(best, best.totals, score), score, best_score)
    longest = max(matches, key=lambda match: (match.rounds_played, -match.pk))
    if longest.rounds_played > most_rounds:
        yield ClubRecord(longest, [], longest.rounds_played, most_rounds)


def _best_before(
    session: Session, games: Iterable[str]
) -> Mapping[tuple[str, int | None], tuple[int, int]]:
    """Return the highest score and the most rounds of earlier matches by game and target, where
    there were enough of them."""
    is_earlier = Q(session__starts_at__lt=session.starts_at) | Q(
        session__starts_at=session.starts_at, session__lt=session.pk
    )
    number_of_matches = Count("match", distinct=True)
    rows = (
        Result.objects.live()
        .filter(is_earlier, season__club=session.season.club_id, game__in=games)
        .order_by("game", "target")
        .values_list("game", "target")
        .annotate(Max("score"), Max("match__rounds_played"), count=number_of_matches)
    )
    return {
        (game, target): (score, rounds)
        for game, target, score, rounds, count in rows
        if count >= LEAST_EARLIER_MATCHES
    }


def _best_rounds(matches: Sequence[Match]) -> list[BestRound]:
    """Return the best round of each game."""
    by_pk = {match.pk: match for match in matches}
    best: dict[str, tuple[int, int]] = {}  # game → score and submission
    for pk, match, scores in _scores_of_rounds(by_pk):
        game, score = by_pk[match].game, max(scores)
        if score > 0 and (game not in best or score > best[game][0]):
            best[game] = score, pk
    rows = Submission.objects.in_bulk([pk for _score, pk in best.values()]) if best else {}
    for row in rows.values():
        row.match = by_pk[row.match_id]
    return [
        BestRound(row.match, _seats_with(row.match, row.scores, score), row, score)
        for row, score in ((rows[pk], score) for score, pk in best.values())
    ]


def _scores_of_rounds(matches: Iterable[int]) -> list[tuple[int, int, Sequence[int]]]:
    """Return id, match and scores of the latest version of each round, in order."""
    rows = Submission.objects.filter(match__in=list(matches))
    columns = ("pk", "match_id", "number", "verdict__scores")
    latest: dict[tuple[int, int], tuple[int, int, Sequence[int]]] = {}
    in_order = rows.order_by("match_id", "number", "version")
    for pk, match, number, scores in in_order.values_list(*columns):
        latest[match, number] = pk, match, scores
    return list(latest.values())


def _seats_with(match: Match, points: Sequence[Any], value: int) -> list[Seat]:
    """Return the seats that have this number of points."""
    seats = zip(match.seats.all(), points, strict=True)
    return [seat for seat, seat_value in seats if seat_value == value]
