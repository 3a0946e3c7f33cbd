"""Somebody says that a result is wrong, and organisers decide; the only writer of Dispute. With
submissions and stops a writer of how a match stands, where a decision leaves it without a result.
"""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import Dispute, IncidentKind, Match, Outcome, User
from league.operations.matches import match_results, rounds_sql, submissions
from league.operations.results import match_locking
from league.operations.results.confirmations import Speaker
from league.operations.results.match_locking import Held
from league.operations.webhooks import events
from scoring import ledger

LONGEST = 300
UNDECIDED: dict[str, Any] = {
    "decided_at": None,
    "decided_by": None,
    "outcome": "",
    "words": "",
    "before": {},
}


@transaction.atomic
def open_(
    match: Match, who: Speaker, *, reason: str, by: User | None, seen_version: int | None = None
) -> Dispute:
    """The result is provisional until this is withdrawn or decided. Conflict while the same player
    disputes it already."""
    held = match_locking.hold(match, seen_version)
    reason = _text(reason, "reason")
    if not reason:
        raise invalid("blank", "reason", _("Say what is wrong."))
    match_results.refuse_without(held.match)
    submissions.refuse_locked(held.match)
    if who.player is not None and _open_ones(held.match).filter(player=who.player).exists():
        words = _("This player disputes this result already.")
        raise Conflict(words, [Fault("disputed_already", "player", words).to_json()])
    made = Dispute.objects.create(
        match=held.match,
        result=held.match.result,
        player_id=who.player,
        reason=reason,
        opened_by=by,
    )
    _count(held)
    events.match_disputed(made)
    held.note(IncidentKind.DISPUTE, by, reason, who.player)
    return made


@transaction.atomic
def withdraw(dispute: Dispute, *, by: User | None, seen_version: int | None = None) -> Dispute:
    """Whoever opened it has nothing to say against the result any more."""
    held, found = _take(dispute, seen_version)
    _refuse_closed(found)
    _stamp(found, withdrawn_at=timezone.now(), withdrawn_by=by)
    _count(held)
    held.note(IncidentKind.UNDISPUTE, by, found.reason, found.player_id)
    return found


@transaction.atomic
def decide(
    dispute: Dispute,
    *,
    outcome: str,
    words: str = "",
    by: User | None,
    seen_version: int | None = None,
) -> Dispute:
    """`upheld`: the result stands. `corrected`: a round was corrected meanwhile. `void`: the match
    has no result, as if it had been abandoned."""
    held, found = _take(dispute, seen_version)
    words = _text(words, "words")
    _refuse_closed(found)
    match_results.refuse_without(held.match)
    if outcome == Outcome.CORRECTED and held.match.result == found.result:
        told = _("Nothing was corrected since this dispute was opened.")
        raise Conflict(told, [Fault("nothing_corrected", "outcome", told).to_json()])
    before = _void(held.match, words) if outcome == Outcome.VOID else {}
    decided = {"decided_at": timezone.now(), "decided_by": by}
    _stamp(found, outcome=outcome, words=words, before=before, **decided)
    _count(held)
    events.match_decided(found)
    held.note(IncidentKind.DECIDE, by, words or found.reason, found.player_id)
    return found


@transaction.atomic
def reopen(dispute: Dispute, *, by: User | None, seen_version: int | None = None) -> Dispute:
    """As it was before it was decided or withdrawn: a match that had lost its result has it again,
    with all that was confirmed."""
    held, found = _take(dispute, seen_version)
    if found.is_open:
        raise Conflict(_("This dispute is open."))
    if found.outcome == Outcome.VOID:
        _restore(held.match, found.before)
    try:
        with transaction.atomic():
            _stamp(found, withdrawn_at=None, withdrawn_by=None, **UNDECIDED)
    except IntegrityError:
        raise Conflict(_("This player disputes this result already.")) from None
    _count(held)
    held.note(IncidentKind.UNDECIDE, by, found.reason, found.player_id)
    return found


def _take(dispute: Dispute, seen_version: int | None) -> tuple[Held, Dispute]:
    held = match_locking.hold(dispute.match, seen_version)
    submissions.refuse_locked(held.match)
    found = Dispute.objects.select_related("player").get(pk=dispute.pk)
    found.match = held.match
    return held, found


def _refuse_closed(dispute: Dispute) -> None:
    if not dispute.is_open:
        words = _("This dispute is not open any more.")
        raise Conflict(words, [Fault("dispute_closed", "", words).to_json()])


def _stamp(dispute: Dispute, **columns: Any) -> None:
    for name, value in columns.items():
        setattr(dispute, name, value)
    dispute.save(update_fields=list(columns))


def _count(held: Held) -> None:
    """A new version of the match, and of the tables that show whether it is final."""
    match = held.match
    match.disputed = _open_ones(match).count()
    match.version += 1
    Match.objects.filter(pk=match.pk).update(disputed=match.disputed, version=match.version)
    ledger.tell_again(match.session.season_id, match.game)


def _open_ones(match: Match) -> "QuerySet[Dispute]":
    return Dispute.objects.filter(match=match, withdrawn_at=None, decided_at=None)


def _void(match: Match, words: str) -> dict[str, Any]:
    """How it stood, in seats; then it is stopped without a result."""
    seats = [player.player_id for player in rounds_sql.seated_players([match.pk])[match.pk]]
    before = {
        "stopped_at": match.stopped_at and match.stopped_at.isoformat(),
        "stop_reason": match.stop_reason,
        "forfeits": [seats.index(player) for player in match.forfeits],
        "result_at": match.result_at and match.result_at.isoformat(),
    }
    match.stopped_at, match.stop_reason = timezone.now(), words[:200]
    match.forfeits, match.over = [], False
    _settle(match)
    return before


def _restore(match: Match, before: dict[str, Any]) -> None:
    seats = [player.player_id for player in rounds_sql.seated_players([match.pk])[match.pk]]
    match.stopped_at = _moment(before["stopped_at"])
    match.stop_reason = before["stop_reason"]
    match.forfeits = sorted(seats[seat] for seat in before["forfeits"])
    match.over = match.stopped_at is not None
    _settle(match)
    match.result_at = _moment(before["result_at"])
    Match.objects.filter(pk=match.pk).update(result_at=match.result_at)


def _settle(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(
        stopped_at=match.stopped_at, stop_reason=match.stop_reason, forfeits=match.forfeits
    )
    players = rounds_sql.seated_players([match.pk])[match.pk]
    bodies = [row.body for row in match.submissions.current()]
    submissions.store_verdict(match, players, submissions.judge_or_refuse(match, players, bodies))


def _moment(told: str | None) -> Any:
    return told and parse_datetime(told)


def _text(told: str, path: str) -> str:
    told = " ".join(told.split())
    if len(told) > LONGEST:
        words = _("At most %(most)s characters.") % {"most": LONGEST}
        raise invalid("too_long", path, words)
    return told
