"""The examples that Amazon publishes for signatures of requests to S3.

https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
"""

import hashlib
from datetime import UTC, datetime

import pytest

from league.server.upkeep.backup.s3_signature import EMPTY_SHA256, Credentials, signed_headers

CREDENTIALS = Credentials(
    "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1"
)
NOW = datetime(2013, 5, 24, tzinfo=UTC)
HOST = {"Host": "examplebucket.s3.amazonaws.com"}
PUT_HEADERS = {
    **HOST,
    "Date": "Fri, 24 May 2013 00:00:00 GMT",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
}
WELCOME = hashlib.sha256(b"Welcome to Amazon S3.").hexdigest()


@pytest.mark.parametrize(
    ("method", "path", "query", "headers", "sha256", "signature"),
    [
        pytest.param(
            *("GET", "/test.txt", {}, {**HOST, "Range": "bytes=0-9"}, EMPTY_SHA256),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
            id="an object",
        ),
        pytest.param(
            *("PUT", "/test$file.text", {}, PUT_HEADERS, WELCOME),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
            id="a name with an escape",
        ),
        pytest.param(
            *("GET", "/", {"lifecycle": ""}, HOST, EMPTY_SHA256),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
            id="a query without a value",
        ),
        pytest.param(
            *("GET", "/", {"prefix": "J", "max-keys": "2"}, HOST, EMPTY_SHA256),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
            id="a list",
        ),
    ],
)
def test_the_published_examples(method, path, query, headers, sha256, signature):
    signed = signed_headers(
        method, path, query, headers, sha256=sha256, credentials=CREDENTIALS, now=NOW
    )
    assert signed["authorization"].rpartition("Signature=")[2] == signature
    assert CREDENTIALS.secret not in str(signed)
