"""Requests to an S3-compatible store, signed by version 4 of Amazon's signatures. Pure.

https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
"""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote

EMPTY_SHA256 = hashlib.sha256().hexdigest()
METHOD = "AWS4-HMAC-SHA256"


class Credentials(NamedTuple):
    """S3 access key and secret."""

    key: str
    secret: str
    region: str


def encoded_path(path: str) -> str:
    """Return a path as it is sent and signed: all but letters, digits and `-_.~/` is escaped."""
    return quote(path, safe="-_.~/")


def encoded_query(query: Mapping[str, str]) -> str:
    """Return a query as it is sent and signed, in the order of its names."""
    pairs = sorted((quote(name, safe="-_.~"), quote(query[name], safe="-_.~")) for name in query)
    return "&".join(f"{name}={value}" for name, value in pairs)


def signed_headers(
    method: str,
    path: str,
    query: Mapping[str, str],
    headers: Mapping[str, str],
    *,
    sha256: str,
    credentials: Credentials,
    now: datetime,
) -> dict[str, str]:
    """Return the headers with which a request is sent: those given, which have `host`, and its
    time, the SHA-256 of its body and its signature."""
    at = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = {name.lower(): " ".join(value.split()) for name, value in headers.items()}
    lines |= {"x-amz-content-sha256": sha256, "x-amz-date": at}
    names = ";".join(sorted(lines))
    request = "\n".join(
        [
            method,
            encoded_path(path),
            encoded_query(query),
            *(f"{name}:{lines[name]}" for name in sorted(lines)),
            "",
            names,
            sha256,
        ]
    )
    scope = f"{at[:8]}/{credentials.region}/s3/aws4_request"
    digest = hashlib.sha256(request.encode()).hexdigest()
    text = f"{METHOD}\n{at}\n{scope}\n{digest}"
    signature = hmac.new(_signing_key(credentials, at[:8]), text.encode(), hashlib.sha256)
    authorization = (
        f"{METHOD} Credential={credentials.key}/{scope}, SignedHeaders={names},"
        f" Signature={signature.hexdigest()}"
    )
    return {**lines, "authorization": authorization}


def _signing_key(credentials: Credentials, day: str) -> bytes:
    key = f"AWS4{credentials.secret}".encode()
    for part in (day, credentials.region, "s3", "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key
