"""The sittings of a tournament, from the draw to the lock.

Together with sitting_tables it is the only writer of Sitting and SittingTable.

    draft → checked → published → running → (complete) → locked

Every step can be reverted. `complete` is not a step: it follows from the matches of the tables.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Stale, invalid, raise_faults
from league.models import (
    Audience,
    IncidentKind,
    Match,
    Session,
    Sitting,
    SittingState,
    SittingTable,
    Tournament,
    User,
)
from league.models.tournaments import PUBLICATION_TIMES
from league.operations.audit import club_log
from league.operations.matches import matches
from league.operations.messages import events as messages
from league.operations.seating import plans
from league.operations.seating.requests import parse_plan, parse_request
from league.operations.support import versions
from league.operations.tournaments import audit_log, tournaments
from league.operations.tournaments.draw import prechecks, seating_requests, seats
from league.operations.tournaments.draw.seating_requests import SeatingRequest
from league.operations.tournaments.tournaments import LONGEST_SEED, lock_tournament
from scoring import ledger
from scoring.models import SitOut
from seating import check as referee
from seating.plan import Plan, Status

DRAFT_STATES = (SittingState.DRAFT, SittingState.CHECKED)
ALL_AUDIENCES = tuple(Audience)


def draw(
    tournament: Tournament,
    session: Session | None = None,
    *,
    seed: str = "",
    mode: str = "",
    rules: Sequence[str] | None = None,
    provisional: bool = False,
    by: User | None,
) -> list[Sitting]:
    """Draw the next sitting as a draft; with format `round_robin` draw all that remain. The default
    for `session` is the session of the previous sitting, or the first one. Raise Conflict with the
    findings while something prevents the draw. A `provisional` draw is possible although results
    are missing, and records which. The same seed draws the same seats again; the default follows
    from the tournament's seed."""
    if len(seed) > LONGEST_SEED:
        raise invalid("too_long", "seed", _("A draw word may have at most 64 characters."))
    seating_requests.check_mode(mode)
    raise_faults(tournaments.rule_faults(rules or ()))
    tournament = Tournament.objects.select_related("season__club").get(pk=tournament.pk)
    prechecks.require_drawable(tournament, provisional=provisional)
    seating_request = seating_requests.next_request(tournament, seed, mode, rules)
    plan = plans.draw(seating_request.request)  # slow, so outside of the transaction
    if plan.status is Status.INFEASIBLE:
        raise Conflict(_("There are not enough players for a table. Check in more players first."))
    return _store(tournament, session, seating_request, plan, seed, mode, rules, provisional, by)


@transaction.atomic
def discard(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> None:
    """Delete a draft and those after it."""
    locked = lock_sitting(sitting, seen_version, of=DRAFT_STATES)
    later = locked.tournament.sittings.filter(number__gte=locked.number)
    before = log_seats(locked)
    later.delete()
    audit_log.record(
        locked.tournament,
        IncidentKind.DISCARD,
        by,
        sitting=locked,
        words=locked.seed,
        before=before,
    )


@transaction.atomic
def arrange(
    sitting: Sitting,
    tables: Sequence[Sequence[int]],
    sit_out: Sequence[int] = (),
    *,
    seen_version: int | None = None,
    by: User | None,
) -> Sitting:
    """Seat the players by hand: each present player once, tables in seat order. The sitting becomes
    a draft again."""
    locked = lock_sitting(sitting, seen_version, of=DRAFT_STATES)
    seating_request = seating_requests.current_request(locked)
    raise_faults(seats.seat_faults(locked.tournament, seating_request.players, tables, sit_out))
    before = log_seats(locked)
    store_seats(locked, seating_request, tables, sit_out)
    log_swap(locked, before, by)
    return locked


@transaction.atomic
def check(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Check the plan by the independent checker. Raise Conflict if players or results have changed
    since the draw."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.DRAFT,))
    _refuse_outdated(locked)
    report = referee.check(parse_request(locked.request), parse_plan(locked.plan))
    if not report.ok:
        problems = [{**problem.to_json(), "clause": ""} for problem in report.problems]
        raise Conflict(_("The plan of this round is inconsistent. Draw again."), problems)
    return set_state(locked, SittingState.CHECKED, IncidentKind.CHECK, by)


@transaction.atomic
def uncheck(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    locked = lock_sitting(sitting, seen_version, of=(SittingState.CHECKED,))
    return set_state(locked, SittingState.DRAFT, IncidentKind.UNCHECK, by)


@transaction.atomic
def publish(
    sitting: Sitting,
    *,
    to: Collection[Audience] = ALL_AUDIENCES,
    by: User | None,
    seen_version: int | None = None,
) -> Sitting:
    """Create the matches of the sitting and record who sits out. The players see it, and the named
    audiences; publication.publish shows it to more later."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.CHECKED,))
    tournament, session = locked.tournament, locked.session
    _refuse_outdated(locked)
    earlier = tournament.sittings.filter(number__lt=locked.number, published_at=None).first()
    if earlier is not None:
        words = _("Round %(number)s is drawn but not published yet. Publish it first.")
        raise Conflict(words % {"number": earlier.number})
    versions.bump_edition(tournament.season.club_id)
    for table in locked.tables.order_by("number"):
        table.match = matches.create(
            session,
            game=tournament.game,
            players=table.players,
            options=tournaments.match_options(tournament, table.players),
            table=None,
        )
        table.save(update_fields=["match"])
    messages.sitting_published(locked, by=by)
    locked.noted = [record_sit_out(locked, player) for player in locked.sit_out]
    now = timezone.now()
    for audience in {Audience.PLAYERS, *to}:
        setattr(locked, PUBLICATION_TIMES[audience], now)
    audiences = [str(audience.label) for audience in ALL_AUDIENCES if locked.is_shown_to(audience)]
    words = ", ".join(audiences) if len(audiences) < len(ALL_AUDIENCES) else ""
    fields = ("noted", *PUBLICATION_TIMES.values())
    return set_state(locked, SittingState.PUBLISHED, IncidentKind.PUBLISH, by, *fields, words=words)


@transaction.atomic
def withdraw(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Undo the publication; raise Conflict once a round was entered or a later sitting is
    published."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.PUBLISHED,))
    tournament = locked.tournament
    if tournaments.last_published_number(tournament) > locked.number:
        raise Conflict(_("A later round is published. Withdraw it first."))
    versions.bump_edition(tournament.season.club_id)
    tables_with_rounds = [
        table.number for table in _lock_matches(locked) if table.match.rounds_played
    ]
    if tables_with_rounds:
        words = _("Rounds have already been entered at these tables: %(tables)s. Undo them first.")
        raise Conflict(
            words % {"tables": ", ".join(map(str, tables_with_rounds))},
            [
                Fault("rounds_entered", f"tables.{number}", words % {"tables": number}).to_json()
                for number in tables_with_rounds
            ],
        )
    for table in locked.tables.select_related("match"):
        matches.call_off(detach_match(table))
    strike_sit_outs(locked, locked.noted)
    locked.noted = []
    for since in PUBLICATION_TIMES.values():
        setattr(locked, since, None)
    fields = ("noted", *PUBLICATION_TIMES.values())
    return set_state(locked, SittingState.CHECKED, IncidentKind.WITHDRAW, by, *fields)


@transaction.atomic
def lock(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Lock the sitting: its rounds can no longer be corrected."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.PUBLISHED, SittingState.RUNNING))
    versions.bump_edition(locked.tournament.season.club_id)
    _lock_matches(locked)  # corrections in progress end first, later ones find it locked
    refuse_incomplete(locked)
    locked.locked_at = timezone.now()
    return set_state(locked, SittingState.LOCKED, IncidentKind.LOCK, by, "locked_at")


@transaction.atomic
def unlock(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    locked = lock_sitting(sitting, seen_version, of=(SittingState.LOCKED,))
    locked.locked_at = None
    state = SittingState.RUNNING if locked.started_at else SittingState.PUBLISHED
    return set_state(locked, state, IncidentKind.UNLOCK, by, "locked_at")


def refuse_incomplete(sitting: Sitting) -> None:
    """Raise Conflict unless each table has a result or was stopped."""
    playing = [
        table.number
        for table in sitting.tables.select_related("match")
        if table.match is None or not (table.match.over or table.match.stopped_at)
    ]
    if playing:
        message = _(
            "The result of table %(table)s of round %(number)s is missing. Enter it, or stop the "
            "match."
        )
        messages = {
            table: message % {"table": table, "number": sitting.number} for table in playing
        }
        raise Conflict(
            messages[playing[0]],
            [
                Fault("result_missing", f"tables.{table}", words).to_json()
                for table, words in messages.items()
            ],
        )


@transaction.atomic
def keep_seats(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Keep the seats of a draft as they are, with costs by the current state."""
    locked = lock_sitting(sitting, seen_version, of=DRAFT_STATES)
    tables = [table.players for table in locked.tables.order_by("number")]
    return arrange(locked, tables, locked.sit_out, by=by)


def lock_sitting(
    sitting: Sitting, seen_version: int | None = None, *, of: Sequence[str] = ()
) -> Sitting:
    """Return the sitting with its tournament locked; raise Conflict unless its state is one of
    `of`."""
    tournament = lock_tournament(sitting.tournament)
    rows = tournament.sittings.select_related("session__season__club").filter(pk=sitting.pk)
    current = rows.first()
    if current is None:
        raise Conflict(_("This draw was discarded. Draw again."))
    current.tournament = tournament
    if seen_version is not None and seen_version != current.version:
        raise Stale(
            _(
                "Somebody has changed it since you opened it: load it again, then repeat "
                "your change."
            )
        )
    if of and current.state not in of:
        words = _(
            "This is not possible while the round is “%(state)s”. Its state must be: %(states)s."
        )
        states = ", ".join(str(SittingState(state).label) for state in of)
        words %= {"state": SittingState(current.state).label, "states": states}
        raise Conflict(words, [Fault("wrong_state", "state", words).to_json()])
    return current


def store_seats(
    sitting: Sitting,
    seating_request: SeatingRequest,
    tables: Sequence[Sequence[int]],
    sit_out: Sequence[int],
) -> None:
    """Store these seats with their costs by the current request."""
    plan = plans.plan_of_seats(seating_request.request, tables, sit_out)
    sitting.request, sitting.request_hash = seating_request.request, seating_request.hash
    sitting.plan, sitting.plan_round, sitting.by_hand = plan, 0, True
    sitting.sit_out, sitting.reasons = list(sit_out), list(seating_request.reasons)
    sitting.state, sitting.version = SittingState.DRAFT, sitting.version + 1
    sitting.save()
    _set_tables(sitting, tables)


def record_sit_out(sitting: Sitting, player: int) -> int:
    """Record a sit-out in the ledger; return its id."""
    sit_out = ledger.record_sit_out(
        season_id=sitting.tournament.season_id, session_id=sitting.session_id, player_id=player
    )
    return sit_out.pk


def strike_sit_outs(sitting: Sitting, sit_out_ids: Sequence[int]) -> None:
    """Remove these sit-outs from the ledger."""
    for sit_out in SitOut.objects.live().filter(pk__in=sit_out_ids):
        ledger.void_sit_out(sit_out)


def log_seats(sitting: Sitting) -> dict[str, Any]:
    """Return what the log of the club says of the seats of a sitting."""
    tables = sitting.tables.order_by("number").values_list("players", flat=True)
    return {"tables": list(tables), "sit_out": list(sitting.sit_out)}


def log_swap(sitting: Sitting, before: Mapping[str, Any], by: User | None) -> None:
    """Record that the seats of a sitting were changed by hand."""
    before, after = club_log.differences(before, log_seats(sitting))
    kind = IncidentKind.SWAP
    audit_log.record(sitting.tournament, kind, by, sitting=sitting, before=before, after=after)


def detach_match(table: SittingTable) -> Match:
    """Detach the match from its table and return it."""
    match = table.match
    assert match is not None, "a published table has its match"
    table.match = None
    table.save(update_fields=["match"])
    return match


@transaction.atomic
def _store(
    tournament: Tournament,
    session: Session | None,
    seating_request: SeatingRequest,
    plan: Plan,
    seed: str,
    mode: str,
    rules: Sequence[str] | None,
    provisional: bool,
    by: User | None,
) -> list[Sitting]:
    """Store a plan as drafts; raise Conflict if something has changed during the draw."""
    tournament = lock_tournament(tournament)
    waived = prechecks.require_drawable(tournament, provisional=provisional)
    if seating_requests.next_request(tournament, seed, mode, rules).hash != seating_request.hash:
        raise Conflict(_("Something changed while the round was being drawn. Draw again."))
    first = tournament.sittings.count() + 1
    drafts = []
    for index, round_ in enumerate(plan.rounds):
        sitting = Sitting.objects.create(
            tournament=tournament,
            number=first + index,
            session=_session(tournament, session),
            kind=seating_request.kind,
            seed=seed or f"{tournament.seed}.{first}",
            request=seating_request.request,
            request_hash=seating_request.hash,
            plan=plan.to_json(),
            plan_round=index,
            sit_out=[int(name) for name in round_.sit_out],
            reasons=[*seating_request.reasons, *plan.reasons],
            provisional=bool(waived),
            note=" ".join(finding.message for finding in waived)[: audit_log.LONGEST_NOTE],
            minutes=tournament.minutes,
        )
        _set_tables(sitting, [[int(name) for name in table] for table in round_.tables])
        drafts.append(sitting)
    for sitting in drafts:
        audit_log.record(
            tournament,
            IncidentKind.DRAW,
            by,
            sitting=sitting,
            words=sitting.seed,
            after=log_seats(sitting),
        )
    return drafts


def _session(tournament: Tournament, session: Session | None) -> Session:
    planned = tournament.season.sessions.filter(cancelled_at=None)
    if session is None:
        last = tournament.sittings.order_by("-number").select_related("session").first()
        session = last.session if last else planned.order_by("starts_at", "pk").first()
    elif session.season_id != tournament.season_id:
        raise invalid("unknown_session", "session", _("This season has no such evening."))
    if session is None or not planned.filter(pk=session.pk).exists():
        raise Conflict(_("This evening is cancelled. Reinstate it first."))
    return session


def _set_tables(sitting: Sitting, tables: Sequence[Sequence[int]]) -> None:
    sitting.tables.all().delete()
    SittingTable.objects.bulk_create(
        SittingTable(sitting=sitting, number=number, players=list(players))
        for number, players in enumerate(tables, 1)
    )


def _refuse_outdated(sitting: Sitting) -> None:
    blocking = [finding for finding in prechecks.draft_findings(sitting) if finding.blocking]
    if blocking:
        problems = [finding.fault.to_json() for finding in blocking]
        raise Conflict(blocking[0].message, problems)


def _lock_matches(sitting: Sitting) -> list[Any]:
    """Return the tables with their matches, locked in the order of their ids."""
    tables = list(sitting.tables.order_by("number"))
    ids = [table.match_id for table in tables if table.match_id]
    rows = Match.every.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    locked: Mapping[int, Match] = {match.pk: match for match in rows}
    for table in tables:
        table.match = locked.get(table.match_id or 0)
    return tables


def set_state(
    sitting: Sitting,
    state: SittingState,
    kind: IncidentKind,
    by: User | None,
    *fields: str,
    words: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> Sitting:
    """Save a new state of the sitting and add an audit entry."""
    if state not in DRAFT_STATES or kind == IncidentKind.WITHDRAW:
        versions.bump_edition(sitting.tournament.season.club_id)
    if sitting.state != state:
        before, after = {"state": sitting.state}, {"state": state}
    sitting.state, sitting.version = state, sitting.version + 1
    sitting.save(update_fields=["state", "version", *fields])
    audit_log.record(
        sitting.tournament, kind, by, sitting=sitting, words=words, before=before, after=after
    )
    return sitting
