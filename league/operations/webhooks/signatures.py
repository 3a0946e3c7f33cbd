"""Signatures that prove where a webhook message comes from: Standard Webhooks, symmetric (`v1`)."""

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
    """Return the headers of a message with this id, signed with every key, so that keys can be
    rotated."""
    stamp = str(int(at.timestamp()))
    return {
        "webhook-id": name,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(
            _sign(f"{name}.{stamp}.".encode() + body, key) for key in keys
        ),
    }


def _sign(content: bytes, key: str) -> str:
    raw = b64decode(key.removeprefix(PREFIX))
    return "v1," + b64encode(hmac.new(raw, content, hashlib.sha256).digest()).decode()
