"""Codes of tables: with the code of a table anybody enters the rounds of its match, on any phone,
without an account.

A code has forty random bits, and wrong codes are counted by address: guessing one is not practical.
"""

import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import NotFound
from league.models import (
    AuditKind,
    Club,
    Match,
    Membership,
    Session,
    TableCode,
    Token,
    User,
)
from league.operations.audit import club_log
from league.operations.people import tokens
from league.operations.support.cache import count
from league.operations.support.locks import lock_row
from league.permissions import Action

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without letters that look like 0, 1 or V
LENGTH = 8
LOOKALIKES = str.maketrans("OILU", "011V")
MOST_WRONG = 60
WINDOW_SECONDS = 600


class TableAccess(NamedTuple):
    """The match that a code opens, and the person with whose rights."""

    code: TableCode
    match: Match
    by: User

    def phone(self) -> User:
        """Return the person as the phone of this table, which logs name instead."""
        self.by.phone_of_table = self.match.table
        return self.by


def normalize(typed: str) -> str:
    """Return a typed code in its normal form, without spaces and lookalikes; empty if it is none.

    >>> normalize("k7qx-3mpo")
    'K7QX3MP0'
    """
    code = re.sub(r"[\s\-–.]", "", typed[:40]).upper().translate(LOOKALIKES)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def open_table(typed: str) -> TableAccess:
    """Return what a code opens. Raise NotFound for a code that does not exist, is revoked or has
    expired, or whose match is called off."""
    table_code = find(typed)
    if table_code is None:
        raise NotFound(_("No table has this code. Check the card on the table."))
    match, by = table_code.match, table_code.token.user
    by.only_club = table_code.token.club_id
    trusted = by.is_active and permissions.may(by, match.session.season.club, Action.SUBMIT)
    if not table_code.token.is_live or not trusted or match.called_off_at is not None:
        raise NotFound(_("This code is no longer valid. Ask an organiser for a new one."))
    return TableAccess(table_code, match, by)


def find(typed: str) -> TableCode | None:
    """Return the row of a code, also of one that no longer opens anything."""
    code = normalize(typed)
    related = ("token__user", "match__session__season__club")
    return TableCode.objects.filter(code=code).select_related(*related).first() if code else None


def of_match(match: Match) -> TableCode | None:
    """Return the valid code of a match."""
    return of_matches(match.session.season.club, [match]).get(match.pk)


def of_matches(club: Club, matches: Iterable[Match]) -> dict[int, TableCode]:
    """Return the valid codes by match; codes of people who may no longer enter rounds are not
    valid."""
    roles = [role for role, rights in permissions.ALLOWED.items() if Action.SUBMIT in rights]
    trusted = Membership.objects.filter(club=club, role__in=roles, user__is_active=True)
    codes = TableCode.objects.filter(
        match__in=list(matches),
        token__in=Token.objects.live(),
        token__user__in=trusted.values("user"),
    )
    return {code.match_id: code for code in codes.select_related("token__user")}


@transaction.atomic
def renew(match: Match, *, by: User, under: Token | None = None) -> TableCode:
    """Make a new code for a match and revoke the previous one."""
    lock_row(Match.objects.all(), match.pk)
    session_end = match.session.starts_at + tokens.AT_A_TABLE
    latest = timezone.now() + tokens.LONGEST_AT_A_TABLE
    expires_at = max(timezone.now() + tokens.AT_A_TABLE, min(session_end, latest))
    if under is not None and under.expires_at is not None:
        expires_at = min(expires_at, under.expires_at)
    with club_log.as_one_act():
        revoke(match)
        token, _secret = tokens.make_for_table(
            match, by=by, name=_("Table code"), expires_at=expires_at, under=under
        )
    code = TableCode.objects.create(match=match, token=token, code=_random_code())
    club_id = match.session.season.club_id
    subject = {"matches": [match.pk]}
    club_log.record(club_id, AuditKind.TABLE_CODE_MADE, by=by, subject=subject)
    return code


@transaction.atomic
def ensure(match: Match, *, by: User, under: Token | None = None) -> TableCode:
    """Return the valid code of a match, a new one if there is none; of two phones that ask at
    once, both get the same."""
    lock_row(Match.objects.all(), match.pk)
    return of_match(match) or renew(match, by=by, under=under)


def make_missing(session: Session, *, by: User) -> None:
    """Make a code for every running match of the session that has none."""
    permissions.require(by, session.season.club, Action.SUBMIT)
    running = session.matches.filter(over=False, stopped_at=None)
    matches = list(running.select_related("session__season__club"))
    codes = of_matches(session.season.club, matches)
    for match in matches:
        if match.pk not in codes:
            with suppress(NotFound):  # called off at this moment
                renew(match, by=by)


@transaction.atomic
def revoke(match: Match, *, by: User | None = None) -> None:
    """Revoke the codes of a match; their tokens stay in the list of their owner."""
    live = TableCode.objects.filter(match=match, token__revoked_at=None)
    codes = list(live.select_related("token__user"))
    with club_log.as_one_act():
        for code in codes:
            tokens.revoke(code.token, by=by)
    if codes:
        club_id = match.session.season.club_id
        subject = {"matches": [match.pk]}
        club_log.record(club_id, AuditKind.TABLE_CODE_REVOKED, by=by, subject=subject)


def count_wrong(address: str) -> bool:
    """Count a code that does not exist; return True once too many came from this address lately."""
    return count(f"codes.wrong.{address}", WINDOW_SECONDS) > MOST_WRONG


def _random_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))
