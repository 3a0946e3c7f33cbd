"""Matches that people end before their rules do, and their resumption, from every door. At an
evening that is an entry in its log, which can be undone; a tournament has a log of its own."""

from collections.abc import Collection, Sequence

from django.db import transaction

from league.models import ActionKind, Match, Session, SittingTable, User
from league.operations.matches import rounds_sql
from league.operations.matches.correction_policy import Consent
from league.operations.results import stops
from league.operations.sessions import session_log, undo
from league.operations.sessions.undo import Subject
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
    without a result. Raise what `stops.stop` and `stops.abandon` raise."""
    if is_planned(match):
        return _end(match, forfeited, without_result, reason, seen_version, by)
    versions.bump_edition(match.session.season.club_id)
    session_log.lock_session(match.session)
    ended = _end(match, forfeited, without_result, reason, seen_version, by)
    session_log.add_action(
        match.session,
        ActionKind.STOP,
        by,
        matches=[match.pk],
        players=players_of(ended),
        forfeited=list(ended.forfeits),
        without_result=without_result,
        reason=ended.stop_reason,
    )
    return ended


@transaction.atomic
def resume(
    match: Match,
    *,
    reason: str = "",
    confirmed: bool = False,
    seen_version: int | None = None,
    by: User | None,
) -> Match:
    """Resume an ended match; the entry in the log of the evening counts as undone."""
    if not is_planned(match):
        versions.bump_edition(match.session.season.club_id)
        session_log.lock_session(match.session)
        session_log.mark_undone(match, ActionKind.STOP, by=by)
    return stops.resume(match, reason=reason, confirmed=confirmed, seen_version=seen_version, by=by)


def is_planned(match: Match) -> bool:
    """Return whether the match belongs to a sitting of a tournament."""
    return SittingTable.objects.filter(match=match).exists()


def players_of(match: Match) -> list[int]:
    """Return the ids of the players in seat order."""
    return [seat.player_id for seat in rounds_sql.seated_players([match.pk])[match.pk]]


def resume_all(matches: Sequence[int], by: User | None, consent: Consent) -> None:
    """Resume the given matches that are still ended."""
    ended = Match.objects.filter(pk__in=matches, stopped_at__isnull=False).order_by("pk")
    for match in ended.select_related("session__season__club"):
        stops.resume(match, **consent._asdict(), by=by)


def _end(
    match: Match,
    forfeited: Collection[int],
    without_result: bool,
    reason: str,
    seen_version: int | None,
    by: User | None,
) -> Match:
    if without_result:
        return stops.abandon(match, reason=reason, seen_version=seen_version, by=by)
    return stops.stop(match, forfeited=forfeited, reason=reason, seen_version=seen_version, by=by)


def _undo_stop(session: Session, subject: Subject, by: User | None, consent: Consent) -> None:
    resume_all(subject["matches"], by, consent)


def _stop(session: Session, subject: Subject, by: User | None) -> Subject:
    for match in Match.objects.filter(pk__in=subject["matches"]):
        _end(
            match,
            subject["forfeited"],
            subject["without_result"],
            subject["reason"],
            None,
            by,
        )
    return {}


undo.RESULT_RULES[ActionKind.STOP] = undo.ResultRule(_undo_stop, _stop)
