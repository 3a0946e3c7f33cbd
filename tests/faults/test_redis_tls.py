"""Redis behind TLS, a private authority and a password: for hints, cache and health."""

import subprocess
import sys

import pytest
import trustme

from tests.faults.conftest import seconds_until_exact
from tests.faults.parts import ROOT, Redis

pytestmark = [pytest.mark.services, pytest.mark.timeout(300)]
PASSWORD = "a%20long%20password"  # as an address spells it
SEND = """
import django; django.setup()
from django.core.cache import cache
from league.config.celery import app
from league.server.watching.health import measures
def outcome(function):
    try:
        function()
    except Exception as error:
        return f"{type(error).__name__} {error}"
    return "ok"
print("broker", outcome(lambda: app.send_task("scoring.sweep", retry=False)))
print("cache", outcome(lambda: cache.set("tls", 1)))
print("health", measures.broker().answers)
"""


class TlsRedis(Redis):
    """A Redis server whose certificate a private authority has signed."""

    def __init__(self, folder):
        super().__init__()
        self.folder = folder
        authority = trustme.CA()
        certificate = authority.issue_cert("127.0.0.1")
        authority.cert_pem.write_to_path(folder / "ca.pem")
        certificate.private_key_pem.write_to_path(folder / "server.key")
        certificate.cert_chain_pems[0].write_to_path(folder / "server.pem")
        self.bare_url = f"rediss://:{PASSWORD}@127.0.0.1:{self.port}/0"
        self.url = f"{self.bare_url}?ssl_ca_certs={folder}/ca.pem"

    def words(self):
        files = [("cert-file", "server.pem"), ("key-file", "server.key")]
        tls = [word for name, file in files for word in (f"--tls-{name}", f"{self.folder}/{file}")]
        tls += ["--tls-port", str(self.port), "--tls-auth-clients", "no"]
        password = ["--requirepass", PASSWORD.replace("%20", " ")]
        return [*super().words(), *tls, "--port", "0", *password]


@pytest.fixture
def private_redis(tmp_path):
    server = TlsRedis(tmp_path)
    server.start()
    yield server
    server.stop()


def send(product, url):
    """Return what broker, cache and health say when they use this address."""
    environment = {**product.environment, "REDIS_URL": url}
    done = subprocess.run(
        [sys.executable, "-c", SEND], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())


@pytest.mark.long
def test_a_round_is_counted_through_tls(product, history):
    match, *_ = product.world["short"]
    assert history.submit(match, [22, 5, 6]) == 201
    seconds_until_exact(product)
    history.assert_kept()
    assert send(product, product.environment["REDIS_URL"])["health"] == "True"


def test_connections_without_the_right_certificate_or_password_fail(parts, private_redis):
    answers = send(parts, private_redis.bare_url)
    assert "certificate verify failed" in answers["broker"]
    assert "certificate verify failed" in answers["cache"]
    assert answers["health"] == "False"
    wrong = private_redis.url.replace(PASSWORD, "another")
    answers = send(parts, wrong)
    assert "WRONGPASS" in answers["broker"] or "password" in answers["broker"]
    assert answers["health"] == "False"
