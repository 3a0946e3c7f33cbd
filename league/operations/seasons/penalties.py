"""What an organiser rules besides results: penalties, sit-outs, drawings of lots.

`known` is how many of the kind the caller has seen, those that no longer count included: a form
that is sent twice is refused the second time.
"""

import secrets
from collections.abc import Sequence
from itertools import groupby

from django.db import transaction
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Conflict, Fault, Invalid, invalid
from league.models import Season, Session, User
from league.operations.support.locks import lock_row
from scoring import ledger, standings_queries
from scoring.models import Draw, Ledger, Penalty, SitOut, Standing, Table
from scoring.pure import schemes

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
    """Take points off a player, dated by an evening; 0 points are a notice."""
    _turn(season)
    reason = " ".join(reason.split())
    faults = [
        *_fault_of_session(season, session),
        *_fault_of_player(season, player),
        *_fault_of_points(points),
        *_fault_of_reason(reason),
    ]
    _refuse(faults)
    _check_known(Penalty.objects.filter(season=season).count(), known)
    return ledger.penalise(
        season_id=season.pk,
        session_id=session,
        player_id=player,
        points=points,
        reason=reason,
        by_id=by.pk if by else None,
    )


@transaction.atomic
def lift_penalty(penalty: Penalty, *, reason: str, by: User | None) -> Penalty:
    """It no longer counts, but stays in the list with the reason."""
    _turn(penalty.season)
    reason = " ".join(reason.split())
    _refuse(_fault_of_reason(reason))
    if not Penalty.objects.live().filter(pk=penalty.pk).exists():
        raise Conflict(_("This penalty was lifted already."))
    ledger.lift_penalty(penalty, reason=reason, by_id=by.pk if by else None)
    penalty.refresh_from_db()
    return penalty


@transaction.atomic
def sit_out(session: Session, *, player: int, known: int | None = None) -> SitOut:
    """A player had to watch a round of tables; once for each."""
    _turn(session.season)
    _refuse(_fault_of_player(session.season, player))
    _check_known(session.sit_outs.count(), known)
    return ledger.sit_out(season_id=session.season_id, session_id=session.pk, player_id=player)


@transaction.atomic
def strike_sit_out(noted: SitOut) -> None:
    """It was a mistake. Twice changes nothing."""
    ledger.strike_sit_out(noted)


@transaction.atomic
def draw_lots(
    season: Season, *, players: Sequence[int], game: str = "", by: User | None = None
) -> Draw:
    """Among all who share a place in the table as it is now, not as it was last shown."""
    _turn(season)
    table = find_table(season, game)
    if not lots_count(table):
        message = _("The scheme of this season does not decide by lots.")
        raise invalid("no_lots", "", message)
    tied = [{row.player_id for row in group} for group in sharing(table)]
    if len(set(players)) != len(players) or set(players) not in tied:
        message = _("Lots are drawn among all players who share a place now, and only among them.")
        raise invalid("not_tied", "players", message)
    seed = secrets.token_hex(8)  # not the organiser's choice, so that nobody tries some out
    return ledger.draw_lots(table, list(players), seed=seed, by_id=by.pk if by else None)


@transaction.atomic
def restore_draw(
    season: Season, *, players: Sequence[int], seed: str, game: str = "", by: User | None = None
) -> Draw:
    """Lots that were drawn elsewhere; their seed must give this order."""
    _turn(season)
    table = find_table(season, game)
    drawn = ledger.draw_lots(table, players, seed=seed, by_id=by.pk if by else None)
    if len(set(players)) != len(players) or drawn.players != list(players):
        message = _("The seed of this draw gives another order.")
        raise invalid("not_drawn_so", "players", message)
    return drawn


def find_table(season: Season, game: str) -> Table:
    table = standings_queries.find(season.pk, game) if game in GAMES or not game else None
    if table is None:
        raise invalid("unknown_game", "game", _("This season has no such table."))
    return table


def lots_count(table: Table) -> bool:
    return "lots" in schemes.read(table.scheme).tiebreaks


def sharing(table: Table) -> list[list[Standing]]:
    """The groups who share a place by all that is known now, the best first."""
    found = standings_queries.preview(table, schemes.read(table.scheme)).rows
    groups = [list(group) for _place, group in groupby(found, key=lambda row: row.place)]
    return [group for group in groups if len(group) > 1]


def _turn(season: Season) -> None:
    """What is checked from here on stays true until the commit."""
    lock_row(Ledger.objects.all(), season.pk)


def _check_known(count: int, known: int | None) -> None:
    if known is not None and known != count:
        raise Conflict(
            _("Something was noted here since you opened this page: look whether it is yours.")
        )


def _fault_of_session(season: Season, session: int) -> list[Fault]:
    if season.sessions.filter(pk=session).exists():
        return []
    return [Fault("unknown_session", "session", _("This season has no such evening."))]


def _fault_of_player(season: Season, player: int) -> list[Fault]:
    if season.club.players.filter(pk=player).exists():
        return []
    return [Fault("unknown_player", "player", _("The club has no such player."))]


def _fault_of_points(points: int) -> list[Fault]:
    if 0 <= points <= MOST_POINTS:
        return []
    message = _("From 0 to %(most)s points are expected.") % {"most": MOST_POINTS}
    return [Fault("too_small" if points < 0 else "too_large", "points", message)]


def _fault_of_reason(reason: str) -> list[Fault]:
    if not any(character.isprintable() for character in reason):
        return [Fault("blank", "reason", _("A reason is needed."))]
    if len(reason) > MOST_REASON:
        message = _("A reason has at most %(most)s characters.") % {"most": MOST_REASON}
        return [Fault("too_long", "reason", message)]
    return []


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
