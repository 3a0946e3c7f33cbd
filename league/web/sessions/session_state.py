"""The state that the desk of a session shows: who is present, the tables, what to do next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import QuerySet
from django.utils import timezone

from games import GAMES
from league.models import Match, Player, Presence, Session
from league.operations.matches import match_results, names_at_tables, table_numbers
from league.operations.people import player_lists
from league.operations.people.player_lists import FirstPlayers
from league.operations.seasons.house_rules import seats_of_new_match
from league.operations.sessions import clocks, nights, presence, queue_play
from league.operations.sessions.clocks import TableClock
from league.operations.sessions.current_sessions import LONGEST_SESSION
from league.operations.sessions.queue_play import Queue
from league.operations.signups import session_arrivals
from league.operations.support import versions
from scoring.models import SitOut
from scoring.pure.results import ResultStatus

LONG_WAIT = timedelta(minutes=30)  # without a round
DAY_OF_EVENING = timedelta(hours=12)  # before the start
ENOUGH_FOR_A_TABLE = 4  # free players for another table while others play


@dataclass(frozen=True)
class SessionTable:
    """A match with the number of its table."""

    number: int
    match: Match
    waits_long: bool
    clock: TableClock
    evening: str = ""  # its name in a league night

    @property
    def next_round(self) -> int:
        return self.match.rounds_played + 1

    @property
    def since(self) -> datetime:
        """Return when the last round came in, or the table was set."""
        return self.match.updated_at

    @property
    def players(self) -> list[Player]:
        return [seat.player for seat in self.match.seats.all()]

    @property
    def people(self) -> list[list[Player]]:
        """The players of each seat in order of arrival."""
        return [names_at_tables.people_of(seat) for seat in self.match.seats.all()]

    @property
    def shows_own_time(self) -> bool:
        """Return whether the table plays by another time than the evening."""
        is_playing = not _has_left_table(self.match)
        return is_playing and self.clock.is_own_time and self.clock.countdown.has_started


@dataclass(frozen=True)
class PresentPlayer:
    """A player who is here; `evenings` names the evenings of a league night for which the player
    is here."""

    player: Player
    table: SessionTable | None  # where the player plays
    evenings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Arrivals:
    """Players who said yes and have not come yet; the late ones of them; and, while no player is
    present, the players of last time."""

    expected: list[Player]
    missing: list[Player]
    last_time: list[Player]


class SessionStep(StrEnum):
    CHECK_IN = "check_in"
    QUEUE = "queue"
    SEAT = "seat"
    ROUND = "round"
    CLOSE = "close"
    OVER = "over"


@dataclass(frozen=True)
class NextSessionStep:
    """One thing to do: `count` players to seat, or the table that waits."""

    step: SessionStep
    count: int = 0
    table: SessionTable | None = None


@dataclass(frozen=True)
class SessionDeskState:
    checked_in: list[PresentPlayer]
    checked_out: list[Player]
    tables: list[SessionTable]

    @property
    def free(self) -> list[Player]:
        return [person.player for person in self.checked_in if person.table is None]

    @property
    def running(self) -> list[SessionTable]:
        playing = [table for table in self.tables if not _has_left_table(table.match)]
        return sorted(playing, key=lambda table: table.number)

    @property
    def postponed(self) -> list[SessionTable]:
        return [table for table in self.tables if table.match.is_postponed]

    @property
    def unsettled(self) -> list[tuple[SessionTable, ResultStatus]]:
        """Return the tables whose result is not final, disputed ones first."""
        statuses = [(table, match_results.result_status(table.match)) for table in self.finished]
        provisional = [(table, status) for table, status in statuses if status.is_provisional]
        return sorted(provisional, key=lambda table_and_status: not table_and_status[1].is_disputed)

    @property
    def finished(self) -> list[SessionTable]:
        return [table for table in self.tables if table.match.ended]


def state_of(session: Session) -> SessionDeskState:
    """Return the state of an evening. In a league night its players may sit at a table of another
    evening of the night."""
    states = states_of_night(nights.sessions_of(session))
    return states[session.pk]


def states_of_night(sessions: Sequence[Session]) -> dict[int, SessionDeskState]:
    """Return the state of each evening of a league night by its id."""
    names = nights.short_names(sessions) if len(sessions) > 1 else {}
    tables = {session.pk: _tables_of(session, names.get(session.pk, "")) for session in sessions}
    table_of_player = {
        player.pk: table
        for of_session in tables.values()
        for table in of_session
        if not _has_left_table(table.match)
        for player in table.players
    }
    return {
        session.pk: _state(session, tables[session.pk], table_of_player) for session in sessions
    }


def state_of_whole_night(
    sessions: Sequence[Session], states: Mapping[int, SessionDeskState]
) -> SessionDeskState:
    """Return the states of the evenings of a league night as one, each player once; the state of
    an evening without a night as it is."""
    if len(sessions) == 1:
        return states[sessions[0].pk]
    names = nights.short_names(sessions)
    here: dict[Player, PresentPlayer] = {}
    for session in sessions:
        for person in states[session.pk].checked_in:
            before = here[person.player].evenings if person.player in here else ()
            evenings = (*before, names[session.pk])
            here[person.player] = replace(person, evenings=evenings)
    left = {player for state in states.values() for player in state.checked_out} - here.keys()
    return SessionDeskState(
        checked_in=sorted(here.values(), key=lambda person: person.player.sort_key()),
        checked_out=sorted(left, key=Player.sort_key),
        tables=[table for session in sessions for table in states[session.pk].tables],
    )


def _tables_of(session: Session, evening: str) -> list[SessionTable]:
    long_ago = timezone.now() - LONG_WAIT
    numbered_matches = table_numbers.numbered_matches(session)
    clock_of_match = clocks.of_tables(session, [row.match.pk for row in numbered_matches])
    return [
        SessionTable(
            numbered_match.number,
            numbered_match.match,
            not _has_left_table(numbered_match.match)
            and numbered_match.match.updated_at < long_ago,
            clock_of_match[numbered_match.match.pk],
            evening,
        )
        for numbered_match in numbered_matches
    ]


def _state(
    session: Session, tables: list[SessionTable], table_of_player: Mapping[int, SessionTable]
) -> SessionDeskState:
    checked_in = presence.present_players(session)
    stays = Presence.objects.valid().filter(session=session).exclude(player__in=checked_in)
    checked_out = {stay.player for stay in stays.select_related("player")}
    return SessionDeskState(
        checked_in=[PresentPlayer(player, table_of_player.get(player.pk)) for player in checked_in],
        checked_out=sorted(checked_out, key=Player.sort_key),
        tables=tables,
    )


def _has_left_table(match: Match) -> bool:
    """Return whether the table is free: the match has ended or is postponed."""
    return match.ended or match.is_postponed


def arrivals(session: Session, state: SessionDeskState) -> Arrivals:
    """Return who is expected until the evening is over; who came last time only on its day."""
    now = timezone.now()
    if session.closed_at is not None or now >= session.starts_at + LONGEST_SESSION:
        return Arrivals([], [], [])
    nobody_came = not (state.checked_in or state.checked_out or state.tables)
    asks_for_last_time = nobody_came and now >= session.starts_at - DAY_OF_EVENING
    return Arrivals(
        expected=session_arrivals.expected(session),
        missing=session_arrivals.missing(session, now),
        last_time=session_arrivals.players_of_last_session(session) if asks_for_last_time else [],
    )


def arrivals_of_night(sessions: Sequence[Session], state: SessionDeskState) -> Arrivals:
    """Return the arrivals of all evenings of a league night together."""
    each = [arrivals(session, state) for session in sessions]
    here = {person.player for person in state.checked_in}

    def together(players: Iterable[Player]) -> list[Player]:
        return sorted({*players} - here, key=Player.sort_key)

    if len(each) == 1:
        return each[0]
    return Arrivals(
        expected=together(player for one in each for player in one.expected),
        missing=together(player for one in each for player in one.missing),
        last_time=together(player for one in each for player in one.last_time),
    )


def players_not_here(
    session: Session, state: SessionDeskState, arrivals: Arrivals, most: int
) -> FirstPlayers:
    """Return the players of the club who are neither checked in nor expected: the first by name,
    but all who have left the evening, since they are the most likely to come in again."""
    here = {person.player.pk for person in state.checked_in}
    expected = {player.pk for player in arrivals.expected}
    left = [player for player in state.checked_out if player.pk not in expected]
    listed = here | expected | {player.pk for player in left}
    others = player_lists.first_by_name(
        session.season.club.players.all(), max(0, most - len(left)), without=listed
    )
    shown = sorted([*left, *others.players], key=Player.sort_key)
    return FirstPlayers(shown, others.count + len(left))


def steps(
    session: Session, state: SessionDeskState, queue: Queue | None = None
) -> list[NextSessionStep]:
    """Return what to do now, the most urgent first; closing the evening comes last. A cancelled
    evening has no steps. In queue play only the next tables of the `queue` are to be seated."""
    if session.cancelled_at is not None:
        return []
    if session.closed_at is not None:
        return [NextSessionStep(SessionStep.OVER)]
    season = session.season
    games = [game for game in season.games if game in GAMES]
    free, running = len(state.free), state.running
    least = min((seats_of_new_match(season, game).start for game in games), default=2)
    needed = max(least, ENOUGH_FOR_A_TABLE) if running else least
    next_steps = [NextSessionStep(SessionStep.SEAT, free)] if free >= needed else []
    if queue is not None:
        next_steps = [NextSessionStep(SessionStep.QUEUE, queue.seated)] if queue.tables else []
    waiting = sorted(running, key=lambda table: table.since)
    next_steps += [NextSessionStep(SessionStep.ROUND, table=table) for table in waiting[:1]]
    if not next_steps and not state.tables:
        next_steps += [NextSessionStep(SessionStep.CHECK_IN, len(state.checked_in))]
    if running or state.checked_in:
        next_steps += [NextSessionStep(SessionStep.CLOSE, len(state.checked_in))]
    elif state.tables:
        next_steps += [NextSessionStep(SessionStep.OVER)]
    return next_steps


def steps_of_night(
    own: Session,
    sessions: Sequence[Session],
    states: Mapping[int, SessionDeskState],
    queue: Queue | None,
) -> list[NextSessionStep]:
    """Return what to do now over all evenings of a league night, as `steps`: one step of each kind,
    with the sum of its players or the table that has waited longest. `queue` belongs to the
    `own` evening; other evenings with a queue are seated on their own desk."""
    if len(sessions) == 1:
        return steps(own, states[own.pk], queue)
    each = [*steps(own, states[own.pk], queue)]
    for session in sessions:
        if session.pk != own.pk:
            each += [
                step
                for step in steps(session, states[session.pk])
                if step.step != SessionStep.SEAT or session.queue_since is None
            ]
    kinds = {step.step for step in each}
    if kinds & {SessionStep.QUEUE, SessionStep.SEAT, SessionStep.ROUND}:
        kinds -= {SessionStep.CHECK_IN}
    if len(kinds) > 1:
        kinds -= {SessionStep.OVER}
    merged = []
    for kind in (kind for kind in SessionStep if kind in kinds):
        of_kind = [step for step in each if step.step == kind]
        tables = [step.table for step in of_kind if step.table is not None]
        longest = min(tables, key=lambda table: table.since, default=None)
        merged.append(NextSessionStep(kind, sum(step.count for step in of_kind), longest))
    return merged


def sit_outs(session: Session) -> "QuerySet[SitOut]":
    rows: QuerySet[SitOut] = SitOut.objects.live().filter(session=session)
    return rows.select_related("player")


def version(session: Session) -> str:
    """Return a tag that changes whenever the page would."""
    return "-".join(_version(row) for row in nights.sessions_of(session))


def _version(session: Session) -> str:
    late = Match.objects.filter(
        session=session, over=False, stopped_at=None, updated_at__lt=timezone.now() - LONG_WAIT
    ).count()
    hour = match_results.hour_tag(session.season)
    hour += "u" if queue_play.time_is_up(session) else ""
    alarm = "a" if timezone.now() >= session.starts_at + session_arrivals.MISSING_AFTER else ""
    return f"{versions.session_desk(session.pk)}-{late}{hour}{alarm}"
