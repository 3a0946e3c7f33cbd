"""The same request twice has one effect and one answer.

The key is written first, in the transaction of the effect. A second request with it therefore waits
for the first in the database, and then finds its answer, or nothing if the first one failed.
"""

import hashlib
import re
from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.models import IdempotencyKey
from api.parsers import Unreadable
from league.errors import Conflict, invalid
from league.models import User

KEPT_HOURS = 48
KEY = re.compile(r"[\x20-\x7e]{1,255}")
KEPT_HEADERS = ("Content-Type", "ETag", "Location", "Allow")
Act = Callable[[], HttpResponseBase]


def key_of(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        message = _("An Idempotency-Key has 1 to 255 printable ASCII characters.")
        raise Unreadable("bad_idempotency_key", message)
    return key


def once(request: Request, user: User, key: str, act: Act) -> HttpResponseBase:
    """The answer of `act`, or the stored one. What `act` raises undoes everything, the key too."""
    fingerprint = _fingerprint(request)
    with transaction.atomic():
        row = _claim(user, key, fingerprint)
        if row is None:
            return _replay(user, key, fingerprint)
        response = act()
        _keep(row, response)
        return response


def _claim(user: User, key: str, fingerprint: str) -> IdempotencyKey | None:
    try:
        with transaction.atomic():
            return IdempotencyKey.objects.create(user=user, key=key, fingerprint=fingerprint)
    except IntegrityError:
        return None


def _keep(row: IdempotencyKey, response: HttpResponseBase) -> None:
    if isinstance(response, Response):
        response.render()
    assert isinstance(response, HttpResponse), "unsafe requests get whole answers"
    row.status, row.body = response.status_code, response.content.decode()
    row.headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    row.save(update_fields=["status", "body", "headers"])


def _replay(user: User, key: str, fingerprint: str) -> HttpResponse:
    row = IdempotencyKey.objects.filter(user=user, key=key).first()
    if row is None or row.status is None:
        raise Conflict(_("The first request with this key is gone: send it again."))
    if row.fingerprint != fingerprint:
        message = _("This Idempotency-Key was used for another request.")
        raise invalid("idempotency_key_reused", "", message)
    response = HttpResponse(row.body, status=row.status, headers=row.headers)
    response["Idempotent-Replayed"] = "true"
    return response


def _fingerprint(request: Request) -> str:
    """Method, address and body, kept apart."""
    parts = [str(request.method).encode(), request.get_full_path().encode(), request.body]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
