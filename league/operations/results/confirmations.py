"""Confirmations of results by players and referees. The only writer of Confirmation and of its copy
Match.confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Fault, Forbidden, invalid
from league.models import Confirmation, ConfirmationWay, IncidentKind, Match, Quorum, Seat, User
from league.operations.matches import match_results, submissions
from league.operations.messages import inbox
from league.operations.results import match_locking
from league.operations.webhooks import events
from league.permissions import Action
from scoring import ledger
from scoring.pure.results import ResultState


@dataclass(frozen=True)
class Speaker:
    """The person that a confirmation or objection counts for: a player of the table, or a referee
    (None)."""

    player: int | None
    how: ConfirmationWay


def speaker(match: Match, *, player: int | None, by: User, at_table: bool = False) -> Speaker:
    """Return the person in whose name `by` may speak about this result. The table speaks for each
    of its seats, an organiser for each seat or as a referee, a member for himself. Raise Forbidden
    for all others."""
    seats = _seats(match)
    if player is not None and player not in {seat.player_id for seat in seats}:
        raise invalid("not_seated", "player", _("This player is not at this table."))
    if at_table:
        if player is None:
            raise invalid("missing_key", "player", _("Choose which player at the table you are."))
        return Speaker(player, ConfirmationWay.TABLE)
    if permissions.may(by, match.session.season.club, Action.ORGANISE):
        return Speaker(
            player, ConfirmationWay.ACCOUNT if player is not None else ConfirmationWay.REFEREE
        )
    own_player = next((seat.player_id for seat in seats if _belongs_to(seat, by)), None)
    if own_player is None or player not in {None, own_player}:
        words = _("Only the player concerned or an organiser can do this.")
        raise Forbidden(words)
    return Speaker(own_player, ConfirmationWay.ACCOUNT)


def require_author(match: Match, player: int | None, *, by: User, at_table: bool = False) -> None:
    """Raise Forbidden unless `by` could have spoken in the name of this player or referee
    (None)."""
    if player is not None:
        speaker(match, player=player, by=by, at_table=at_table)
    elif at_table or not permissions.may(by, match.session.season.club, Action.ORGANISE):
        raise Forbidden(_("Only an organiser can do this."))


@transaction.atomic
def confirm(
    match: Match, speaker: Speaker, *, by: User | None, seen_version: int | None = None
) -> Confirmation:
    """Confirm the current result; return the earlier confirmation if there is one."""
    locked = match_locking.lock_match(match, seen_version)
    match = locked.match
    match_results.require_result(match)
    submissions.refuse_locked(match)
    if match.session.season.confirmation == Quorum.NOBODY:
        words = _("This season’s results need no confirmation. Dispute this result if it is wrong.")
        raise Conflict(words, [Fault("no_confirmation", "", words).to_json()])
    earlier = _valid_confirmations(match).filter(result=match.result, player=speaker.player).first()
    if earlier is not None:
        return earlier
    state_before = match_results.result_status(match).state
    confirmation = Confirmation.objects.create(
        match=match,
        result=match.result,
        player_id=speaker.player,
        own=speaker.player is not None and _has_entered(match, speaker.player),
        how=speaker.how,
        by=by,
    )
    _save_confirmed(match)
    if (
        state_before == ResultState.ENTERED
        and match_results.result_status(match).state != ResultState.ENTERED
    ):
        events.match_confirmed(match)
    locked.note(IncidentKind.CONFIRM, by, player=speaker.player)
    return confirmation


@transaction.atomic
def take_back(
    confirmation: Confirmation, *, by: User | None, seen_version: int | None = None
) -> Match:
    """Withdraw a confirmation; its row remains, with a time stamp. Raise Conflict the second
    time."""
    locked = match_locking.lock_match(confirmation.match, seen_version)
    submissions.refuse_locked(locked.match)
    columns = {"taken_back_at": timezone.now(), "taken_back_by": by}
    if not _valid_confirmations(locked.match).filter(pk=confirmation.pk).update(**columns):
        raise Conflict(_("This confirmation is already withdrawn."))
    _save_confirmed(locked.match)
    locked.note(IncidentKind.UNCONFIRM, by, player=confirmation.player_id)
    return locked.match


def withdraw_all(match: Match) -> None:
    """Withdraw all confirmations of a match whose players change; the caller saves the match."""
    _valid_confirmations(match).update(taken_back_at=timezone.now())
    match.confirmed = []
    Match.objects.filter(pk=match.pk).update(confirmed=[])


def current_confirmations(matches: Sequence[Match]) -> dict[int, list[Confirmation]]:
    """Return the valid confirmations of the current results by match, with one query at most."""
    current_results = {
        match.pk: match.result for match in matches if match_results.confirmed_seats(match)
    }
    confirmations: dict[int, list[Confirmation]] = {}
    if not current_results:
        return confirmations
    rows = Confirmation.objects.filter(match__in=current_results, taken_back_at=None)
    for confirmation in rows.select_related("player", "by"):
        if confirmation.result == current_results[confirmation.match_id]:
            confirmations.setdefault(confirmation.match_id, []).append(confirmation)
    return confirmations


def set_confirmed(match: Match) -> None:
    """Set Match.confirmed from the rows of Confirmation, without saving it."""
    seat_numbers = {seat.player_id: seat.number for seat in _seats(match)}
    match.confirmed = [
        [
            confirmation.result,
            None if confirmation.player_id is None else seat_numbers[confirmation.player_id],
            confirmation.own,
        ]
        for confirmation in _valid_confirmations(match).order_by("pk")
    ]


def _save_confirmed(match: Match) -> None:
    """Save Match.confirmed and raise the versions of the match and of the standings that
    show it."""
    set_confirmed(match)
    match.version += 1
    Match.objects.filter(pk=match.pk).update(confirmed=match.confirmed, version=match.version)
    ledger.bump_tables(match.session.season_id, match.game)
    _settle_requests(match)


def _settle_requests(match: Match) -> None:
    """Settle the messages that ask for confirmations which are there or not needed any more."""
    is_open = match_results.result_status(match).state == ResultState.ENTERED
    players = {seat.number: seat.player_id for seat in _seats(match)}
    given = match_results.confirmed_seats(match)
    confirmed = [players[seat] for seat, _own in given if seat is not None]
    inbox.settle_requests(match, result=match.result, players=confirmed if is_open else None)


def _valid_confirmations(match: Match) -> "QuerySet[Confirmation]":
    return Confirmation.objects.filter(match=match, taken_back_at=None)


def _seats(match: Match) -> list[Seat]:
    return list(match.seats.select_related("player"))


def _belongs_to(seat: Seat, user: User) -> bool:
    """Return whether the account belongs to the player of the seat: their e-mail addresses are
    equal."""
    return bool(user.email) and seat.player.email.casefold() == user.email.casefold()


def _has_entered(match: Match, player_id: int) -> bool:
    """Return whether the player has entered the last round with his own account. Entries from the
    phone of the table have no account."""
    last_submission = (
        match.submissions.order_by("-submitted_at", "-pk").select_related("submitted_by").first()
    )
    if last_submission is None or last_submission.submitted_by is None:
        return False
    account = last_submission.submitted_by
    return any(_belongs_to(seat, account) for seat in _seats(match) if seat.player_id == player_id)
