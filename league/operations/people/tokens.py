"""API tokens: making, authenticating, revoking.

Only the SHA-256 is stored: 256 random bits need no salt. A token never reaches further than the one
that made it, here called `under`.
"""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from database.batches import delete_in_batches
from league import permissions
from league.errors import invalid
from league.models import AuditKind, Club, Match, Scope, Token, TokenQuerySet, User
from league.names import clean_name
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.people import tokens_sql
from league.permissions import Action

PREFIX = "manche_"
PREFIX_LENGTH = len(PREFIX) + 6
USE_NOTED_EVERY = timedelta(minutes=1)
AT_A_TABLE = timedelta(hours=18)  # from the afternoon to the morning after
LONGEST_AT_A_TABLE = timedelta(days=7)


@transaction.atomic
def make(
    user: User,
    *,
    name: str,
    scope: str,
    club: str | None = None,
    expires_at: datetime | None = None,
    under: Token | None = None,
) -> tuple[Token, str]:
    """Make a token for the user, for all clubs of the user or for the one with this slug."""
    name = clean_name(name)
    bound = _club(user, club) if club is not None else None
    if under is not None and under.club_id is not None:
        bound = bound or under.club
    expires_at = _check_expiry(expires_at, under)
    token, secret = issue(user, scope, name=name, club=bound, expires_at=expires_at)
    _log(token, AuditKind.TOKEN_MADE, by=user)
    return token, secret


@transaction.atomic
def make_for_table(
    match: Match,
    *,
    by: User,
    name: str = "",
    expires_at: datetime | None = None,
    under: Token | None = None,
) -> tuple[Token, str]:
    """Make a token that can only enter rounds of this match; it works as long as `by` may do so."""
    permissions.require(by, match.session.season.club, Action.SUBMIT)
    now = timezone.now()
    if expires_at is None:
        expires_at = now + AT_A_TABLE
        if under is not None and under.expires_at is not None:
            expires_at = min(expires_at, under.expires_at)
    elif expires_at > now + LONGEST_AT_A_TABLE:
        message = _("A table code is valid for a week at most.")
        raise invalid("too_late", "expires_at", message)
    token, secret = issue(
        by,
        Scope.SUBMIT,
        name=clean_name(name) if name else "",
        club=match.session.season.club,
        match=match,
        expires_at=_check_expiry(expires_at, under),
    )
    _log(token, AuditKind.TOKEN_MADE, by=by)
    return token, secret


def issue(
    user: User,
    scope: str = Scope.ADMIN,
    *,
    name: str = "",
    club: Club | None = None,
    match: Match | None = None,
    expires_at: datetime | None = None,
) -> tuple[Token, str]:
    """Store a new token, and return it with its secret, which cannot be read again."""
    secret = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user,
        digest=digest(secret),
        prefix=secret[:PREFIX_LENGTH],
        name=name,
        scope=scope,
        club=club,
        match=match,
        expires_at=expires_at,
    )
    return token, secret


def authenticate(secret: str) -> Token | None:
    """Return the token with this secret, if it and its user may still act."""
    token = tokens_sql.token_with_user(digest(secret))
    if token is None or not token.is_live or not token.user.is_active:
        return None
    token.user.only_club, token.user.scope = token.club_id, token.scope
    return token


def of(user: User) -> TokenQuerySet:
    """Return the tokens of the user; with a token of one club, only this club's."""
    tokens = Token.objects.filter(user=user).select_related("user", "club")
    return tokens if user.only_club is None else tokens.filter(club=user.only_club)


def of_table(match: Match) -> TokenQuerySet:
    return Token.objects.filter(match=match).select_related("user", "club")


def note_use(token: Token) -> None:
    """Store the time of use, at most once a minute, so that reads do not become writes."""
    now = timezone.now()
    due = now - USE_NOTED_EVERY
    if token.last_used_at is not None and token.last_used_at > due:
        return
    unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lte=due)
    Token.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)


@transaction.atomic
def revoke(token: Token, *, by: User | None = None) -> None:
    """Revoke the token; the second call changes nothing."""
    live = Token.objects.filter(pk=token.pk, revoked_at__isnull=True)
    if live.update(revoked_at=timezone.now()):
        _log(token, AuditKind.TOKEN_REVOKED, by=by)


@transaction.atomic
def revoke_all(user: User) -> int:
    """Revoke all live tokens of the user, including table tokens; return their number."""
    live = list(Token.objects.live().filter(user=user).order_by("pk"))
    for token in live:
        revoke(token, by=user)
    return len(live)


def purge(before: datetime) -> None:
    """Delete tokens that were revoked or expired before a time, with their table codes."""
    ended = Q(revoked_at__lt=before) | Q(expires_at__lt=before)
    delete_in_batches(Token.objects.filter(ended))


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _log(token: Token, kind: AuditKind, *, by: User | None) -> None:
    """Record this in the log of each club that the token reaches, one after the other by their
    ids."""
    memberships = token.user.memberships.order_by("club_id").values_list("club_id", flat=True)
    values = {"name": Words(token.name), "prefix": token.prefix, "scope": token.scope}
    subject = {"token": token.pk, "accounts": [token.user_id]}
    if token.match_id is not None:
        subject["matches"] = [token.match_id]
    for club_id in memberships if token.club_id is None else [token.club_id]:
        club_log.record(club_id, kind, by=by, subject=subject, after=values)


def _club(user: User, slug: str) -> Club:
    club = Club.objects.visible_to(user).at(slug)
    if club is None:
        raise invalid("unknown_club", "club", _("You do not belong to this club."))
    return club


def _check_expiry(expires_at: datetime | None, under: Token | None) -> datetime | None:
    """Return the time of expiry: in the future and no later than the expiry of `under`, the
    default."""
    limit = under.expires_at if under is not None else None
    if expires_at is None:
        return limit
    if expires_at <= timezone.now():
        raise invalid("too_early", "expires_at", _("Enter a time in the future."))
    if limit is not None and expires_at > limit:
        message = _("A new token cannot be valid for longer than the token that creates it.")
        raise invalid("too_late", "expires_at", message)
    return expires_at
