"""The undo and redo of each kind of action at the desk of a session. Callers hold the lock of the
session (undo.py). Rooms above this one, and other modules of this room, add their own rules.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import (
    ActionKind,
    Match,
    Session,
    User,
)
from league.operations.matches import matches, postponed_matches, submissions
from league.operations.matches.correction_policy import Consent
from league.operations.matches.postponed_matches import Postponement
from league.operations.people import newcomers
from league.operations.sessions import clocks, presence, session_log
from league.operations.sessions.session_log import QueueSettings
from scoring import ledger
from scoring.models import SitOut

Subject = Mapping[str, Any]
CLOCK = {kind for kind in ActionKind if kind.startswith("clock_")}


def _undo_check_in(session: Session, subject: Subject) -> None:
    presence.strike(session, subject["stays"], subject["players"])


def _check_in(session: Session, subject: Subject) -> Subject:
    stays = presence.check_in(session, subject["players"])
    if not stays:
        raise Conflict(_("These players are already checked in."))
    return {"stays": session_log.primary_keys(stays), "players": [stay.player_id for stay in stays]}


def _undo_leave(session: Session, subject: Subject) -> None:
    presence.check_in(session, subject["players"])


def _leave(session: Session, subject: Subject) -> Subject:
    presence.check_out(session, subject["players"])
    return {}


def _undo_add_player(session: Session, subject: Subject) -> None:
    _undo_check_in(session, subject)
    newcomers.strike(subject["players"])


def _add_player(session: Session, subject: Subject) -> Subject:
    newcomers.restore(subject["players"])
    return _check_in(session, subject)


def _undo_seat(session: Session, subject: Subject) -> None:
    for match in Match.every.filter(pk__in=subject["matches"]).order_by("pk"):
        matches.call_off(match)
    for sit_out in SitOut.objects.live().filter(pk__in=subject.get("sit_outs", ())):
        ledger.void_sit_out(sit_out)


def _seat(session: Session, subject: Subject) -> Subject:
    for match in Match.every.filter(pk__in=subject["matches"]).order_by("pk"):
        matches.undo_call_off(match)
    clocks.start_with_tables(session, subject["matches"])
    return _sit_out(session, {"players": subject.get("watching", ())})


def _undo_sit_out(session: Session, subject: Subject) -> None:
    _undo_seat(session, {"matches": (), **subject})


def _sit_out(session: Session, subject: Subject) -> Subject:
    sit_outs = [
        ledger.record_sit_out(season_id=session.season_id, session_id=session.pk, player_id=player)
        for player in subject["players"]
    ]
    return {"sit_outs": session_log.primary_keys(sit_outs)}


def _undo_call_off(session: Session, subject: Subject) -> None:
    for match in Match.every.filter(pk__in=subject["matches"]):
        matches.undo_call_off(match)


def _call_off(session: Session, subject: Subject) -> Subject:
    for match in Match.every.filter(pk__in=subject["matches"]):
        matches.call_off(match)
    return {}


def _undo_renumber(session: Session, subject: Subject) -> None:
    _renumber(session, {**subject, "table": subject["before"]})


def _renumber(session: Session, subject: Subject) -> Subject:
    for match in Match.objects.filter(pk__in=subject["matches"]):
        matches.renumber_table(match, subject["table"])
    return {}


def _undo_clock(session: Session, subject: Subject) -> None:
    _change_clock(session, subject, from_="after", to="before")


def _redo_clock(session: Session, subject: Subject) -> Subject:
    _change_clock(session, subject, from_="before", to="after")
    return {}


def _change_clock(session: Session, subject: Subject, *, from_: str, to: str) -> None:
    """Change the clock of the evening, or of the table that the action was about; raise Conflict if
    it is not the expected one."""
    owner: Session | Match = session
    if subject["matches"]:
        owner = Match.every.select_related("session").get(pk=subject["matches"][0])
    if clocks.state(clocks.find(owner)) != subject[from_]:
        raise Conflict(_("The clock has changed since then."))
    clocks.restore(owner, subject[to])


class ResultRule(NamedTuple):
    """Undo and redo of an action that ends matches; changing a result needs the consent required by
    the season. `redo` returns the changed parts of the subject."""

    undo: Callable[[Session, Subject, User | None, Consent], None]
    redo: Callable[[Session, Subject, User | None], Subject]


# operations.results adds its rules here, since that room stands above this one
RESULT_RULES: dict[str, ResultRule] = {}


def _undo_postponement(session: Session, subject: Subject) -> None:
    _change_postponement(subject, from_="after", to="before")


def _postpone(session: Session, subject: Subject) -> Subject:
    _change_postponement(subject, from_="before", to="after")
    return {}


def _change_postponement(subject: Subject, *, from_: str, to: str) -> None:
    """Change the postponement of the match; raise Conflict if it is not the expected one."""
    match = submissions.lock_match(subject["matches"][0])
    if match.ended:
        raise Conflict(
            _(
                "This match has ended: it cannot be postponed. Resume it or undo its last "
                "round first."
            )
        )
    if postponed_matches.postponement_of(match) != Postponement(*subject[from_]):
        raise Conflict(_("The match has changed since you opened it."))
    postponed_matches.save(match, Postponement(*subject[to]))


def _undo_queue(session: Session, subject: Subject) -> None:
    _change_queue(session, from_=subject["after"], to=subject["before"])


def _queue(session: Session, subject: Subject) -> Subject:
    _change_queue(session, from_=subject["before"], to=subject["after"])
    return {}


def _change_queue(session: Session, *, from_: Sequence[Any], to: Sequence[Any]) -> None:
    """Change the queue play of the session; raise Conflict if it is not the expected one."""
    session.refresh_from_db(fields=["queue_since", "queue_game", "queue_size"])
    if session_log.queue_settings(session).to_json() != list(from_):
        raise Conflict(_("Queue play has just changed: switch it on or off in “Manage evening”."))
    since, game, size = to
    session_log.set_queue(
        session, QueueSettings(since and datetime.fromisoformat(since), game, size)
    )


class UndoRule(NamedTuple):
    """Undo and redo of an action; `redo` returns the changed parts of the subject."""

    undo: Callable[[Session, Subject], None]
    redo: Callable[[Session, Subject], Subject]


# table_changes adds its rules here
RULES: dict[str, UndoRule] = {
    ActionKind.CHECK_IN: UndoRule(_undo_check_in, _check_in),
    ActionKind.LEAVE: UndoRule(_undo_leave, _leave),
    ActionKind.ADD_PLAYER: UndoRule(_undo_add_player, _add_player),
    ActionKind.SEAT: UndoRule(_undo_seat, _seat),
    ActionKind.SIT_OUT: UndoRule(_undo_sit_out, _sit_out),
    ActionKind.CALL_OFF: UndoRule(_undo_call_off, _call_off),
    ActionKind.RENUMBER: UndoRule(_undo_renumber, _renumber),
    ActionKind.POSTPONE: UndoRule(_undo_postponement, _postpone),
    ActionKind.PLAY_ON: UndoRule(_undo_postponement, _postpone),
    **dict.fromkeys(CLOCK, UndoRule(_undo_clock, _redo_clock)),
    ActionKind.QUEUE: UndoRule(_undo_queue, _queue),
}
