"""Lists of numbers in statements: on PostgreSQL short ones are parameters, others spelled out."""

import pytest
from django.db import connection

from scoring.models import Result
from scoring.sql.fact_filters import (
    LEAGUE_SESSIONS,
    MOST_PARAMETERS,
    array_condition,
    id_condition,
)

pytestmark = pytest.mark.django_db

COUNTS = [1, 2, MOST_PARAMETERS, MOST_PARAMETERS + 1]


def rows(sql, fragment):
    with connection.cursor() as cursor:
        cursor.execute(sql, fragment.params)
        return cursor.fetchall()


@pytest.mark.parametrize("count", [0, *COUNTS])
def test_condition_selects_the_given_numbers(count):
    numbers = [3 * number for number in range(count)]
    condition = id_condition("a", "asked", iter(numbers))
    every = ", ".join(f"({number})" for number in range(3 * MOST_PARAMETERS + 9))
    sql = f"WITH k(a) AS (VALUES {every}) SELECT a FROM k WHERE {condition.sql} ORDER BY a"
    assert rows(sql, condition) == [(number,) for number in numbers]


def test_array_condition_does_not_depend_on_the_numbers():
    assert array_condition("a", "asked", [1, 2]) == (
        "a = ANY(%(asked)s::bigint[])",
        {"asked": [1, 2]},
    )


def test_short_lists_are_parameters_where_there_are_arrays():
    are_arrays = connection.vendor == "postgresql"
    assert bool(id_condition("a", "asked", range(MOST_PARAMETERS)).params) == are_arrays
    assert not id_condition("a", "asked", range(MOST_PARAMETERS + 1)).params


def test_the_constant_names_the_league_table_of_sessions():
    sessions = Result._meta.get_field("session").remote_field.model
    assert sessions._meta.db_table == LEAGUE_SESSIONS
