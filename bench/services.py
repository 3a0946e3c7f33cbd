"""PostgreSQL and Redis for the benches, the settings that name them, and the processor time of
processes."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SERVER = os.environ.get("TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/7")


def answer() -> bool:
    """Return whether PostgreSQL and Redis answer; print why not."""
    import psycopg
    import redis

    try:
        psycopg.connect(SERVER, connect_timeout=2).close()
        redis.Redis.from_url(REDIS).ping()
    except (psycopg.Error, redis.RedisError) as error:
        print(f"# not measured (see TEST_DATABASE_URL, TEST_REDIS_URL): {error}")
        return False
    return True


def settings_of_server() -> dict[str, str]:
    """Return the settings of a server with this Redis and without a limit of requests."""
    return {
        "REDIS_URL": REDIS,
        "REDIS_PREFIX": f"bench-{secrets.token_hex(4)}:",
        "SECRET_KEY": secrets.token_hex(32),
        "THROTTLE_TOKEN": "100000000/min",
    }


@contextmanager
def new_database() -> Iterator[str]:
    """Yield the address of a new database, which is dropped afterwards."""
    import psycopg

    name = f"manche_bench_{secrets.token_hex(4)}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    try:
        yield SERVER.rsplit("/", 1)[0] + f"/{name}"
    finally:
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def cpu(pid: int | str) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
