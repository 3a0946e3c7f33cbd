"""Substitutes in running matches: a player takes over the seat of another from a round on. The only
writer of Substitution; also writes the player of the seat.

The seat has the player who sits there now, so phones, messages and confirmations follow. The plan
of a tournament keeps the player who was drawn there.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, LeagueError, NotFound, invalid
from league.models import (
    ActionKind,
    AuditKind,
    EntrantState,
    Match,
    Player,
    PlayOff,
    Seat,
    Session,
    SittingTable,
    Substitution,
    SubstitutionEffect,
    User,
)
from league.operations.matches import match_log, rounds_sql, submissions, table_turns
from league.operations.matches.correction_policy import Consent
from league.operations.messages import events as messages
from league.operations.results import confirmations, match_ends, match_locking
from league.operations.results.match_locking import LockedMatch
from league.operations.sessions import presence, session_log, undo, undo_rules
from league.operations.sessions.undo_rules import Subject
from league.operations.support import versions
from league.operations.webhooks import events

TABLE = "match__sitting_table"
FIRST = 2  # before the second round nothing was played, and seats can be corrected
# whose entrants must be in the tournament: it gets rows in its standings
COUNTS_FOR_SUBSTITUTE = {SubstitutionEffect.SUBSTITUTE, SubstitutionEffect.BOTH}


@transaction.atomic
def substitute(
    match: Match,
    *,
    leaving: int,
    entering: int,
    effect: SubstitutionEffect,
    from_round: int | None = None,
    seen_version: int | None = None,
    by: User | None,
) -> Substitution:
    """Let a player take over the seat of another from a round on, the next one if it is None;
    return the substitution. The same one again changes nothing.

    The effect given last at a seat decides whose the result is. Raise Invalid for players who
    cannot do this, and Conflict for a match that is not being played.
    """
    is_action = _lock_session(match)
    locked = match_locking.lock_match(match)
    match = locked.match
    first = match.rounds_played + 1 if from_round is None else from_round
    seats = rounds_sql.seated_players([match.pk])[match.pk]
    number = next((n for n, seat in enumerate(seats) if seat.player_id == leaving), None)
    if number is None:
        if (same := _same(match, leaving, entering, effect, from_round)) is not None:
            return same
        raise _not_seated(match, leaving)
    match_locking.require_version(match, seen_version)
    _require_running(match)
    _check_player(locked, number, leaving, entering, effect)
    _check_round(match, number, first, seats[number].name)
    row = Substitution.objects.create(
        match=match,
        seat=number,
        leaving_id=leaving,
        entering_id=entering,
        from_round=first,
        after_rounds=match.rounds_played,
        effect=effect,
        by=by,
    )
    _give_seat(match, number, entering)
    messages.substituted(match, entering, f"{match.pk}:{row.pk}", by=by)
    events.match_substituted(row)
    undo_data = {"action": ActionKind.SUBSTITUTE, "substitution": row.pk} if is_action else None
    _log(locked, AuditKind.RESULT_STAND_IN, row, by, undo_data)
    return row


@transaction.atomic
def take_back(
    substitution: Substitution, *, seen_version: int | None = None, by: User | None
) -> Match:
    """Undo a substitution: the player who left sits there again. At an evening this undoes its
    entry in the log. Raise Conflict once rounds were entered after it, or a later substitution
    depends on it."""
    undoes: list[int] = []
    if _lock_session(substitution.match):
        undoes = [
            entry.pk
            for entry in undo.log_entries(substitution.match.session)
            if entry.kind == ActionKind.SUBSTITUTE
            and entry.undone_at is None
            and entry.subject["substitution"] == substitution.pk
        ]
    locked = match_locking.lock_match(substitution.match, seen_version)
    match = locked.match
    row = Substitution.every.filter(pk=substitution.pk, match=match).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    if row.taken_back_at is not None:
        raise Conflict(_("This substitution is already undone."))
    _require_running(match)
    _require_last(match, row)
    _require_free(match, row.leaving)
    columns: dict[str, Any] = {"taken_back_at": timezone.now(), "taken_back_by": by}
    Substitution.every.filter(pk=row.pk).update(**columns)
    _give_seat(match, row.seat, row.leaving_id)
    messages.substituted(match, row.leaving_id, f"{match.pk}:{row.pk}:back", by=by)
    row.match = match
    events.match_substitution_undone(row)
    undo_data = {"undoes": undoes} if undoes else None
    _log(locked, AuditKind.RESULT_STAND_IN_UNDONE, row, by, undo_data)
    return match


def substitutions_of(match: Match) -> list[Substitution]:
    """Return the substitutions of a match with their players, the oldest first."""
    rows = Substitution.objects.filter(match=match)
    return list(rows.select_related("leaving", "entering").order_by("pk"))


def free_players(match: Match) -> list[Player]:
    """Return the players who could come in now, by name: checked in at the evening or arrived
    at the tournament, and at no running table."""
    busy = session_log.busy_players(match.session)
    here = {player.pk: player for player in presence.present_players(match.session)}
    table = SittingTable.objects.filter(match=match).select_related("sitting__tournament").first()
    if table is not None:
        entrants = table.sitting.tournament.entrants.filter(state=EntrantState.HERE)
        for entrant in entrants.select_related("player"):
            here[entrant.player_id] = entrant.player
        for other in table.sitting.tables.select_related("match"):
            if other.match is not None and not other.match.ended:
                busy |= set(other.players)
    seated = set(Seat.objects.filter(match=match).values_list("player", flat=True))
    free = [player for pk, player in here.items() if pk not in busy | seated]
    return sorted(free, key=Player.sort_key)


def _lock_session(match: Match) -> bool:
    """Lock the evening of a match; return False for a match of a tournament, which has a log of
    its own."""
    versions.bump_edition(match.session.season.club_id)
    if match_ends.is_planned(match):
        return False
    session_log.lock_session(match.session)
    return True


def _give_seat(match: Match, number: int, player: int) -> None:
    """Give a seat to a player and raise the version of the match. Confirmations of earlier results
    were other players'."""
    Seat.objects.filter(match=match, number=number).update(player=player)
    confirmations.withdraw_all(match)
    match.version += 1
    rounds_sql.store_rounds([match])


def _same(
    match: Match, leaving: int, entering: int, effect: SubstitutionEffect, from_round: int | None
) -> Substitution | None:
    """Return the substitution if it is already there: the form was sent twice."""
    row = Substitution.objects.filter(match=match, leaving=leaving).last()
    if row is None or (row.entering_id, row.effect) != (entering, effect):
        return None
    return row if from_round in (None, row.from_round) else None


def _not_seated(match: Match, player: int) -> LeagueError:
    """Return the refusal of a player who does not sit at the table, naming who took the seat."""
    row = Substitution.objects.filter(match=match, leaving=player).select_related().last()
    if row is None:
        words = _("This player is not at this table. Choose one of its players.")
    else:
        words = _(
            "%(name)s has already left this table: %(other)s plays there. Reload the page, or "
            "undo that substitution."
        )
        words %= {"name": row.leaving.name, "other": row.entering.name}
    return invalid("not_seated", "leaving", words)


def _require_running(match: Match) -> None:
    if match.ended:
        words = _("This match has ended. Resume it or undo its last round first.")
        raise Conflict(words, [Fault("match_ended", "", words).to_json()])
    if not match.rounds_played:
        words = _(
            "No round was played yet, so no substitution is needed: correct the seats of this "
            "table instead."
        )
        raise Conflict(words, [Fault("no_rounds", "", words).to_json()])
    submissions.refuse_locked(match)
    if PlayOff.objects.filter(match=match).exists():
        words = _(
            "A play-off decides its players’ own places, so it allows no substitute. "
            "Stop the match instead."
        )
        raise Conflict(words, [Fault("of_a_play_off", "", words).to_json()])


def _check_player(
    locked: LockedMatch, number: int, leaving: int, entering: int, effect: SubstitutionEffect
) -> None:
    """Raise Invalid unless the player can come in: one of the club who is free."""
    match = locked.match
    club = match.session.season.club_id
    # lock the player: one who is being struck must not be seated
    row = Player.objects.filter(club=club, pk=entering).select_for_update(no_key=True).first()
    if row is None:
        raise invalid("unknown_player", "entering", _("The club has no such player."))
    name = {"name": row.name}
    if entering == leaving:
        words = _("%(name)s is the player who leaves: choose another player.") % name
        raise invalid("same_player", "entering", words)
    if table := _running_table(match, entering):
        words = _(
            "%(name)s already plays at table %(table)s: choose a player who is free, or end that "
            "match first."
        )
        raise invalid("plays_already", "entering", words % {**name, "table": table})
    for seat, turns in enumerate(table_turns.seat_turns([match.pk])[match.pk]):
        if seat != number and entering in turns.players:
            words = _(
                "%(name)s has already played at another seat of this table: choose another player."
            )
            raise invalid("sat_elsewhere", "entering", words % name)
    if locked.table is not None and effect in COUNTS_FOR_SUBSTITUTE:
        entrants = locked.table.sitting.tournament.entrants
        if not entrants.filter(player=entering).exists():
            words = _(
                "%(name)s is not entered in this tournament: enter the player first, or let the "
                "result count for the player who started or for neither."
            )
            raise invalid("not_entered", "entering", words % name)


def _check_round(match: Match, number: int, from_round: int, name: str) -> None:
    """Raise Invalid unless another player had the seat before this round, and it is not later
    than the next one."""
    earlier = Substitution.objects.filter(match=match, seat=number).order_by("from_round").last()
    least = FIRST if earlier is None else earlier.from_round + 1
    most = match.rounds_played + 1
    if most < least:
        words = _(
            "%(name)s has not played a round here yet: undo that substitution, then enter the "
            "right player."
        )
        raise invalid("no_turn", "leaving", words % {"name": name})
    if not least <= from_round <= most:
        words = _("The substitute can start in any round from %(least)s to %(most)s.")
        if least == most:
            words = _("The substitute can only play from round %(most)s on.")
        raise invalid("bad_round", "from_round", words % {"least": least, "most": most})


def _running_table(match: Match, player: int) -> str:
    """Return the number of the running table of a player at this evening, this match's included;
    empty if the player is free."""
    seat = Seat.objects.filter(match=match, player=player).select_related(
        TABLE
    ).first() or _busy_seat(match.session, player)
    if seat is None:
        return _planned_table(match, player)
    return str(seat.match.table)


def _busy_seat(session: Session, player: int) -> Seat | None:
    seats = session_log.busy_seats(session).filter(player=player)
    return seats.select_related(TABLE).last()


def _planned_table(match: Match, player: int) -> str:
    """Return the table of the same round of a tournament at which the player sits, if any."""
    own = SittingTable.objects.filter(match=match).first()
    others = () if own is None else own.sitting.tables.exclude(pk=own.pk).select_related("match")
    for table in others:
        if player in table.players and table.match is not None and not table.match.ended:
            left = Substitution.objects.filter(match=table.match, leaving=player).exists()
            if not left:
                return str(table.number)
    return ""


def _require_last(match: Match, row: Substitution) -> None:
    later = Substitution.objects.filter(match=match, seat=row.seat, pk__gt=row.pk)
    if later.exists():
        words = _("Another player has taken this seat since: undo that substitution first.")
        raise Conflict(words, [Fault("later_substitution", "", words).to_json()])
    if match.rounds_played > row.after_rounds:
        words = _("Rounds were entered after this substitution: undo them first.")
        raise Conflict(words, [Fault("later_rounds", "", words).to_json()])


def _require_free(match: Match, player: Player) -> None:
    if table := _running_table(match, player.pk):
        words = _(
            "%(name)s plays at table %(table)s now: end that match, or cancel that table, first."
        ) % {"name": player.name, "table": table}
        raise Conflict(words, [Fault("plays_already", "", words).to_json()])


def _log(
    locked: LockedMatch,
    kind: AuditKind,
    row: Substitution,
    by: User | None,
    undo_data: Mapping[str, Any] | None,
) -> None:
    match = locked.match
    players = table_turns.players_of_tables([match.pk])[match.pk]
    people = [row.leaving_id, row.entering_id]
    after = {"from_round": row.from_round, "effect": row.effect}
    if kind == AuditKind.RESULT_STAND_IN_UNDONE:
        people.reverse()
        after = {}
    match_log.record(
        match,
        kind,
        by=by,
        players=list(dict.fromkeys([*players, *people])),
        before={"player": people[0]},
        after={"player": people[1], **after},
        undo_data=undo_data,
        **locked.place,
    )


def _undo(session: Session, subject: Subject, by: User | None, consent: Consent) -> None:
    row = Substitution.every.select_related("match__session__season__club").get(
        pk=subject["substitution"]
    )
    take_back(row, by=by)


def _redo(session: Session, subject: Subject, by: User | None) -> Subject:
    row = Substitution.every.select_related("match__session__season__club").get(
        pk=subject["substitution"]
    )
    new = substitute(
        row.match,
        leaving=row.leaving_id,
        entering=row.entering_id,
        effect=SubstitutionEffect(row.effect),
        from_round=row.from_round,
        by=by,
    )
    return {"substitution": new.pk}


undo_rules.RESULT_RULES[ActionKind.SUBSTITUTE] = undo_rules.ResultRule(_undo, _redo)
