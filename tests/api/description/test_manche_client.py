"""The client in `clients/python` against this server, and its own tests."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from league.operations.people import tokens
from tests import make

FOLDER, PACKAGE = Path(settings.BASE_DIR) / "clients" / "python", "manche_client"


@pytest.fixture
def package(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    yield importlib.import_module(PACKAGE)
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


def test_its_own_tests_pass():
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "tests", "-q", "-c", os.devnull, "--rootdir", ".",
         "-p", "no:cacheprovider"],
        cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": ".", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_it_plays_a_match(package, live_server, transactional_db):
    with package.Client(live_server.url, tokens.issue(make.user())[1], language="fr") as manche:
        club = manche.post("clubs/", {"name": "Les Ardoises"})
        players = [
            manche.post(f"clubs/{club['slug']}/players/", {"name": name})["id"]
            for name in ("Ada", "Bruno", "Chloé")
        ]
        season = manche.post(
            f"clubs/{club['slug']}/seasons/", {"name": "Automne", "starts_on": "2026-09-01"}
        )
        after = manche.get(f"clubs/{club['slug']}/events/")["last"]
        session = manche.post(
            f"seasons/{season['id']}/sessions/", {"starts_at": "2026-10-01T18:30:00Z"}
        )
        match = manche.start_match(session["id"], "neurotrio", players, options={"target": 20})
        with pytest.raises(package.Invalid) as refused:
            manche.submit_round(match["id"], make.sheet(17, 0, 0))
        assert refused.value.problems[0]["pointer"] == "/scores/0"
        manche.submit_round(match["id"], make.sheet(12, 5, 6), number=1)
        with pytest.raises(package.Conflict) as late:
            manche.submit_round(match["id"], make.sheet(12, 5, 7), number=1)
        assert late.value.current["scores"] == [12, 5, 6]
        over = manche.submit_round(match["id"], make.sheet(14, 5, 6), number=2)
        assert over["match"]["over"]
        events = manche.events(club["slug"], after)
        types = [next(events)["type"] for _event in range(5)]
        assert types == [
            *("session.created", "match.created"),
            *("round.submitted", "round.submitted", "match.finished"),
        ]
        assert manche.match(match["id"])["totals"] == [26, 10, 12]
        assert manche.check(manche.record(match["id"]))["ok"]
        rows = list(manche.pages(f"matches/{match['id']}/rounds/", limit=1))
        assert [row["number"] for row in rows] == [1, 2]
