"""The same request twice has one effect and one answer.

The key is written first, in the transaction of the effect. A second request with it therefore waits
for the first in the database, and then finds its answer, or nothing if the first one failed.
"""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.parsers import Unreadable
from league.errors import invalid
from league.models import Token, User

KEPT_HOURS = 48
KEY = re.compile(r"[\x20-\x7e]{1,255}")
KEPT_HEADERS = ("Content-Type", "ETag", "Location", "Allow")
Act = Callable[[], HttpResponseBase]
Refuse = Callable[[Exception], HttpResponseBase]
CLAIM = """
    INSERT INTO api_idempotencykey (user_id, key, fingerprint, created_at, headers, body)
    VALUES (%s, %s, %s, %s, '{}', '')
    ON CONFLICT (user_id, key) DO UPDATE SET key = excluded.key
    RETURNING fingerprint, status, headers, body
"""
KEEP = """
    UPDATE api_idempotencykey SET status = %s, headers = %s, body = %s
    WHERE user_id = %s AND key = %s
"""


class Claim(NamedTuple):
    user_id: int
    key: str
    fingerprint: str


class Kept(NamedTuple):
    """A row of the table; without a status it is the one just written."""

    fingerprint: str
    status: int | None
    headers: str
    body: str


class Secretive(Response):
    """Its `secret` is shown this once: a replay has `null` there, as it is stored nowhere."""


def key_of(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        message = _("An Idempotency-Key has 1 to 255 printable ASCII characters.")
        raise Unreadable("bad_idempotency_key", message)
    return key


def once(request: Request, user: User, key: str, act: Act, refuse: Refuse) -> HttpResponseBase:
    """The answer of `act`, or the stored one. What `act` raises undoes everything, the key too;
    then the key keeps the answer that `refuse` makes of it, or nothing if that raises as well."""
    claim = Claim(user.pk, key, _fingerprint(request))
    try:
        return _settle(claim, act)
    except Exception as error:
        refused = refuse(error)
    return _settle(claim, lambda: refused)


def _settle(claim: "Claim", act: Act) -> HttpResponseBase:
    """One commit: the key, the effect, the answer."""
    with transaction.atomic():
        if (kept := _claimed(claim)) is not None:
            return _replay(claim, kept)
        response = act()
        _keep(claim, response)
        return response


def _claimed(claim: "Claim") -> "Kept | None":
    """None for the first; else what is kept. Waits for whoever has claimed the same key and has not
    ended yet."""
    with connection.cursor() as cursor:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        cursor.execute(CLAIM, [claim.user_id, claim.key, claim.fingerprint, now])
        kept = Kept(*cursor.fetchone())
    return None if kept.status is None else kept


def _keep(claim: "Claim", response: HttpResponseBase) -> None:
    if isinstance(response, Response):
        response.render()
    assert isinstance(response, HttpResponse), "unsafe requests get whole answers"
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    body = response.content.decode()
    if isinstance(response, Secretive):
        body = json.dumps({**response.data, "secret": None}, ensure_ascii=False)
    with connection.cursor() as cursor:
        answer: list[Any] = [response.status_code, json.dumps(headers), body]
        cursor.execute(KEEP, [*answer, claim.user_id, claim.key])


def _replay(claim: "Claim", kept: "Kept") -> HttpResponse:
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
