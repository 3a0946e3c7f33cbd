"""Lists of numbers in statements: on PostgreSQL short ones are parameters, others spelled out."""

import pytest
from django.db import connection

from scoring.models import Result
from scoring.sql.fact_filters import (
    LEAGUE_SESSIONS,
    MOST_PARAMETERS,
    array_condition,
    array_relation,
    id_condition,
    pair_relation,
)

pytestmark = pytest.mark.django_db

COUNTS = [1, 2, MOST_PARAMETERS, MOST_PARAMETERS + 1]


def rows(sql, fragment):
    with connection.cursor() as cursor:
        cursor.execute(sql, fragment.params)
        return cursor.fetchall()


@pytest.mark.parametrize("count", COUNTS)
def test_a_relation_has_the_rows_that_are_given(count):
    pairs = [(number, -(2**40) * number) for number in range(count)]
    fragment = pair_relation("pairs", iter(pairs))
    assert (
        rows(f"WITH p(a, b) AS ({fragment.sql}) SELECT a, b FROM p ORDER BY a", fragment) == pairs
    )


@pytest.mark.parametrize("count", [0, *COUNTS])
def test_a_column_is_among_the_numbers_that_are_given(count):
    numbers = [3 * number for number in range(count)]
    number_relation = pair_relation(
        "known", [(number, 0) for number in range(3 * MOST_PARAMETERS + 9)]
    )
    condition = id_condition("a", "asked", iter(numbers))
    with_both = condition._replace(params=condition.params | number_relation.params)
    sql = (
        f"WITH k(a, b) AS ({number_relation.sql}) SELECT a FROM k WHERE {condition.sql} ORDER BY a"
    )
    assert rows(sql, with_both) == [(number,) for number in numbers]
    others = [(number,) for number in range(3 * MOST_PARAMETERS + 9) if number not in numbers]
    assert rows(sql.replace(condition.sql, f"NOT ({condition.sql})"), with_both) == others


def test_lists_that_are_parameters_leave_the_statement_as_it_is():
    assert array_condition("a", "asked", [1, 2]) == (
        "a = ANY(%(asked)s::bigint[])",
        {"asked": [1, 2]},
    )
    one, other = array_relation("of", [(1, 2)]), array_relation("of", [(3, 4), (5, 6)])
    assert (
        one.sql
        == other.sql
        == "SELECT * FROM unnest(%(of_first)s::bigint[], %(of_second)s::bigint[])"
    )
    assert other.params == {"of_first": [3, 5], "of_second": [4, 6]}


def test_short_lists_are_parameters_where_there_are_arrays():
    are_arrays = connection.vendor == "postgresql"
    assert bool(id_condition("a", "asked", range(MOST_PARAMETERS)).params) == are_arrays
    assert bool(pair_relation("of", [(3, 4)] * MOST_PARAMETERS).params) == are_arrays
    assert not id_condition("a", "asked", range(MOST_PARAMETERS + 1)).params
    assert not pair_relation("of", [(3, 4)] * (MOST_PARAMETERS + 1)).params


def test_the_constant_names_the_league_table_of_sessions():
    sessions = Result._meta.get_field("session").remote_field.model
    assert sessions._meta.db_table == LEAGUE_SESSIONS
