"""How a message to a webhook proves where it comes from: Standard Webhooks, symmetric (`v1`)."""

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from datetime import datetime

PREFIX = "whsec_"


def new_secret() -> str:
    return PREFIX + b64encode(secrets.token_bytes(32)).decode()


def headers(name: str, at: datetime, body: bytes, keys: Iterable[str]) -> dict[str, str]:
    """Of a message with this name; signed with every key, so that one may be exchanged."""
    stamp = str(int(at.timestamp()))
    return {
        "webhook-id": name,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(
            _sign(f"{name}.{stamp}.".encode() + body, key) for key in keys
        ),
    }


def _sign(signed: bytes, key: str) -> str:
    raw = b64decode(key.removeprefix(PREFIX))
    return "v1," + b64encode(hmac.new(raw, signed, hashlib.sha256).digest()).decode()
