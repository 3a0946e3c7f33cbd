"""Where the real parts are, and whether they answer."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import redis
from psycopg import sql

POSTGRES = os.environ.get("TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
REQUIRED = os.environ.get("MANCHE_REQUIRE_SERVICES") == "1"
REDIS_SERVER = shutil.which("redis-server")
CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT_DRIVER, XVFB = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")


def postgres_programs() -> Path | None:
    """Return the newest folder of initdb and pg_ctl, which Debian keeps out of the PATH."""
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    folders = [file.parent for file in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


POSTGRES_PROGRAMS = postgres_programs()


def availability() -> dict[str, bool]:
    return {
        "PostgreSQL": postgres_answers(),
        "Redis": redis_answers(),
        "Chromium": CHROMIUM is not None,
        "Firefox": FIREFOX is not None,
        "WebKit": WEBKIT_DRIVER is not None and XVFB is not None,
        "initdb": POSTGRES_PROGRAMS is not None,
        "redis-server": REDIS_SERVER is not None,
    }


def postgres_answers() -> bool:
    try:
        psycopg.connect(POSTGRES, connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


def redis_answers() -> bool:
    try:
        client = redis.Redis.from_url(REDIS, socket_connect_timeout=2, socket_timeout=2)
        return bool(client.ping())
    except redis.RedisError:
        return False


@contextmanager
def fresh_database() -> Iterator[str]:
    """Yield the address of a new database of the PostgreSQL server, which is dropped afterwards."""
    name = f"manche_{uuid4().hex[:12]}"
    identifier = sql.Identifier(name)
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
        try:
            yield urlsplit(POSTGRES)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))
