"""Decisions of organisers besides results: penalties, sit-outs and tie-break draws.

`known` is the number of rows that the caller has seen, including those that no longer
count: a form that is sent twice is refused the second time.
"""

import secrets
from collections.abc import Sequence
from itertools import groupby

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Invalid, invalid
from league.models import AuditKind, League, Season, Session, User
from league.names import typeset_line, visible_line
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.support.locks import lock_row
from scoring import ledger, standings_queries
from scoring.models import Draw, Ledger, Penalty, SitOut, Standing, Table
from scoring.pure import schemes
from scoring.pure.tiebreaks import drawn_order

MOST_POINTS = 100_000
MOST_REASON = 200


@transaction.atomic
def penalise(
    season: Season,
    *,
    session: int,
    player: int,
    points: int,
    reason: str,
    by: User | None,
    known: int | None = None,
) -> Penalty:
    """Take points off a player, dated by a session; 0 points are a notice."""
    player_faults = _lock_player(season, player)
    _lock_ledger(season)
    reason = typeset_line(reason)
    faults = [
        *_session_faults(season, session),
        *player_faults,
        *_points_faults(points),
        *_reason_faults(reason),
    ]
    _refuse(faults)
    _check_count(Penalty.objects.filter(season=season).count(), known)
    penalty = ledger.penalise(
        season_id=season.pk,
        session_id=session,
        player_id=player,
        points=points,
        reason=reason,
        by_id=by.pk if by else None,
    )
    _log_penalty(penalty, AuditKind.PENALTY_GIVEN, by, reason)
    return penalty


@transaction.atomic
def lift_penalty(penalty: Penalty, *, reason: str, by: User | None) -> Penalty:
    """Lift a penalty: it no longer counts, but stays in the list with the reason."""
    _lock_ledger(penalty.season)
    reason = visible_line(reason)
    _refuse(_reason_faults(reason))
    if not Penalty.objects.live().filter(pk=penalty.pk).exists():
        raise Conflict(_("This penalty is already lifted."))
    ledger.lift_penalty(penalty, reason=reason, by_id=by.pk if by else None)
    penalty.refresh_from_db()
    _log_penalty(penalty, AuditKind.PENALTY_LIFTED, by, reason)
    return penalty


@transaction.atomic
def sit_out(session: Session, *, player: int, known: int | None = None) -> SitOut:
    """Record that a player sat out one round of tables."""
    player_faults = _lock_player(session.season, player)
    _lock_ledger(session.season)
    _refuse(player_faults)
    _check_count(session.sit_outs.count(), known)
    return ledger.record_sit_out(
        season_id=session.season_id, session_id=session.pk, player_id=player
    )


@transaction.atomic
def strike_sit_out(record: SitOut, *, by: User | None = None) -> None:
    """Remove a sit-out that was a mistake; the second call changes nothing."""
    if ledger.void_sit_out(record):
        club_log.record(
            record.season.club_id,
            AuditKind.SESSION_STRIKE_SIT_OUT,
            by=by,
            subject={
                "players": [record.player_id],
                "season": record.season_id,
                "session": record.session_id,
            },
        )


@transaction.atomic
def draw_for_tie(
    season: Season,
    *,
    players: Sequence[int],
    game: str = "",
    league: League | None = None,
    by: User | None = None,
) -> Draw:
    """Draw lots among all players who share a place by the current facts, which the displayed table
    may not contain yet."""
    _lock_ledger(season)
    table = find_table(season, game, league)
    if not uses_tiebreak_draws(table):
        message = _("This season’s scheme has no tie-break draw.")
        raise invalid("no_lots", "", message)
    tied = [{row.player_id for row in group} for group in tied_groups(table)]
    if len(set(players)) != len(players) or set(players) not in tied:
        message = _("A tie-break draw includes all players who share a place now, and no others.")
        raise invalid("not_tied", "players", message)
    seed = secrets.token_hex(8)  # not the organiser's choice, so that they cannot try several
    order = drawn_order(players, seed)
    lots = ledger.record_tiebreak_draw(table, order, seed=seed, by_id=by.pk if by else None)
    club_log.record(
        season.club_id,
        AuditKind.LOTS_DRAWN,
        by=by,
        subject={"players": lots.players, "season": season.pk},
        after={"order": lots.players, "seed": seed, "game": game},
    )
    return lots


@transaction.atomic
def restore_tiebreak_draw(
    season: Season,
    *,
    players: Sequence[int],
    seed: str,
    repeatable: bool = True,
    game: str = "",
    league: League | None = None,
    by: User | None = None,
) -> Draw:
    """Store a tie-break draw from another server. Its seed must give this order, unless players
    were merged or erased since: then it is not `repeatable`."""
    _lock_ledger(season)
    table = find_table(season, game, league)
    is_drawn = not repeatable or drawn_order(players, seed) == list(players)
    if len(set(players)) != len(players) or not is_drawn:
        message = _("The word of this draw gives a different order.")
        raise invalid("not_drawn_so", "players", message)
    return ledger.record_tiebreak_draw(table, players, seed=seed, by_id=by.pk if by else None)


def find_table(season: Season, game: str, league: League | None = None) -> Table:
    """Return the table of a season, or of one of its leagues; raise Invalid if there is none."""
    table = standings_queries.find_table(season.pk, game, league=league.pk if league else None)
    if table is None:
        raise invalid("unknown_game", "game", _("This season has no such standings."))
    return table


def uses_tiebreak_draws(table: Table) -> bool:
    """Return whether the scheme of the table uses tie-break draws."""
    return "lots" in schemes.read(table.scheme).tiebreaks


def tied_groups(table: Table) -> list[list[Standing]]:
    """Return the groups who share a place by the current facts, the best first."""
    rows = standings_queries.compute(table).rows
    groups = [list(group) for _place, group in groupby(rows, key=lambda row: row.place)]
    return [group for group in groups if len(group) > 1]


def _log_penalty(penalty: Penalty, kind: AuditKind, by: User | None, reason: str) -> None:
    about = [penalty.player_id]
    club_log.record(
        penalty.season.club_id,
        kind,
        by=by,
        subject={
            "players": about,
            "season": penalty.season_id,
            "session": penalty.session_id,
            "penalty": penalty.pk,
        },
        after={"points": penalty.points, "reason": Words(reason, players=about)},
    )


def _lock_ledger(season: Season) -> None:
    """Lock the ledger of the season: later checks stay valid until the commit."""
    lock_row(Ledger.objects.all(), season.pk)


def _check_count(count: int, known: int | None) -> None:
    if known is not None and known != count:
        raise Conflict(
            _(
                "A penalty or sit-out has been added since you opened this page. Check "
                "whether it is yours."
            )
        )


def _session_faults(season: Season, session: int) -> list[Fault]:
    if season.sessions.filter(pk=session).exists():
        return []
    return [Fault("unknown_session", "session", _("This season has no such evening."))]


def _lock_player(season: Season, player: int) -> list[Fault]:
    """Lock the player, who must not be erased meanwhile; return the fault if there is none."""
    if season.club.players.select_for_update(no_key=True).filter(pk=player).exists():
        return []
    return [Fault("unknown_player", "player", _("The club has no such player."))]


def _points_faults(points: int) -> list[Fault]:
    if 0 <= points <= MOST_POINTS:
        return []
    message = _("Enter 0 to %(most)s points.") % {"most": MOST_POINTS}
    return [Fault("too_small" if points < 0 else "too_large", "points", message)]


def _reason_faults(reason: str) -> list[Fault]:
    if not reason:
        return [Fault("blank", "reason", _("Give a reason."))]
    if len(reason) > MOST_REASON:
        message = _("A reason may have at most %(most)s characters.") % {"most": MOST_REASON}
        return [Fault("too_long", "reason", message)]
    return []


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
