"""Matches that people end before their rules do, and their resumption, from every door. At an
evening that is an entry in its log, which can be undone; a tournament has a log of its own."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction

from league.models import ActionKind, Match, Session, SittingTable, User
from league.operations.matches.correction_policy import Consent
from league.operations.results import stopped_matches
from league.operations.sessions import session_log, undo, undo_rules
from league.operations.sessions.undo_rules import Subject
from league.operations.support import versions


@transaction.atomic
def end(
    match: Match,
    *,
    forfeited: Collection[int] = (),
    without_result: bool = False,
    reason: str = "",
    seen_version: int | None = None,
    by: User | None,
) -> Match:
    """End a match: with places by the current totals, where those who forfeit come last, or
    without a result. Raise what `stopped_matches.stop` and `stopped_matches.abandon` raise."""
    is_action = not is_planned(match)
    if is_action:
        versions.bump_edition(match.session.season.club_id)
        session_log.lock_session(match.session)
    more = {"reason": reason, "seen_version": seen_version, "is_action": is_action, "by": by}
    return _end(match, forfeited, without_result, **more)


@transaction.atomic
def resume(
    match: Match,
    *,
    reason: str = "",
    confirmed: bool = False,
    seen_version: int | None = None,
    by: User | None,
) -> Match:
    """Resume an ended match, which undoes its end in the log of the evening."""
    undoes = []
    if not is_planned(match):
        versions.bump_edition(match.session.season.club_id)
        session_log.lock_session(match.session)
        undoes = [
            entry.pk
            for entry in undo.log_entries(match.session)
            if entry.kind == ActionKind.STOP
            and entry.undone_at is None
            and entry.subject["matches"] == [match.pk]
        ]
    return stopped_matches.resume(
        match,
        reason=reason,
        confirmed=confirmed,
        seen_version=seen_version,
        undoes=undoes,
        by=by,
    )


def is_planned(match: Match) -> bool:
    """Return whether the match belongs to a sitting of a tournament."""
    return SittingTable.objects.filter(match=match).exists()


def resume_all(matches: Sequence[int], by: User | None, consent: Consent) -> None:
    """Resume the given matches that are still ended."""
    ended = Match.objects.filter(pk__in=matches, stopped_at__isnull=False).order_by("pk")
    for match in ended.select_related("session__season__club"):
        stopped_matches.resume(match, **consent._asdict(), by=by)


def _end(
    match: Match,
    forfeited: Collection[int],
    without_result: bool,
    **more: Any,
) -> Match:
    if without_result:
        return stopped_matches.abandon(match, **more)
    return stopped_matches.stop(match, forfeited=forfeited, **more)


def _undo_stop(session: Session, subject: Subject, by: User | None, consent: Consent) -> None:
    resume_all(subject["matches"], by, consent)


def _stop(session: Session, subject: Subject, by: User | None) -> Subject:
    for match in Match.objects.filter(pk__in=subject["matches"]):
        forfeited = [subject["players"][seat] for seat in subject["forfeited"]]
        _end(match, forfeited, subject["without_result"], reason=subject["reason"], by=by)
    return {}


undo_rules.RESULT_RULES[ActionKind.STOP] = undo_rules.ResultRule(_undo_stop, _stop)
