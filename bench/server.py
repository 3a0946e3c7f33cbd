"""A database of its own on PostgreSQL with clubs of `manage.py populate`, and requests to the whole
application in this process, whose processor time is measured."""

from __future__ import annotations

import io
import json
import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

SERVER = os.environ.get("TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/7")


def answers() -> bool:
    """Return whether PostgreSQL and Redis answer; print the reason if not."""
    import psycopg
    import redis

    try:
        psycopg.connect(SERVER, connect_timeout=2).close()
        redis.Redis.from_url(REDIS).ping()
    except (psycopg.Error, redis.RedisError) as error:
        print(f"  # not measured (see TEST_DATABASE_URL, TEST_REDIS_URL): {error}")
        return False
    return True


@contextmanager
def database() -> Iterator[None]:
    """Set Django up with a new database, which is dropped afterwards."""
    import psycopg

    name = f"manche_bench_{secrets.token_hex(4)}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    os.environ |= {
        "DATABASE_URL": SERVER.rsplit("/", 1)[0] + f"/{name}",
        "REDIS_URL": REDIS,
        "REDIS_PREFIX": f"bench-{secrets.token_hex(4)}:",
        "SECRET_KEY": secrets.token_hex(32),
        "ALLOWED_HOSTS": "localhost",
        "THROTTLE_TOKEN": "100000000/min",
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
    }
    try:
        with tempfile.TemporaryDirectory(prefix="manche-bench-") as folder:
            os.environ["MANCHE_DATA"] = folder
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            call_command("collectstatic", verbosity=0, interactive=False)
            yield
    finally:
        from django.db import connections

        connections.close_all()
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def populate(clubs: int, players: int, matches: int) -> list[Any]:
    """Fill the emptied database; return the seasons of the clubs."""
    from django.core.management import call_command

    from league.demo import large_data
    from league.models import Season

    call_command("flush", verbosity=0, interactive=False)
    large_data.load(large_data.Size(clubs, players, matches, rounds=False), password="bench")
    return list(Season.objects.order_by("pk"))


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes
    seconds: float  # of processor time


def request(path: str, body: Any = None, *, status: int = 200, **headers: str) -> Answer:
    """Send a request to the application, a POST if it has a body; its answer has this status."""
    from league.config.wsgi import application

    data = b"" if body is None else json.dumps(body).encode()
    path, _, query = path.partition("?")
    environ = {
        "REQUEST_METHOD": "GET" if body is None else "POST",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(data)),
        "CONTENT_TYPE": "application/json",
        "wsgi.input": io.BytesIO(data),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
        "wsgi.multithread": True,
        **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
    }
    started: list[tuple[str, dict[str, str]]] = []
    began = time.process_time()
    answer: Any = application(
        environ, lambda line, fields, *_: started.append((line, dict(fields)))
    )
    with closing(answer):
        content = b"".join(answer)
    spent = time.process_time() - began
    (line, fields), *_ = started
    assert line.startswith(str(status)), (path, line, content[:300])
    return Answer(int(line[:3]), fields, content, spent)
