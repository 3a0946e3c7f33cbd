"""Actions at the desk of a session: each is carried out and recorded in one transaction, so that it
can be undone (operations.undo). The actions of one session run one after the other.

An action is an entry in the log of the club with `undo_data`: the `action` (an ActionKind) and
the ids of what it made, `stays` (Presence) and `sit_outs`; a seating has also its `games`,
`order` and `seed`. Its players and matches stand in its subject.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Invalid, invalid
from league.models import (
    ActionKind,
    AuditEntry,
    AuditKind,
    Match,
    Player,
    Presence,
    Seat,
    SeatingPlan,
    Session,
    User,
)
from league.models.matches import POSTPONED
from league.operations.audit import club_log
from league.operations.matches import matches
from league.operations.messages import events as messages
from league.operations.people import clubs
from league.operations.people.person_search import Creation
from league.operations.seasons import house_rules, penalties
from league.operations.sessions import clocks, presence
from league.operations.support import versions
from league.operations.support.locks import lock_row
from scoring import ledger
from scoring.models import SitOut

MOST_PLAYERS = 500
GOES_ON = {ActionKind.CHECK_IN, ActionKind.ADD_PLAYER, ActionKind.SEAT}


class QueueSettings(NamedTuple):
    """Queue play of an evening: off if `since` is None; `size` is the number of players at a table,
    0 for the usual ones."""

    since: datetime | None = None
    game: str = ""
    size: int = 0

    def to_json(self) -> list[Any]:
        return [self.since and self.since.isoformat(), self.game, self.size]


class Seating(NamedTuple):
    """A draw that was carried out: the `ref` of its entry in the log, and the ids of its matches
    and of the players who sit out."""

    ref: str
    matches: Sequence[int]
    sit_out: Sequence[int]


@transaction.atomic
def check_in(session: Session, players: Sequence[int], *, by: User | None) -> list[Presence]:
    """Check in players; return the new stays. Ignore players who are present. Raise Conflict for a
    cancelled session."""
    lock_session_that_takes_place(session)
    _check_players(session, players)
    stays = presence.check_in(session, players)
    if stays:
        player_ids = [stay.player_id for stay in stays]
        record_action(
            session, ActionKind.CHECK_IN, by, players=player_ids, stays=primary_keys(stays)
        )
    return stays


@transaction.atomic
def check_out(session: Session, players: Collection[int], *, by: User | None) -> None:
    """Check out players; the second call changes nothing."""
    lock_session(session)
    stays = presence.check_out(session, players)
    if stays:
        player_ids = [stay.player_id for stay in stays]
        record_action(session, ActionKind.LEAVE, by, players=player_ids, stays=primary_keys(stays))


@transaction.atomic
def add_player(
    session: Session, name: str, *, creation: Creation = Creation.NEW, by: User | None
) -> Player:
    """Add a new player to the club and check the player in. Raise PersonQuestion if the name fits a
    player and `creation` does not allow a second one."""
    versions.bump_edition(session.season.club_id)
    lock_session_that_takes_place(session)
    with club_log.as_one_act():
        player = clubs.add_newcomer(session.season.club, name, creation=creation, by=by)
    stays = presence.check_in(session, [player.pk])
    record_action(
        session, ActionKind.ADD_PLAYER, by, players=[player.pk], stays=primary_keys(stays)
    )
    return player


@transaction.atomic
def set_table(
    session: Session,
    *,
    game: str,
    players: Sequence[int],
    options: Mapping[str, Any] | None = None,
    table: int = matches.LOWEST_FREE,
    continues: Match | None = None,
    by: User | None,
) -> Match:
    """Create one match of these players, whether they are checked in or not. House rules missing in
    `options` are taken from a new match. `continues` is the match that a player left before."""
    versions.bump_edition(session.season.club_id)
    lock_session_that_takes_place(session)
    session.season.refresh_from_db(fields=["house_rules"])  # they may have changed meanwhile
    match = matches.create(
        session,
        game=game,
        players=players,
        options=house_rules.for_new_match(session.season, game, len(players), options),
        table=table,
        continues=continues,
    )
    clocks.start_with_tables(session, [match.pk])
    details: dict[str, Any] = {"game": game}
    if continues is not None:
        details["continues"] = continues.pk
    messages.seated([match], by=by)
    record_action(
        session, ActionKind.SEAT, by, matches=[match.pk], players=list(players), **details
    )
    return match


@transaction.atomic
def seat_players(
    session: Session,
    *,
    games: Sequence[str],
    tables: Sequence[Sequence[int]],
    sit_out: Sequence[int] = (),
    order: str = "",
    seed: str = "",
    plan_parts: Sequence[Mapping[str, Any]] = (),
    by: User | None,
) -> Seating:
    """Create all matches of a draw, with the house rules of a new match, and record the sit-outs.
    `games` has the game of each table. `plan_parts` is the plan to keep: for each game its
    request and plan."""
    versions.bump_edition(session.season.club_id)
    lock_session_that_takes_place(session)
    check_seating(session, tables, sit_out)
    new_matches = [
        matches.create(session, game=game, players=player_ids)
        for game, player_ids in zip(games, tables, strict=True)
    ]
    match_ids = primary_keys(new_matches)
    clocks.start_with_tables(session, match_ids)
    _keep_plan(session, plan_parts, new_matches)
    messages.seated(new_matches, by=by)
    sit_outs = [_record_sit_out(session, player) for player in sit_out]
    entry = record_action(
        session,
        ActionKind.SEAT,
        by,
        matches=match_ids,
        sit_outs=primary_keys(sit_outs),
        players=[player for player_ids in tables for player in player_ids],
        watching=list(sit_out),
        games=list(dict.fromkeys(games)),
        order=order,
        seed=seed,
    )
    return Seating(entry.ref, match_ids, list(sit_out))


@transaction.atomic
def sit_out(
    session: Session, *, player: int, by: User | None = None, known: int | None = None
) -> SitOut:
    """Record that a player sits out; `known` is the number of sit-outs that the caller has
    seen."""
    lock_session_that_takes_place(session)
    record = penalties.sit_out(session, player=player, known=known)
    record_action(session, ActionKind.SIT_OUT, by, players=[player], sit_outs=[record.pk])
    return record


@transaction.atomic
def call_off(match: Match, *, by: User | None) -> Match:
    """Cancel a match without rounds."""
    versions.bump_edition(match.session.season.club_id)
    lock_session(match.session)
    cancelled = matches.call_off(match)
    player_ids = list(Seat.objects.filter(match=match).values_list("player", flat=True))
    record_action(match.session, ActionKind.CALL_OFF, by, matches=[match.pk], players=player_ids)
    return cancelled


@transaction.atomic
def renumber_table(match: Match, number: int, *, by: User | None) -> Match:
    """Give a table another number; the same number again changes nothing."""
    versions.bump_edition(match.session.season.club_id)
    lock_session(match.session)
    before = match.table_number
    renumbered = matches.renumber_table(match, number)
    if renumbered.table_number != before:
        players = list(Seat.objects.filter(match=match).values_list("player", flat=True))
        record_action(
            match.session,
            ActionKind.RENUMBER,
            by,
            matches=[match.pk],
            players=players,
            table=number,
            before=before,
        )
    return renumbered


def lock_session(session: Session) -> None:
    """Lock the session, so that its actions run one after the other. Rounds do not wait for this
    lock: it is a NO KEY lock."""
    lock_row(Session.objects.all(), session.pk)


def lock_session_that_takes_place(session: Session) -> None:
    """Lock the session; raise Conflict if it is cancelled."""
    if lock_row(Session.objects.all(), session.pk).cancelled_at is not None:
        raise Conflict(_("This evening is cancelled. Reinstate it first."))


def set_closed(session: Session, at: datetime | None) -> None:
    """Store when the evening was closed; None reopens it."""
    session.closed_at = at
    Session.objects.filter(pk=session.pk).update(closed_at=at)


def set_queue(session: Session, queue: QueueSettings) -> None:
    """Store whether the evening is in queue play, and how."""
    session.queue_since, session.queue_game, session.queue_size = queue
    Session.objects.filter(pk=session.pk).update(
        queue_since=queue.since, queue_game=queue.game, queue_size=queue.size
    )


def queue_settings(session: Session) -> QueueSettings:
    return QueueSettings(session.queue_since, session.queue_game, session.queue_size)


def record_action(
    session: Session,
    kind: ActionKind,
    by: User | None,
    *,
    players: Collection[int] = (),
    watching: Collection[int] = (),
    matches: Collection[int] = (),
    recorded_as: AuditKind | None = None,
    changed: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {}),
    **details: Any,
) -> AuditEntry:
    """Add an action of the session to the log of its club; `details` are what undoing it takes,
    `changed` are values before and after for readers of the log, and `recorded_as` is the kind of
    the entry, if it differs from the action's. A new player or table reopens a closed evening."""
    if kind in GOES_ON:
        set_closed(session, None)
    entry = club_log.record(
        session.season.club_id,
        recorded_as or AuditKind(f"session.{kind}"),
        by=by,
        subject={
            "season": session.season_id,
            "session": session.pk,
            "matches": list(matches),
            "players": list(players),
            "watching": list(watching),
        },
        before=changed[0],
        after=changed[1],
        undo_data={"action": kind, **details},
    )
    assert entry is not None, "an action of an evening is not a part of a larger act"
    return entry


def primary_keys(rows: Collection[Any]) -> list[int]:
    """Return the primary keys of the rows."""
    return [row.pk for row in rows]


def busy_players(session: Session) -> set[int]:
    """Return the ids of the players at tables that have not finished, as `busy_seats`."""
    return set(busy_seats(session).values_list("player", flat=True))


def busy_seats(session: Session) -> "QuerySet[Seat]":
    """Return the seats of the tables of the evening and its league night that have not finished;
    postponed matches do not count."""
    running = Match.objects.filter(over=False, stopped_at=None)
    running = (
        running.filter(session=session)
        if session.night_id is None
        else running.filter(session__night=session.night_id)
    )
    running = running.exclude(POSTPONED)
    return Seat.objects.filter(match__in=running)


def restore_plan(
    session: Session, parts: Sequence[Mapping[str, Any]], *, created_at: datetime
) -> None:
    """Store the plan of a seating from an archive."""
    SeatingPlan.objects.create(session=session, parts=list(parts), created_at=created_at)


def _keep_plan(
    session: Session, parts: Sequence[Mapping[str, Any]], new_matches: Sequence[Match]
) -> None:
    """Keep the plan of a seating, each part with the matches of its game."""
    if parts:
        stored_parts = [
            {**part, "matches": [match.pk for match in new_matches if match.game == part["game"]]}
            for part in parts
        ]
        SeatingPlan.objects.create(session=session, parts=stored_parts)


def _record_sit_out(session: Session, player: int) -> SitOut:
    return ledger.record_sit_out(
        season_id=session.season_id, session_id=session.pk, player_id=player
    )


def _check_players(session: Session, players: Sequence[int]) -> None:
    if len(players) > MOST_PLAYERS:
        raise invalid("too_long", "players", _("There are too many players."))
    # lock the players: one who is being struck must not be checked in
    rows = session.season.club.players.filter(pk__in=players).order_by("pk")
    known_ids = set(rows.select_for_update(no_key=True).values_list("pk", flat=True))
    faults = [
        Fault("unknown_player", f"players.{index}", _("The club has no such player."))
        for index, player in enumerate(players)
        if player not in known_ids
    ]
    _refuse(faults)


def check_seating(
    session: Session, tables: Sequence[Sequence[int]], sit_out: Sequence[int]
) -> None:
    """Raise Invalid unless all these players are present, free and named once."""
    if not tables:
        raise invalid("blank", "tables", _("There is no table to create."))
    places = {f"tables.{table}": player_ids for table, player_ids in enumerate(tables)}
    places["sit_out"] = sit_out
    players_present, busy = presence.present_players(session), busy_players(session)
    present = {player.pk for player in players_present}
    faults, seen_ids = list[Fault](), set[int]()
    for path, players in places.items():
        for index, player in enumerate(players):
            faults += _player_faults(player, f"{path}.{index}", present, busy, seen_ids)
            seen_ids.add(player)
    _refuse(faults)


def _player_faults(
    player: int,
    path: str,
    present: Collection[int],
    busy: Collection[int],
    seen_ids: Collection[int],
) -> list[Fault]:
    if player in seen_ids:
        return [Fault("player_twice", path, _("A player can have only one seat at a table."))]
    if player not in present:
        return [Fault("not_here", path, _("This player is not checked in."))]
    if player in busy:
        return [Fault("plays_already", path, _("This player sits at another table."))]
    return []


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
