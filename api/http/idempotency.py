"""The same request twice has one effect and one answer.

Whether a key is known is asked together with the token that brings it. If it is not, the answer is
written with it, last of all and in the transaction of the effect: of two requests that come with
one key at the same time the second finds it taken, its effect is undone, and it gets the answer of
the first.
"""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.parsers import Unreadable
from database import statements
from league.errors import invalid
from league.models import Token

KEPT_HOURS = 48
KEY = re.compile(r"[\x20-\x7e]{1,255}")
KEPT_HEADERS = ("Content-Type", "ETag", "Location", "Allow")
Act = Callable[[], HttpResponseBase]
Refuse = Callable[[Exception], HttpResponseBase]
KEPT = (
    "SELECT fingerprint, status, headers, body FROM api_idempotencykey WHERE key = %s AND user_id"
)
KEEP = """
    INSERT INTO api_idempotencykey (user_id, key, fingerprint, created_at, status, headers, body)
    VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (user_id, key) DO NOTHING
"""


class Claim(NamedTuple):
    user_id: int
    key: str
    fingerprint: str


class Kept(NamedTuple):
    fingerprint: str
    status: int
    headers: str
    body: str


class Taken(Exception):
    """Somebody with the same key was quicker."""


class Secretive(Response):
    """Its `secret` is shown this once: a replay has `null` there, as it is stored nowhere."""


def key_of(request: Request) -> str | None:
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not KEY.fullmatch(key):
        message = _("An Idempotency-Key has 1 to 255 printable ASCII characters.")
        raise Unreadable("bad_idempotency_key", message)
    return key


def asked(request: Request, digest: str) -> list[statements.Asked]:
    """What to ask for the answer that is kept for the key of a request, whose token has this
    digest; for `told`. Nothing if there is no key."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if request.method in SAFE_METHODS or key is None or not KEY.fullmatch(key):
        return []
    return [(f"{KEPT} = (SELECT user_id FROM api_token WHERE digest = %s)", [key, digest])]


def told(answers: Sequence[statements.Rows]) -> Kept | None:
    return Kept(*answers[0][0]) if answers and answers[0] else None


def once(request: Any, key: str, act: Act, refuse: Refuse) -> HttpResponseBase:
    """The answer of `act`, or the one that was kept. What `act` raises undoes everything; then the
    key keeps the answer that `refuse` makes of it, or nothing if that raises as well."""
    claim = Claim(request.user.pk, key, _fingerprint(request))
    if request.kept is not None:
        return _replay(claim, request.kept)
    try:
        return _settled(claim, act)
    except Exception as error:
        if (quicker := _kept(claim)) is not None:
            return _replay(claim, quicker)
        refused = refuse(error)
    try:
        return _settled(claim, lambda: refused)
    except Taken:
        kept = _kept(claim)
        assert kept is not None, "whoever took the key has written it"
        return _replay(claim, kept)


def _settled(claim: Claim, act: Act) -> HttpResponseBase:
    """One commit: the effect, the key, the answer."""
    with transaction.atomic():
        response = act()
        _keep(claim, response)
        return response


def _kept(claim: Claim) -> Kept | None:
    return told(statements.together((f"{KEPT} = %s", [claim.key, claim.user_id])))


def _keep(claim: Claim, response: HttpResponseBase) -> None:
    if isinstance(response, Response):
        response.render()
    assert isinstance(response, HttpResponse), "unsafe requests get whole answers"
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    body = response.content.decode()
    if isinstance(response, Secretive):
        body = json.dumps({**response.data, "secret": None}, ensure_ascii=False)
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(KEEP, [*claim, now, response.status_code, json.dumps(headers), body])
        if not cursor.rowcount:  # it has waited for whoever wrote this key
            raise Taken


def _replay(claim: Claim, kept: Kept) -> HttpResponse:
    if kept.fingerprint != claim.fingerprint:
        message = _("This Idempotency-Key was used for another request.")
        raise invalid("idempotency_key_reused", "", message)
    response = HttpResponse(kept.body, status=kept.status, headers=json.loads(kept.headers))
    response["Idempotent-Replayed"] = "true"
    return response


def _fingerprint(request: Request) -> str:
    """Method, address and body, kept apart; what a bound token asked is not another one's."""
    parts = [str(request.method).encode(), request.get_full_path().encode(), request.body]
    if isinstance(request.auth, Token) and request.auth.club_id is not None:
        parts.append(b"%d.%d" % (request.auth.club_id, request.auth.match_id or 0))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
