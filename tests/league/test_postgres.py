"""A kept connection: fit without being asked, and never taken for fit when the server has gone."""

import psycopg
import pytest
from django.db import connection

from tests import services

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL"),
]


def ask(statement, *values):
    """Somebody else's question."""
    name = connection.settings_dict["NAME"]
    with psycopg.connect(services.POSTGRES, dbname=name, autocommit=True) as other:
        return other.execute(statement, values).fetchone()[0]


def pid():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def test_a_silent_connection_is_fit_without_a_statement():
    us = pid()
    assert connection.is_usable()
    said = ask("SELECT query FROM pg_stat_activity WHERE pid = %s", us)
    assert said == "SELECT pg_backend_pid()"


def test_a_server_that_threw_us_out_is_noticed_and_the_next_request_gets_another():
    us = pid()
    assert ask("SELECT pg_terminate_backend(%s, 5000)", us)
    assert not connection.is_usable()
    connection.health_check_done = False  # as at the beginning of a request
    assert pid() != us


def test_a_connection_that_was_closed_here_is_not_fit():
    pid()
    connection.connection.close()
    assert not connection.is_usable()
    connection.close()
    assert pid()
