"""The log of an evening, and how what stands there is taken back.

Entries are the actions of the desk and the versions of rounds, each with a `ref` of its own. What
came later and builds on an entry is undone with it, the latest first, or nothing is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.fields.json import KeyTransform
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound
from league.models import ActionKind, EveningAction, Match, Session, Submission, User
from league.operations.matches import matches, submissions
from league.operations.people import newcomers
from league.operations.sessions import presence, session_log
from league.operations.support import versions
from scoring import ledger
from scoring.models import SitOut

Subject = Mapping[str, Any]
ROUND, CORRECTION = "round", "correction"  # kinds of entries, beside ActionKind


@dataclass(frozen=True)
class Entry:
    """`subject` is that of an action; of a round `matches` (one), `number`, `version`, `scores`."""

    ref: str
    kind: str
    pk: int
    at: datetime
    by: User | None
    undone_at: datetime | None
    undone_by: User | None
    subject: Mapping[str, Any] = field(repr=False)

    @property
    def players(self) -> set[int]:
        return {*self.subject.get("players", ()), *self.subject.get("watching", ())}

    @property
    def is_round(self) -> bool:
        return self.kind in {ROUND, CORRECTION}


def entries(session: Session) -> list[Entry]:
    """The latest first."""
    return sorted([*_actions(session), *_rounds(session)], key=_order, reverse=True)


def find(session: Session, ref: str, among: Sequence[Entry] | None = None) -> Entry:
    listed = entries(session) if among is None else among
    found = next((entry for entry in listed if entry.ref == ref), None)
    if found is None:
        raise NotFound(_("There is nothing here."))
    return found


def dependents(entry: Entry, listed: Sequence[Entry]) -> list[Entry]:
    """What came later and builds on it, the latest first."""
    later = [each for each in listed if each.undone_at is None and _order(each) > _order(entry)]
    found: dict[str, Entry] = {}
    waiting = [entry]
    while waiting:
        under = waiting.pop()
        for each in later:
            if each.ref not in found and _order(each) > _order(under) and _builds_on(each, under):
                found[each.ref] = each
                waiting.append(each)
    return sorted(found.values(), key=_order, reverse=True)


@transaction.atomic
def undo(session: Session, ref: str, *, by: User | None, known: Sequence[str] = ()) -> Entry:
    """Conflict when it was undone already, or when it has dependents other than the `known` ones;
    its `problems` tell which."""
    versions.bump_edition(session.season.club_id)  # names may come and go
    session_log.take_turn(session)
    listed = entries(session)
    entry = find(session, ref, listed)
    if entry.undone_at is not None:
        raise Conflict(_("This was undone already."))
    with_it = dependents(entry, listed)
    if {each.ref for each in with_it} != set(known):
        problems = [Fault("depends", each.ref, each.kind).to_json() for each in with_it]
        raise Conflict(_("Something that came later builds on it."), problems)
    undone = [*with_it, entry]
    for each in undone:
        if not _goes_with(each, undone):
            _undo(session, each, by)
    return entry


@transaction.atomic
def redo(session: Session, ref: str, *, by: User | None) -> None:
    """Do again what was undone: noted as a new action, once."""
    versions.bump_edition(session.season.club_id)  # names may come and go
    session_log.take_turn(session)
    entry = find(session, ref)
    if entry.undone_at is None:
        raise Conflict(_("This was not undone."))
    if entry.is_round:
        _enter_again(entry, by)
        return
    again = EveningAction.objects.filter(session=session, subject__again=ref, undone_at=None)
    if again.exists():
        raise Conflict(_("This was done again already."))
    if entry.kind != ActionKind.ADD_PLAYER:
        newcomers.refuse_struck(entry.players)
    subject = {**entry.subject, "again": ref}
    subject |= RULES[entry.kind].redo(session, entry.subject)
    session_log.note(session, ActionKind(entry.kind), by, **subject)


def _actions(session: Session) -> Iterator[Entry]:
    rows = EveningAction.objects.filter(session=session)
    for row in rows.select_related("by", "undone_by"):
        yield Entry(
            ref=f"action-{row.pk}",
            kind=row.kind,
            pk=row.pk,
            at=row.at,
            by=row.by,
            undone_at=row.undone_at,
            undone_by=row.undone_by,
            subject=row.subject,
        )


def _rounds(session: Session) -> Iterator[Entry]:
    """One for each thing that somebody did: rounds that a correction judged anew go with it."""
    rows = sorted(_versions(session), key=lambda row: (row.match_id, row.submitted_at, row.number))
    for _key, group in groupby(rows, key=lambda row: (row.match_id, row.submitted_at)):
        first, *others = group
        yield _round(first)
        if not first.corrects:
            yield from (_round(row) for row in others)


def _versions(session: Session) -> Any:
    """Each with `corrects`: the round stood when this version came. Bodies may be long and stay."""
    standing = Q(withdrawn_at=None) | Q(withdrawn_at__gt=OuterRef("submitted_at"))
    before = Submission.every.filter(
        standing,
        match=OuterRef("match"),
        number=OuterRef("number"),
        version=OuterRef("version") - 1,
    )
    rows = Submission.every.filter(match__session=session).annotate(
        corrects=Exists(before), told=KeyTransform("scores", "verdict")
    )
    return rows.select_related("submitted_by", "withdrawn_by").defer("body", "verdict", "notices")


def _round(row: Any) -> Entry:
    return Entry(
        ref=f"round-{row.pk}",
        kind=CORRECTION if row.corrects else ROUND,
        pk=row.pk,
        at=row.submitted_at,
        by=row.submitted_by,
        undone_at=row.withdrawn_at,
        undone_by=row.withdrawn_by,
        subject={
            "matches": [row.match_id],
            "number": row.number,
            "version": row.version,
            "scores": row.told,
            "reason": row.reason,
        },
    )


def _order(entry: Entry) -> tuple[datetime, bool, int]:
    return entry.at, entry.is_round, entry.pk


def _builds_on(later: Entry, earlier: Entry) -> bool:
    shared = set(later.subject.get("matches", ())) & set(earlier.subject.get("matches", ()))
    if earlier.is_round:
        number = earlier.subject["number"]
        following = later.is_round and later.subject["number"]
        is_whole = earlier.kind == ROUND
        return bool(shared) and (following == number or (is_whole and following > number))
    if earlier.kind in {ActionKind.CHECK_IN, ActionKind.ADD_PLAYER}:
        return not later.is_round and bool(later.players & earlier.players)
    if earlier.kind == ActionKind.LEAVE:
        return later.kind == ActionKind.CHECK_IN and bool(later.players & earlier.players)
    return earlier.kind == ActionKind.SEAT and bool(shared)


def _goes_with(entry: Entry, undone: Sequence[Entry]) -> bool:
    """A correction goes with its round, when that is taken back whole."""
    return entry.kind == CORRECTION and any(
        each.kind == ROUND
        and each.subject["matches"] == entry.subject["matches"]
        and each.subject["number"] == entry.subject["number"]
        for each in undone
    )


def _undo(session: Session, entry: Entry, by: User | None) -> None:
    if entry.kind == ROUND:
        (match,) = entry.subject["matches"]
        submissions.withdraw(match, entry.subject["number"], by=by)
    elif entry.kind == CORRECTION:
        _correct_back(entry, by)
    else:
        RULES[entry.kind].undo(session, entry.subject)
        stamp = {"undone_at": timezone.now(), "undone_by": by}
        EveningAction.objects.filter(pk=entry.pk).update(**stamp)


def _correct_back(entry: Entry, by: User | None) -> None:
    """To the body before, as a version of its own: the rules have their say again."""
    (match,), number = entry.subject["matches"], entry.subject["number"]
    versions = Submission.objects.filter(match=match, number=number)
    before, undone = versions.filter(version__in=[entry.subject["version"] - n for n in (0, 1)])
    if submissions.find(before.match, number).body != undone.body:
        raise Conflict(_("The round has changed since you looked at it."))
    submissions.correct(match, number, before.body, by=by, reason=_("Correction undone"))


def _enter_again(entry: Entry, by: User | None) -> None:
    (match,) = entry.subject["matches"]
    taken = Submission.every.get(pk=entry.pk)
    submissions.submit(match, taken.body, by=by, number=taken.number)


def _undo_check_in(session: Session, subject: Subject) -> None:
    presence.strike(session, subject["stays"], subject["players"])


def _check_in(session: Session, subject: Subject) -> Subject:
    stays = presence.come(session, subject["players"])
    if not stays:
        raise Conflict(_("They are here already."))
    return {"stays": session_log.ids(stays), "players": [stay.player_id for stay in stays]}


def _undo_leave(session: Session, subject: Subject) -> None:
    presence.come(session, subject["players"])


def _leave(session: Session, subject: Subject) -> Subject:
    presence.leave(session, subject["players"])
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
    for noted in SitOut.objects.live().filter(pk__in=subject.get("sit_outs", ())):
        ledger.strike_sit_out(noted)


def _seat(session: Session, subject: Subject) -> Subject:
    for match in Match.every.filter(pk__in=subject["matches"]).order_by("pk"):
        matches.call_again(match)
    return _sit_out(session, {"players": subject.get("watching", ())})


def _undo_sit_out(session: Session, subject: Subject) -> None:
    _undo_seat(session, {"matches": (), **subject})


def _sit_out(session: Session, subject: Subject) -> Subject:
    noted = [
        ledger.sit_out(season_id=session.season_id, session_id=session.pk, player_id=player)
        for player in subject["players"]
    ]
    return {"sit_outs": session_log.ids(noted)}


def _undo_call_off(session: Session, subject: Subject) -> None:
    for match in Match.every.filter(pk__in=subject["matches"]):
        matches.call_again(match)


def _call_off(session: Session, subject: Subject) -> Subject:
    for match in Match.every.filter(pk__in=subject["matches"]):
        matches.call_off(match)
    return {}


class Rule(NamedTuple):
    """`redo` answers with what is another than the first time."""

    undo: Callable[[Session, Subject], None]
    redo: Callable[[Session, Subject], Subject]


RULES: Mapping[str, Rule] = {
    ActionKind.CHECK_IN: Rule(_undo_check_in, _check_in),
    ActionKind.LEAVE: Rule(_undo_leave, _leave),
    ActionKind.ADD_PLAYER: Rule(_undo_add_player, _add_player),
    ActionKind.SEAT: Rule(_undo_seat, _seat),
    ActionKind.SIT_OUT: Rule(_undo_sit_out, _sit_out),
    ActionKind.CALL_OFF: Rule(_undo_call_off, _call_off),
}
