"""What was answered with 201 is there, whatever happens to the processes."""

import os
import signal
import threading
import time
from http.client import HTTPException

import pytest

from tests.e2e.conftest import ADD_ALICE, manage, product
from tests.e2e.test_layouts import a_match, standings_once_counted
from tests.services import fresh_database

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]
SHEET = {"evidence": "sheet", "scores": [4, 5, 6]}


def more_matches(served, token, match, count):
    _, first = served.call("GET", f"matches/{match}/", token=token)
    table = {"game": "neurotrio", "players": [player["id"] for player in first["players"]]}
    return [
        served.call("POST", f"sessions/{first['session']}/matches/", table, token)[1]["id"]
        for _ in range(count)
    ]


def test_a_killed_process_loses_no_round_that_was_answered(tmp_path):
    with product(tmp_path, ADD_ALICE) as served:
        token = served.manage("apitoken", "alice@example.org").strip()
        season, match = a_match(served, token)
        matches = more_matches(served, token, match, 4)
        answered = dict.fromkeys(matches, 0)

        def play(pk):
            try:
                while served.call("POST", f"matches/{pk}/rounds/", SHEET, token)[0] == 201:
                    answered[pk] += 1
            except (OSError, HTTPException):
                pass  # killed, perhaps in the middle of an answer

        threads = [threading.Thread(target=play, args=(pk,)) for pk in matches]
        for thread in threads:
            thread.start()
        time.sleep(0.4)
        os.killpg(served.process.pid, signal.SIGKILL)
        for thread in threads:
            thread.join(30)
    assert sum(answered.values()) > 0
    with product(tmp_path) as again:
        for pk in matches:
            _, stored = again.call("GET", f"matches/{pk}/", token=token)
            assert stored["rounds_played"] in {
                answered[pk],
                answered[pk] + 1,
            }  # one may be unanswered
            assert stored["totals"] == [
                stored["rounds_played"] * score for score in SHEET["scores"]
            ]
            winning = {"evidence": "sheet", "scores": [22, 5, 6]}
            while again.call("POST", f"matches/{pk}/rounds/", winning, token)[0] == 201:
                pass
        rows = standings_once_counted(again, season, token)["rows"]
        assert [row["played"] for row in rows] == [4, 4, 4]


@pytest.mark.services
def test_a_dead_broker_delays_a_table_and_refuses_no_round(tmp_path):
    """Nothing listens on port 1: every hint is lost, submissions are answered all the same."""
    with fresh_database() as database:
        server = {"DATABASE_URL": database, "REDIS_URL": "redis://127.0.0.1:1/0"}
        environment = {**os.environ, **server, "MANCHE_DATA": str(tmp_path), "SECRET_KEY": "x" * 60}
        manage(environment, "migrate", "--verbosity", "0")
        manage(environment, *ADD_ALICE.split())
        play = """
from django.test import Client
import json
from league.operations.people import tokens
from league.models import User
from scoring.models import Table
from tests import make
match = make.match(make.session(make.season(make.club(User.objects.get()))))
secret = tokens.issue(User.objects.get())[1]
client = Client(headers={"Authorization": "Bearer " + secret}, SERVER_NAME="localhost")
sheet = json.dumps({"evidence": "sheet", "scores": [22, 5, 6]})
for number in range(3):
    answer = client.post("/api/v1/matches/%s/rounds/" % match.pk, sheet, "application/json")
    assert answer.status_code == 201, answer.content
assert Table.objects.behind().filter(game__in=["", "neurotrio"]).count() == 2
print("done")
"""
        assert "done" in manage(environment, "shell", "-c", play)
        with product(tmp_path, DATABASE_URL=database) as again:
            token = again.manage("apitoken", "alice@example.org").strip()
            assert standings_once_counted(again, 1, token)["rows"][0]["points"] == "60.00"
