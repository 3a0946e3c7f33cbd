"""What the screen of an evening shows: who is here, how the tables stand, what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import QuerySet
from django.utils import timezone

from games import GAMES
from league.models import Match, Player, Presence, Session
from league.operations.matches import match_results, table_numbers
from league.operations.sessions import presence
from league.operations.support import versions
from scoring.models import SitOut
from scoring.pure.results import Told

LONG = timedelta(minutes=30)  # without a round
ENOUGH = 4  # free players for another table while others play


@dataclass(frozen=True)
class Table:
    """A match with the number of its table."""

    number: int
    match: Match
    waits_long: bool

    @property
    def next_round(self) -> int:
        return self.match.rounds_played + 1

    @property
    def since(self) -> datetime:
        """When the last round came in, or the table was set."""
        return self.match.updated_at

    @property
    def players(self) -> list[Player]:
        return [seat.player for seat in self.match.seats.all()]


@dataclass(frozen=True)
class Person:
    player: Player
    table: Table | None  # where he plays


class Step(StrEnum):
    CHECK_IN = "check_in"
    SEAT = "seat"
    ROUND = "round"
    CLOSE = "close"
    OVER = "over"


@dataclass(frozen=True)
class Next:
    """One thing to do: `count` players to seat, or the table that waits."""

    step: Step
    count: int = 0
    table: Table | None = None


@dataclass(frozen=True)
class State:
    here: list[Person]
    gone: list[Player]
    tables: list[Table]

    @property
    def free(self) -> list[Player]:
        return [person.player for person in self.here if person.table is None]

    @property
    def running(self) -> list[Table]:
        return [table for table in self.tables if not _is_away(table.match)]

    @property
    def postponed(self) -> list[Table]:
        return [table for table in self.tables if table.match.is_postponed]

    @property
    def unsettled(self) -> list[tuple[Table, Told]]:
        """Whose result is not final: disputed ones first."""
        found = [(each, match_results.told(each.match)) for each in self.finished]
        waiting = [(each, told) for each, told in found if told.is_provisional]
        return sorted(waiting, key=lambda each: not each[1].is_disputed)

    @property
    def finished(self) -> list[Table]:
        return [table for table in self.tables if table.match.ended]


def state_of(session: Session) -> State:
    long_ago = timezone.now() - LONG
    tables = [
        Table(
            each.number, each.match, not _is_away(each.match) and each.match.updated_at < long_ago
        )
        for each in table_numbers.of_session(session)
    ]
    at = {
        player.pk: table
        for table in tables
        if not _is_away(table.match)
        for player in table.players
    }
    here = presence.here(session)
    stays = Presence.objects.counted().filter(session=session).exclude(player__in=here)
    gone = {stay.player for stay in stays.select_related("player")}
    return State(
        here=[Person(player, at.get(player.pk)) for player in here],
        gone=sorted(gone, key=Player.sort_key),
        tables=tables,
    )


def _is_away(match: Match) -> bool:
    """Nobody sits there: it has ended, or waits for another day."""
    return match.ended or match.is_postponed


def candidates(session: Session, state: State) -> list[Player]:
    """Players of the club who are not here."""
    here = {person.player.pk for person in state.here}
    players = sorted(session.season.club.players.all(), key=Player.sort_key)
    return [player for player in players if player.pk not in here]


def steps(state: State, games: Sequence[str]) -> list[Next]:
    """What to do now, the most urgent first; there is always one."""
    free, running = len(state.free), state.running
    least = min((GAMES[game].seats.start for game in games if game in GAMES), default=2)
    wanted = max(least, ENOUGH) if running else least
    found = [Next(Step.SEAT, free)] if free >= wanted else []
    waiting = sorted(running, key=lambda table: table.since)
    found += [Next(Step.ROUND, table=table) for table in waiting[:1]]
    if not running and state.tables:
        found += [Next(Step.CLOSE, len(state.here)) if state.here else Next(Step.OVER)]
    if not found or not (state.tables or free >= wanted):
        found += [Next(Step.CHECK_IN, len(state.here))]
    return found


def sat_out(session: Session) -> "QuerySet[SitOut]":
    noted: QuerySet[SitOut] = SitOut.objects.live().filter(session=session)
    return noted.select_related("player")


def version(session: Session) -> str:
    """Changes whenever the screen would."""
    late = Match.objects.filter(
        session=session, over=False, stopped_at=None, updated_at__lt=timezone.now() - LONG
    ).count()
    hour = match_results.hour_of(session.season)
    return f"{versions.session_desk(session.pk)}-{late}{hour}"
