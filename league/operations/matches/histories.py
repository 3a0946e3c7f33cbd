"""Matches that were played elsewhere come in with all versions of their rounds, each judged by the
rules as it was when it was submitted. With `submissions` the writer of Submission.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.base import Verdict
from league.errors import Fault, Invalid, invalid
from league.models import Match, Submission, User
from league.operations.matches import rounds_sql, submissions


class Told(NamedTuple):
    """A version of a round, as the other server accepted it."""

    number: int
    version: int
    body: Mapping[str, Any]
    evidence: str
    scores: Sequence[int]
    reason: str
    by: User | None
    at: datetime


class Stop(NamedTuple):
    """How people ended a match before its rules did; `forfeits` are ids of players."""

    at: datetime
    reason: str
    forfeits: Sequence[int]
    without_result: bool


def restore(
    match: Match, told: Sequence[Told], *, version: int, stopped: Stop | None = None
) -> Match:
    """Store `told`, in the order of submission, as the history of a match that has none.

    Later rounds do not change what is said of earlier ones: so the match is judged only where a
    correction is about to change it, and at the end.
    """
    history = _History(match)
    if stopped is not None:
        _stop(match, stopped, [player.player_id for player in history.players], bool(told))
    for index, row in enumerate(told):
        history.add(index, row)
    if told:
        verdict = history.judge()
        Submission.objects.bulk_create(history.rows)
        match.version = version - 1
        submissions.store_verdict(match, history.players, verdict)
    else:  # all its rounds were taken back
        match.version = version
        match.save(update_fields=["version"])
    return match


def _stop(match: Match, stopped: Stop, seated: Sequence[int], is_played: bool) -> None:
    """As operations.stops would; what follows from it comes with the rounds."""
    wrong = not set(stopped.forfeits) < set(seated) or (
        stopped.without_result and bool(stopped.forfeits)
    )
    if wrong or not (is_played or stopped.without_result):
        words = _("A match is not stopped like this.")
        raise invalid("bad_stop", "stopped", words)
    match.stopped_at, match.stop_reason = stopped.at, stopped.reason
    match.forfeits, match.over = sorted(set(stopped.forfeits)), not stopped.without_result
    match.save(update_fields=["stopped_at", "stop_reason", "forfeits"])


class _History:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.players = rounds_sql.seated_players([match.pk])[match.pk]
        self.bodies: list[Mapping[str, Any]] = []
        self.versions: list[int] = []
        self.waiting: list[tuple[int, Told]] = []  # for the next verdict
        self.rows: list[Submission] = []

    def add(self, index: int, row: Told) -> None:
        at = row.number - 1
        if (at, row.version) == (len(self.bodies), 1):
            self.bodies.append(row.body)
            self.versions.append(1)
        elif at < len(self.bodies) and row.version == self.versions[at] + 1:
            if row.body != self.bodies[at]:
                self.judge()
                self.bodies[at] = row.body
            self.versions[at] += 1
        else:
            message = _("Round %(number)s cannot have its version %(version)s here.")
            words = message % {"number": row.number, "version": row.version}
            raise invalid("out_of_order", f"submissions.{index}", words)
        self.waiting.append((index, row))

    def judge(self) -> Verdict:
        """What the rules say of the match by now is the verdict on what waits for it."""
        last = self.waiting[-1][0] if self.waiting else 0
        try:
            verdict = submissions.judge_or_refuse(self.match, self.players, self.bodies)
        except Invalid as error:
            problems = [{**each, "path": _path(last, each["path"])} for each in error.problems]
            raise Invalid(error.detail, problems) from None
        for index, row in self.waiting:
            self.rows.append(self._stored(index, row, verdict))
        self.waiting.clear()
        return verdict

    def _stored(self, index: int, row: Told, verdict: Verdict) -> Submission:
        stored = submissions.version_of(self.match, row.number, row.version, row.body, verdict)
        for name, found in (("evidence", stored.evidence), ("scores", stored.scores)):
            if getattr(row, name) != found:
                message = _("By the rules of the game this is %(found)s.") % {"found": found}
                path = f"submissions.{index}.{name}"
                raise Invalid(message, [Fault(f"other_{name}", path, message).to_json()])
        stored.reason, stored.submitted_by, stored.submitted_at = row.reason, row.by, row.at
        return stored


def _path(index: int, path: str) -> str:
    """A problem in the match as it stood after this submission."""
    return f"submissions.{index}.{path}".rstrip(".")
