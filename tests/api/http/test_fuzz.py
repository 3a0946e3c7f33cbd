import random

import pytest
from django.core.servers.basehttp import WSGIRequestHandler
from django.db import connection

from api.description import docs
from league.operations.people import tokens
from tests.api import fuzz, playing
from tests.api.caller import Caller
from tests.api.conftest import build


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.django_db(transaction=True)
def test_no_request_from_the_description_gets_an_answer_that_it_does_not_know(
    live_server, tmp_path, monkeypatch
):
    if connection.vendor == "postgresql" and not fuzz.LONG:
        pytest.skip("tests/e2e/test_fuzz.py asks the layout with PostgreSQL")
    # else each answer, written in small pieces, waits 40 ms for the client to acknowledge the first
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    world = build()
    playing.play(world)
    token = tokens.issue(world.owner)[1]

    def call(*request):
        return Caller(token).send(*request).json()

    only = () if fuzz.LONG else a_third_of_all()
    output = fuzz.run(live_server.url, token, call, tmp_path, "examples,coverage", only)
    assert "No issues found" in output, output


def a_third_of_all():
    """Return a third of all operations, others in each run, because the edges of all operations
    take minutes. tests/e2e asks all of them."""
    methods = docs.description()["paths"].values()
    operations = sorted(operation["operationId"] for way in methods for operation in way.values())
    return random.sample(operations, len(operations) // 3)
