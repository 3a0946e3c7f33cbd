"""What is done at the desk of an evening: each action is carried out and noted in one transaction,
so that it can be undone (operations.undo). Those of one evening take turns.

`subject` of an action names by ids: `players`, `stays` (Presence), `matches`, `sit_outs`; a seating
says its `game`, `order` and `seed` too.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.errors import Fault, Invalid, invalid
from league.models import (
    ActionKind,
    EveningAction,
    Match,
    Player,
    Presence,
    Seat,
    Session,
    User,
)
from league.operations.matches import matches
from league.operations.people import clubs
from league.operations.seasons import penalties
from league.operations.sessions import presence
from league.operations.support import versions
from league.operations.support.locks import locked
from scoring import ledger
from scoring.models import SitOut

MOST_PLAYERS = 500


@transaction.atomic
def check_in(session: Session, players: Sequence[int], *, by: User | None) -> list[Presence]:
    """The new stays; who is here already stays so."""
    take_turn(session)
    _check_players(session, players)
    stays = presence.come(session, players)
    if stays:
        came = [stay.player_id for stay in stays]
        note(session, ActionKind.CHECK_IN, by, players=came, stays=ids(stays))
    return stays


@transaction.atomic
def check_out(session: Session, players: Collection[int], *, by: User | None) -> None:
    """Gone. Twice changes nothing."""
    take_turn(session)
    stays = presence.leave(session, players)
    if stays:
        left = [stay.player_id for stay in stays]
        note(session, ActionKind.LEAVE, by, players=left, stays=ids(stays))


@transaction.atomic
def close(session: Session, *, by: User | None) -> None:
    """Everybody has gone home."""
    take_turn(session)
    check_out(session, ids(presence.here(session)), by=by)


@transaction.atomic
def add_player(session: Session, name: str, *, by: User | None) -> Player:
    """Somebody new, who is here. A name that the club knows is not added again."""
    versions.bump_edition(session.season.club_id)
    take_turn(session)
    player = clubs.add_newcomer(session.season.club, name)
    stays = presence.come(session, [player.pk])
    note(session, ActionKind.ADD_PLAYER, by, players=[player.pk], stays=ids(stays))
    return player


@transaction.atomic
def set_table(
    session: Session,
    *,
    game: str,
    players: Sequence[int],
    options: Mapping[str, Any] | None = None,
    by: User | None,
) -> Match:
    """One table, of whoever is named, whether checked in or not."""
    versions.bump_edition(session.season.club_id)
    take_turn(session)
    match = matches.create(session, game=game, players=players, options=options)
    note(session, ActionKind.SEAT, by, matches=[match.pk], players=list(players), game=game)
    return match


@transaction.atomic
def seat(
    session: Session,
    *,
    game: str,
    tables: Sequence[Sequence[int]],
    sit_out: Sequence[int] = (),
    order: str = "",
    seed: str = "",
    by: User | None,
) -> EveningAction:
    """All tables of a draw at once, with the usual house rules, and those who sit out."""
    versions.bump_edition(session.season.club_id)
    take_turn(session)
    _check_seating(session, tables, sit_out)
    made = [matches.create(session, game=game, players=seated) for seated in tables]
    noted = [_sit_out(session, player) for player in sit_out]
    return note(
        session,
        ActionKind.SEAT,
        by,
        matches=ids(made),
        sit_outs=ids(noted),
        players=[player for seated in tables for player in seated],
        watching=list(sit_out),
        game=game,
        order=order,
        seed=seed,
    )


@transaction.atomic
def sit_out(
    session: Session, *, player: int, by: User | None = None, known: int | None = None
) -> SitOut:
    take_turn(session)
    noted = penalties.sit_out(session, player=player, known=known)
    note(session, ActionKind.SIT_OUT, by, players=[player], sit_outs=[noted.pk])
    return noted


@transaction.atomic
def call_off(match: Match, *, by: User | None) -> Match:
    """Nobody plays it after all; only while it has no rounds."""
    versions.bump_edition(match.session.season.club_id)
    take_turn(match.session)
    called_off = matches.call_off(match)
    seated = list(Seat.objects.filter(match=match).values_list("player", flat=True))
    note(match.session, ActionKind.CALL_OFF, by, matches=[match.pk], players=seated)
    return called_off


def take_turn(session: Session) -> None:
    """What is done at one evening is done one after the other. Rounds do not wait for it, so the
    lock leaves the key alone."""
    locked(Session.objects.all(), session.pk)


def note(session: Session, kind: ActionKind, by: User | None, **subject: Any) -> EveningAction:
    return EveningAction.objects.create(session=session, kind=kind, subject=subject, by=by)


def ids(rows: Collection[Any]) -> list[int]:
    return [row.pk for row in rows]


def playing(session: Session) -> set[int]:
    """Who sits at a table that has not finished."""
    running = Match.objects.filter(session=session, over=False, stopped_at=None)
    running = running.exclude(postponed_to__isnull=False, rounds_played__lte=F("postponed_after"))
    return set(Seat.objects.filter(match__in=running).values_list("player", flat=True))


def _sit_out(session: Session, player: int) -> SitOut:
    return ledger.sit_out(season_id=session.season_id, session_id=session.pk, player_id=player)


def _check_players(session: Session, players: Sequence[int]) -> None:
    if len(players) > MOST_PLAYERS:
        raise invalid("too_long", "players", _("There are too many players."))
    # locked: a player who is struck at this moment is either here or gone
    rows = session.season.club.players.filter(pk__in=players).order_by("pk")
    known = set(rows.select_for_update(no_key=True).values_list("pk", flat=True))
    faults = [
        Fault("unknown_player", f"players.{index}", _("The club has no such player."))
        for index, player in enumerate(players)
        if player not in known
    ]
    _refuse(faults)


def _check_seating(
    session: Session, tables: Sequence[Sequence[int]], sit_out: Sequence[int]
) -> None:
    if not tables:
        raise invalid("blank", "tables", _("There is no table to set."))
    places = {f"tables.{table}": seated for table, seated in enumerate(tables)}
    places["sit_out"] = sit_out
    stays, busy = presence.here(session), playing(session)
    present = {player.pk for player in stays}
    faults, seen = list[Fault](), set[int]()
    for path, players in places.items():
        for index, player in enumerate(players):
            faults += _faults(player, f"{path}.{index}", present, busy, seen)
            seen.add(player)
    _refuse(faults)


def _faults(
    player: int, path: str, present: Collection[int], busy: Collection[int], seen: Collection[int]
) -> list[Fault]:
    if player in seen:
        return [Fault("player_twice", path, _("A player sits at a table once."))]
    if player not in present:
        return [Fault("not_here", path, _("This player is not here."))]
    if player in busy:
        return [Fault("plays_already", path, _("This player sits at another table."))]
    return []


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
