"""A pooler between the product and PostgreSQL is noticed, and the settings for it are right."""

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.db import connection, connections
from django.db.utils import ConnectionHandler

from league.config.checks import is_pooled
from tests import pgbouncer, services

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL"),
]
PG_PROGRAM = pytest.mark.skipif(pgbouncer.PROGRAM is None, reason="PgBouncer is not installed")


def ids_of_checks():
    return [message.id for message in run_checks(databases=["default"])]


@PG_PROGRAM
def test_a_pooler_between_is_recognised():
    own = dict(connections["default"].settings_dict)
    with pgbouncer.pooling(services.POSTGRES) as url:
        port = int(url.rsplit(":", 1)[1].split("/")[0])
        through = ConnectionHandler(
            {"default": {**own, "NAME": "postgres", "HOST": "127.0.0.1", "PORT": port}}
        )["default"]
        try:
            assert is_pooled(through)
        finally:
            through.close()


def test_a_warning_names_the_setting_only_where_a_pooler_is_not_expected(monkeypatch):
    assert is_pooled(connection) == settings.DATABASE_POOLED
    assert "manche.W003" not in ids_of_checks()
    monkeypatch.setattr(settings, "DATABASE_POOLED", False)
    assert ("manche.W003" in ids_of_checks()) == is_pooled(connection)


@pytest.mark.skipif("not settings.DATABASE_POOLED", reason="about PgBouncer")
def test_transactions_are_handed_to_several_connections():
    """Each of two transactions that are open at once has a server process, and both are handed out
    again: what belongs to a connection is nobody's own."""
    own = dict(connections["default"].settings_dict)
    others = [ConnectionHandler({"default": own})["default"] for _number in range(2)]
    try:
        pids = set()
        for other in others:
            other.set_autocommit(False)
            with other.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                pids.add(cursor.fetchone()[0])
        assert len(pids) == 2
        others[0].rollback()
        with others[0].cursor() as cursor:
            cursor.execute("SELECT name FROM pg_prepared_statements")
            assert cursor.fetchall() == []
    finally:
        for other in others:
            other.rollback()
            other.close()
