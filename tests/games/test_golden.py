"""Golden records: whole records with the verdict they must get, a file per game.

A line is {"id", "record" (or "line": text that need not be JSON), "expect"}. Expected is either
`ok` with scores, totals, over and places, or the (code, path, clause) of every problem.
"""

import json
from pathlib import Path

import pytest

from games import GAMES, messages, record
from games.nain_jaune import messages as nain_jaune
from games.neurotrio import messages as neurotrio
from games.njet import messages as njet
from games.triominos import messages as triominos
from problems import messages as shared
from problems.text import Text

DATA = Path(__file__).parent / "data"
LINES = [
    line for file in sorted(DATA.glob("*.ndjson")) for line in file.read_text("utf-8").split("\n")
]
CASES = [json.loads(line) for line in LINES if line]
# bytes that are no text; words of the calculators
NOT_IN_RECORDS = {"not_utf8", "no_finish", "board_unreadable", "not_two_teams"}
OF_GAMES_FROM_OUTSIDE = {
    "game_failed",
    "match_over",
    "not_a_card",
    "partners_share",
    "score_out_of_range",
    "too_large",
    "too_many_copies",
}
CODES = {
    text.code
    for module in (shared, messages, neurotrio, triominos, njet, nain_jaune)
    for text in vars(module).values()
    if type(text) is Text
}


def verdict_on(case):
    return (
        record.check(case["record"])
        if "record" in case
        else record.check_text(case["line"].encode())
    )


def summary(verdict):
    if not verdict.ok:
        return {
            "ok": False,
            "problems": [
                [problem.code, problem.path, problem.clause] for problem in verdict.problems
            ],
        }
    return {
        "ok": True,
        "scores": [list(played.scores) for played in verdict.rounds],
        "totals": list(verdict.totals),
        "over": verdict.over,
        "places": list(verdict.places),
        "notices": [[notice.code, notice.path, notice.clause] for notice in verdict.notices],
    }


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_record(case):
    assert summary(verdict_on(case)) == case["expect"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_golden_records(slug):
    lines = (DATA / f"{slug}.ndjson").read_text(encoding="utf-8").splitlines()
    expected = [json.loads(line)["expect"]["ok"] for line in lines]
    assert expected.count(True) >= 10
    assert expected.count(False) >= 20


def test_every_code_occurs_in_a_golden_record():
    problems = [problem for case in CASES for problem in case["expect"].get("problems", [])]
    notices = [notice for case in CASES for notice in case["expect"].get("notices", [])]
    assert {
        code for code, _, _ in [*problems, *notices]
    } == CODES - NOT_IN_RECORDS - OF_GAMES_FROM_OUTSIDE
