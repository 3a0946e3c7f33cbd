"""An outage is told apart from other errors of a database that is there."""

import sqlite3

import django.db
import psycopg
import pytest

from database import outage
from tests import services
from tests.config.test_settings import NOWHERE

needs_postgres = pytest.mark.skipif(not services.postgres_answers(), reason="needs PostgreSQL")


def error_of(url: str, *statements: str) -> BaseException:
    try:
        with psycopg.connect(url) as connection:
            for statement in statements:
                connection.execute(statement)
    except psycopg.Error as error:
        return error
    raise AssertionError("no error")


def test_a_refused_connection_is_an_outage() -> None:
    error = error_of(f"postgresql://manche@{NOWHERE}/manche")
    assert outage.is_outage(error)
    wrapped = django.db.OperationalError(str(error))
    wrapped.__cause__ = error
    assert outage.is_outage(wrapped)


@needs_postgres
@pytest.mark.parametrize(
    ("statements", "away"),
    [
        (["SELECT pg_terminate_backend(pg_backend_pid())"], True),
        (["SET statement_timeout = 1", "SELECT pg_sleep(1)"], False),
        (["SELECT 1 / 0"], False),
    ],
)
def test_postgresql_errors_are_classified_as_outage_or_not(
    statements: list[str], away: bool
) -> None:
    assert outage.is_outage(error_of(services.POSTGRES, *statements)) is away


def test_a_locked_file_is_none() -> None:
    locked = django.db.OperationalError("database is locked")
    locked.__cause__ = sqlite3.OperationalError("database is locked")
    assert not outage.is_outage(locked)
