"""The end of an evening: every open table gets one, the players are checked out, and the evening
counts as closed until another player or table comes. One entry in its log, which can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Invalid
from league.models import ActionKind, Match, Player, Session, User
from league.operations.matches import matches
from league.operations.matches.correction_policy import Consent
from league.operations.matches.table_numbers import NumberedMatch, numbered_matches
from league.operations.results import match_ends, open_matters, stopped_matches
from league.operations.results.open_matters import MatterKind, OpenMatter
from league.operations.sessions import presence, session_log, undo_rules
from league.operations.sessions.undo import LogEntry
from league.operations.sessions.undo_rules import Subject
from league.operations.support import versions, wording


class Ending(StrEnum):
    """Action for an open table when the evening is closed."""

    STOP = "stop"  # it ends with the result so far
    ABANDON = "abandon"  # it ends without a result
    CANCEL = "cancel"  # no round was played
    LEAVE = "leave"  # it stays open


@dataclass(frozen=True)
class OpenTable:
    """A table that is played; the first of the `choices` is what happens if nothing is chosen."""

    number: int
    match: Match
    players: Sequence[Player]
    choices: tuple[Ending, ...]


@dataclass(frozen=True)
class ClosingPlan:
    """Plan for closing an evening. Postponed tables stay postponed."""

    tables: Sequence[OpenTable]
    postponed: Sequence[NumberedMatch]
    present: Sequence[Player]
    matters: Sequence[OpenMatter]  # what stays open: postponed matches, results not settled


def plan(session: Session) -> ClosingPlan:
    """Return the open tables with their choices, and who is still checked in."""
    open_tables = [
        numbered_match
        for numbered_match in numbered_matches(session)
        if not numbered_match.match.ended
    ]
    open_tables.sort(key=lambda open_table: open_table.number)
    return ClosingPlan(
        [
            OpenTable(open_table.number, open_table.match, open_table.players, _choices(open_table))
            for open_table in open_tables
            if not open_table.match.is_postponed
        ],
        [open_table for open_table in open_tables if open_table.match.is_postponed],
        presence.present_players(session),
        [row for row in open_matters.of_session(session) if row.kind != MatterKind.RUNNING],
    )


def names(session: Session) -> list[str]:
    """Return the texts that close an evening by force: its date, as ISO 8601 or as pages show
    it."""
    at = session.starts_at.astimezone(ZoneInfo(session.season.club.timezone))
    return [at.date().isoformat(), wording.date(at, "j F Y")]


@transaction.atomic
def close(
    session: Session,
    endings: Mapping[int, Ending] | None = None,
    *,
    force: str = "",
    by: User | None,
) -> str:
    """Close the evening; return the `ref` of its entry in the log, or an empty text if it was
    closed already. `endings` has one for each open match, by its id; None takes the first choice of
    each. Raise Conflict for open tables that it lacks, and unless `force` is one of `names` if
    tables, disputes or proposed corrections stay open."""
    versions.bump_edition(session.season.club_id)
    session_log.lock_session(session)
    session.refresh_from_db(fields=["closed_at"])
    planned = plan(session)
    chosen = _chosen(planned, endings)
    stays_closed = endings is None or all(ending == Ending.LEAVE for _table, ending in chosen)
    if session.closed_at is not None and not planned.present and stays_closed:
        return ""
    open_matters.require_force(_blocking(session, planned, chosen), names(session), force)
    subject = _carry_out(session, planned, chosen, by)
    return session_log.record_action(session, ActionKind.CLOSE, by, **subject).ref


def closing_of(session: Session, entries: Sequence[LogEntry]) -> str:
    """Return the `ref` of the entry that closed the evening, to be undone; empty for an open
    one."""
    if session.closed_at is None:
        return ""
    closings = (entry for entry in entries if entry.kind == ActionKind.CLOSE)
    return next((entry.ref for entry in closings if entry.undone_at is None), "")


def _blocking(
    session: Session, planned: ClosingPlan, chosen: Sequence[tuple[OpenTable, Ending]]
) -> list[OpenMatter]:
    """Return what must not stay open without force. Postponed matches and confirmations have their
    own time."""
    kinds = {MatterKind.DISPUTED, MatterKind.PROPOSED}
    return [
        *(
            OpenMatter(MatterKind.RUNNING, session, table.match)
            for table, ending in chosen
            if ending == Ending.LEAVE
        ),
        *(matter for matter in planned.matters if matter.kind in kinds),
    ]


def _choices(table: NumberedMatch) -> tuple[Ending, ...]:
    """A table of a tournament is ended or withdrawn at the desk of the tournament."""
    if table.sitting is not None:
        return (Ending.LEAVE,)
    if table.match.rounds_played:
        return (Ending.STOP, Ending.ABANDON, Ending.LEAVE)
    return (Ending.CANCEL, Ending.LEAVE)


def _chosen(
    planned: ClosingPlan, endings: Mapping[int, Ending] | None
) -> list[tuple[OpenTable, Ending]]:
    """Return each open table with its ending; matches that have ended meanwhile need none."""
    chosen, faults = list[tuple[OpenTable, Ending]](), list[Fault]()
    for table in planned.tables:
        ending = table.choices[0] if endings is None else endings.get(table.match.pk)
        if ending is None:
            words = _("Table %(number)s has just been created: choose how it ends.")
            words %= {"number": table.number}
            raise Conflict(words, [Fault("table_undecided", "matches", words).to_json()])
        if ending not in table.choices:
            words = _("Table %(number)s cannot end like this now. Choose another ending.") % {
                "number": table.number
            }
            faults.append(Fault("not_a_choice", f"matches.{table.match.pk}", words))
        chosen.append((table, ending))
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
    return chosen


def _carry_out(
    session: Session,
    planned: ClosingPlan,
    chosen: Sequence[tuple[OpenTable, Ending]],
    by: User | None,
) -> dict[str, Any]:
    """Close the evening; return the subject of its entry in the log."""
    for table, ending in chosen:
        _end(table.match, ending, by)
    stays = presence.check_out(session, session_log.primary_keys(planned.present))
    session_log.set_closed(session, timezone.now())
    return {
        "matches": [table.match.pk for table, ending in chosen if ending != Ending.LEAVE],
        "endings": {str(table.match.pk): ending for table, ending in chosen},
        "players": [stay.player_id for stay in stays],
        "stays": session_log.primary_keys(stays),
    }


def _end(match: Match, ending: Ending, by: User | None) -> None:
    if ending == Ending.STOP:
        stopped_matches.stop(match, by=by)
    elif ending == Ending.ABANDON:
        stopped_matches.abandon(match, by=by)
    elif ending == Ending.CANCEL:
        matches.call_off(match)


def _undo_close(session: Session, subject: Subject, by: User | None, consent: Consent) -> None:
    session_log.set_closed(session, None)  # first: results of an open evening need no confirmation
    presence.check_in(session, subject["players"])
    match_ends.resume_all(subject["matches"], by, consent)
    cancelled = Match.every.filter(pk__in=subject["matches"], called_off_at__isnull=False)
    for match in cancelled.order_by("pk"):
        matches.undo_call_off(match)


def _close(session: Session, subject: Subject, by: User | None) -> Subject:
    planned = plan(session)
    endings = {table.match.pk: table.choices[0] for table in planned.tables}
    endings |= {int(match): Ending(ending) for match, ending in subject["endings"].items()}
    return _carry_out(session, planned, _chosen(planned, endings), by)


undo_rules.RESULT_RULES[ActionKind.CLOSE] = undo_rules.ResultRule(_undo_close, _close)
