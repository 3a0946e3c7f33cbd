"""Rematches: the players of a match that has ended play the next one at the same table."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.errors import Conflict, Fault
from league.models import ActionKind, AuditKind, Match, Player, Presence, Session, User
from league.operations.matches import matches, submissions, table_numbers
from league.operations.messages import events as messages
from league.operations.seasons import house_rules
from league.operations.sessions import clocks, session_log
from league.operations.support import versions


class SeatOrder(StrEnum):
    """Seats of a rematch. Rotated: the player of the second seat starts, the first comes last."""

    SAME = "same"
    ROTATED = "rotated"


class Rematch(NamedTuple):
    """A rematch; `is_new` is false if another person had started it already."""

    match: Match
    is_new: bool


@transaction.atomic
def start(match: Match, seats: SeatOrder = SeatOrder.SAME, *, by: User | None) -> Rematch:
    """Create the rematch of a match: same game, players, house rules and, if it is free, table
    number. Return the rematch that is being played if there is one. Raise Conflict if the match is
    still played, had its rematch, or if its players are not free."""
    versions.bump_edition(match.session.season.club_id)
    session_log.lock_session_that_takes_place(match.session)
    match = submissions.lock_match(match.pk)
    existing = match.rematches.select_related("session__season__club").first()
    if existing is not None and not existing.ended:
        return Rematch(existing, is_new=False)
    _check(match, existing)
    players = players_of(match)
    _check_players(match.session, players)
    turn = 1 if seats == SeatOrder.ROTATED else 0
    player_ids = _rotated([player.pk for player in players], turn)
    rematch = matches.create(
        match.session,
        game=match.game,
        players=player_ids,
        options=_options(match, turn),
        table=free_table_number(match),
        rematch_of=match,
    )
    clocks.start_with_tables(match.session, [rematch.pk])
    messages.seated([rematch], by=by)
    session_log.record_action(
        match.session,
        ActionKind.SEAT,
        by,
        matches=[rematch.pk],
        players=player_ids,
        recorded_as=AuditKind.SESSION_REMATCH,
        game=match.game,
        rematch_of=match.pk,
    )
    return Rematch(rematch, is_new=True)


def players_of(match: Match) -> list[Player]:
    """Return the players of a match in seat order."""
    return list(Player.every.filter(seats__match=match).order_by("seats__number"))


def next_match(match: Match) -> Match | None:
    """Return the replay of a match, else its rematch, being played or ended."""
    return match.replays.first() or match.rematches.first()


def last_matches(listed: Collection[Match]) -> set[int]:
    """Return the ids of the matches of a session, among `listed` with their seats, that each of
    its players played last: only there a rematch suggests itself."""
    last: dict[int, int] = {}
    for match in sorted(listed, key=lambda match: match.pk):
        for seat in match.seats.all():
            last[seat.player_id] = match.pk
    return {
        match.pk
        for match in listed
        if match.ended and all(last[seat.player_id] == match.pk for seat in match.seats.all())
    }


def _check(match: Match, existing: Match | None) -> None:
    matches.refuse_tournament_match(match)
    if match.replays.exists():
        words = _("This match was replayed. Start the rematch from its replay.")
        raise Conflict(words, [Fault("replayed", "", words).to_json()])
    if existing is not None:
        words = _("The rematch of this match has ended, too. Start the next one from that match.")
        raise Conflict(words, [Fault("rematch_ended", "", words).to_json()])
    if not match.ended:
        words = _("This match is still being played. A rematch can start when it has ended.")
        raise Conflict(words, [Fault("match_not_ended", "", words).to_json()])


def _check_players(session: Session, players: Sequence[Player]) -> None:
    """Raise Conflict if players have left the session, or play at another table."""
    ids = [player.pk for player in players]
    stays = Presence.objects.valid().filter(session=session, player__in=ids)
    here = set(stays.current().values_list("player", flat=True))
    left = set(stays.values_list("player", flat=True)) - here
    faults = playing_faults(session, players)
    faults += _left_faults([(seat, each) for seat, each in enumerate(players) if each.pk in left])
    refuse(faults)


def refuse(faults: Sequence[Fault]) -> None:
    """Raise Conflict with each sentence once, if there are faults."""
    if faults:
        words = " ".join(dict.fromkeys(fault.message for fault in faults))
        raise Conflict(words, [fault.to_json() for fault in faults])


def playing_faults(session: Session, players: Sequence[Player]) -> list[Fault]:
    """Return a fault for each player, in seat order, who plays at a table of the session."""
    busy = session_log.busy_seats(session).filter(player__in=[player.pk for player in players])
    tables = {
        seat.player_id: seat.match.table
        for seat in busy.select_related("match__sitting_table").order_by("pk")
    }
    words = _(
        "%(name)s is playing at table %(number)s. End that match first, or create a table with"
        " other players."
    )
    return [
        Fault(
            "plays_already",
            f"players.{seat}",
            words % {"name": player.name, "number": tables[player.pk]},
        )
        for seat, player in enumerate(players)
        if player.pk in tables
    ]


def _left_faults(gone: Sequence[tuple[int, Player]]) -> list[Fault]:
    words = ngettext(
        "%(names)s has left the evening. Check this player in again, or create a table with"
        " other players.",
        "%(names)s have left the evening. Check these players in again, or create a table with"
        " other players.",
        len(gone),
    )
    words %= {"names": ", ".join(player.name for _seat, player in gone)}
    return [Fault("not_here", f"players.{seat}", words) for seat, _player in gone]


def _options(match: Match, turn: int) -> dict[str, Any]:
    """Return the house rules of the match; a list for seats follows its players."""
    options, seat_option = dict(match.options), house_rules.seat_option(match.game)
    if isinstance(options.get(seat_option), list):
        options[seat_option] = _rotated(options[seat_option], turn)
    return options


def _rotated(values: Sequence[Any], turn: int) -> list[Any]:
    return [*values[turn:], *values[:turn]]


def free_table_number(match: Match) -> int:
    """Return the table number of an ended match if it is free, else LOWEST_FREE."""
    number = match.table_number
    if number is None or not table_numbers.is_free(match.session, number):
        return matches.LOWEST_FREE
    return number
