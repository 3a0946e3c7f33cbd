"""Matches of a file that were probably imported or entered before: the same day, players and scores
of all rounds, at any hour and in any season of the club."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games.base import Verdict
from league.models import Club, Match
from league.names import name_key
from league.operations.exchange import import_notices
from league.operations.exchange.import_files.faults import RowFault
from league.operations.exchange.import_files.planned import PlannedMatch
from league.operations.matches.matches import scores_of_rounds

Scores: TypeAlias = tuple[int, ...]
Fingerprint: TypeAlias = tuple[str, date, frozenset[tuple[object, Scores]]]
Judged: TypeAlias = tuple[PlannedMatch, Verdict]


def repeated_in_file(judged: Iterable[Judged], zone: ZoneInfo) -> Iterator[RowFault]:
    """Yield a question for each match that has the fingerprint of an earlier one of the file."""
    rows: dict[Fingerprint, int] = {}
    for match, verdict in judged:
        names = [name_key(name) for name in match.players]
        row = rows.setdefault(_of_planned(match, verdict, names, zone), match.row)
        if row != match.row:
            words = _("Row %(row)s has the same day, players and scores: is it the same match?")
            yield import_notices.repeats(match, words % {"row": row})


def repeated_in_club(
    club: Club, judged: Sequence[Judged], ids: Mapping[str, int], zone: ZoneInfo
) -> Iterator[RowFault]:
    """Yield a question for each match that the club has already; `ids` are players by name key."""
    planned: dict[Fingerprint, list[PlannedMatch]] = {}
    for match, verdict in judged:
        players = [ids.get(name_key(name)) for name in match.players]
        if None not in players:
            planned.setdefault(_of_planned(match, verdict, players, zone), []).append(match)
    reported: set[int] = set()
    for stored in _candidates(club, planned, zone):
        for match in planned.get(_of_stored(stored, zone), ()):
            if match.row not in reported:
                reported.add(match.row)
                words = _("%(season)s already has this match: same day, players and scores.")
                words %= {"season": stored.session.season.name}
                yield import_notices.repeats(match, words)


def _candidates(club: Club, planned: Iterable[Fingerprint], zone: ZoneInfo) -> list[Match]:
    """Return the matches with the days, players and numbers of rounds of the planned ones."""
    rough = {
        (game, day, frozenset((player, len(scores)) for player, scores in seats))
        for game, day, seats in planned
    }
    days = [day for _game, day, _seats in rough]
    if not days:
        return []
    rows = Match.objects.filter(
        session__season__club=club,
        session__starts_at__date__gte=min(days) - timedelta(days=1),
        session__starts_at__date__lte=max(days) + timedelta(days=1),
    )
    columns = ("pk", "game", "session__starts_at", "rounds_played", "seats__player_id")
    seats: dict[tuple[int, str, date], set[tuple[object, int]]] = {}
    for pk, game, starts_at, rounds, player in rows.values_list(*columns):
        key = (pk, game, starts_at.astimezone(zone).date())
        seats.setdefault(key, set()).add((player, rounds))
    match_ids = [
        pk for (pk, game, day), seated in seats.items() if (game, day, frozenset(seated)) in rough
    ]
    with_rounds = Match.objects.filter(pk__in=match_ids).select_related("session__season")
    return list(with_rounds.prefetch_related("seats", "submissions").order_by("pk"))


def _of_planned(
    match: PlannedMatch, verdict: Verdict, players: Sequence[object], zone: ZoneInfo
) -> Fingerprint:
    rounds = [round_.scores or () for round_ in verdict.rounds]
    return (match.game, match.at.astimezone(zone).date(), _seats(players, rounds))


def _of_stored(match: Match, zone: ZoneInfo) -> Fingerprint:
    players = [seat.player_id for seat in match.seats.all()]
    day = match.session.starts_at.astimezone(zone).date()
    return (match.game, day, _seats(players, scores_of_rounds(match)))


def _seats(
    players: Sequence[object], rounds: Sequence[Sequence[int]]
) -> frozenset[tuple[object, Scores]]:
    """Return the scores of each player, regardless of seats."""
    return frozenset(
        (player, tuple(scores[seat] for scores in rounds)) for seat, player in enumerate(players)
    )
