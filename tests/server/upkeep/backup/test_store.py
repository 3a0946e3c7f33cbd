"""A store like S3 that checks signatures, refuses, fails, breaks off and is silent."""

import hashlib
import io
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from league.server.upkeep.backup import store as stores
from league.server.upkeep.backup.s3_signature import Credentials
from league.server.upkeep.backup.store import Store, StoredObject, StoreFault
from tests.s3_store import KEY, REGION, SECRET, s3_store

NAME = "manche-2026-11-26-030000.manche-backup"
BODY = bytes(range(256)) * 3000


@pytest.fixture
def s3():
    with s3_store() as store:
        yield store


@pytest.fixture
def file(tmp_path):
    made = tmp_path / NAME
    made.write_bytes(BODY)
    return made


def client(s3, *, key=KEY, secret=SECRET, region=REGION, url=""):
    return Store(url or s3.url, Credentials(key, secret, region), silence_seconds=0.5)


def fault(function, *args):
    with pytest.raises(StoreFault) as caught:
        function(*args)
    return str(caught.value)


def test_a_file_is_stored_seen_fetched_and_deleted(s3, file):
    store = client(s3)
    store.put(file)
    assert list(s3.objects) == [f"bucket/mon club/{NAME}"]
    assert store.sizes() == {NAME: len(BODY)}
    assert store.head(NAME).bytes == len(BODY)
    fetched = io.BytesIO()
    store.get(NAME, fetched)
    assert fetched.getvalue() == BODY
    store.delete(NAME)
    assert store.sizes() == {}


@pytest.mark.parametrize("path", ["/bucket", "/bucket/", "/bucket/a/b+c/é=&%20'(x)~"])
def test_the_folder_may_have_any_name(s3, file, path):
    store = client(s3, url=s3.url.replace("/bucket/mon club", path))
    store.put(file)
    assert store.sizes() == {NAME: len(BODY)}
    store.get(NAME, io.BytesIO())


def test_a_long_list_is_read_to_its_end_and_stays_in_its_folder(s3):
    s3.page = 2
    for number in range(5):
        s3.objects[f"bucket/mon club/{number}"] = (b"x" * number, {})
    s3.objects["bucket/mon club/deeper/6"] = s3.objects["bucket/other/7"] = (b"", {})
    assert client(s3).sizes() == {str(number): number for number in range(5)}
    assert len(s3.requests) == 3


@pytest.mark.parametrize(
    ("wrong", "remedy"),
    [
        ({"key": "GKother"}, "InvalidAccessKeyId: check BACKUP_S3_KEY"),
        ({"secret": "other"}, "SignatureDoesNotMatch: check BACKUP_S3_KEY and BACKUP_S3_SECRET"),
        ({"region": "us-east-1"}, "AuthorizationHeaderMalformed: check BACKUP_S3_REGION"),
        ({"url": "/elsewhere/"}, "NoSuchBucket: create the bucket, or correct BACKUP_S3_URL"),
    ],
)
def test_wrong_settings_are_named(s3, wrong, remedy):
    if "url" in wrong:
        wrong = {"url": s3.url.replace("/bucket/", wrong["url"])}
    assert remedy in fault(client(s3, **wrong).sizes)


def test_a_wrong_clock_is_named(s3):
    s3.now = lambda: datetime.now(UTC) + timedelta(minutes=20)
    assert "RequestTimeTooSkewed: set this machine’s clock" in fault(client(s3).sizes)


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (403, "answers 403 AccessDenied: let the key list the bucket, and read, write and delete"),
        (500, "answers 500 InternalError: Manche will try again at the next run"),
        (507, "answers 507: the store is full"),
        ("cut", "closed the connection"),
        ("silent", "cannot be reached, or closed the connection"),
    ],
)
def test_a_failed_upload_leaves_no_object(s3, file, trouble, words):
    s3.faults = {"PUT": trouble}
    assert words in fault(client(s3).put, file)
    assert s3.objects == {}
    assert [request.split()[0] for request in s3.requests] == ["PUT"], "nothing is sent twice"


def test_half_of_a_file_is_no_success(s3, file):
    s3.faults = {"PUT": "half"}
    words = fault(client(s3).put, file)
    assert f"{len(BODY) // 2} bytes instead of {len(BODY)}" in words


def test_a_file_that_was_changed_on_its_way_is_refused(s3, file):
    store = client(s3)
    store.put(file)
    ((name, (_body, headers)),) = s3.objects.items()
    s3.objects[name] = (BODY[::-1], headers)
    assert "is damaged" in fault(store.get, NAME, io.BytesIO())


@pytest.mark.parametrize(
    ("trouble", "words"), [("cut", "closed the connection"), (500, "answers 500")]
)
def test_an_interrupted_download_is_reported(s3, file, trouble, words):
    store = client(s3)
    store.put(file)
    s3.faults = {"GET": trouble}
    assert words in fault(store.get, NAME, io.BytesIO())


def test_a_missing_object_is_named(s3):
    assert "NoSuchKey: check the name with" in fault(client(s3).get, NAME, io.BytesIO())
    assert "404: check the bucket and the name" in fault(client(s3).head, NAME)


def test_a_page_of_something_else_is_no_store(s3):
    s3.faults = {"GET": "page"}
    assert "does not answer as a store: correct BACKUP_S3_URL" in fault(client(s3).sizes)


def test_an_unreachable_address_is_named(s3):
    nobody = client(s3, url="http://127.0.0.1:9/bucket")
    assert "127.0.0.1:9 cannot be reached" in fault(nobody.sizes)


SPOKEN = {
    "fr": {
        403: "répond 403 AccessDenied\u00a0: permettez à la clé de lister le bucket",
        500: "répond 500 InternalError\u00a0: Manche réessaie à la prochaine exécution.",
        507: "répond 507\u00a0: il n’y a plus de place.",
        "cut": "est injoignable, ou a fermé la connexion",
        "half": f"{len(BODY) // 2} octets au lieu de {len(BODY)}",
    },
    "de": {
        403: "antwortet mit 403 AccessDenied: Erlauben Sie dem Schlüssel, den Bucket aufzulisten",
        500: "antwortet mit 500 InternalError: Manche versucht es beim nächsten Lauf erneut.",
        507: "antwortet mit 507: Er ist voll.",
        "cut": "ist nicht erreichbar oder hat die Verbindung geschlossen",
        "half": f"{len(BODY) // 2} Bytes statt {len(BODY)}",
    },
}


@pytest.mark.parametrize("language", SPOKEN)
def test_faults_are_in_the_language_of_the_server(s3, file, language):
    with translation.override(language):
        for trouble, words in SPOKEN[language].items():
            s3.faults = {"PUT": trouble}
            assert words in fault(client(s3).put, file)


def test_each_remedy_is_translated():
    remedies = {*stores.REMEDIES.values(), *stores.REMEDIES_BY_STATUS.values()}
    remedies |= {stores.LATER_REMEDY, stores.MANUAL_REMEDY}
    for language in SPOKEN:
        with translation.override(language):
            assert [words for words in remedies if translation.gettext(words) == words] == []


def test_a_proxy_of_the_environment_is_not_used(s3, file, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    client(s3).put(file)
    assert client(s3).head(NAME) == StoredObject(len(BODY), hashlib.sha256(BODY).hexdigest())
