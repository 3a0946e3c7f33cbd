"""Corrects the seats of played matches: the same scores, other names. Also writes Seat and the
players of a played table.

Seats keep their rows, so that what refers to them stays. Each round gets a new version, the results
move to the players who really sat there, and later draws read the true history.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.base import Verdict
from league.errors import Conflict, Fault, raise_faults
from league.models import AuditKind, Match, Player, Seat, SittingTable, Substitution, User
from league.operations.matches import (
    correction_policy,
    judging,
    match_log,
    rounds_sql,
    submissions,
)
from league.operations.matches.correction_policy import Consent
from league.operations.messages import place_checks
from league.operations.results import confirmations, match_locking
from league.operations.results.match_locking import LockedMatch
from league.operations.tournaments.play import sittings
from league.operations.webhooks import events
from scoring import ledger

FAR = 1000  # above all numbers of seats, so that none is taken twice on the way


def with_exchanges(match: Match, players: Sequence[int]) -> dict[int, list[int]]:
    """Return the corrected seats of this match and of the tables of its sitting that its new
    players come from: there, the players who leave this table take the vacant seats, in order."""
    seats = {match.pk: list(players)}
    table = SittingTable.objects.filter(match=match).select_related("sitting").first()
    if table is None:
        return seats
    leaving = [player for player in table.players if player not in players]
    others = table.sitting.tables.exclude(pk=table.pk).exclude(match=None).order_by("number")
    for other in others:
        if set(other.players) & set(players):
            vacant = [player in players for player in other.players]
            taken = [leaving.pop(0) if free and leaving else 0 for free in vacant]
            seats[other.match_id or 0] = [
                new if free else old
                for old, new, free in zip(other.players, taken, vacant, strict=True)
            ]
    return seats


def lock_matches(matches: Collection[int], seen_versions: Mapping[int, int]) -> list[LockedMatch]:
    """Return these matches, locked in the order of their ids. Raise what `match_locking.lock_match`
    raises."""
    rows = Match.objects.select_related("session__season__club").filter(pk__in=matches)
    return [match_locking.lock_match(row, seen_versions.get(row.pk)) for row in rows.order_by("pk")]


@transaction.atomic
def correct_seats(
    seats: Mapping[int, Sequence[int]],
    *,
    by: User | None,
    reason: str = "",
    confirmed: bool = False,
    approved: bool = False,
    seen_versions: Mapping[int, int] | None = None,
) -> list[Match]:
    """Store who really sat at these matches: ids of players in seat order, by the ids of matches.
    The same players again are no change. Return the matches.

    Raise Invalid for players who cannot have sat there, and what
    `correction_policy.require_consent` raises.
    """
    locked_matches = lock_matches(seats, seen_versions or {})
    before = {
        locked_match.match.pk: _players(locked_match.match) for locked_match in locked_matches
    }
    _check(locked_matches, before, seats)
    changed = [
        locked_match
        for locked_match in locked_matches
        if before[locked_match.match.pk] != [*seats[locked_match.match.pk]]
    ]
    for locked in changed:
        submissions.refuse_locked(locked.match)
        _refuse_substituted(locked.match)
        correction_policy.require_consent(locked.match, Consent(reason, confirmed, approved))
    for locked in changed:
        with place_checks.watched(locked.match, by=by):
            _store(locked, before[locked.match.pk], seats[locked.match.pk], by=by, reason=reason)
    _store_sit_outs(changed, before, seats)
    return [locked_match.match for locked_match in locked_matches]


def _store(
    locked: LockedMatch, old: Sequence[int], new: Sequence[int], *, by: User | None, reason: str
) -> None:
    match = locked.match
    scores_before = match_log.scores(match, old)
    _move_seats(match, new)
    confirmations.withdraw_all(match)
    match.forfeits = sorted(new[old.index(player)] for player in match.forfeits)
    Match.objects.filter(pk=match.pk).update(forfeits=match.forfeits)
    _store_rounds(match, by=by, reason=reason)
    table = locked.table
    if table is not None:
        table.players = list(new)
        table.save(update_fields=["players"])
        table.sitting.version += 1
        table.sitting.save(update_fields=["version"])
    events.match_reseated(match)
    match_log.record(
        match,
        AuditKind.RESULT_SEATS,
        by=by,
        players=sorted({*old, *new}),
        reason=reason,
        before={"scores": scores_before},
        after={"scores": match_log.scores(match, new)},
        **locked.place,
    )


def _move_seats(match: Match, players: Sequence[int]) -> None:
    """Give each player of the new order a seat: those who stay keep their row, the others take over
    the rows of those who leave."""
    Seat.objects.filter(match=match).update(number=F("number") + FAR)
    rows = list(Seat.objects.filter(match=match).order_by("number"))
    staying = {row.player_id: row for row in rows if row.player_id in players}
    free = [row for row in rows if row.player_id not in players]
    for number, player in enumerate(players):
        row = staying.get(player) or free.pop(0)
        row.number, row.player_id = number, player
        row.save(update_fields=["number", "player"])


def _store_rounds(match: Match, *, by: User | None, reason: str) -> None:
    """Store a new version of each round, and the result for the new players."""
    current = match.submissions.current()
    players = rounds_sql.seated_players([match.pk])[match.pk]
    if not current:
        match.version += 1
        rounds_sql.store_rounds([match])
        return
    verdict: Verdict = judging.judge_or_refuse(match, players, [row.body for row in current])
    words = reason or _("These players really sat here")
    rows = [
        submissions.version_of(match, row.number, row.version + 1, row.body, verdict, by, words)
        for row in current
    ]
    submissions.store_verdict(match, players, verdict, rows)
    ledger.bump_tables(match.session.season_id, match.game)


def _check(
    locked_matches: Sequence[LockedMatch],
    before: Mapping[int, Sequence[int]],
    seats: Mapping[int, Sequence[int]],
) -> None:
    """Raise Invalid unless these players can have sat there."""
    faults: list[Fault] = []
    for locked in locked_matches:
        path, new = f"seats.{locked.match.pk}", seats[locked.match.pk]
        if len(new) != len(before[locked.match.pk]):
            words = _("This table has %(count)s seats: name a player for each.")
            words %= {"count": len(before[locked.match.pk])}
            faults.append(Fault("wrong_number_of_players", path, words))
            continue
        names = _names(locked.match, new)
        for index, player in enumerate(new):
            words = _why_not(locked, player, new[:index], names, seats)
            if words:
                faults.append(Fault("not_at_this_table", f"{path}.{index}", words))
    raise_faults(faults)


def _why_not(
    locked: LockedMatch,
    player: int,
    earlier: Sequence[int],
    names: Mapping[int, str],
    seats: Mapping[int, Sequence[int]],
) -> str:
    """Return why a player cannot have sat at this table; empty if there is no reason."""
    if player not in names:
        return _("The club has no such player.")
    name = {"name": names[player]}
    if player in earlier:
        return _("%(name)s is named twice.") % name
    if locked.table is None:
        return ""
    tournament = locked.table.sitting.tournament
    if not tournament.entrants.filter(player=player).exists():
        return _("%(name)s is not entered in this tournament.") % name
    for other in locked.table.sitting.tables.exclude(pk=locked.table.pk):
        if player in seats.get(other.match_id or 0, other.players):
            words = _("%(name)s sits at table %(table)s of this round: correct both tables.")
            return words % {**name, "table": other.number}
    return ""


def _store_sit_outs(
    changed: Sequence[LockedMatch],
    before: Mapping[int, Sequence[int]],
    seats: Mapping[int, Sequence[int]],
) -> None:
    """Let those who sat nowhere sit out, in place of those who sat at a table after all."""
    tables = [changed_match.table for changed_match in changed if changed_match.table is not None]
    if not tables:
        return
    sitting = tables[0].sitting
    old = {player for changed_match in changed for player in before[changed_match.match.pk]}
    new = {player for changed_match in changed for player in seats[changed_match.match.pk]}
    sit_out = [player for player in sitting.sit_out if player not in new] + sorted(old - new)
    if sit_out != list(sitting.sit_out):
        sittings.strike_sit_outs(sitting, sitting.noted)
        sitting.noted = [sittings.record_sit_out(sitting, player) for player in sit_out]
        sitting.sit_out = sit_out
        sitting.save(update_fields=["noted", "sit_out"])


def _players(match: Match) -> list[int]:
    seats = Seat.objects.filter(match=match).order_by("number")
    return list(seats.values_list("player", flat=True))


def _refuse_substituted(match: Match) -> None:
    """Raise Conflict if a player was replaced in this match: its seats follow from that."""
    rows = Substitution.objects.filter(match=match).select_related("entering", "leaving")
    if (row := rows.last()) is not None:
        words = _(
            "%(name)s plays for %(other)s in this match: undo the substitution, then correct the "
            "seats."
        )
        words %= {"name": row.entering.name, "other": row.leaving.name}
        raise Conflict(words, [Fault("substituted", "", words).to_json()])


def _names(match: Match, players: Sequence[int]) -> dict[int, str]:
    """Return the names of the given players that belong to the club, including former players who
    sat there already."""
    rows = Player.shown.filter(club=match.session.season.club_id, pk__in=players)
    return dict(rows.values_list("pk", "name"))
