"""Authentication by token, and the scopes of tokens. Roles are the matter of league.permissions."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from league.models import Scope, Token, User
from league.operations.people import tokens

if TYPE_CHECKING:
    from rest_framework.views import APIView


class TokenAuthentication(BaseAuthentication):
    """Authenticates `Authorization: Bearer TOKEN`."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        kind, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
        if not kind:
            return None
        token = tokens.authenticate(secret.strip()) if kind.lower() == "bearer" else None
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        tokens.note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class HasScope(BasePermission):
    def has_permission(self, request: Request, view: "APIView") -> bool:
        token = request.auth
        if not isinstance(token, Token):
            return view.is_public and request.method in SAFE_METHODS  # type: ignore[attr-defined]
        if token.match_id is not None:
            return _is_at_table(token, request.method, view)
        if not _answers(view, request.method):  # 405 comes later
            return True
        self.message = _missing_scope(token, request.method, view)
        return token.scope == Scope.ADMIN or _reaches(token, request.method, view)


def _is_at_table(token: Token, method: str | None, view: "APIView") -> bool:
    """Return whether the token of a table may call this: only for its match, and only the methods
    that the view opens to tables."""
    listed_method = "GET" if method == "HEAD" else method
    at_table = listed_method in getattr(view, "table_methods", ())
    return at_table and view.kwargs.get("match") == token.match_id


def _reaches(token: Token, method: str | None, view: "APIView") -> bool:
    if method in SAFE_METHODS:
        return True
    return token.scope == Scope.SUBMIT and method in getattr(view, "submit_methods", ())


def _missing_scope(token: Token, method: str | None, view: "APIView") -> str:
    """Return the sentence for a token whose scope does not allow this."""
    scopes = [Scope.ADMIN.value]
    if method in getattr(view, "submit_methods", ()):
        scopes.insert(0, Scope.SUBMIT.value)
    words = _("This token has the scope %(scope)s. This request needs %(needed)s.")
    needed = " / ".join(f"`{scope}`" for scope in scopes)
    return words % {"scope": f"`{token.scope}`", "needed": needed}


def _answers(view: "APIView", method: str | None) -> bool:
    return method in view.allowed_methods
