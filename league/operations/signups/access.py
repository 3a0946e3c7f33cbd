"""Sign-up access of a club: its settings, its code, and who may act for which player. The only
writer of SignUpSettings.

The code has forty random bits, and wrong codes are counted by address, together with wrong table
codes (matches.table_codes): guessing one is not practical.
"""

import secrets
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import NotFound, invalid
from league.models import AuditKind, Club, Player, SignUpAccess, SignUpSettings, User
from league.operations.audit import club_log
from league.operations.matches.table_codes import ALPHABET, LENGTH, normalize
from league.operations.people.person_search import People, Whereabouts
from league.operations.people.visibility import players_of
from league.operations.support.locks import lock_row


def settings_of(club: Club) -> SignUpSettings:
    """Return the settings; without stored ones the usual, unsaved."""
    return SignUpSettings.objects.filter(club=club).first() or SignUpSettings(club=club)


@transaction.atomic
def change(club: Club, *, access: str, by: User | None) -> SignUpSettings:
    """Change how players sign up; with the first code access the club gets its code."""
    if access not in SignUpAccess.values:
        words = _("Choose one of: %(known)s.") % {"known": ", ".join(SignUpAccess.values)}
        raise invalid("not_a_choice", "access", words)
    settings = _lock(club)
    before = settings.access
    settings.access = access
    if access == SignUpAccess.CODE and not settings.code:
        settings.code = _random_code()
    settings.save()
    club_log.record_changes(
        club.pk,
        AuditKind.SIGN_UP_SETTINGS,
        by=by,
        before={"access": before},
        after={"access": access},
    )
    return settings


@transaction.atomic
def renew_code(club: Club, *, by: User | None) -> SignUpSettings:
    """Make a new code; the one before no longer opens anything."""
    settings = _lock(club)
    settings.code = _random_code()
    settings.save()
    club_log.record(club.pk, AuditKind.SIGN_UP_SETTINGS, by=by, after={"code_renewed": True})
    return settings


def allows(club: Club, access: str) -> bool:
    """Return whether players of the club sign up in this way; each way includes those before."""
    ways = SignUpAccess.values
    return ways.index(settings_of(club).access) >= ways.index(access)


def club_of_code(typed: str) -> Club:
    """Return the club of a code, which may be typed with spaces and in small letters. Raise
    NotFound for a code that is none, or if the club does not use it; the caller counts those by
    address (table_codes.count_wrong)."""
    code = normalize(typed)
    rows = SignUpSettings.objects.filter(code=code, access=SignUpAccess.CODE)
    settings = rows.select_related("club").first() if code else None
    if settings is None:
        raise NotFound(_("No club has this code. Ask an organiser for your club’s code."))
    return settings.club


def players_of_account(club: Club, account: User) -> list[Player]:
    """Return the players managed by an account: its own, and children as their guardian."""
    return list(players_of(account).filter(club=club))


def listed_players(club: Club) -> list[Player]:
    """Return the players that a holder of the club's code may answer for: those without an account,
    unless hidden. Sorted by public name."""
    players = club.players.without_account()
    return sorted((player for player in players if player.shows_name), key=Player.public_sort_key)


def listed_people(club: Club, whereabouts: Mapping[int, Whereabouts] | None = None) -> People:
    """Return the listed players for a search by names that strangers read."""
    return People(listed_players(club), whereabouts, public=True)


def listed_player(club: Club, pk: int) -> Player:
    """Return one of the listed players; raise NotFound for all others."""
    player = club.players.without_account().filter(pk=pk).first()
    if player is None or not player.shows_name:
        raise NotFound(_("There is nothing here."))
    return player


def _lock(club: Club) -> SignUpSettings:
    lock_row(Club.objects.all(), club.pk)
    return settings_of(club)


def _random_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))
