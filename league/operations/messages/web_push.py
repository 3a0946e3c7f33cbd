"""Web push on the wire: a message is sealed for one browser (RFC 8291), and the server names itself
by a signed token (VAPID, RFC 8292). Written by hand on `cryptography`, and checked in tests against
the libraries that `pywebpush` is made of: that package brings two HTTP clients, which we must not
use since addresses of devices are typed by others, and needs one that has no wheel.
"""

import base64
import json
import os
from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
POINT_BYTES = 65
AUTH_BYTES = 16
SALT_BYTES = 16
NUMBER_BYTES = 32
RECORD_SIZE = 4096  # one record, as all push services take it
MOST_BYTES = 3993  # of a message, so that it fits into one record
LAST_RECORD = b"\x02"
TOKEN_LIFE = timedelta(hours=12)  # of 24 that are allowed


class BadKey(ValueError):
    """Raised for keys that cannot come from a browser."""


def seal(
    content: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return the body that only the browser with these keys can read (aes128gcm). Salt and the key
    of the sender are new each time; tests give them."""
    if len(content) > MOST_BYTES:
        raise ValueError("the message is too long for one record")
    salt = salt or os.urandom(SALT_BYTES)
    sender = sender or ec.generate_private_key(CURVE)
    receiver, secret = parse_point(p256dh), parse_auth(auth)
    sender_point, receiver_point = _point(sender.public_key()), _point(receiver)
    shared = sender.exchange(ec.ECDH(), receiver)
    info = b"WebPush: info\0" + receiver_point + sender_point
    seed = _derive(shared, secret, info, NUMBER_BYTES)
    key = _derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(seed, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(sender_point)]) + sender_point
    return head + AESGCM(key).encrypt(nonce, content + LAST_RECORD, None)


def authorization(
    endpoint: str, key: ec.EllipticCurvePrivateKey, *, contact: str, now: datetime
) -> str:
    """Return the VAPID header that identifies this server to a push service; `contact` is a mailto:
    or https: address."""
    parts = urlsplit(endpoint)
    claims: dict[str, str | int] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + TOKEN_LIFE).timestamp()),
        "sub": contact,
    }
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    signature = key.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    numbers = b"".join(n.to_bytes(NUMBER_BYTES, "big") for n in decode_dss_signature(signature))
    return f"vapid t={signed}.{encode(numbers)},k={public_key(key)}"


def new_key() -> str:
    """Return a new private key as text."""
    return private_text(ec.generate_private_key(CURVE))


def private_text(key: ec.EllipticCurvePrivateKey) -> str:
    return encode(key.private_numbers().private_value.to_bytes(NUMBER_BYTES, "big"))


def parse_private(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key in a text: only the number, as tools for VAPID write it."""
    number = int.from_bytes(decode(text), "big")
    try:
        return ec.derive_private_key(number, CURVE)
    except (ValueError, UnsupportedAlgorithm):
        raise BadKey("not a private key of P-256") from None


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the public key as browsers want it (applicationServerKey)."""
    return encode(_point(key.public_key()))


def parse_point(text: str) -> ec.EllipticCurvePublicKey:
    """Return the public key of a browser."""
    raw = decode(text)
    if len(raw) != POINT_BYTES:
        raise BadKey("not an uncompressed point of P-256")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw)
    except ValueError:
        raise BadKey("not a point of P-256") from None


def parse_auth(text: str) -> bytes:
    """Return the secret of a browser."""
    raw = decode(text)
    if len(raw) != AUTH_BYTES:
        raise BadKey("not 16 bytes")
    return raw


def encode(raw: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    try:
        padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    except ValueError:  # also for text that is not ASCII
        raise BadKey("not base64url") from None


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _json(content: Mapping[str, str | int]) -> str:
    return encode(json.dumps(content, separators=(",", ":")).encode())
