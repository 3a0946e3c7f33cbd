"""Queue play of an evening: as tables end, the next table is proposed for the players who have
waited longest. Nothing starts by itself: an organiser seats a proposal.

The queue is not stored. It follows from check-ins and from the tables of the evening.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Conflict, invalid
from league.models import ActionKind, Match, Player, Presence, Session, Submission, Tournament, User
from league.operations.matches import matches
from league.operations.people import seating_needs
from league.operations.seasons import house_rules
from league.operations.sessions import clocks, seating_proposals, session_log
from league.operations.sessions.seating_proposals import Choices, GameSeating
from league.operations.sessions.session_log import QueueSettings
from league.operations.sessions.waiting_order import (
    StartedTable,
    WaitingPlayer,
    turns,
    waiting_order,
)
from league.operations.support import versions
from league.operations.support.locks import lock_row
from seating.rules import Rule
from seating.sizes import Sizes

MOST_ATTEMPTS = 8  # draws with fewer players, if wishes cannot be met


@dataclass(frozen=True)
class Unmet:
    """A wish or need that prevents the next table."""

    rule: Rule
    players: tuple[int, ...]


@dataclass(frozen=True)
class Queue:
    """The queue of an evening: the players who wait, the longest first, and the next tables, in
    seat order. If there are none, `missing` more players are needed, or wishes are `unmet`, or the
    time of an arena is up."""

    game: str
    players: Mapping[int, Player]
    waiting: Sequence[WaitingPlayer]
    seating: GameSeating | None = None
    missing: int = 0
    unmet: Sequence[Unmet] = ()
    time_is_up: bool = False

    @property
    def tables(self) -> list[list[int]]:
        return self.seating.tables if self.seating else []

    @property
    def next_tables(self) -> list[list[Player]]:
        return [[self.players[player] for player in table] for table in self.tables]

    @property
    def seated(self) -> int:
        """The number of players at the next tables."""
        return sum(map(len, self.tables))

    @property
    def order(self) -> list[tuple[WaitingPlayer, Player]]:
        return [(waiting, self.players[waiting.player]) for waiting in self.waiting]

    def place_of(self, player: int) -> WaitingPlayer | None:
        return next((waiting for waiting in self.waiting if waiting.player == player), None)

    def is_next(self, player: int) -> bool:
        return any(player in table for table in self.tables)


@transaction.atomic
def switch_on(session: Session, *, game: str, size: int = 0, by: User | None) -> None:
    """Switch queue play on, or change its game or the number of players at a table."""
    current = _lock(session)
    if current.cancelled_at is not None:
        raise Conflict(_("This evening is cancelled. Reinstate it first."))
    tournament = current.season.tournament_or_none
    if tournament is not None and not tournament.is_arena:
        raise Conflict(_("This evening belongs to a tournament, which draws its tables itself."))
    if game not in _games(session):
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    if size and size not in house_rules.seats_of_new_match(session.season, game):
        raise invalid("bad_number_of_players", "size", matches.seats_message(game, size))
    _change(session, QueueSettings(current.queue_since or timezone.now(), game, size), by)


@transaction.atomic
def switch_off(session: Session, *, by: User | None) -> None:
    """Switch queue play off; the second call changes nothing."""
    _lock(session)
    _change(session, QueueSettings(), by)


@transaction.atomic
def seat(
    session: Session, tables: Sequence[Sequence[int]], *, by: User | None
) -> session_log.Seating:
    """Seat proposed tables, all or none. Raise Conflict if queue play is off, the time of an arena
    is up, or a player is not free any more."""
    versions.bump_edition(session.season.club_id)
    current = _lock(session)
    if current.queue_since is None:
        raise Conflict(_("Queue play is off: switch it on first, or seat the players by hand."))
    if time_is_up(session):
        raise Conflict(_("Time is up: add minutes to the clock, or seat the players by hand."))
    free = {player.pk for player in seating_proposals.free_players(session)}
    players = [player for table in tables for player in table]
    if gone := [player for player in players if player not in free]:
        names = session.season.club.players.filter(pk__in=gone).order_by("name")
        words = _("%(names)s: no longer free. Look at the new proposal.")
        people = get_text_list([player.name for player in names] or ["?"], _("and"))
        raise Conflict(words % {"names": people})
    game = current.queue_game
    return seating_proposals.seat(
        session,
        Choices((game,), seed=seating_proposals.WAITING_SEED),
        tables=tables,
        table_games=[game] * len(tables),
        by=by,
    )


def queue_of(session: Session) -> Queue | None:
    """Return the queue of an evening; None if queue play is off or the evening is over."""
    if session.queue_since is None or session.cancelled_at or session.closed_at:
        return None
    arena = _arena_of(session)
    if arena is not None and arena.closed_at is not None:
        return None
    free = {player.pk: player for player in seating_proposals.free_players(session)}
    waiting = waiting_order(_arrivals(session, free), _tables(session))
    queue = Queue(session.queue_game, free, waiting)
    if session.queue_game not in _games(session):
        return queue
    if time_is_up(session):
        return replace(queue, time_is_up=True)
    return _with_next_tables(session, queue, _sizes(session))


def time_is_up(session: Session) -> bool:
    """Return whether the clock of an evening of an arena has run out: then no table starts any
    more. The clock of another evening is for its running tables only."""
    if _arena_of(session) is None:
        return False
    left = clocks.countdown(clocks.find(session)).seconds_left(timezone.now())
    return left is not None and left <= 0


def unmet_words(queue: Queue) -> list[str]:
    """Return why no table is proposed, and the remedy. Wishes are private: for organisers only."""
    return [_unmet_words(unmet, queue.players) for unmet in queue.unmet]


def _arena_of(session: Session) -> Tournament | None:
    tournament = session.season.tournament_or_none
    return tournament if tournament is not None and tournament.is_arena else None


def _with_next_tables(session: Session, queue: Queue, sizes: Sizes) -> Queue:
    """Draw the next tables. If wishes are unmet, try again without the player that most of them
    are about, of equals the one who has waited least, and the players who belong to them."""
    least = min(sizes.preferred)
    candidates, unmet_at_first = list(queue.waiting), list[Unmet]()
    for _attempt in range(MOST_ATTEMPTS):
        if len(candidates) < least:
            break
        drawn = seating_proposals.draw_waiting(session, queue.game, sizes, turns(candidates))
        unmet = _unmet(drawn)
        if not unmet:
            return replace(queue, seating=drawn)
        unmet_at_first = unmet_at_first or unmet
        counts = Counter(player for one in unmet for player in one.players)
        place = {waiting.player: index for index, waiting in enumerate(candidates)}
        left_out = max(counts, key=lambda player: (counts[player], place[player]))
        group = _group_of(session, left_out, list(place))
        candidates = [waiting for waiting in candidates if waiting.player not in group]
    return replace(queue, missing=max(0, least - len(queue.waiting)), unmet=unmet_at_first)


def _group_of(session: Session, player: int, players: Sequence[int]) -> set[int]:
    """Return the player with those who must share a table with them, directly or through others."""
    pairs = seating_needs.needs_of(session.season.club, players).together
    group, added = set[int](), {player}
    while added:
        group |= added
        added = {other for pair in pairs if group & {*pair} for other in pair} - group
    return group


def _sizes(session: Session) -> Sizes:
    """Return the sizes of the next tables: the chosen one, or the usual ones of the game, also if
    the house rules have changed and no longer allow the chosen one."""
    size = session.queue_size
    seats = house_rules.seats_of_new_match(session.season, session.queue_game)
    if size in seats:
        return Sizes(size, size, frozenset([size]))
    arena = _arena_of(session)
    usual_sizes = arena.preferred if arena else seating_proposals.usual_sizes(session.queue_game)
    usual = {*usual_sizes} & {*seats} or {*seats}
    return Sizes(min(usual), max(usual), frozenset(usual))


def _unmet(drawn: GameSeating) -> list[Unmet]:
    assert drawn.plan is not None, "it was drawn just now"
    return [
        Unmet(Rule(str(reason["rule"])), tuple(map(int, reason["players"])))  # type: ignore[call-overload]
        for reason in drawn.plan.reasons
        if reason["code"] == "unmet"
    ]


def _unmet_words(unmet: Unmet, players: Mapping[int, Player]) -> str:
    names = sorted(players[player].name for player in unmet.players)
    words = {
        Rule.FORBIDDEN_PAIR: _(
            "%(people)s must not share a table: wait for another player, or change the wish."
        ),
        Rule.TOGETHER: _(
            "%(people)s must share a table, but do not fit one together: wait for another player, "
            "or change the wish."
        ),
        Rule.STEP_FREE: _(
            "%(people)s needs a step-free table: wait until one is free, or seat players by hand."
        ),
        Rule.FIXED_TABLE: _(
            "%(people)s has a fixed table, which is not the next one: seat players by hand."
        ),
    }[unmet.rule]
    return words % {"people": get_text_list(names, _("and"))}


def _arrivals(session: Session, players: Mapping[int, Player]) -> dict[int, datetime]:
    stays = Presence.objects.current().filter(session=session, player__in=players)
    return dict(stays.values_list("player", "since"))


def _tables(session: Session) -> list[StartedTable]:
    """Return the tables of the evening. One that was played to its end became free with its last
    round; later corrections do not change that."""
    last_round = Submission.objects.filter(match=OuterRef("pk")).order_by("-number", "version")
    rows = (
        Match.objects.filter(session=session)
        .order_by("pk")
        .prefetch_related("seats")
        .annotate(last_round_at=Subquery(last_round.values("submitted_at")[:1]))
    )
    return [
        StartedTable(
            frozenset(seat.player_id for seat in match.seats.all()),
            match.created_at,
            _free_at(match, match.last_round_at),
        )
        for match in rows
    ]


def _free_at(match: Match, last_round_at: datetime | None) -> datetime | None:
    if match.stopped_at is not None:
        return match.stopped_at
    if match.over:
        return last_round_at
    return match.updated_at if match.is_postponed else None


def _games(session: Session) -> list[str]:
    return [game for game in session.season.games if game in GAMES]


def _change(session: Session, after: QueueSettings, by: User | None) -> None:
    before = session_log.queue_settings(session)
    if after == before:
        return
    session_log.set_queue(session, after)
    session_log.record_action(
        session, ActionKind.QUEUE, by, before=before.to_json(), after=after.to_json()
    )


def _lock(session: Session) -> Session:
    """Lock the session, and read its queue play, which may have changed meanwhile."""
    current = lock_row(Session.objects.all(), session.pk)
    session.queue_since, session.queue_game, session.queue_size = session_log.queue_settings(
        current
    )
    return current
