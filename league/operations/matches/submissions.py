"""Submission, correction and withdrawal of rounds, for pages and API alike; the only writer of a
match's totals, and with `histories` of Submission. A round is stored if the game's own rules accept
it, else nothing changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import record
from games.base import Verdict, places
from league import permissions
from league.errors import Conflict, Fault, Invalid, NotFound, Stale
from league.models import AuditKind, Match, SittingState, SittingTable, Submission, User
from league.names import visible_line
from league.operations.matches import (
    correction_policy,
    judging,
    match_facts,
    match_log,
    match_results,
    matches,
    repeated_rounds,
    rounds_sql,
    table_numbers,
)
from league.operations.matches.correction_policy import Consent
from league.operations.matches.repeated_rounds import OnRepeat, Repeat, Repeated
from league.operations.matches.rounds_sql import Body, CurrentRounds, SeatedPlayer
from league.operations.messages import events as messages
from league.operations.messages import place_checks
from league.operations.seasons import house_rules
from league.operations.support.locks import lock_row
from league.operations.webhooks import events
from scoring import ledger
from scoring.pure.results import places_with_forfeits


class RoundEntry(NamedTuple):
    """A round in a list for several matches."""

    match_id: int
    number: int | None
    body: Body


@dataclass(frozen=True)
class AcceptedRound:
    """The stored round and its match afterwards. `verdict` is about the whole match so far."""

    match: Match
    players: Sequence[SeatedPlayer]
    submission: Submission
    verdict: Verdict


class MatchForEntry(NamedTuple):
    """A match that is locked until the transaction ends, with its rounds and players."""

    match: Match
    rounds: CurrentRounds
    players: Sequence[SeatedPlayer]


def submit(
    match_id: int,
    body: Body,
    *,
    by: User | None,
    number: int | None = None,
    seen_version: int | None = None,
    device: str = "",
    on_repeat: OnRepeat = OnRepeat.STORE,
) -> AcceptedRound:
    """Store `body` as the next round. Raise Conflict when `number` is not the next one, and
    Repeated when the round may be the last one sent again and the user is to be asked."""
    with transaction.atomic():
        match = lock_match(match_id)
        if seen_version is not None and seen_version != match.version:
            raise Stale(_("The match has changed since you opened it."))
        locked_match = with_rounds(match)
        return add(locked_match, body, by=by, number=number, device=device, on_repeat=on_repeat)


def lock_match_for_entry(user: User, match_id: int) -> MatchForEntry:
    """Return the match, locked until the transaction ends. Raise NotFound or Forbidden for a user
    who may not enter its rounds."""
    row = rounds_sql.lock_match_and_role(user.pk, match_id)
    if row is None:
        raise NotFound(_("There is nothing here."))
    permissions.require_entry(user, row.match, row.club_id, row.role)
    return with_rounds(row.match)


def with_rounds(match: Match) -> MatchForEntry:
    """Return a match that is locked already with its rounds and players."""
    rounds = rounds_sql.current_rounds([match.pk])[match.pk]
    return MatchForEntry(match, rounds, rounds_sql.seated_players([match.pk])[match.pk])


def add(
    locked_match: MatchForEntry,
    body: Body,
    *,
    by: User | None,
    number: int | None = None,
    device: str = "",
    on_repeat: OnRepeat = OnRepeat.STORE,
) -> AcceptedRound:
    """Store `body` as the next round of a locked match, as `submit` does."""
    match, rounds, players = locked_match
    _refuse_stopped(match)
    following = rounds.played + 1
    check_number(match, number, following)
    verdict = judging.judge_or_refuse(match, players, [*rounds.bodies, body])
    repeat = None
    if on_repeat is not OnRepeat.STORE:
        repeat = repeated_rounds.find_repeat(match, rounds, body, device)
    if repeat and on_repeat is OnRepeat.ASK:
        raise Repeated(repeat)
    version = rounds.first_version(following)
    stored = version_of(match, following, version, body, verdict, by, device=device)
    apply_verdict(match, players, verdict)
    rounds_sql.store_rounds([match], [stored])
    events.round_submitted(match, stored)
    if match.over:
        match_facts.record_first(match, _ids(players), verdict)
        events.match_finished(match)
        messages.result_to_confirm(match, by=by)
        match_log.record_result(match, _ids(players), by=by)
    return AcceptedRound(match, players, stored, _with_notice(verdict, repeat))


def add_all(
    matches: Mapping[int, Match],
    entries: Sequence[RoundEntry],
    *,
    by: User | None,
    device: str = "",
) -> list[AcceptedRound]:
    """Store rounds of several matches that are locked already: all of them or none.

    The rounds of one match come in playing order; the verdict of each is about its match after all
    of them. Paths of problems begin with the number of the entry: `rounds.17.scores.1`.
    """
    match_ids = list(matches)
    rounds_by_match = rounds_sql.current_rounds(match_ids)
    players_by_match = rounds_sql.seated_players(match_ids)
    numbered: dict[int, list[tuple[int, RoundEntry]]] = {}
    for index, entry in enumerate(entries):
        numbered.setdefault(entry.match_id, []).append((index, entry))
    accepted: dict[int, AcceptedRound] = {}
    for match_id, match in matches.items():
        of_match = numbered[match_id]
        _refuse_stopped(match, f"rounds.{of_match[0][0]}")
        rounds, players = rounds_by_match[match_id], players_by_match[match_id]
        verdict = _judge_entries(match, players, rounds, of_match)
        repeat = repeated_rounds.find_repeat(match, rounds, of_match[0][1].body, device)
        noted_verdict = _with_notice(verdict, repeat)
        for number, (index, entry) in enumerate(of_match, rounds.played + 1):
            version = rounds.first_version(number)
            stored = version_of(match, number, version, entry.body, verdict, by, device=device)
            accepted[index] = AcceptedRound(match, players, stored, noted_verdict)
        apply_verdict(match, players, verdict, len(of_match))
    rounds_sql.store_rounds(
        matches.values(), [stored_round.submission for stored_round in accepted.values()]
    )
    for stored_round in accepted.values():
        events.round_submitted(stored_round.match, stored_round.submission)
    finished = {
        stored_round.match.pk: stored_round
        for stored_round in accepted.values()
        if stored_round.match.over
    }
    for stored_round in finished.values():
        match_facts.record_first(
            stored_round.match, _ids(stored_round.players), stored_round.verdict
        )
        events.match_finished(stored_round.match)
        messages.result_to_confirm(stored_round.match, by=by)
    for stored_round in finished.values():  # when all locks are taken
        match_log.record_result(stored_round.match, _ids(stored_round.players), by=by)
    return [accepted[index] for index in range(len(entries))]


@transaction.atomic
def submit_all(match_id: int, bodies: Sequence[Body], *, by: User | None) -> AcceptedRound:
    """Store all rounds of a match that has none yet, judged once: one version for all of them.

    Webhooks are not told, since matches that were played long ago are no news.
    """
    match = lock_match(match_id)
    _refuse_stopped(match)
    if match.rounds_played:
        raise Conflict(_("This match already has rounds."))
    _match, rounds, players = with_rounds(match)
    verdict = judging.judge_or_refuse(match, players, bodies)
    rows = [
        version_of(match, number, rounds.first_version(number), body, verdict, by)
        for number, body in enumerate(bodies, 1)
    ]
    store_verdict(match, players, verdict, rows)
    return AcceptedRound(match, players, rows[-1], verdict)


@transaction.atomic
def correct(
    match_id: int,
    number: int,
    body: Body,
    *,
    by: User | None,
    reason: str = "",
    confirmed: bool = False,
    approved: bool = False,
    seen_version: int | None = None,
) -> AcceptedRound:
    """Store a new version of a round, and judge later rounds again. The same body again is no
    change. A match that was stopped with a result stays stopped. Raise what
    `correction_policy.require_consent` raises."""
    match = lock_match(match_id)
    refuse_locked(match)
    if not match.over:
        _refuse_stopped(match)
    current = match.submissions.current()
    if not 1 <= number <= len(current):
        raise NotFound(_("This round has not been played."))
    standing = current[number - 1]
    if seen_version is not None and seen_version != standing.version:
        raise Stale(_("The round has changed since you opened it."))
    bodies = [row.body for row in current]
    bodies[number - 1] = dict(body)
    players = rounds_sql.seated_players([match.pk])[match.pk]
    verdict = judging.judge_or_refuse(match, players, bodies)
    if standing.body == body:
        return AcceptedRound(match, players, standing, verdict)
    correction_policy.require_consent(match, Consent(reason, confirmed, approved))
    stored = version_of(match, number, standing.version + 1, body, verdict, by, reason)
    later = [
        version_of(match, row.number, row.version + 1, row.body, verdict, by, reason)
        for row in current[number:]
        if row.verdict != verdict.rounds[row.number - 1].to_json()
    ]
    was_over, was = match.over, match.result
    before = _log_values(match, players, standing)
    with place_checks.watched(match, by=by):
        store_verdict(match, players, verdict, [stored, *later])
    if match.result != was and (match.confirmed or match.disputed):
        ledger.bump_tables(match.session.season_id, match.game)
    events.round_corrected(match, stored)
    if match.over and not was_over:
        events.match_finished(match)
    if match.over and match.result != was:
        messages.result_to_confirm(match, by=by)
    match_log.record(
        match,
        AuditKind.RESULT_CORRECTED,
        by=by,
        players=_ids(players),
        reason=stored.reason,
        before=before,
        after=_log_values(match, players, stored),
        round=number,
    )
    return AcceptedRound(match, players, stored, verdict)


@transaction.atomic
def withdraw(
    match_id: int,
    number: int,
    *,
    by: User | None,
    reason: str = "",
    confirmed: bool = False,
    approved: bool = False,
) -> Match:
    """Withdraw the last round: the match continues as if it had not been entered, and facts cease
    to hold if the match ended with it. All versions of the round stay, with the time of the
    withdrawal. Raise what `correction_policy.require_consent` raises."""
    match = lock_match(match_id)
    if number < match.rounds_played:
        raise Conflict(_("Later rounds have been entered: undo them first."))
    if number > match.rounds_played:
        raise Conflict(_("This round is already undone."))
    refuse_locked(match)
    _refuse_stopped(match)
    correction_policy.require_consent(match, Consent(reason, confirmed, approved))
    versions = Submission.objects.filter(match=match, number=number)
    versions.update(
        withdrawn_at=timezone.now(), withdrawn_by=by, withdrawn_reason=clean_reason(reason)
    )
    bodies = [row.body for row in match.submissions.current()]
    players = rounds_sql.seated_players([match.pk])[match.pk]
    with place_checks.watched(match, by=by):
        if bodies:
            store_verdict(match, players, judging.judge_or_refuse(match, players, bodies))
        else:
            reset_totals(match, players)
    return match


def judge(match: Match, number: int, body: Body) -> Verdict:
    """Return the verdict of the rules on `body` as round `number`; nothing is stored."""
    before = match.submissions.current()[: max(0, number - 1)]
    return record.check(matches.match_record(match, [*(row.body for row in before), body]))


def judge_whole(match: Match, number: int, body: Body) -> Verdict:
    """Return the verdict, like `judge`, with later rounds judged again as by a correction."""
    bodies = [row.body for row in match.submissions.current()]
    bodies[number - 1 : number] = [body]
    return record.check(matches.match_record(match, bodies))


def find(match: Match, number: int) -> Submission:
    """Return the current version of a round. Raise NotFound if the round has not been played."""
    row = match.submissions.filter(number=number).order_by("-version").first()
    if row is None:
        raise NotFound(_("This round has not been played."))
    return row


def lock_match(match_id: int) -> Match:
    """Return the match, locked until the transaction ends (SQLite has one writer at a time anyway).
    It is a NO KEY lock, since a transaction that holds the ledger may have to refer to the
    match."""
    return lock_row(Match.objects.select_related("session__season__club"), match_id)


def refuse_locked(match: Match) -> None:
    """Raise Conflict if the match belongs to a sitting that is locked."""
    locked = SittingTable.objects.filter(match=match, sitting__state=SittingState.LOCKED)
    if locked.exists():
        words = _("The tournament round of this table is locked: unlock it first.")
        raise Conflict(words, [Fault("sitting_locked", "", words).to_json()])


def _refuse_stopped(match: Match, path: str = "") -> None:
    if match.stopped_at is not None:
        words = _("This match was stopped: resume it first.")
        raise Conflict(words, [Fault("match_stopped", path, words).to_json()])


def check_number(match: Match, number: int | None, following: int, path: str = "number") -> None:
    if number is None or number == following:
        return
    message = _("The next round is %(next)s, not %(given)s.")
    if match.over:
        message = _("This match has ended. Correct its rounds, or start a rematch.")
    elif number < 1:
        message = _("Rounds are numbered from 1: the next round is %(next)s.")
    elif number < following:
        message = _("Round %(given)s is already entered: the next round is %(next)s.")
    words = message % {"given": number, "next": following}
    raise Conflict(words, [Fault("not_the_next_round", path, words).to_json()])


def _with_notice(verdict: Verdict, repeat: Repeat | None) -> Verdict:
    if repeat is None:
        return verdict
    return verdict._replace(notices=(*verdict.notices, repeat.notice()))


def _judge_entries(
    match: Match,
    players: Sequence[SeatedPlayer],
    rounds: CurrentRounds,
    entries: Sequence[tuple[int, RoundEntry]],
) -> Verdict:
    for number, (index, entry) in enumerate(entries, rounds.played + 1):
        check_number(match, entry.number, number, f"rounds.{index}.number")
    try:
        bodies = [*rounds.bodies, *(entry.body for _, entry in entries)]
        return judging.judge_or_refuse(match, players, bodies)
    except Invalid as refused:
        for problem in refused.problems:
            _, number, *rest = problem["path"].split(".")
            index = entries[int(number) - rounds.played][0]
            problem["path"] = ".".join(["rounds", str(index), *rest])
        raise


def version_of(
    match: Match,
    number: int,
    version: int,
    body: Body,
    verdict: Verdict,
    by: User | None = None,
    reason: str = "",
    device: str = "",
) -> Submission:
    """Return a new version of this round with what `verdict` says of it; not stored yet."""
    judged_round = verdict.rounds[number - 1]
    assert judged_round.evidence is not None, "a round that is ok has its evidence"
    path = f"rounds.{number - 1}"
    return Submission(
        match=match,
        number=number,
        version=version,
        body=dict(body),
        verdict=judged_round.to_json(),
        notices=[
            {code: notice.message(code) for code, _name in settings.LANGUAGES}
            for notice in verdict.notices
            if notice.path == path or notice.path.startswith(path + ".")
        ],
        evidence=judged_round.evidence,
        reason=clean_reason(reason),
        submitted_by=by,
        phone_of_table=by.phone_of_table if by else None,
        device=repeated_rounds.device_mark(match.pk, number, device),
    )


def clean_reason(reason: str) -> str:
    """Return the reason of a correction as it is stored."""
    return visible_line(reason)[:200]


def store_verdict(
    match: Match, players: Sequence[SeatedPlayer], verdict: Verdict, rows: Sequence[Submission] = ()
) -> None:
    """Store these versions of rounds, the totals and places that follow from the verdict, and the
    facts of the match if it is over or was over."""
    apply_verdict(match, players, verdict)
    if not match.ended:
        table_numbers.reclaim_number(match)
    rounds_sql.store_rounds([match], rows)
    match_facts.record(match, _ids(players), verdict)


def reset_totals(match: Match, players: Sequence[SeatedPlayer]) -> None:
    """Store the match as one without rounds."""
    state = house_rules.initial_state(match.game, match.options, len(players))
    match.totals, match.places = list(state.totals), list(places(state.totals))
    match.rounds_played, match.over, match.evidence = 0, False, ""
    match.version += 1
    _mark(match, "")
    table_numbers.reclaim_number(match)
    rounds_sql.store_rounds([match])
    ledger.withdraw(match.session.season_id, [match.pk])


def apply_verdict(
    match: Match, players: Sequence[SeatedPlayer], verdict: Verdict, changes: int = 1
) -> None:
    """Set totals, places and end of the match by the verdict; a stop stays."""
    match.totals, match.places = list(verdict.totals), list(verdict.places)
    match.rounds_played = len(verdict.rounds)
    if match.stopped_at is None:
        match.over = verdict.over
    if match.forfeits:
        lost = [player.player_id in match.forfeits for player in players]
        match.places = places_with_forfeits(match.totals, lost)
    match.evidence = verdict.evidence or ""
    match.version += changes
    _mark(match, match_results.result_fingerprint(match, players, verdict) if match.over else "")


def _mark(match: Match, result: str) -> None:
    if result != match.result:
        match.result, match.result_at = result, timezone.now() if result else None


def _log_values(
    match: Match, players: Sequence[SeatedPlayer], submission: Submission
) -> dict[str, Any]:
    """Return what the log of the club says of a round and its match."""
    ids, round_scores = _ids(players), submission.verdict.get("scores") or ()
    return {
        "version": submission.version,
        "round_scores": [list(seat) for seat in zip(ids, round_scores, strict=False)],
        "scores": match_log.scores(match, ids),
    }


def _ids(players: Sequence[SeatedPlayer]) -> list[int]:
    return [player.player_id for player in players]
