"""Entries about matches in the log of their club."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.models import AuditKind, Match, User
from league.operations.audit import club_log
from league.operations.audit.club_log import Words

Values = Mapping[str, Any]


def record(
    match: Match,
    kind: AuditKind,
    *,
    by: User | None,
    players: Sequence[int],
    reason: str = "",
    before: Values | None = None,
    after: Values | None = None,
    undo_data: Values | None = None,
    **subject: Any,
) -> None:
    """Add an entry about a match of these players; the reason is erased with any of them.
    `undo_data` is as in AuditEntry."""
    season = match.session.season
    rows = {"season": season.pk, "session": match.session_id, "matches": [match.pk]}
    words = {"reason": Words(reason, players=players)} if reason else {}
    club_log.record(
        season.club_id,
        kind,
        by=by,
        subject={**rows, "players": players, **subject},
        before=before,
        after={**(after or {}), **words},
        undo_data=undo_data,
    )


def record_result(match: Match, players: Sequence[int], *, by: User | None) -> None:
    """Add an entry about the result that the last round has given a match."""
    after = {"scores": scores(match, players)}
    record(match, AuditKind.RESULT_ENTERED, by=by, players=players, after=after)


def scores(match: Match, players: Sequence[int]) -> list[list[int]]:
    """Return the player, total and place of each seat."""
    return [list(seat) for seat in zip(players, match.totals, match.places, strict=True)]
