"""Client for S3-compatible stores: lists, stores, checks, fetches and deletes backups. Amazon's
client would be 25 MB for these five requests (decision 62).

Every request goes to the address of BACKUP_S3_URL, whose path begins with the bucket. Redirects are
not followed, and nothing is sent twice: a later run tries again. What goes wrong is a StoreFault
whose words name the remedy.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import urllib3
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from urllib3.exceptions import HTTPError

from league.server.upkeep.backup import s3_signature
from league.server.upkeep.backup.s3_signature import EMPTY_SHA256, Credentials

CONNECT_SECONDS, SILENCE_SECONDS = 10.0, 60.0
PIECE_BYTES = 1024 * 1024
MOST_BYTES_OF_ONE_PUT = 5 * 1024**3
MOST_BYTES_OF_TEXT = 4 * 1024 * 1024  # a list of 1000 objects is shorter
SHA256_HEADER = "x-amz-meta-sha256"
KEY_REMEDY = gettext_noop("check BACKUP_S3_KEY and BACKUP_S3_SECRET")
REGION_REMEDY = gettext_noop("check BACKUP_S3_REGION and the host of BACKUP_S3_URL")
RIGHTS_REMEDY = gettext_noop("let the key list the bucket, and read, write and delete in it")
LATER_REMEDY = gettext_noop("Manche will try again at the next run")
MANUAL_REMEDY = gettext_noop("see its manual")
REMEDIES: Mapping[str, str] = {  # by the code of the store's answer
    "AccessDenied": RIGHTS_REMEDY,
    "AllAccessDisabled": RIGHTS_REMEDY,
    "AuthorizationHeaderMalformed": REGION_REMEDY,
    "InvalidAccessKeyId": KEY_REMEDY,
    "NoSuchBucket": gettext_noop("create the bucket, or correct BACKUP_S3_URL"),
    "NoSuchKey": gettext_noop("check the name with `manage.py backup --list`"),
    "PermanentRedirect": REGION_REMEDY,
    "RequestTimeTooSkewed": gettext_noop("set this machine’s clock"),
    "SignatureDoesNotMatch": KEY_REMEDY,
}
REMEDIES_BY_STATUS: Mapping[int, str] = {
    301: REGION_REMEDY,
    403: gettext_noop(
        "check BACKUP_S3_KEY and BACKUP_S3_SECRET, and let the key list the bucket, and read, "
        "write and delete in it"
    ),
    404: gettext_noop("check the bucket and the name"),
    507: gettext_noop("the store is full"),
}


class StoreFault(Exception):
    """The store could not do it; the message says why and what to do."""


class StoredObject(NamedTuple):
    """Size and checksum of an object in the store."""

    bytes: int
    sha256: str  # as it was sent with the object, or empty


class Store:
    """A folder of a bucket."""

    def __init__(
        self, url: str, credentials: Credentials, *, silence_seconds: float = SILENCE_SECONDS
    ) -> None:
        parts = urlsplit(url)
        bucket, _slash, prefix = unquote(parts.path).strip("/").partition("/")
        self.host = parts.netloc
        self.bucket = bucket
        self.prefix = f"{prefix}/" if prefix else ""
        self.place = f"{parts.netloc}{unquote(parts.path).rstrip('/')}"
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._credentials = credentials
        self._http = urllib3.PoolManager(
            timeout=urllib3.Timeout(connect=CONNECT_SECONDS, read=silence_seconds), retries=False
        )

    def sizes(self) -> dict[str, int]:
        """Return the names and sizes of the objects in the folder."""
        sizes_by_name: dict[str, int] = {}
        query = {"list-type": "2", "prefix": self.prefix, "delimiter": "/"}
        while True:
            page = self._page(query)
            for item in page.iter("Contents"):
                name = item.findtext("Key", "").removeprefix(self.prefix)
                sizes_by_name[name] = int(item.findtext("Size", "0"))
            token = page.findtext("NextContinuationToken")
            if page.findtext("IsTruncated") != "true" or not token:
                return sizes_by_name
            query["continuation-token"] = token

    def put(self, file: Path) -> None:
        """Store a file under its name, and see that it is there as a whole."""
        size, sha256 = file.stat().st_size, _sha256(file)
        if size > MOST_BYTES_OF_ONE_PUT:
            words = _("%(file)s is larger than the 5 GiB that a store takes at once.")
            raise StoreFault(words % {"file": file.name})
        headers = {SHA256_HEADER: sha256, "content-length": str(size)}
        with file.open("rb") as body, self._answer("PUT", file.name, headers, body, sha256):
            pass
        stored = self.head(file.name)
        if stored != StoredObject(size, sha256):
            words = _(
                "The store at %(host)s has something else under %(file)s: %(stored)s bytes instead "
                "of %(bytes)s. It will be sent again at the next run."
            )
            facts = {"host": self.host, "file": file.name, "stored": stored.bytes, "bytes": size}
            raise StoreFault(words % facts)

    def head(self, name: str) -> StoredObject:
        with self._answer("HEAD", name) as answer:
            size = int(answer.headers.get("content-length", "-1"))
            return StoredObject(size, answer.headers.get(SHA256_HEADER, ""))

    def get(self, name: str, stream: IO[bytes]) -> None:
        """Write an object to a file, and check that it arrived unchanged."""
        digest, count = hashlib.sha256(), 0
        with self._answer("GET", name) as answer:
            try:
                for piece in answer.stream(PIECE_BYTES, decode_content=False):
                    digest.update(piece)
                    count += len(piece)
                    stream.write(piece)
            except HTTPError as error:
                raise self._unreachable(error) from None
            expected = StoredObject(
                int(answer.headers.get("content-length", count)),
                answer.headers.get(SHA256_HEADER, digest.hexdigest()),
            )
        if expected != StoredObject(count, digest.hexdigest()):
            words = _("%(file)s in the store at %(host)s is damaged: choose another one.")
            raise StoreFault(words % {"file": name, "host": self.host})

    def delete(self, name: str) -> None:
        with self._answer("DELETE", name):
            pass

    def _page(self, query: Mapping[str, str]) -> ElementTree.Element:
        with self._answer("GET", "", query=query) as answer:
            text = self._text(answer)
        try:
            return _parse(text)
        except ElementTree.ParseError:
            words = _(
                "%(host)s does not answer as a store: correct BACKUP_S3_URL, whose path begins "
                "with the bucket."
            )
            raise StoreFault(words % {"host": self.host}) from None

    @contextmanager
    def _answer(
        self,
        method: str,
        name: str,
        headers: Mapping[str, str] | None = None,
        body: IO[bytes] | None = None,
        sha256: str = EMPTY_SHA256,
        *,
        query: Mapping[str, str] | None = None,
    ) -> Iterator[urllib3.BaseHTTPResponse]:
        """Yield the answer to a request for an object, or for the bucket if there is no name."""
        path = f"/{self.bucket}/{self.prefix}{name}" if name else f"/{self.bucket}"
        signed = s3_signature.signed_headers(
            method,
            path,
            query or {},
            {"host": self.host, **(headers or {})},
            sha256=sha256,
            credentials=self._credentials,
            now=datetime.now(UTC),
        )
        url = self._origin + s3_signature.encoded_path(path)
        if query:
            url += f"?{s3_signature.encoded_query(query)}"
        try:
            answer = self._http.request(
                method, url, body=body, headers=signed, preload_content=False, redirect=False
            )
        except (HTTPError, OSError) as error:
            raise self._unreachable(error) from None
        try:
            if not 200 <= answer.status < 300:
                raise self._refused(answer.status, self._text(answer))
            yield answer
        finally:
            answer.close()

    def _text(self, answer: urllib3.BaseHTTPResponse) -> bytes:
        try:
            return answer.read(MOST_BYTES_OF_TEXT, decode_content=True)
        except (HTTPError, OSError) as error:
            raise self._unreachable(error) from None

    def _refused(self, status: int, text: bytes) -> StoreFault:
        try:
            code = _parse(text).findtext("Code", "")
        except ElementTree.ParseError:
            code = ""
        remedy = REMEDIES.get(code) or REMEDIES_BY_STATUS.get(status)
        if remedy is None:
            remedy = LATER_REMEDY if status >= 500 else MANUAL_REMEDY
        answer = f"{status} {code}" if code else str(status)
        words = _("The store at %(host)s answers %(answer)s: %(remedy)s.")
        return StoreFault(words % {"host": self.host, "answer": answer, "remedy": _(remedy)})

    def _unreachable(self, error: Exception) -> StoreFault:
        words = _(
            "The store at %(host)s cannot be reached, or closed the connection (%(error)s): check "
            "BACKUP_S3_URL and the network. Manche will try again at the next run."
        )
        return StoreFault(words % {"host": self.host, "error": type(error).__name__})


def _parse(text: bytes) -> ElementTree.Element:
    """Return XML without the namespace that some stores give and others do not."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
