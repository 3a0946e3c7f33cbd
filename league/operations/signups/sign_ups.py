"""Answers of players to a sheet: yes, perhaps, no. With guests the only writer of SignUp.

The caller checks who may answer: an account for its own players (access.players_of_account), the
holder of a personal link (personal_links.find), the holder of the club's code for the players of
access.listed_players, and organisers for all players (`as_organiser`), also when sign-up is closed.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.errors import Conflict, Fault, NotFound, invalid, raise_faults
from league.models import AuditKind, SignUp, SignUpAnswer, SignUpSheet, User
from league.names import name_key
from league.operations.audit import club_log
from league.operations.people import clubs, newcomers, person_search
from league.operations.people.person_search import Creation
from league.operations.signups import access, notices, roster, sheets
from league.operations.signups.roster import Roster
from league.operations.support import versions


@transaction.atomic
def record_answer(
    sheet: SignUpSheet,
    player: int,
    answer: str,
    *,
    games: Sequence[str] | None = None,
    by: User | None,
    as_organiser: bool = False,
    is_logged_later: bool = False,
    now: datetime | None = None,
) -> SignUp:
    """Store the answer of a player; `games` are those that the player would like, None leaves them
    as they are. The same answer again changes nothing: its number stays.

    A "yes" after another answer goes to the end of the list. Without "yes" the guests of the player
    are taken out too. Raise Conflict (`sign_up_closed`) if it is too late; cancelling a "yes" is
    possible until the start. `is_logged_later` leaves the entry in the log to
    `anonymous.record_answers`.
    """
    _check(sheet, answer, games)
    _lock_players(sheet, {"player": player})
    locked = roster.lock(sheet, now)
    row = locked.find(player)
    wished = (row.games if row else []) if games is None else list(games)
    if row is not None and (row.answer, row.games) == (answer, wished):
        return row
    if not as_organiser:
        _require_open(locked, row, answer)
    return _store(locked, player, row, answer, wished, by, is_logged=not is_logged_later)


@transaction.atomic
def bring_guest(
    sheet: SignUpSheet,
    host: int,
    *,
    name: str = "",
    creation: Creation = Creation.UNKNOWN,
    player: int | None = None,
    games: Sequence[str] = (),
    by: User | None,
    as_organiser: bool = False,
    now: datetime | None = None,
) -> SignUp:
    """Sign up a guest of a player who comes: the player meant by a typed name, a new player as
    `creation` says, or a listed player without an account. No-op if already a guest.

    Raise PersonQuestion if the name needs a choice, and Conflict if the host brings as many as
    allowed. Only organisers find all players; others find listed players by their public names. Any
    other name counts as new, so the answer does not reveal hidden players.
    """
    _check(sheet, SignUpAnswer.YES, games)
    versions.bump_edition(sheet.club.pk)
    if player is None:
        people = (person_search.people_of if as_organiser else access.listed_people)(sheet.club)
        listed = person_search.choose(people, name, creation)
        player = None if listed is None else listed.pk
    _lock_players(sheet, {"guest_of": host} | ({} if player is None else {"player": player}))
    locked = roster.lock(sheet, now)
    if (guest := _known_guest(locked, host, name, player)) is not None:
        return guest
    if not as_organiser:
        _require_open(locked, None, SignUpAnswer.YES)
    _require_host(locked, host, as_organiser=as_organiser)
    is_newcomer = player is None
    if player is None:
        with club_log.as_one_act():
            # a refusal would reveal hidden players
            checked = creation if as_organiser else Creation.ANOTHER
            player = clubs.add_newcomer(locked.sheet.club, name, creation=checked, by=by).pk
    else:
        _require_free(locked, player)
    row = SignUp(
        sheet=locked.sheet, player_id=player, guest_of_id=host, is_newcomer=is_newcomer
    )  # fmt: skip
    return _store(locked, player, row, SignUpAnswer.YES, list(games), by)


@transaction.atomic
def answer_newcomer(
    sheet: SignUpSheet,
    name: str,
    creation: Creation,
    answer_value: str,
    *,
    games: Sequence[str] | None = None,
    by: User | None,
) -> SignUp:
    """Add a new player to the club and store the answer that an organiser gives for them."""
    player = clubs.add_newcomer(sheet.club, name, creation=creation, by=by)
    return record_answer(sheet, player.pk, answer_value, games=games, by=by, as_organiser=True)


@transaction.atomic
def remove(
    sign_up: SignUp,
    *,
    by: User | None,
    as_organiser: bool = False,
    now: datetime | None = None,
) -> None:
    """Take an answer out of the list, with the guests of the player; the second call changes
    nothing. Who came into the list of players as a guest leaves it, unless the player has
    played."""
    sheet = sign_up.sheet
    if sign_up.is_newcomer:
        versions.bump_edition(sheet.club.pk)
    _lock_players(sheet, {"player": sign_up.player_id})
    locked = roster.lock(sheet, now)
    row = locked.find(sign_up.player_id)
    if row is None:
        return
    if not as_organiser and (words := sheets.why_no_cancelling(locked.sheet, locked.now)):
        raise sheets.refusal(words)
    before = _log_values(row)
    removed_rows = [row, *locked.guests_of(row.player_id)]
    _take_out(locked, removed_rows)
    locked.settle()
    _log(
        locked,
        AuditKind.SIGN_UP_TAKEN_OUT,
        [row.player_id for row in removed_rows],
        by,
        before,
        {},
    )


def find(sheet: SignUpSheet, player: int) -> SignUp:
    """Return the answer of a player; raise NotFound if there is none."""
    rows = SignUp.objects.select_related("player", *(f"sheet__{name}" for name in roster.RELATED))
    row = rows.filter(sheet=sheet, player=player).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    return row


def _store(
    locked: Roster,
    player: int,
    row: SignUp | None,
    answer: str,
    games: list[str],
    by: User | None,
    *,
    is_logged: bool = True,
) -> SignUp:
    """Store an answer that differs from the one before, and settle the places."""
    is_new = row is None or row.pk is None
    row = row or SignUp(sheet=locked.sheet, player_id=player)
    before = {} if is_new else _log_values(row)
    was_coming = not is_new and roster.comes(row)
    row.answer, row.games, row.changed_at = answer, games, locked.now
    row.is_logged = is_logged
    if is_new:
        row.answered_at = locked.now
    if roster.comes(row) and not was_coming:
        row.number, row.has_place, row.moved_up_at = locked.next_number(), False, None
    elif not roster.comes(row):
        row.number, row.has_place, row.moved_up_at = None, False, None
        _take_out(locked, locked.guests_of(player))
    locked.settle(row, is_new=not was_coming)
    if was_coming and not roster.comes(row):
        notices.cancelled(row)
    else:
        notices.answered(row, is_new=is_new)
    if is_logged:
        _log(locked, AuditKind.SIGN_UP_ANSWERED, [player], by, before, _log_values(row))
    return row


def _take_out(locked: Roster, rows: Sequence[SignUp]) -> None:
    locked.take_out(rows)
    for row in filter(roster.comes, rows):
        row.answer, row.number, row.has_place = SignUpAnswer.NO, None, False
        notices.cancelled(row)
    newcomers.strike_unused(roster.newcomers_of(rows))


def _lock_players(sheet: SignUpSheet, players: Mapping[str, int]) -> None:
    """Lock the players, given by their path in the request; raise Invalid for players unknown to
    the club."""
    locked = {player.pk for player in roster.lock_players(sheet, *players.values())}
    words = _("The club has no such player.")
    unknown = [path for path, player in players.items() if player not in locked]
    raise_faults([Fault("unknown_player", path, words) for path in unknown])


def _check(sheet: SignUpSheet, answer: str, games: Sequence[str] | None) -> None:
    if answer not in SignUpAnswer.values:
        words = _("Choose one of: %(known)s.") % {"known": ", ".join(SignUpAnswer.values)}
        raise invalid("not_a_choice", "answer", words)
    chosen = list(games or ())
    words = _("This game is not played in this season.")
    raise_faults(
        [
            Fault("unknown_game", f"games.{index}", words)
            for index, game in enumerate(chosen)
            if game not in sheet.season.games or game in chosen[:index]
        ]
    )


def _require_open(locked: Roster, row: SignUp | None, answer: str) -> None:
    is_cancelling = roster.comes(row) and answer == SignUpAnswer.NO
    why = sheets.why_no_cancelling if is_cancelling else sheets.why_closed
    if words := why(locked.sheet, locked.now):
        raise sheets.refusal(words)


def _require_host(locked: Roster, host: int, *, as_organiser: bool) -> None:
    row = locked.find(host)
    if not roster.comes(row):
        words = _("Sign up first, then bring a guest.")
        raise Conflict(words, [Fault("host_does_not_come", "guest_of", words).to_json()])
    assert row is not None
    if row.guest_of_id is not None:
        words = _("Guests cannot bring guests.")
        raise Conflict(words, [Fault("too_many_guests", "guest_of", words).to_json()])
    allowed = locked.sheet.guests_allowed
    if not as_organiser and len(locked.guests_of(host)) >= allowed:
        words = (
            ngettext(
                "A player may bring at most %(most)s guest.",
                "A player may bring at most %(most)s guests.",
                allowed,
            )
            % {"most": allowed}
            if allowed
            else _("No guests are allowed on this date.")
        )
        raise Conflict(words, [Fault("too_many_guests", "guest_of", words).to_json()])


def _require_free(locked: Roster, player: int) -> None:
    """Raise unless this player of the list can come as a guest."""
    if locked.find(player) is not None:
        words = _("This player has already answered.")
        raise Conflict(words, [Fault("signed_up_already", "player", words).to_json()])
    if not locked.sheet.club.players.without_account().filter(pk=player).exists():
        words = _(
            "This player has an account and cannot be a guest: players with an account sign up "
            "themselves."
        )
        raise Conflict(words, [Fault("player_claimed", "player", words).to_json()])


def _known_guest(locked: Roster, host: int, name: str, player: int | None) -> SignUp | None:
    """Return the same guest if this player brings them already."""
    for row in locked.guests_of(host):
        is_same = (
            row.player_id == player
            if player is not None
            else row.is_newcomer and name_key(row.player.name) == name_key(name)
        )
        if is_same and roster.comes(row):
            return row
    return None


def _log(
    locked: Roster,
    kind: AuditKind,
    players: Sequence[int],
    by: User | None,
    before: dict[str, Any],
    after: dict[str, Any],
) -> None:
    subject = roster.log_subject(locked.sheet, players)
    before, after = club_log.differences(before, after) if after else (before, after)
    club_log.record(locked.sheet.club.pk, kind, by=by, subject=subject, before=before, after=after)


def _log_values(row: SignUp) -> dict[str, Any]:
    return {"answer": row.answer, "games": row.games, "has_place": row.has_place}
