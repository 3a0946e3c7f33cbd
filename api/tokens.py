"""Making and finding tokens. Only the SHA-256 is stored: 256 random bits need no salt."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from api.models import Scope, Token
from league.models import User

PREFIX = "manche_"
SHOWN = len(PREFIX) + 6
USE_NOTED_EVERY = timedelta(minutes=1)


def issue(
    user: User, scope: str = Scope.ADMIN, *, expires_at: datetime | None = None
) -> tuple[Token, str]:
    """A new token and its secret, which nobody can read again."""
    secret = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user,
        digest=digest(secret),
        prefix=secret[:SHOWN],
        scope=scope,
        expires_at=expires_at,
    )
    return token, secret


def find(secret: str) -> Token | None:
    """The token, if it and its user may still act."""
    token = Token.objects.select_related("user").filter(digest=digest(secret)).first()
    if token is None or not token.is_live or not token.user.is_active:
        return None
    return token


def note_use(token: Token) -> None:
    """At most once a minute: reading must not become writing."""
    now = timezone.now()
    due = now - USE_NOTED_EVERY
    if token.last_used_at is not None and token.last_used_at > due:
        return
    unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lte=due)
    Token.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)


def revoke(token: Token) -> None:
    Token.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
