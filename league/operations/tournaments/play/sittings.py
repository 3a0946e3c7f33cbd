"""The sittings of a tournament, from the draw to the lock; with sitting_tables the only writer of
Sitting and SittingTable.

    draft → checked → published → running → (complete) → locked

Every step has its way back. `complete` is no step: it follows from the matches of the tables.
"""

from collections.abc import Collection, Mapping, Sequence
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Stale, invalid, refuse
from league.models import (
    Audience,
    Format,
    IncidentKind,
    Match,
    Session,
    Sitting,
    SittingState,
    SittingTable,
    Tournament,
    User,
)
from league.models.tournaments import SHOWN_SINCE
from league.operations.matches import matches
from league.operations.support import versions
from league.operations.tournaments import audit_log, tournaments
from league.operations.tournaments.draw import prechecks, seating_requests, seats
from league.operations.tournaments.draw.seating_requests import Asked
from league.operations.tournaments.tournaments import LONGEST_SEED, take_turn
from scoring import ledger
from scoring.models import SitOut
from seating import check as referee
from seating import draw as drawing
from seating.plan import Plan, Status

State = SittingState
DRAWN = (State.DRAFT, State.CHECKED)
EVERYBODY = tuple(Audience)


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
    """The next sitting as a draft; with format `round_robin` all that are left. Without a session:
    that of the sitting before, else the first one.

    Conflict, with the findings, while something stands in the way. A `provisional` draw is made
    though results are missing, and tells which. The same seed draws the same again; without one it
    follows from that of the tournament.
    """
    if len(seed) > LONGEST_SEED:
        raise invalid("too_long", "seed", _("A seed has at most 64 characters."))
    seating_requests.check_mode(mode)
    refuse(tournaments.faults_of_rules(rules or ()))
    tournament = Tournament.objects.select_related("season__club").get(pk=tournament.pk)
    prechecks.refuse_draw(tournament, provisional=provisional)
    asked = _ask_next(tournament, seed, mode, rules)
    found = drawing.draw(
        seating_requests.read(asked.request), monotonic
    )  # may take its time: nobody waits
    if found.status is Status.INFEASIBLE:
        raise Conflict(_("There are too few players for one table."))
    return _store(tournament, session, asked, found, seed, mode, rules, provisional, by)


@transaction.atomic
def discard(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> None:
    """A draw that is not published, and those after it, are thrown away."""
    found = take(sitting, seen_version, of=DRAWN)
    later = found.tournament.sittings.filter(number__gte=found.number)
    audit_log.note(found.tournament, IncidentKind.DISCARD, by, sitting=found, words=found.seed)
    later.delete()


@transaction.atomic
def arrange(
    sitting: Sitting,
    tables: Sequence[Sequence[int]],
    sit_out: Sequence[int] = (),
    *,
    seen_version: int | None = None,
    by: User | None,
) -> Sitting:
    """Seated by hand: everybody who is here once, tables in seat order. It is a draft again."""
    found = take(sitting, seen_version, of=DRAWN)
    asked = seating_requests.again(found)
    refuse(seats.faults(found.tournament, asked.players, tables, sit_out))
    seat(found, asked, tables, sit_out)
    audit_log.note(found.tournament, IncidentKind.SWAP, by, sitting=found)
    return found


@transaction.atomic
def check(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Counted anew by the independent referee. Conflict when players or results have changed since
    the draw."""
    found = take(sitting, seen_version, of=(State.DRAFT,))
    _refuse_stale(found)
    report = referee.check(
        seating_requests.read(found.request), seating_requests.read_plan(found.plan)
    )
    if not report.ok:
        problems = [{**each.to_json(), "clause": ""} for each in report.problems]
        raise Conflict(_("The plan of this sitting does not add up: draw again."), problems)
    return step(found, State.CHECKED, IncidentKind.CHECK, by)


@transaction.atomic
def uncheck(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    found = take(sitting, seen_version, of=(State.CHECKED,))
    return step(found, State.DRAFT, IncidentKind.UNCHECK, by)


@transaction.atomic
def publish(
    sitting: Sitting,
    *,
    to: Collection[Audience] = EVERYBODY,
    by: User | None,
    seen_version: int | None = None,
) -> Sitting:
    """Its matches are made, and who sits out is noted in the books. Players see it, and who else
    is named; publication.publish shows it to more later."""
    found = take(sitting, seen_version, of=(State.CHECKED,))
    tournament, session = found.tournament, found.session
    _refuse_stale(found)
    before = tournament.sittings.filter(number__lt=found.number, published_at=None).first()
    if before is not None:
        words = _("Sitting %(number)s is drawn and not published yet.")
        raise Conflict(words % {"number": before.number})
    versions.bump_edition(tournament.season.club_id)
    for table in found.tables.order_by("number"):
        table.match = matches.create(
            session,
            game=tournament.game,
            players=table.players,
            options=tournaments.house_rules(tournament, table.players),
        )
        table.save(update_fields=["match"])
    noted = [note_sit_out(found, player) for player in found.sit_out]
    found.noted, now = noted, timezone.now()
    for audience in {Audience.PLAYERS, *to}:
        setattr(found, SHOWN_SINCE[audience], now)
    named = [str(audience.label) for audience in EVERYBODY if found.is_shown_to(audience)]
    words = ", ".join(named) if len(named) < len(EVERYBODY) else ""
    fields = ("noted", *SHOWN_SINCE.values())
    return step(found, State.PUBLISHED, IncidentKind.PUBLISH, by, *fields, words=words)


@transaction.atomic
def withdraw(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Nobody sees it after all: only while no round was entered, and none is published after it."""
    found = take(sitting, seen_version, of=(State.PUBLISHED,))
    tournament = found.tournament
    if tournaments.last_shown(tournament) > found.number:
        raise Conflict(_("A later sitting is published: it has to be withdrawn first."))
    versions.bump_edition(tournament.season.club_id)
    played = [table.number for table in _with_matches(found) if table.match.rounds_played]
    if played:
        words = _("Rounds were entered at these tables: %(tables)s.")
        raise Conflict(
            words % {"tables": ", ".join(map(str, played))},
            [
                Fault("rounds_entered", f"tables.{number}", words % {"tables": number}).to_json()
                for number in played
            ],
        )
    for table in found.tables.select_related("match"):
        matches.call_off(release(table))
    strike_sit_outs(found, found.noted)
    found.noted = []
    for since in SHOWN_SINCE.values():
        setattr(found, since, None)
    fields = ("noted", *SHOWN_SINCE.values())
    return step(found, State.CHECKED, IncidentKind.WITHDRAW, by, *fields)


@transaction.atomic
def lock(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Its rounds are corrected no more."""
    found = take(sitting, seen_version, of=(State.PUBLISHED, State.RUNNING))
    versions.bump_edition(found.tournament.season.club_id)
    _with_matches(found)  # who corrects one at this moment has done so, or finds it locked
    refuse_incomplete(found)
    found.locked_at = timezone.now()
    return step(found, State.LOCKED, IncidentKind.LOCK, by, "locked_at")


@transaction.atomic
def unlock(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    found = take(sitting, seen_version, of=(State.LOCKED,))
    found.locked_at = None
    state = State.RUNNING if found.started_at else State.PUBLISHED
    return step(found, state, IncidentKind.UNLOCK, by, "locked_at")


def refuse_incomplete(sitting: Sitting) -> None:
    playing = [
        table.number
        for table in sitting.tables.select_related("match")
        if table.match is None or not (table.match.over or table.match.stopped_at)
    ]
    if playing:
        message = _("The result of table %(table)s of sitting %(number)s is missing.")
        told = {table: message % {"table": table, "number": sitting.number} for table in playing}
        raise Conflict(
            told[playing[0]],
            [
                Fault("result_missing", f"tables.{table}", words).to_json()
                for table, words in told.items()
            ],
        )


@transaction.atomic
def accept(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """The seats stay as they are, by what is known now."""
    found = take(sitting, seen_version, of=DRAWN)
    tables = [table.players for table in found.tables.order_by("number")]
    return arrange(found, tables, found.sit_out, by=by)


def take(sitting: Sitting, seen_version: int | None = None, *, of: Sequence[str] = ()) -> Sitting:
    """As it is now, with its tournament locked; conflict in another state than one of these."""
    tournament = take_turn(sitting.tournament)
    found = tournament.sittings.select_related("session__season__club").filter(pk=sitting.pk)
    now = found.first()
    if now is None:
        raise Conflict(_("This draw was thrown away."))
    now.tournament = tournament
    if seen_version is not None and seen_version != now.version:
        raise Stale(_("This has changed since you looked at it: get it again."))
    if of and now.state not in of:
        words = _("The sitting is %(state)s: that is not possible now.")
        words %= {"state": State(now.state).label}
        raise Conflict(words, [Fault("wrong_state", "state", words).to_json()])
    return now


def seat(
    sitting: Sitting, asked: Asked, tables: Sequence[Sequence[int]], sit_out: Sequence[int]
) -> None:
    """These seats, whoever chose them, with what they cost by the request of today."""
    plan = seats.plan(asked, tables, sit_out)
    sitting.request, sitting.request_hash = asked.request, asked.hash
    sitting.plan, sitting.plan_round, sitting.by_hand = plan, 0, True
    sitting.sit_out, sitting.reasons = list(sit_out), list(asked.reasons)
    sitting.state, sitting.version = State.DRAFT, sitting.version + 1
    sitting.save()
    _set_tables(sitting, tables)


def note_sit_out(sitting: Sitting, player: int) -> int:
    noted = ledger.sit_out(
        season_id=sitting.tournament.season_id, session_id=sitting.session_id, player_id=player
    )
    return noted.pk


def strike_sit_outs(sitting: Sitting, noted: Sequence[int]) -> None:
    for each in SitOut.objects.live().filter(pk__in=noted):
        ledger.strike_sit_out(each)


def release(table: SittingTable) -> Match:
    """The match that was this table's; it is the sitting's no more."""
    match = table.match
    assert match is not None, "a published table has its match"
    table.match = None
    table.save(update_fields=["match"])
    return match


def _ask_next(tournament: Tournament, seed: str, mode: str, rules: Sequence[str] | None) -> Asked:
    number = tournament.sittings.count() + 1
    rounds = 1
    if tournament.format == Format.ROUND_ROBIN and mode in {"", "season"}:
        planned = tournament.sittings_planned
        rounds = max(1, planned - number + 1) if planned else 0
    seed = seed or f"{tournament.seed}.{number}"
    return seating_requests.ask(
        tournament, number, seed=seed, mode=mode, rules=rules, rounds=rounds
    )


@transaction.atomic
def _store(
    tournament: Tournament,
    session: Session | None,
    asked: Asked,
    found: Plan,
    seed: str,
    mode: str,
    rules: Sequence[str] | None,
    provisional: bool,
    by: User | None,
) -> list[Sitting]:
    """Nothing may have changed while it was drawn."""
    tournament = take_turn(tournament)
    waived = prechecks.refuse_draw(tournament, provisional=provisional)
    if _ask_next(tournament, seed, mode, rules).hash != asked.hash:
        raise Conflict(_("Something has changed while the sitting was drawn: draw again."))
    first = tournament.sittings.count() + 1
    made = []
    for index, each in enumerate(found.rounds):
        sitting = Sitting.objects.create(
            tournament=tournament,
            number=first + index,
            session=_session(tournament, session),
            kind=asked.kind,
            seed=seed or f"{tournament.seed}.{first}",
            request=asked.request,
            request_hash=asked.hash,
            plan=found.to_json(),
            plan_round=index,
            sit_out=[int(name) for name in each.sit_out],
            reasons=[*asked.reasons, *found.reasons],
            provisional=bool(waived),
            note=" ".join(finding.message for finding in waived)[: audit_log.LONGEST_NOTE],
            minutes=tournament.minutes,
        )
        _set_tables(sitting, [[int(name) for name in table] for table in each.tables])
        audit_log.note(tournament, IncidentKind.DRAW, by, sitting=sitting, words=sitting.seed)
        made.append(sitting)
    return made


def _session(tournament: Tournament, session: Session | None) -> Session:
    if session is None:
        last = tournament.sittings.order_by("-number").select_related("session").first()
        first = tournament.season.sessions.order_by("starts_at", "pk").first()
        session = last.session if last else first
        assert session is not None, "a tournament begins with a session"
    if session.season_id != tournament.season_id:
        raise invalid("unknown_session", "session", _("This season has no such evening."))
    return session


def _set_tables(sitting: Sitting, tables: Sequence[Sequence[int]]) -> None:
    sitting.tables.all().delete()
    SittingTable.objects.bulk_create(
        SittingTable(sitting=sitting, number=number, players=list(players))
        for number, players in enumerate(tables, 1)
    )


def _refuse_stale(sitting: Sitting) -> None:
    blocking = [finding for finding in prechecks.of_draft(sitting) if finding.blocking]
    if blocking:
        problems = [finding.fault.to_json() for finding in blocking]
        raise Conflict(blocking[0].message, problems)


def _with_matches(sitting: Sitting) -> list[Any]:
    """Its tables, with their matches locked in the order of their ids."""
    tables = list(sitting.tables.order_by("number"))
    ids = [table.match_id for table in tables if table.match_id]
    rows = Match.every.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    locked: Mapping[int, Match] = {match.pk: match for match in rows}
    for table in tables:
        table.match = locked.get(table.match_id or 0)
    return tables


def step(
    sitting: Sitting,
    state: State,
    kind: IncidentKind,
    by: User | None,
    *fields: str,
    words: str = "",
) -> Sitting:
    if state not in DRAWN or kind == IncidentKind.WITHDRAW:
        versions.bump_edition(sitting.tournament.season.club_id)
    sitting.state, sitting.version = state, sitting.version + 1
    sitting.save(update_fields=["state", "version", *fields])
    audit_log.note(sitting.tournament, kind, by, sitting=sitting, words=words)
    return sitting
