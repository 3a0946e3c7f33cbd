"""Import of matches that were played on another server, with all versions of their rounds. Each
version is judged by the rules in the state in which it was submitted. Like `submissions` it writes
Submission."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.base import Verdict
from league.errors import Fault, Invalid, invalid
from league.models import Match, Submission, User
from league.operations.matches import judging, rounds_sql, submissions


class RoundVersion(NamedTuple):
    """A version of a round, as the other server accepted it."""

    number: int
    version: int
    body: Mapping[str, Any]
    evidence: str
    scores: Sequence[int]
    reason: str
    by: User | None
    phone_of_table: int | None
    at: datetime


class Stop(NamedTuple):
    """The end of a match by people instead of its rules; `forfeits` are ids of players."""

    at: datetime
    reason: str
    forfeits: Sequence[int]
    without_result: bool


def restore(
    match: Match, versions: Sequence[RoundVersion], *, version: int, stop: Stop | None = None
) -> Match:
    """Store `versions`, in the order of submission, as the history of a match that has none.

    Later rounds do not change the verdict on earlier ones: so the match is judged only where a
    correction is about to change it, and at the end.
    """
    history = _History(match)
    if stop is not None:
        _stop(match, stop, [player.player_id for player in history.players], bool(versions))
    for index, round_version in enumerate(versions):
        history.add(index, round_version)
    if versions:
        verdict = history.judge()
        Submission.objects.bulk_create(history.rows)
        match.version = version - 1
        submissions.store_verdict(match, history.players, verdict)
    else:  # all its rounds were withdrawn
        match.version = version
        match.save(update_fields=["version"])
    return match


def _stop(match: Match, stop: Stop, player_ids: Sequence[int], is_played: bool) -> None:
    """Store the stop of the match as operations.stops would; its consequences follow with the
    rounds."""
    is_wrong = not set(stop.forfeits) < set(player_ids) or (
        stop.without_result and bool(stop.forfeits)
    )
    if is_wrong or not (is_played or stop.without_result):
        words = _("A match cannot be stopped like this.")
        raise invalid("bad_stop", "stopped", words)
    match.stopped_at, match.stop_reason = stop.at, stop.reason
    match.forfeits, match.over = sorted(set(stop.forfeits)), not stop.without_result
    match.save(update_fields=["stopped_at", "stop_reason", "forfeits"])


class _History:
    """The versions of the rounds of a match, added one by one and judged together."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.players = rounds_sql.seated_players([match.pk])[match.pk]
        self.bodies: list[Mapping[str, Any]] = []
        self.versions: list[int] = []
        self.waiting: list[tuple[int, RoundVersion]] = []  # for the next verdict
        self.rows: list[Submission] = []

    def add(self, index: int, version: RoundVersion) -> None:
        """Add a version of a round; raise Invalid if it cannot follow those before it."""
        round_index = version.number - 1
        if (round_index, version.version) == (len(self.bodies), 1):
            self.bodies.append(version.body)
            self.versions.append(1)
        elif round_index < len(self.bodies) and version.version == self.versions[round_index] + 1:
            if version.body != self.bodies[round_index]:
                self.judge()
                self.bodies[round_index] = version.body
            self.versions[round_index] += 1
        else:
            message = _("Version %(version)s of round %(number)s is out of order here.")
            words = message % {"number": version.number, "version": version.version}
            raise invalid("out_of_order", f"submissions.{index}", words)
        self.waiting.append((index, version))

    def judge(self) -> Verdict:
        """Judge the match as it stands and give that verdict to all versions that wait for one."""
        last_index = self.waiting[-1][0] if self.waiting else 0
        try:
            verdict = judging.judge_or_refuse(self.match, self.players, self.bodies)
        except Invalid as error:
            problems = [
                {**problem, "path": _path(last_index, problem["path"])}
                for problem in error.problems
            ]
            raise Invalid(error.detail, problems) from None
        for index, round_version in self.waiting:
            self.rows.append(self._stored(index, round_version, verdict))
        self.waiting.clear()
        return verdict

    def _stored(self, index: int, version: RoundVersion, verdict: Verdict) -> Submission:
        """Return the row of a version; raise Invalid if the other server judged it differently."""
        submission = submissions.version_of(
            self.match, version.number, version.version, version.body, verdict
        )
        for name, value in (("evidence", submission.evidence), ("scores", submission.scores)):
            if getattr(version, name) != value:
                message = _("Under the rules of the game, this must be %(found)s.") % {
                    "found": value
                }
                path = f"submissions.{index}.{name}"
                raise Invalid(message, [Fault(f"other_{name}", path, message).to_json()])
        submission.reason, submission.submitted_at = version.reason, version.at
        submission.submitted_by = version.by
        submission.phone_of_table = version.phone_of_table
        return submission


def _path(index: int, path: str) -> str:
    """Return the path of a problem in the match as it stood after this submission."""
    return f"submissions.{index}.{path}".rstrip(".")
