"""What a round costs the database: every statement is a journey to it and back."""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import make
from tests.api.caller import caller
from tests.api.conftest import build

pytestmark = pytest.mark.django_db(transaction=True)
MOST = 8


@pytest.fixture
def path(transactional_db):
    return f"matches/{build().match.pk}/rounds/"


def statements(ask, *expected):
    """Return the statements of the request, without the begin and the commit, and the number of
    commits."""
    with CaptureQueriesContext(connection) as captured:
        assert ask().status_code in expected
    texts = [query["sql"].strip().upper() for query in captured.captured_queries]
    commits = [sql for sql in texts if sql == "COMMIT"]
    return [sql for sql in texts if not sql.startswith(("BEGIN", "COMMIT"))], len(commits)


@pytest.mark.parametrize("key", ["", "again"])
def test_a_round_is_eight_statements_and_one_commit(path, key):
    headers = {"Idempotency_Key": key} if key else {}
    alice = caller(make.user())
    alice.post(path, make.sheet(1, 2, 3))
    sent, commits = statements(lambda: alice.post(path, make.sheet(4, 5, 6), **headers), 201)
    assert len(sent) == (MOST if key else MOST - 2), sent
    assert commits == 1
    assert not any("SAVEPOINT" in sql for sql in sent)


def test_later_rounds_cost_no_more(path):
    alice = caller(make.user())
    costs = []
    for score, key in enumerate("abcde"):  # the last round once more is looked at twice
        post = partial(alice.post, path, make.sheet(4, 5, score), Idempotency_Key=key)
        costs.append(len(statements(post, 201)[0]))
    assert costs[1:] == [MOST] * 4


def test_the_same_key_again_is_two_statements(path):
    alice = caller(make.user())
    alice.post(path, make.sheet(4, 5, 6), Idempotency_Key="same")
    sent, _ = statements(lambda: alice.post(path, make.sheet(4, 5, 6), Idempotency_Key="same"), 201)
    assert len(sent) == 2, sent
