"""Rounds come in here, from pages and API alike; the only writer of Submission and of a match's
totals. A round is stored if the game's own rules say that it can be true, else nothing changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import record
from games.base import Verdict
from league.errors import Conflict, Fault, Invalid, NotFound, Stale
from league.models import Match, Submission, User
from league.operations import matches
from scoring import ledger

Body = Mapping[str, Any]


@dataclass(frozen=True)
class Accepted:
    """What was stored, and the match after it. `verdict` is that of the whole match so far."""

    match: Match
    submission: Submission
    verdict: Verdict


@transaction.atomic
def submit(
    match_id: int,
    body: Body,
    *,
    by: User | None,
    number: int | None = None,
    seen_version: int | None = None,
) -> Accepted:
    """Store `body` as the next round. Conflict when `number` is not the next one."""
    match = _lock(match_id)
    if seen_version is not None and seen_version != match.version:
        raise Stale(_("The match has changed since you looked at it."))
    rounds = match.submissions.current()
    following = len(rounds) + 1
    if number is not None and number != following:
        message = _("The next round is %(next)s, not %(given)s: the match has moved on.")
        words = message % {"given": number, "next": following}
        raise Conflict(words, [Fault("not_the_next_round", "number", words).to_json()])
    verdict = _judge(match, [*(row.body for row in rounds), body])
    stored = _store(match, following, 1, body, verdict, by)
    _settle(match, verdict)
    return Accepted(match, stored, verdict)


@transaction.atomic
def correct(
    match_id: int,
    number: int,
    body: Body,
    *,
    by: User | None,
    reason: str = "",
    seen_version: int | None = None,
) -> Accepted:
    """A new version of a round; later rounds are judged again. The same body again is no change."""
    match = _lock(match_id)
    rounds = match.submissions.current()
    if not 1 <= number <= len(rounds):
        raise NotFound(_("This round has not been played."))
    current = rounds[number - 1]
    if seen_version is not None and seen_version != current.version:
        raise Stale(_("The round has changed since you looked at it."))
    bodies = [row.body for row in rounds]
    bodies[number - 1] = dict(body)
    verdict = _judge(match, bodies)
    if current.body == body:
        return Accepted(match, current, verdict)
    stored = _store(match, number, current.version + 1, body, verdict, by, reason)
    for row in rounds[number:]:
        if row.verdict != verdict.rounds[row.number - 1].to_json():
            _store(match, row.number, row.version + 1, row.body, verdict, by, reason)
    _settle(match, verdict)
    return Accepted(match, stored, verdict)


def judge(match: Match, number: int, body: Body) -> Verdict:
    """What the rules would say of `body` as round `number`; nothing is stored."""
    before = match.submissions.current()[: max(0, number - 1)]
    return record.check(matches.written(match, [*(row.body for row in before), body]))


def find(match: Match, number: int) -> Submission:
    """The current version of a round."""
    found = match.submissions.filter(number=number).order_by("-version").first()
    if found is None:
        raise NotFound(_("This round has not been played."))
    return found


def _lock(match_id: int) -> Match:
    """Two people at one match take turns here (SQLite has one writer at a time anyway)."""
    return Match.objects.select_for_update(of=("self",)).select_related("session").get(pk=match_id)


def _judge(match: Match, rounds: Sequence[Body]) -> Verdict:
    verdict = record.check(matches.written(match, rounds))
    if not verdict.ok:
        language = get_language() or "en"
        problems = [problem.to_json(language) for problem in verdict.problems]
        raise Invalid(problems[0]["message"], problems)
    return verdict


def _store(
    match: Match,
    number: int,
    version: int,
    body: Body,
    verdict: Verdict,
    by: User | None,
    reason: str = "",
) -> Submission:
    judged = verdict.rounds[number - 1]
    assert judged.evidence is not None, "a round that is ok has its evidence"
    path = f"rounds.{number - 1}"
    return Submission.objects.create(
        match=match,
        number=number,
        version=version,
        body=dict(body),
        verdict=judged.to_json(),
        notices=[
            {code: notice.message(code) for code, _name in settings.LANGUAGES}
            for notice in verdict.notices
            if notice.path == path or notice.path.startswith(path + ".")
        ],
        evidence=judged.evidence,
        reason=" ".join(reason.split())[:200],
        submitted_by=by,
    )


def _settle(match: Match, verdict: Verdict) -> None:
    """Totals and places follow the rounds; facts follow the end of the match."""
    match.totals, match.places = list(verdict.totals), list(verdict.places)
    match.rounds_played, match.over = len(verdict.rounds), verdict.over
    match.evidence = verdict.evidence or ""
    match.version += 1
    match.save(
        update_fields=[
            "totals",
            "places",
            "rounds_played",
            "over",
            "evidence",
            "version",
            "updated_at",
        ]
    )
    ledger.record(
        season_id=match.session.season_id,
        session_id=match.session_id,
        match_id=match.pk,
        match_version=match.version,
        game=match.game,
        finish=_finish(match) if match.over else [],
    )


def _finish(match: Match) -> list[ledger.Finish]:
    players = match.seats.values_list("player_id", flat=True)
    return [
        ledger.Finish(player, score, place)
        for player, score, place in zip(players, match.totals, match.places, strict=True)
    ]
