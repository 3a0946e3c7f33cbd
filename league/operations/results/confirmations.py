"""Players and referees say that a result is right; the only writer of Confirmation, and of
Match.confirmed, which repeats it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Fault, Forbidden, invalid
from league.models import Confirmation, How, IncidentKind, Match, Quorum, Seat, User
from league.operations.matches import match_results, submissions
from league.operations.results import match_locking
from league.operations.webhooks import events
from league.permissions import Action
from scoring import ledger
from scoring.pure.results import ResultState


@dataclass(frozen=True)
class Speaker:
    """In whose name somebody speaks: that of a player of the table, or of a referee (None)."""

    player: int | None
    how: How


def speaker(match: Match, *, player: int | None, by: User, at_table: bool = False) -> Speaker:
    """Who may say something about this result: the table for each of its seats, an organiser for
    each of them or as a referee, a member for himself."""
    seats = _seats(match)
    if player is not None and player not in {seat.player_id for seat in seats}:
        raise invalid("not_seated", "player", _("This player does not sit at this table."))
    if at_table:
        if player is None:
            raise invalid("missing_key", "player", _("Say which player of the table this is."))
        return Speaker(player, How.TABLE)
    if permissions.may(by, match.session.season.club, Action.ORGANISE):
        return Speaker(player, How.ACCOUNT if player is not None else How.REFEREE)
    own = next((seat.player_id for seat in seats if _is_of(seat, by)), None)
    if own is None or player not in {None, own}:
        words = _("Only who sits at this table, for himself, or an organiser can do that.")
        raise Forbidden(words)
    return Speaker(own, How.ACCOUNT)


def require_own(match: Match, player: int | None, *, by: User, at_table: bool = False) -> None:
    """Who may take back what was said in this name: who could have said it."""
    if player is not None:
        speaker(match, player=player, by=by, at_table=at_table)
    elif at_table or not permissions.may(by, match.session.season.club, Action.ORGANISE):
        raise Forbidden(_("Only an organiser can do that."))


@transaction.atomic
def confirm(
    match: Match, who: Speaker, *, by: User | None, seen_version: int | None = None
) -> Confirmation:
    """The result as it is now is right. Twice changes nothing."""
    held = match_locking.hold(match, seen_version)
    found = held.match
    match_results.refuse_without(found)
    submissions.refuse_locked(found)
    if found.session.season.confirmation == Quorum.NOBODY:
        words = _("Results of this season need no confirmation.")
        raise Conflict(words, [Fault("no_confirmation", "", words).to_json()])
    known = _live(found).filter(result=found.result, player=who.player).first()
    if known is not None:
        return known
    was = match_results.told(found).state
    made = Confirmation.objects.create(
        match=found,
        result=found.result,
        player_id=who.player,
        own=who.player is not None and _has_entered(found, who.player),
        how=who.how,
        by=by,
    )
    _repeat(found)
    if was == ResultState.ENTERED and match_results.told(found).state != ResultState.ENTERED:
        events.match_confirmed(found)
    held.note(IncidentKind.CONFIRM, by, player=who.player)
    return made


@transaction.atomic
def take_back(
    confirmation: Confirmation, *, by: User | None, seen_version: int | None = None
) -> Match:
    """It was a mistake; that it was made is kept. Conflict the second time."""
    held = match_locking.hold(confirmation.match, seen_version)
    submissions.refuse_locked(held.match)
    stamp = {"taken_back_at": timezone.now(), "taken_back_by": by}
    if not _live(held.match).filter(pk=confirmation.pk).update(**stamp):
        raise Conflict(_("This confirmation was taken back already."))
    _repeat(held.match)
    held.note(IncidentKind.UNCONFIRM, by, player=confirmation.player_id)
    return held.match


def standing(matches: Sequence[Match]) -> dict[int, list[Confirmation]]:
    """The confirmations of the results as they are, by match: one question, or none."""
    about = {match.pk: match.result for match in matches if match_results.said_of(match)}
    found: dict[int, list[Confirmation]] = {}
    if not about:
        return found
    rows = Confirmation.objects.filter(match__in=about, taken_back_at=None)
    for row in rows.select_related("player", "by"):
        if row.result == about[row.match_id]:
            found.setdefault(row.match_id, []).append(row)
    return found


def repeat(match: Match) -> None:
    """What Match.confirmed has to say, from the rows."""
    number = {seat.player_id: seat.number for seat in _seats(match)}
    match.confirmed = [
        [row.result, None if row.player_id is None else number[row.player_id], row.own]
        for row in _live(match).order_by("pk")
    ]


def _repeat(match: Match) -> None:
    """A new version of the match, and of the tables that show whether it is final."""
    repeat(match)
    match.version += 1
    Match.objects.filter(pk=match.pk).update(confirmed=match.confirmed, version=match.version)
    ledger.bump_tables(match.session.season_id, match.game)


def _live(match: Match) -> "QuerySet[Confirmation]":
    return Confirmation.objects.filter(match=match, taken_back_at=None)


def _seats(match: Match) -> list[Seat]:
    return list(match.seats.select_related("player"))


def _is_of(seat: Seat, user: User) -> bool:
    """Accounts and players are one person where they have the same e-mail."""
    return bool(user.email) and seat.player.email.casefold() == user.email.casefold()


def _has_entered(match: Match, player: int) -> bool:
    """By his own account; who typed on the phone of the table, nobody knows."""
    last = match.submissions.order_by("-submitted_at", "-pk").select_related("submitted_by").first()
    if last is None or last.submitted_by is None:
        return False
    who = last.submitted_by
    return any(_is_of(seat, who) for seat in _seats(match) if seat.player_id == player)
