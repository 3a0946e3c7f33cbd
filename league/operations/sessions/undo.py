"""The log of a session, and how its entries are undone and redone.

It is a view of the log of the club and of the versions of rounds; each entry has a `ref` of its
own. Later entries that build on an entry are undone with it, the latest first, or nothing is
undone. An undo is an entry of the club's log that refers to those which it undid.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound
from league.models import (
    ActionKind,
    AuditEntry,
    AuditKind,
    Presence,
    Seat,
    Session,
    Submission,
    User,
)
from league.operations.audit import club_log, entry_names, searches
from league.operations.matches import submissions
from league.operations.matches.correction_policy import Consent, correction_terms
from league.operations.people import newcomers
from league.operations.sessions import session_log, undo_rules
from league.operations.sessions.undo_rules import CLOCK, Subject
from league.operations.support import labels, versions
from scoring.models import SitOut

ROUND, CORRECTION = "round", "correction"  # kinds of entries, beside ActionKind
ENDS = {ActionKind.STOP, ActionKind.CLOSE, ActionKind.REPLAY}
SEATINGS = {
    ActionKind.SEAT,
    ActionKind.REPLAY,
    ActionKind.MERGE_TABLES,
    ActionKind.SPLIT_TABLE,
}
POSTPONING = {ActionKind.POSTPONE, ActionKind.PLAY_ON}
FOLLOWERS: Mapping[str, Collection[str]] = {  # kinds that build on a kind, at the same match
    **dict.fromkeys(POSTPONING, POSTPONING),
    ActionKind.SUBSTITUTE: {ROUND, ActionKind.SUBSTITUTE, *ENDS},
    ActionKind.RENUMBER: {ActionKind.RENUMBER},
    ActionKind.STOP: {ActionKind.REPLAY},
    ActionKind.CLOSE: {ActionKind.REPLAY},
}


@dataclass(frozen=True)
class LogEntry:
    """One entry of the log. `subject` has the ids of `players`, `watching` and `matches`, and the
    data to undo the action; for a round it has `matches` (one), `number`, `version` and `scores`.
    `pk` is the number of the entry in the club's log, or the id of the version."""

    ref: str
    kind: str
    pk: int
    at: datetime
    by: User | None
    undone_at: datetime | None
    undone_by: User | None
    subject: Mapping[str, Any] = field(repr=False)
    phone_of_table: int | None = None

    @property
    def by_words(self) -> str:
        """Return who did it: a name, or the phone of a table."""
        if self.phone_of_table is not None:
            return labels.phone_of_table(self.phone_of_table)
        return str(self.by) if self.by else ""

    @property
    def players(self) -> set[int]:
        return {*self.subject.get("players", ()), *self.subject.get("watching", ())}

    @property
    def is_round(self) -> bool:
        return self.kind in {ROUND, CORRECTION}


def log_entries(session: Session) -> list[LogEntry]:
    """Return the entries of the log, the latest first."""
    return sorted([*_actions(session), *_rounds(session)], key=_order, reverse=True)


def find_entry(session: Session, ref: str, among: Sequence[LogEntry] | None = None) -> LogEntry:
    """Return the entry with this ref; raise NotFound if there is none."""
    listed = log_entries(session) if among is None else among
    entry = next((entry for entry in listed if entry.ref == ref), None)
    if entry is None:
        raise NotFound(_("There is nothing here."))
    return entry


def dependents(entry: LogEntry, listed: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the later entries that build on this one, the latest first."""
    later = [
        later_entry
        for later_entry in listed
        if later_entry.undone_at is None and _order(later_entry) > _order(entry)
    ]
    result: dict[str, LogEntry] = {}
    waiting = [entry]
    while waiting:
        base = waiting.pop()
        for later_entry in later:
            if (
                later_entry.ref not in result
                and _order(later_entry) > _order(base)
                and _builds_on(later_entry, base)
            ):
                result[later_entry.ref] = later_entry
                waiting.append(later_entry)
    return sorted(result.values(), key=_order, reverse=True)


@transaction.atomic
def undo(
    session: Session,
    ref: str,
    *,
    by: User | None,
    expected_dependents: Sequence[str] = (),
    reason: str = "",
    confirmed: bool = False,
) -> LogEntry:
    """Undo an entry with its dependents. Raise Conflict if it was undone already, or if its
    dependents are others than the caller expects; the `problems` name them. `reason` and
    `confirmed` are for rounds of matches that have a result, as in `submissions.correct`."""
    versions.bump_edition(session.season.club_id)  # names of players may appear or disappear
    session_log.lock_session(session)
    listed = log_entries(session)
    entry = find_entry(session, ref, listed)
    if entry.undone_at is not None:
        raise Conflict(_("This action is already undone."))
    later_entries = dependents(entry, listed)
    if {later_entry.ref for later_entry in later_entries} != set(expected_dependents):
        problems = [
            Fault("depends", later_entry.ref, later_entry.kind).to_json()
            for later_entry in later_entries
        ]
        raise Conflict(_("A later action depends on this one. Undo both together."), problems)
    entries_to_undo = [*later_entries, entry]
    with club_log.as_one_act():
        for undone_entry in entries_to_undo:
            if not _is_undone_with(undone_entry, entries_to_undo):
                _undo(session, undone_entry, by, Consent(reason, confirmed))
    _log(session, AuditKind.SESSION_UNDO, entries_to_undo, by)
    return entry


@transaction.atomic
def redo(session: Session, ref: str, *, by: User | None) -> None:
    """Repeat an undone action, once; it is recorded as a new action."""
    versions.bump_edition(session.season.club_id)  # names of players may appear or disappear
    session_log.lock_session(session)
    listed = log_entries(session)
    entry = find_entry(session, ref, listed)
    if entry.undone_at is None:
        raise Conflict(_("This action has not been undone."))
    if entry.is_round:
        with club_log.as_one_act():
            _redo_round(entry, by)
        _log(session, AuditKind.SESSION_REDO, [entry], by)
        return
    if any(row.subject.get("again") == ref and row.undone_at is None for row in listed):
        raise Conflict(_("This action has already been redone."))
    if entry.kind != ActionKind.ADD_PLAYER:
        newcomers.refuse_struck(entry.players)
    subject = {**entry.subject, "again": entry.ref}
    with club_log.as_one_act():
        if rule := undo_rules.RESULT_RULES.get(entry.kind):
            subject |= rule.redo(session, entry.subject, by)
        else:
            subject |= undo_rules.RULES[entry.kind].redo(session, entry.subject)
    session_log.record_action(
        session, ActionKind(entry.kind), by, recorded_as=AuditKind.SESSION_REDO, **subject
    )


def _actions(session: Session) -> Iterator[LogEntry]:
    """Yield the actions in the log of the club about this session."""
    about = searches.about_sessions([session.pk])
    rows = list(AuditEntry.objects.filter(about).order_by("number"))
    actions = [row for row in rows if "action" in row.undo_data]
    undone_by = searches.undone_by(rows)
    accounts, players_of = entry_names.actors(rows), _player_finder(actions)
    for row in actions:
        undone = undone_by.get(row.number)
        yield LogEntry(
            ref=row.ref,
            kind=row.undo_data["action"],
            pk=row.number,
            at=row.at,
            by=accounts.get(row.by),
            phone_of_table=row.subject.get("phone_of_table"),
            undone_at=undone.at if undone else None,
            undone_by=accounts.get(undone.by) if undone else None,
            subject={**row.undo_data, "matches": row.subject.get("matches", []), **players_of(row)},
        )


def _player_finder(actions: Sequence[AuditEntry]) -> Callable[[AuditEntry], Subject]:
    """Return a function that finds the players of an action, and those who sit out, by its rows:
    they name the survivor of a merge, and no erased player."""
    ids = {
        name: {pk for action in actions for pk in action.undo_data.get(name, ())}
        for name in ("stays", "sit_outs")
    }
    match_ids = {pk for action in actions for pk in action.subject.get("matches", ())}
    stays = dict(Presence.objects.filter(pk__in=ids["stays"]).values_list("pk", "player"))
    sit_outs = dict(SitOut.objects.filter(pk__in=ids["sit_outs"]).values_list("pk", "player"))
    seats = defaultdict[int, list[int]](list)
    seated = Seat.objects.filter(match__in=match_ids).order_by("number")
    for match, player in seated.values_list("match", "player"):
        seats[match].append(player)

    def players_of(action: AuditEntry) -> Subject:
        sitting_out = [
            sit_outs[pk] for pk in action.undo_data.get("sit_outs", ()) if pk in sit_outs
        ]
        matches = action.subject.get("matches", ())
        at_tables = [player for match in matches for player in seats[match]]
        present = [stays[pk] for pk in action.undo_data.get("stays", ()) if pk in stays]
        if "stays" in action.undo_data:
            return {"players": present}
        if matches:
            return {"players": at_tables, "watching": sitting_out}
        return {"players": sitting_out}

    return players_of


def _rounds(session: Session) -> Iterator[LogEntry]:
    """Yield one entry per act of a person: rounds that a correction judged again belong to that
    entry."""
    rows = sorted(_versions(session), key=lambda row: (row.match_id, row.submitted_at, row.number))
    for _key, group in groupby(rows, key=lambda row: (row.match_id, row.submitted_at)):
        first, *others = group
        yield _round(first)
        if not first.corrects:
            yield from (_round(row) for row in others)


def _versions(session: Session) -> Any:
    """Return the versions of rounds with `corrects`: whether the round existed when this version
    came. Bodies may be long and are not loaded."""
    standing = Q(withdrawn_at=None) | Q(withdrawn_at__gt=OuterRef("submitted_at"))
    before = Submission.every.filter(
        standing,
        match=OuterRef("match"),
        number=OuterRef("number"),
        version=OuterRef("version") - 1,
    )
    rows = Submission.every.filter(match__session=session).annotate(
        corrects=Exists(before), round_scores=KeyTransform("scores", "verdict")
    )
    return rows.select_related("submitted_by", "withdrawn_by").defer("body", "verdict", "notices")


def _round(row: Any) -> LogEntry:
    return LogEntry(
        ref=f"round-{row.pk}",
        kind=CORRECTION if row.corrects else ROUND,
        pk=row.pk,
        at=row.submitted_at,
        by=row.submitted_by if row.phone_of_table is None else None,
        phone_of_table=row.phone_of_table,
        undone_at=row.withdrawn_at,
        undone_by=row.withdrawn_by,
        subject={
            "matches": [row.match_id],
            "number": row.number,
            "version": row.version,
            "scores": row.round_scores,
            "reason": row.reason,
        },
    )


def _order(entry: LogEntry) -> tuple[datetime, bool, int]:
    return entry.at, entry.is_round, entry.pk


def _builds_on(later: LogEntry, earlier: LogEntry) -> bool:
    if earlier.is_round:
        return _builds_on_round(later, earlier)
    if earlier.kind in {ActionKind.CHECK_IN, ActionKind.ADD_PLAYER}:
        return not later.is_round and bool(later.players & earlier.players)
    if earlier.kind == ActionKind.LEAVE:
        return later.kind == ActionKind.CHECK_IN and bool(later.players & earlier.players)
    if earlier.kind == ActionKind.STOP and later.kind == ActionKind.SEAT:
        return later.subject.get("continues") in earlier.subject["matches"]
    if earlier.kind == ActionKind.QUEUE:
        return later.kind == ActionKind.QUEUE
    if earlier.kind in CLOCK:
        return later.kind in CLOCK and later.subject["matches"] == earlier.subject["matches"]
    if earlier.kind in SEATINGS:
        return _shares_match(later, earlier)
    return later.kind in FOLLOWERS.get(earlier.kind, ()) and _shares_match(later, earlier)


def _builds_on_round(later: LogEntry, earlier: LogEntry) -> bool:
    if not _shares_match(later, earlier):
        return False
    if later.kind == ActionKind.SUBSTITUTE:
        return earlier.kind == ROUND
    number = earlier.subject["number"]
    following = later.is_round and later.subject["number"]
    is_whole = earlier.kind == ROUND
    return later.kind in ENDS or following == number or (is_whole and following > number)


def _shares_match(later: LogEntry, earlier: LogEntry) -> bool:
    matches = later.subject.get("matches", ())
    return not set(matches).isdisjoint(earlier.subject.get("matches", ()))


def _is_undone_with(entry: LogEntry, entries_to_undo: Sequence[LogEntry]) -> bool:
    """Return whether a correction is undone with its whole round."""
    return entry.kind == CORRECTION and any(
        undone_entry.kind == ROUND
        and undone_entry.subject["matches"] == entry.subject["matches"]
        and undone_entry.subject["number"] == entry.subject["number"]
        for undone_entry in entries_to_undo
    )


def _undo(session: Session, entry: LogEntry, by: User | None, consent: Consent) -> None:
    if entry.kind == ROUND:
        (match,) = entry.subject["matches"]
        submissions.withdraw(match, entry.subject["number"], by=by, **consent._asdict())
    elif entry.kind == CORRECTION:
        _undo_correction(entry, by, consent)
    else:
        if rule := undo_rules.RESULT_RULES.get(entry.kind):
            rule.undo(session, entry.subject, by, consent)
        else:
            undo_rules.RULES[entry.kind].undo(session, entry.subject)


def _undo_correction(entry: LogEntry, by: User | None, consent: Consent) -> None:
    """Submit the previous body as a new version, judged by the rules."""
    (match,), number = entry.subject["matches"], entry.subject["number"]
    versions = Submission.objects.filter(match=match, number=number)
    before, current = versions.filter(version__in=[entry.subject["version"] - n for n in (0, 1)])
    if submissions.find(before.match, number).body != current.body:
        raise Conflict(_("The round has changed since you opened it."))
    if not correction_terms(before.match).needs_reason:
        consent = consent._replace(reason=consent.reason or _("Correction undone"))
    submissions.correct(match, number, before.body, by=by, **consent._asdict())


def _redo_round(entry: LogEntry, by: User | None) -> None:
    (match,) = entry.subject["matches"]
    withdrawn = Submission.every.get(pk=entry.pk)
    submissions.submit(match, withdrawn.body, by=by, number=withdrawn.number)


def _log(session: Session, kind: AuditKind, entries: Sequence[LogEntry], by: User | None) -> None:
    """Add one entry to the log of the club about these entries of the evening's log."""
    players = {player for entry in entries for player in entry.players}
    match_ids = {match for entry in entries for match in entry.subject.get("matches", ())}
    subject = {
        "season": session.season_id,
        "session": session.pk,
        "matches": sorted(match_ids),
        "players": sorted(players),
        "refs": [entry.ref for entry in entries],
    }
    after = {"acts": [entry.kind for entry in entries]}
    undone = [entry.pk for entry in entries if not entry.is_round]
    undo_data = {"undoes": undone} if undone else None
    club_log.record(
        session.season.club_id, kind, by=by, subject=subject, after=after, undo_data=undo_data
    )
