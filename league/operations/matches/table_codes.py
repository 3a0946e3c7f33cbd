"""Codes of tables: who holds one enters the rounds of its match, on any phone, without an account.

Forty random bits, and wrong ones are counted by address: they are guessed in theory only.
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
from league.models import Club, Match, Membership, Session, TableCode, Token, User
from league.operations.people import tokens
from league.operations.support.cache import count
from league.operations.support.locks import locked
from league.permissions import Action

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without what looks like 0, 1 or V
LENGTH = 8
LOOKALIKES = str.maketrans("OILU", "011V")
MOST_WRONG = 60
WINDOW_SECONDS = 600


class Opened(NamedTuple):
    """What a code stands for: its match, and the person whose right it uses."""

    code: TableCode
    match: Match
    by: User


def clean(typed: str) -> str:
    """As it was made: whatever case, spaces or lookalikes were typed. Empty if it is no code.

    >>> clean("k7qx-3mpo")
    'K7QX3MP0'
    """
    code = re.sub(r"[\s\-–.]", "", typed[:40]).upper().translate(LOOKALIKES)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def open_(typed: str) -> Opened:
    """NotFound for a code that nobody made or that was revoked, whose time is over, or whose match
    is called off."""
    found = find(typed)
    if found is None:
        raise NotFound(_("No table has this code. Look again at the card on the table."))
    match, by = found.match, found.token.user
    by.only_club = found.token.club_id
    trusted = by.is_active and permissions.may(by, match.session.season.club, Action.SUBMIT)
    if not found.token.is_live or not trusted or match.called_off_at is not None:
        raise NotFound(_("This code is no longer valid. The desk can make a new one."))
    return Opened(found, match, by)


def find(typed: str) -> TableCode | None:
    """Also one that opens nothing any more."""
    code = clean(typed)
    related = ("token__user", "match__session__season__club")
    return TableCode.objects.filter(code=code).select_related(*related).first() if code else None


def of_match(match: Match) -> TableCode | None:
    """The code that works now."""
    return of_matches(match.session.season.club, [match]).get(match.pk)


def of_matches(club: Club, matches: Iterable[Match]) -> dict[int, TableCode]:
    """The codes that work now, by match; those of people who may no longer enter rounds do not."""
    roles = [role for role, rights in permissions.ALLOWED.items() if Action.SUBMIT in rights]
    trusted = Membership.objects.filter(club=club, role__in=roles, user__is_active=True)
    found = TableCode.objects.filter(
        match__in=list(matches),
        token__in=Token.objects.live(),
        token__user__in=trusted.values("user"),
    )
    return {code.match_id: code for code in found.select_related("token__user")}


@transaction.atomic
def renew(match: Match, *, by: User, under: Token | None = None) -> TableCode:
    """A new code; the one before opens nothing from now on."""
    locked(Match.objects.all(), match.pk)
    revoke(match)
    start = match.session.starts_at + tokens.AT_A_TABLE
    latest = timezone.now() + tokens.LONGEST_AT_A_TABLE
    ends = max(timezone.now() + tokens.AT_A_TABLE, min(start, latest))
    if under is not None and under.expires_at is not None:
        ends = min(ends, under.expires_at)
    token, _secret = tokens.make_for_table(
        match, by=by, name=_("Table code"), expires_at=ends, under=under
    )
    return TableCode.objects.create(match=match, token=token, code=_draw())


def make_all(session: Session, *, by: User) -> None:
    """A code for every match of the evening that is under way and has none."""
    permissions.require(by, session.season.club, Action.SUBMIT)
    found = session.matches.filter(over=False, stopped_at=None)
    matches = list(found.select_related("session__season__club"))
    known = of_matches(session.season.club, matches)
    for match in matches:
        if match.pk not in known:
            with suppress(NotFound):  # called off at this moment
                renew(match, by=by)


def revoke(match: Match) -> None:
    """The token stays in the list of its owner."""
    for code in TableCode.objects.filter(match=match).select_related("token"):
        tokens.revoke(code.token)


def count_wrong(address: str) -> bool:
    """Count a code that nobody made; True from when too many have come from this address lately."""
    return count(f"codes.wrong.{address}", WINDOW_SECONDS) > MOST_WRONG


def _draw() -> str:
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))
