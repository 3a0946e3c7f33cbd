"""The layout of one computer from outside: start, submission to standings, stop, start again."""

import time

import pytest

from tests.e2e.conftest import ADD_ALICE, product

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


def a_match(served, token):
    """Return (season id, match id) of a fresh club with one table of three."""
    _, club = served.call("POST", "clubs/", {"name": "Étoile"}, token)
    place = f"clubs/{club['slug']}"
    players = [
        served.call("POST", f"{place}/players/", {"name": name}, token)[1]["id"]
        for name in ("Ada", "Bruno", "Chloé")
    ]
    _, season = served.call(
        "POST", f"{place}/seasons/", {"name": "2026", "starts_on": "2026-09-01"}, token
    )
    _, session = served.call(
        "POST",
        f"seasons/{season['id']}/sessions/",
        {"starts_at": "2026-10-02T20:30:00+02:00"},
        token,
    )
    _, match = served.call(
        "POST",
        f"sessions/{session['id']}/matches/",
        {"game": "neurotrio", "players": players},
        token,
    )
    return season["id"], match["id"]


def standings_once_counted(served, season, token):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        status, table = served.call("GET", f"seasons/{season}/standings/", token=token)
        assert status == 200
        if table["rows"] and not table["pending"]:
            return table
        time.sleep(0.1)
    raise AssertionError(f"still pending: {table}")


@pytest.mark.long
def test_a_submitted_match_reaches_the_standings_and_outlives_a_stop(tmp_path):
    """On a server: test_club_evening.py."""
    with product(tmp_path, ADD_ALICE, in_peace=True) as served:
        token = served.manage("apitoken", "alice@example.org").strip()
        season, match = a_match(served, token)
        sheet = {"evidence": "sheet", "scores": [22, 5, 6]}
        for number in (1, 2, 3):
            status, answer = served.call("POST", f"matches/{match}/rounds/", sheet, token)
            assert (status, answer["number"]) == (201, number)
        before = standings_once_counted(served, season, token)["rows"]
    assert [(row["player"]["name"], row["points"]) for row in before] == [
        ("Ada", "60.00"),
        ("Chloé", "30.00"),
        ("Bruno", "0.00"),
    ]
    assert served.process.returncode == 0
    assert "All data is kept" in served.output()
    with product(tmp_path) as again:
        assert standings_once_counted(again, season, token)["rows"] == before


@pytest.mark.long
def test_the_first_start_loads_the_demo_and_says_how_to_sign_in(tmp_path):
    with product(tmp_path) as served:
        pass
    output = served.output()
    assert "evening 10 of 10" in output
    assert served.url in output
    assert "demo@manche.example" in output
    assert "password: manche-demo" in output


def test_a_refresh_lost_with_a_killed_process_is_found_at_the_next_start(tmp_path):
    with product(tmp_path, ADD_ALICE) as served:
        token = served.manage("apitoken", "alice@example.org").strip()
        season, match = a_match(served, token)
    lost = """
from league.models import Match
from league.operations.matches import submissions
for _ in range(3):
    submissions.submit(%s, {"evidence": "sheet", "scores": [22, 5, 6]}, by=None)
from scoring.models import Table
due = Table.objects.behind().filter(game__in=["", "neurotrio"])
assert due.count() == 2, "nobody was there to refresh"
"""
    served.manage("shell", "-c", lost % match)
    with product(tmp_path) as again:
        assert len(standings_once_counted(again, season, token)["rows"]) == 3
