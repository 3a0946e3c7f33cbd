"""The connections to databases, as the settings need them.

On one computer that is SQLite; on a server PostgreSQL, with or without a pooler and a replica.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from database import timeouts

SQLITE = ".sqlite3"
SQLITE_ENGINE, POSTGRESQL = "database.sqlite3", "database.postgres"
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # writers queue up instead of failing with "locked"
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;",
}


# a cut cable sends no farewell: a server that is silent for so long counts as lost, and the request
# that waits for it is answered, instead of holding its thread for a quarter of an hour
SILENCE_OPTIONS = {
    "tcp_user_timeout": 5_000,  # milliseconds until data must be confirmed
    "keepalives_idle": 5,  # seconds without a byte (hours by default), then a question every two
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


def configured(
    primary: Mapping[str, Any], replica: Mapping[str, Any] | None, *, is_pooled: bool
) -> dict[str, dict[str, Any]]:
    """Return the value of DATABASES. Raise ImproperlyConfigured for a replica without a PostgreSQL
    server that it could repeat."""
    if str(primary["ENGINE"]).endswith(SQLITE):
        if replica is not None:
            raise ImproperlyConfigured(
                "DATABASE_REPLICA_URL needs a DATABASE_URL: only PostgreSQL has replicas."
            )
        return {"default": {**primary, "ENGINE": SQLITE_ENGINE, "OPTIONS": SQLITE_OPTIONS}}
    default = _on_server(primary, {}, is_pooled)
    if replica is None:
        return {"default": default}
    # the primary answers meanwhile: a replica that says nothing is not waited for
    options = {"connect_timeout": 1, "tcp_user_timeout": 3000}
    mirror = {"TEST": {"MIRROR": "default"}}
    return {"default": default, "replica": {**_on_server(replica, options, is_pooled), **mirror}}


def _on_server(
    address: Mapping[str, Any], options: Mapping[str, Any], is_pooled: bool
) -> dict[str, Any]:
    own_options = {
        **SILENCE_OPTIONS,
        "connect_timeout": timeouts.CONNECT_SECONDS,
        "server_side_binding": True,
        # frequent queries are planned once per connection, unless the next transaction has another
        "prepare_threshold": None if is_pooled else 5,
    }
    engine = POSTGRESQL if address["ENGINE"].endswith(".postgresql") else address["ENGINE"]
    return {
        **address,
        "ENGINE": engine,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": is_pooled,
        "OPTIONS": {**own_options, **options, **address.get("OPTIONS", {})},
    }
