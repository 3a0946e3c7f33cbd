"""The evenings and tournaments of today in all clubs of a person, each with its next steps.

The number of queries depends only on the number of cards, which is small.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet

from league.models import (
    Club,
    Match,
    Membership,
    Player,
    Presence,
    Session,
    SignUpSheet,
    Tournament,
    User,
)
from league.models.matches import POSTPONED
from league.operations.people import visibility
from league.operations.results import correction_proposals
from league.operations.sessions import nights
from league.operations.sessions.current_sessions import LONGEST_SESSION
from league.permissions import ALLOWED, Action
from league.web.sessions import session_state
from league.web.sessions.session_state import NextSessionStep, SessionStep
from league.web.signups import own_seats, queue_places, sheet_view
from league.web.signups.own_seats import OwnPlace
from league.web.signups.queue_places import QueuePlace
from league.web.signups.sheet_view import SheetView
from league.web.tournaments import tournament_state
from league.web.tournaments.tournament_state import NextTournamentStep, TournamentStep
from scoring.pure.periods import MOST_DIVISIONS
from scoring.pure.results import ResultMark

MOST_CARDS = 12
MOST_COMING = 3
DAY = timedelta(days=1)


@dataclass(frozen=True)
class ReaderInClub:
    """A person's rights in a club, and the players that the person answers for there."""

    club: Club
    rights: Collection[Action] = ()
    players: list[Player] = field(default_factory=list)

    @property
    def member(self) -> bool:
        return Action.VIEW in self.rights

    @property
    def organiser(self) -> bool:
        return Action.ORGANISE in self.rights

    @property
    def may_submit(self) -> bool:
        return Action.SUBMIT in self.rights

    @property
    def own(self) -> frozenset[int]:
        """The ids of the players who are this person; others are children in the person's care."""
        return frozenset(player.pk for player in self.players if not player.is_child)


@dataclass(frozen=True)
class TableToEnter:
    """A table that waits for a round."""

    number: int
    match: Match

    @property
    def next_round(self) -> int:
        return self.match.rounds_played + 1


@dataclass(frozen=True)
class TonightTables:
    """The counts of a card; the last four need the attention of an organiser."""

    present: int = 0
    playing: int = 0
    settled: int = 0
    waiting_long: int = 0
    disputed: int = 0
    corrections: int = 0
    missing: int = 0


@dataclass(frozen=True)
class TonightCard:
    """An evening, or a tournament with its session of today. `steps` belong to the session or the
    tournament; `to_enter` is the table with the next round to enter."""

    reader: ReaderInClub
    session: Session
    tournament: Tournament | None
    is_under_way: bool
    tables: TonightTables = TonightTables()
    steps: list[NextSessionStep | NextTournamentStep] = field(default_factory=list)
    to_enter: TableToEnter | None = None
    can_draw_at_once: bool = False
    sign_up: SheetView | None = None
    seats: list[OwnPlace] = field(default_factory=list)
    queue_places: list[QueuePlace] = field(default_factory=list)

    @property
    def club(self) -> Club:
        return self.reader.club

    @property
    def next(self) -> NextSessionStep | NextTournamentStep | None:
        """The first thing to do that this person may do."""
        return self.steps[0] if self.steps else None


@dataclass(frozen=True)
class TonightNight:
    """The one card of a league night, with the cards of its evenings in the order of the night."""

    cards: list[TonightCard]

    @property
    def pk(self) -> int:
        night: int = self.cards[0].session.night_id  # type: ignore[assignment]  # it has one
        return night

    @property
    def reader(self) -> ReaderInClub:
        return self.cards[0].reader

    @property
    def session(self) -> Session:
        """The evening that begins first."""
        return min((card.session for card in self.cards), key=lambda row: (row.starts_at, row.pk))

    @property
    def place(self) -> str:
        return next((card.session.place for card in self.cards if card.session.place), "")

    @property
    def is_under_way(self) -> bool:
        return any(card.is_under_way for card in self.cards)

    @property
    def names(self) -> dict[int, str]:
        return nights.short_names([card.session for card in self.cards])

    @property
    def named_cards(self) -> list[tuple[TonightCard, str]]:
        names = self.names
        return [(card, names[card.session.pk]) for card in self.cards]

    @property
    def to_seat(self) -> int:
        """The number of players to seat in all evenings together."""
        steps = [step for card in self.cards for step in card.steps]
        return sum(step.count for step in steps if step.step == SessionStep.SEAT)

    @property
    def main(self) -> TonightCard:
        """The evening whose next step is shown: the first that has one, or an open sign-up."""
        with_step = [card for card in self.cards if card.next]
        with_sign_up = [card for card in self.cards if card.sign_up and not card.sign_up.why_closed]
        return [*with_step, *with_sign_up, *self.cards][0]


def readers_of(user: User) -> dict[int, ReaderInClub]:
    """Return what the person is in each club in which there is a role or a player."""
    roles = Membership.objects.filter(user=user).select_related("club")
    by_role = {
        role.club_id: ReaderInClub(role.club, ALLOWED.get(role.role, frozenset()))
        for role in roles
        if user.only_club in {None, role.club_id}
    }
    players: defaultdict[int, list[Player]] = defaultdict(list)
    for player in visibility.players_of(user):
        players[player.club_id].append(player)
    clubs = {pk: theirs[0].club for pk, theirs in players.items()}
    return {
        pk: ReaderInClub(club, by_role[pk].rights if pk in by_role else (), players.get(pk, []))
        for pk, club in {**clubs, **{pk: role.club for pk, role in by_role.items()}}.items()
    }


def sessions_of_today(clubs: Collection[int], now: datetime) -> list[tuple[Session, bool]]:
    """Return the sessions of today by the clock of their club, and those that began before and are
    not over; each with whether it is under way. The ones under way come first, then by start. A
    tournament has one session here."""
    stays = Presence.objects.current().filter(session=OuterRef("pk"))
    matches = Match.objects.filter(session=OuterRef("pk"), over=False, stopped_at=None)
    matches = matches.exclude(POSTPONED)
    rows = (
        Session.objects.filter(
            season__club__in=clubs, starts_at__gt=now - DAY, starts_at__lt=now + DAY
        )
        .select_related("season__club", "season__tournament", "season__division", "sign_up_sheet")
        .annotate(is_used_now=Exists(stays) | Exists(matches))
        .order_by("starts_at", "pk")
    )
    chosen = []
    for session in rows:
        is_under_way = _is_under_way(session, now)
        if is_under_way or _is_of_today(session, now):
            chosen.append((session, is_under_way))
    chosen.sort(key=lambda session_and_state: not session_and_state[1])
    return list(_one_of_each_tournament(chosen))[:MOST_CARDS]


def coming_sessions(
    clubs: Collection[int], now: datetime, *, without: Iterable[Session]
) -> list[Session]:
    """Return the next sessions after today's, one for each league night."""
    rows: QuerySet[Session] = Session.objects.filter(
        season__club__in=clubs, starts_at__gt=now, cancelled_at=None
    )
    shown = [session.pk for session in without]
    rows = rows.exclude(pk__in=shown).select_related("season__club", "season__tournament")
    nearest = rows.order_by("starts_at", "pk")[: MOST_COMING * nights.MOST_SESSIONS]
    return [night[0] for night in nights.grouped(nearest)][:MOST_COMING]


def version(readers: Mapping[int, ReaderInClub], sessions: Iterable[tuple[Session, bool]]) -> str:
    """Return a tag that changes whenever the cards would."""
    tags = [
        f"{session.pk}{int(is_under_way)}{len(readers[session.season.club_id].rights)}"
        + (
            tournament_state.version(session.season.tournament)
            if _tournament_of(session)
            else session_state.version(session)
        )
        for session, is_under_way in sessions
    ]
    return "-".join(tags)


def card(
    session: Session, reader: ReaderInClub, *, is_under_way: bool, now: datetime
) -> TonightCard:
    """Return the card of a session or of the tournament that it belongs to."""
    tournament = _tournament_of(session)
    if session.cancelled_at is not None:
        return TonightCard(reader, session, tournament, is_under_way=False)
    if tournament is not None:
        return _tournament_card(session, tournament, reader, is_under_way, now)
    return _session_card(session, reader, is_under_way, now)


def together(cards: Iterable[TonightCard]) -> list[TonightCard | TonightNight]:
    """Return the cards with one for each league night, at the place of its first evening."""
    by_session = {card.session.pk: card for card in cards}
    groups = nights.grouped(card.session for card in by_session.values())
    in_groups = [[by_session[session.pk] for session in group] for group in groups]
    return [
        TonightNight(sorted(group, key=_place_in_night)) if len(group) > 1 else group[0]
        for group in in_groups
    ]


def _place_in_night(card: TonightCard) -> tuple[int, str, int]:
    """Return the sort key of `nights.sessions_of_night`."""
    division = getattr(card.session.season, "division", None)
    level = division.level if division else MOST_DIVISIONS + 1
    return level, card.session.season.name_key, card.session.pk


def _session_card(
    session: Session, reader: ReaderInClub, is_under_way: bool, now: datetime
) -> TonightCard:
    state = session_state.state_of(session)
    arrivals = session_state.arrivals(session, state)
    steps = session_state.steps(session, state) if reader.may_submit else []
    if not reader.organiser:
        steps = [step for step in steps if step.step == session_state.SessionStep.ROUND]
    tables = TonightTables(
        present=len(state.checked_in),
        playing=len(state.running),
        settled=len(state.finished),
        waiting_long=sum(table.waits_long for table in state.running),
        disputed=sum(status.is_disputed for _table, status in state.unsettled),
        corrections=correction_proposals.pending_in_session(session).count(),
        missing=len(arrivals.missing),
    )
    sheet = getattr(session, "sign_up_sheet", None)
    to_enter = next((step.table for step in steps if step.table), None)
    return TonightCard(
        reader,
        session,
        None,
        is_under_way,
        tables=tables,
        steps=list(steps),
        to_enter=TableToEnter(to_enter.number, to_enter.match) if to_enter else None,
        sign_up=_sign_up(sheet, now),
        seats=own_seats.own_seats(session, reader.players, reader.own),
        queue_places=queue_places.own_places(session, reader.players, reader.own),
    )


def _tournament_card(
    session: Session,
    tournament: Tournament,
    reader: ReaderInClub,
    is_under_way: bool,
    now: datetime,
) -> TonightCard:
    tournament.season = session.season
    state = tournament_state.state_of(tournament)
    statuses = [
        table
        for stand in state.stands
        if stand.state in tournament_state.OPEN_STATES
        for table in stand.tables
    ]
    unsettled = [table for table in statuses if not table.is_settled]
    to_enter = (
        next((table for table in unsettled if table.match), None) if reader.may_submit else None
    )
    sheet = SignUpSheet.objects.filter(tournament=tournament).first()
    published = [stand for stand in state.stands if stand.sitting.published_at is not None]
    marks = [table.marks for stand in published for table in stand.tables]
    return TonightCard(
        reader,
        session,
        tournament,
        is_under_way,
        tables=TonightTables(
            present=len(state.checked_in),
            playing=len(unsettled),
            settled=len(statuses) - len(unsettled),
            disputed=sum(ResultMark.DISPUTED in mark for mark in marks),
            corrections=correction_proposals.pending_in_session(session).count(),
        ),
        steps=list(_steps_of(state, reader)),
        to_enter=TableToEnter(to_enter.number, to_enter.match)
        if to_enter and to_enter.match
        else None,
        can_draw_at_once=state.can_draw_at_once,
        sign_up=_sign_up(sheet, now),
        seats=own_seats.own_seats(session.season, reader.players, reader.own),
    )


def _steps_of(
    state: tournament_state.TournamentDeskState, reader: ReaderInClub
) -> Iterator[NextTournamentStep]:
    for step in tournament_state.steps(state):
        is_of_scorers = step.step == TournamentStep.PLAYING
        if reader.organiser or (is_of_scorers and reader.may_submit):
            yield step


def _sign_up(sheet: SignUpSheet | None, now: datetime) -> SheetView | None:
    """Return the sign-up until the start; afterwards those who came count."""
    view = sheet_view.of_sheet(sheet, now) if sheet is not None else None
    return view if view is not None and not view.has_begun else None


def _is_of_today(session: Session, now: datetime) -> bool:
    zone = ZoneInfo(session.season.club.timezone)
    return session.starts_at.astimezone(zone).date() == now.astimezone(zone).date()


def _is_under_way(session: Session, now: datetime) -> bool:
    """Return whether people are here or tables play, and it has not been left open by mistake."""
    has_begun = now - LONGEST_SESSION < session.starts_at <= now
    is_used_now: bool = session.is_used_now  # type: ignore[attr-defined]  # annotated
    return is_used_now and has_begun and session.cancelled_at is None


def _one_of_each_tournament(
    sessions: Iterable[tuple[Session, bool]],
) -> Iterator[tuple[Session, bool]]:
    seen = set()
    for session, is_under_way in sessions:
        tournament = _tournament_of(session)
        if tournament is None or tournament.pk not in seen:
            yield session, is_under_way
        if tournament is not None:
            seen.add(tournament.pk)


def _tournament_of(session: Session) -> Tournament | None:
    """Return the tournament whose desk is the desk of this session. An arena is played on the desk
    of its evening."""
    tournament = session.season.tournament_or_none
    return None if tournament is None or tournament.is_arena else tournament
