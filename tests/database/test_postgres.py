"""A kept connection: fit without being asked, and never taken for fit when the server has gone.
Statements that the server prepares."""

from typing import Any

import psycopg
import pytest
from django.conf import settings  # noqa: F401  read by the condition of a mark
from django.db import connection

from league.models import Club, Role
from league.operations.matches import rounds_sql
from league.operations.people import tokens
from tests import make, services

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL"),
]
DIRECT = pytest.mark.skipif("settings.DATABASE_POOLED", reason="a pooler owns the connections")


def ask(statement, *values):
    """Return the answer to a query over a connection of somebody else."""
    name = connection.settings_dict["NAME"]
    with psycopg.connect(services.POSTGRES, dbname=name, autocommit=True) as other:
        return other.execute(statement, values).fetchone()[0]


def change(statement):
    name = connection.settings_dict["NAME"]
    with psycopg.connect(services.POSTGRES, dbname=name, autocommit=True) as other:
        other.execute(statement)


def pid():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def test_a_silent_connection_is_fit_without_a_statement():
    us = pid()
    assert connection.is_usable()
    query = ask("SELECT query FROM pg_stat_activity WHERE pid = %s", us)
    assert query == "SELECT pg_backend_pid()"


@DIRECT
def test_a_server_that_threw_us_out_is_noticed_and_the_next_request_gets_another():
    us = pid()
    assert ask("SELECT pg_terminate_backend(%s, 5000)", us)
    assert not connection.is_usable()
    ours: Any = connection
    ours.health_check_done = False  # as at the beginning of a request
    assert pid() != us


def test_a_connection_that_was_closed_here_is_not_fit():
    pid()
    connection.connection.close()
    assert not connection.is_usable()
    connection.close()
    assert pid()


@DIRECT
def test_frequent_queries_are_prepared():
    club = make.club(make.user())
    for _ in range(7):
        Club.objects.get(pk=club.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepared = [statement for (statement,) in cursor.fetchall()]
    assert any("league_club" in statement for statement in prepared)


def test_a_concurrent_migration_does_not_break_prepared_statements():
    owner = make.user()
    match, secret = make.match(), tokens.issue(owner)[1]
    for _ in range(7):
        assert make.token_of(secret).user == owner
        rounds_sql.lock_match_and_role(owner.pk, match.pk)
    change("ALTER TABLE league_match ADD COLUMN newer integer")
    change("ALTER TABLE api_token ADD COLUMN newer integer")
    try:
        assert make.token_of(secret).user == owner
        locked = rounds_sql.lock_match_and_role(owner.pk, match.pk)
        assert locked == (match, match.session.season.club_id, Role.OWNER)
    finally:
        change("ALTER TABLE league_match DROP COLUMN newer")
        change("ALTER TABLE api_token DROP COLUMN newer")
