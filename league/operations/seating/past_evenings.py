"""The history of an evening: who sat at which table on this evening, and before. Read-only."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Q

from league.models import Match, Seat, Session, Substitution
from league.operations.matches import table_turns
from league.operations.seating.requests import PastRound
from problems.seats import MOST_SEATS
from scoring.models import SitOut

# Weights of the meetings of a round: the last evening first, then the season; older ones count
# less, and meetings of long ago not at all.
LAST_EVENING, THIS_SEASON, LAST_YEAR, LONG_AGO = 20, 10, 3, 1
YEAR, FORGOTTEN = timedelta(days=366), timedelta(days=3 * 366)
MOST_ROUNDS = 600


@dataclass
class PastTable:
    """A match that was played, with its players in seat order, then those who left it."""

    session: int
    season: int
    starts_at: datetime
    game: str
    players: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class History:
    """Past rounds, the oldest first, and the players of each match in seat order by game."""

    rounds: Sequence[PastRound]
    tables_of_game: dict[str, dict[int, list[int]]]


def history_of(session: Session, players: Collection[int]) -> History:
    """Return the earlier rounds in which at least one of these players sat at a table or, in this
    season, sat out."""
    tables = tables_of(session, players)
    sit_outs = _sit_outs(session, players)
    by_session: dict[tuple[datetime, int], list[PastTable]] = defaultdict(list)
    for table in tables.values():
        by_session[table.starts_at, table.session].append(table)
    for starts_at, pk in sit_outs:
        by_session[starts_at, pk]  # an evening on which all these players sat out
    order = sorted(by_session)
    earlier = [key for key in order if key[1] != session.pk and by_session[key]]
    latest = {session.pk, *(pk for _starts_at, pk in earlier[-1:])}
    rounds = [
        past_round
        for key in order
        for past_round in _rounds(
            by_session[key], sit_outs.get(key, []), _weight(session, by_session[key], latest)
        )
    ]
    tables_of_game: dict[str, dict[int, list[int]]] = defaultdict(dict)
    for match, table in tables.items():
        tables_of_game[table.game][match] = table.players
    return History(rounds[-MOST_ROUNDS:], dict(tables_of_game))


def tables_of(session: Session, players: Collection[int]) -> dict[int, PastTable]:
    """Return the matches of these players up to this evening, in the order of their creation."""
    seated = Seat.objects.filter(player__in=players).values("match")
    left = Substitution.objects.filter(leaving__in=players).values("match")
    matches = Match.objects.filter(
        Q(pk__in=seated) | Q(pk__in=left),
        session__season__club=session.season.club_id,
        session__starts_at__lte=session.starts_at,
        session__starts_at__gt=session.starts_at - FORGOTTEN,
    )
    rows = (
        Seat.objects.filter(match__in=matches.values("pk"))
        .order_by("match", "number")
        .values_list(
            "match", "player", "match__game", "match__session",
            "match__session__season", "match__session__starts_at",
        )
    )  # fmt: skip
    tables: dict[int, PastTable] = {}
    for match, player, game, evening, season, starts_at in rows:
        table = tables.setdefault(match, PastTable(evening, season, starts_at, game))
        table.players.append(player)
    for match, players_who_left in table_turns.leavers_of(tables).items():
        table = tables[match]
        others = [pk for pk in players_who_left if pk not in table.players]
        table.players += others[: MOST_SEATS - len(table.players)]
    return tables


def _sit_outs(session: Session, players: Collection[int]) -> dict[tuple[datetime, int], list[int]]:
    rows = SitOut.objects.live().filter(season=session.season_id, player__in=players)
    by_session: dict[tuple[datetime, int], list[int]] = defaultdict(list)
    for starts_at, pk, player in rows.order_by("pk").values_list(
        "session__starts_at", "session", "player"
    ):
        by_session[starts_at, pk].append(player)
    return by_session


def _rounds(tables: Sequence[PastTable], sit_outs: Sequence[int], weight: int) -> list[PastRound]:
    """Return the rounds of an evening: a table belongs to the first round after all earlier tables
    of its players. A sit-out belongs to the first round in which the player has no seat."""
    played: Counter[int] = Counter()
    rounds: list[list[list[int]]] = []
    for table in tables:
        number = max(played[player] for player in table.players)
        if number == len(rounds):
            rounds.append([])
        rounds[number].append(table.players)
        played.update({player: number + 1 - played[player] for player in table.players})
    out: list[list[int]] = [[] for _round in rounds]
    for player in sit_outs:
        number = 0
        while number < len(rounds) and (
            player in out[number] or any(player in table for table in rounds[number])
        ):
            number += 1
        if number == len(rounds):
            rounds.append([])
            out.append([])
        out[number].append(player)
    return [
        PastRound(tables_of_round, sitting_out, weight)
        for tables_of_round, sitting_out in zip(rounds, out, strict=True)
    ]


def _weight(session: Session, tables: Sequence[PastTable], latest: Collection[int]) -> int:
    if not tables or tables[0].session in latest:
        return LAST_EVENING
    if tables[0].season == session.season_id:
        return THIS_SEASON
    return LAST_YEAR if session.starts_at - tables[0].starts_at < YEAR else LONG_AGO
