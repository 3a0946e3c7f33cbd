"""The product on eight hosts, with the files of docker/scaling and the commands of compose.yaml."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import redis
import trustme

from league.server.process.beat_lock import LOCK
from tests import pgbouncer, services
from tests.faults.parts import BIN, ROOT, Place, Postgres, Product, Standby, wait_until
from tests.scaling.network import Network

SERVERS = (
    *("web1", "web2", "worker1", "worker2"),
    *("balancer", "database", "replica", "redis"),
)
HOSTS = (*SERVERS, "client")
FILES = ROOT / "docker" / "scaling"
NETWORK = "10.77.0.0/24"
PASSWORD = "secret"
HOST_OF = {"beat1": "worker1", "beat2": "worker2"}  # others are on the host of their name
DATABASE_PORT, POOLER_PORT, REDIS_PORT, WEB_PORT = 5432, 6432, 6380, 80


class HostPostgres(Postgres):
    """A server on a host, with the lines of docker/scaling/postgresql.conf."""

    def __init__(self, network: Network, host: str) -> None:
        self.inside, self.host = network.inside(host), network.addresses[host]
        super().__init__()
        self.port = DATABASE_PORT
        with (self.folder / "data" / "postgresql.conf").open("a") as file:
            file.write((FILES / "postgresql.conf").read_text())
        (self.folder / "data" / "pg_hba.conf").write_text(
            "local all postgres trust\n"
            f"host all,replication postgres {NETWORK} trust\n"
            f"host all manche {NETWORK} scram-sha-256\n"
        )


class HostStandby(Standby):
    """A replica on a host."""

    def __init__(self, network: Network, host: str, primary: HostPostgres) -> None:
        self.inside, self.host = network.inside(host), network.addresses[host]
        super().__init__(primary)
        self.port = DATABASE_PORT


class Site(Product):
    """Two web hosts and two hosts with a worker and a beat, behind a balancer."""

    def __init__(self, folder: Path, network: Network, redis_url: str) -> None:
        self.network = network
        addresses = network.addresses
        owner = f"postgresql://postgres@{addresses['database']}:{DATABASE_PORT}/manche"
        super().__init__(folder, owner, redis_url, {})
        self.host, self.port = addresses["balancer"], WEB_PORT
        login = f"postgresql://manche:{PASSWORD}@"
        self.environment |= {
            "DATABASE_URL": f"{login}{addresses['database']}:{POOLER_PORT}/manche",
            "DATABASE_POOLED": "1",
            "DATABASE_REPLICA_URL": f"{login}{addresses['replica']}:{DATABASE_PORT}/manche",
            "ALLOWED_HOSTS": self.host,
            "NUM_PROXIES": "1",
        }

    def place(self, name: str) -> Place:
        host = HOST_OF.get(name, name)
        data = self.folder / host  # no two hosts share a folder
        data.mkdir(exist_ok=True)
        environment = {**self.environment, "MANCHE_DATA": str(data)}
        return Place(self.network.inside(host), environment, "0.0.0.0:8000")

    def collect_static(self) -> None:
        for host in ("web1", "web2"):
            environment = self.place(host).environment
            command = [str(BIN / "python"), "manage.py", "collectstatic", "--no-input", "-v0"]
            subprocess.run(command, cwd=ROOT, env=environment, check=True)

    def replace_web(self, name: str) -> None:
        """Stop a web process as an update does, and start it again."""
        process = self.processes.pop(name)
        process.terminate()
        process.wait(30)
        self.start(name)
        address = self.network.addresses[name]
        wait_until(lambda: pgbouncer.answers(8000, address), f"{name} listens")

    def sending_beat(self) -> str:
        """Return the name of the beat that has the lock, or an empty text."""
        with redis.Redis.from_url(self.environment["REDIS_URL"]) as client:
            value = client.get(f"{self.prefix}:1:{LOCK}") or b""
        beats = HOST_OF.keys() & self.processes.keys()
        pids = {str(self.processes[name].pid).encode(): name for name in beats}
        pid = re.search(rb"\.(\d+)\.[0-9a-f]{8}", value)
        return pids.get(pid[1], "") if pid else ""


@contextmanager
def running(log: Path, command: Sequence[str], **environment: str) -> Iterator[None]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=output, stderr=output
        )
    try:
        yield
    finally:
        process.kill()
        process.wait()


def filled_in(name: str, folder: Path, changes: dict[str, str]) -> Path:
    """Write a file of docker/scaling with other addresses, and return where it is."""
    text = (FILES / name).read_text()
    for before, after in changes.items():
        assert before in text, (name, before)
        text = text.replace(before, after)
    file = folder / name
    file.write_text(text)
    return file


@contextmanager
def pooler(folder: Path, network: Network) -> Iterator[None]:
    """Run PgBouncer beside PostgreSQL."""
    address = network.addresses["database"]
    with tempfile.TemporaryDirectory() as own:
        users = Path(own) / "userlist.txt"
        users.write_text(f'"manche" "{PASSWORD}"\n')
        changes = {"10.0.0.31": address, "/etc/pgbouncer/userlist.txt": str(users)}
        file = filled_in("pgbouncer.ini", Path(own), changes)
        with file.open("a") as more:
            more.write("user = postgres\n")  # it refuses to be root
        shutil.chown(own, "postgres")
        assert pgbouncer.PROGRAM, "pgbouncer is not installed"
        command = [*network.inside("database"), pgbouncer.PROGRAM, "--quiet", str(file)]
        with running(folder / "pgbouncer.log", command):
            wait_until(lambda: pgbouncer.answers(POOLER_PORT, address), "PgBouncer answers")
            yield


@contextmanager
def valkey(folder: Path, network: Network) -> Iterator[str]:
    """Run Redis with TLS and a password, and yield its address."""
    address = network.addresses["redis"]
    authority = trustme.CA()
    certificate = authority.issue_cert(address)
    authority.cert_pem.write_to_path(folder / "ca.pem")
    certificate.private_key_pem.write_to_path(folder / "server.key")
    certificate.cert_chain_pems[0].write_to_path(folder / "server.pem")
    changes = {"10.0.0.41": address, "/etc/valkey": str(folder), "a long random password": PASSWORD}
    file = filled_in("valkey.conf", folder, changes)
    assert services.REDIS_SERVER is not None
    command = [*network.inside("redis"), services.REDIS_SERVER, str(file), "--dir", str(folder)]
    with running(folder / "valkey.log", command):
        wait_until(lambda: pgbouncer.answers(REDIS_PORT, address), "Redis answers")
        yield f"rediss://:{PASSWORD}@{address}:{REDIS_PORT}/0?ssl_ca_certs={folder}/ca.pem"


@contextmanager
def balancer(folder: Path, network: Network) -> Iterator[None]:
    address = network.addresses["balancer"]
    changes = {
        "{\n\tservers": "{\n\tadmin off\n\tservers",
        "league.example {": f"http://{address} {{",
        "league.example": address,
        "10.0.0.11": network.addresses["web1"],
        "10.0.0.12": network.addresses["web2"],
    }
    file = filled_in("Caddyfile", folder, changes)
    command = [str(BIN / "caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    inside = network.inside("balancer")
    with running(folder / "caddy.log", [*inside, *command], HOME=str(folder)):
        yield


@contextmanager
def site(folder: Path, network: Network, fill: Callable[[Site], dict[str, Any]]) -> Iterator[Site]:
    """Start everything, filled by a function, and stop it at the end."""
    with ExitStack() as keep:
        primary = HostPostgres(network, "database")
        keep.callback(primary.remove)
        primary.start()
        with psycopg.connect(primary.url("postgres"), autocommit=True) as admin:
            admin.execute(f"CREATE ROLE manche LOGIN PASSWORD '{PASSWORD}'")
            admin.execute("CREATE DATABASE manche OWNER manche")
        standby = HostStandby(network, "replica", primary)
        keep.callback(standby.remove)
        standby.start()
        keep.enter_context(pooler(folder, network))
        redis_url = keep.enter_context(valkey(folder, network))
        keep.enter_context(balancer(folder, network))
        made = Site(folder, network, redis_url)
        keep.callback(made.stop)
        made.world = fill(made)
        made.collect_static()
        for name in ("web1", "web2", "worker1", "worker2", *HOST_OF):
            made.start(name)
        made.wait_until_ready()
        yield made
