"""The same request twice has one effect and one answer (decision 42).

A stored answer is looked up before the handler runs. If there is none, the handler's answer is
stored last of all, in the transaction of its effect: of two requests that come with one key at the
same time the second finds the key taken, its effect is undone, and it gets the answer of the first.
"""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import transaction
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import idempotency_sql
from api.http.idempotency_sql import StoredAnswer
from api.http.parsers import Unreadable
from league.errors import invalid
from league.models import Token

KEY = re.compile(r"[\x20-\x7e]{1,255}")
STORED_HEADERS = ("Content-Type", "ETag", "Location", "Allow")
Handle = Callable[[], HttpResponseBase]
Refuse = Callable[[Exception], HttpResponseBase]


class Claim(NamedTuple):
    """A key, whose it is, and the fingerprint of the request that came with it."""

    user_id: int
    key: str
    fingerprint: str


class KeyTaken(Exception):
    """Another request has stored its answer under the same key in the meantime."""


class SecretResponse(Response):
    """A response whose `secret` is sent this once: a replay has `null` there, as no secret is
    stored."""


def key_of(request: Request) -> str | None:
    """Return the Idempotency-Key of a request, or None. Raise Unreadable if it is malformed."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not KEY.fullmatch(key):
        message = _("An Idempotency-Key has 1 to 255 printable ASCII characters.")
        raise Unreadable("bad_idempotency_key", message)
    return key


def once(request: Any, key: str, handle: Handle, refuse: Refuse) -> HttpResponseBase:
    """Return the answer of `handle`, or the one stored under the key.

    What `handle` raises undoes its effect; then the answer that `refuse` makes of the exception is
    stored under the key, or nothing if that raises as well.
    """
    claim = Claim(request.user.pk, key, _fingerprint(request))
    if (stored := idempotency_sql.stored_answer(claim.user_id, claim.key)) is not None:
        return _replay(claim, stored)
    try:
        return _handle_and_store(claim, handle)
    except Exception as error:
        if (stored := idempotency_sql.stored_answer(claim.user_id, claim.key)) is not None:
            return _replay(claim, stored)
        refusal = refuse(error)
    try:
        return _handle_and_store(claim, lambda: refusal)
    except KeyTaken:
        stored = idempotency_sql.stored_answer(claim.user_id, claim.key)
        assert stored is not None, "the request that took the key has stored its answer"
        return _replay(claim, stored)


def _handle_and_store(claim: Claim, handle: Handle) -> HttpResponseBase:
    """Commit the effect of `handle` and its answer together."""
    with transaction.atomic():
        response = handle()
        _store(claim, response)
        return response


def _store(claim: Claim, response: HttpResponseBase) -> None:
    """Store the answer; wait for a request that is storing one under the same key, and raise
    KeyTaken if it commits."""
    if isinstance(response, Response):
        response.render()
    assert isinstance(response, HttpResponse), "unsafe requests get whole answers"
    headers = {name: response[name] for name in STORED_HEADERS if name in response}
    body = response.content.decode()
    if isinstance(response, SecretResponse):
        body = json.dumps({**response.data, "secret": None}, ensure_ascii=False)
    answer = StoredAnswer(claim.fingerprint, response.status_code, headers, body)
    if not idempotency_sql.insert_answer(claim.user_id, claim.key, answer):
        raise KeyTaken


def _replay(claim: Claim, stored: StoredAnswer) -> HttpResponse:
    if stored.fingerprint != claim.fingerprint:
        message = _("This Idempotency-Key was used for another request. Use a new key.")
        raise invalid("idempotency_key_reused", "", message)
    response = HttpResponse(stored.body, status=stored.status, headers=stored.headers)
    response["Idempotent-Replayed"] = "true"
    return response


def _fingerprint(request: Request) -> str:
    """Return a hash of method, address and body. The club and the match of a bound token are part
    of it, so that its answers are not replayed for another token of the same user."""
    parts = [str(request.method).encode(), request.get_full_path().encode(), request.body]
    if isinstance(request.auth, Token) and request.auth.club_id is not None:
        parts.append(b"%d.%d" % (request.auth.club_id, request.auth.match_id or 0))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
