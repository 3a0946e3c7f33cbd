"""A push service and the browser behind it: it keeps what came in, answers as told, and opens
messages by the libraries that `pywebpush` is made of, `http_ece` and `py_vapid`."""

import base64
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from tests.receiver import Receiver, receiving


class Browser:
    """The keys of a browser that has subscribed."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = secrets.token_bytes(16)

    @property
    def keys(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"p256dh": _encode(point), "auth": _encode(self.secret)}

    def open(self, body: bytes) -> Any:
        """Return the message that was sealed for this browser."""
        return json.loads(
            http_ece.decrypt(
                body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
            )
        )


class PushService:
    """A push service with one browser."""

    def __init__(self, receiver: Receiver) -> None:
        self.receiver, self.browser = receiver, Browser()
        self.endpoint = receiver.url.replace("/hook", f"/push/{secrets.token_hex(8)}")

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, **self.browser.keys}

    @property
    def headers(self) -> list[dict[str, str]]:
        return [headers for headers, _ in self.receiver.requests]

    def messages(self) -> list[Any]:
        """Return the messages that came in, once each sender has proved to be the server."""
        for headers in self.headers:
            self.verify(headers)
        return [self.browser.open(body) for _, body in self.receiver.requests]

    def verify(self, headers: dict[str, str]) -> dict[str, Any]:
        """Return what the sender says of itself; fail unless its key has signed it for here."""
        assert Vapid02.verify(headers["authorization"])
        token = headers["authorization"].removeprefix("vapid t=").split(",")[0]
        payload = token.split(".")[1]
        claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=="))
        parts = urlsplit(self.endpoint)
        assert claims["aud"] == f"{parts.scheme}://{parts.netloc}"
        return claims


@contextmanager
def push_service(*answers: Any) -> Iterator[PushService]:
    with receiving(*(answers or (201,))) as receiver:
        yield PushService(receiver)


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
