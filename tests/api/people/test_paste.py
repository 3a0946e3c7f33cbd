"""Players from pasted names by the API: a trial, the names, and what is refused."""

import pytest

from tests import make
from tests.api.caller import problem_codes


@pytest.fixture
def path(world):
    return f"clubs/{world.club.slug}/players/paste/"


def outcomes(answer):
    return [(line["line"], line["outcome"], line["added"]) for line in answer["lines"]]


def test_a_dry_run_reports_each_line_and_adds_no_player(world, alice, path):
    count = world.club.players.count()
    text = "\n1. Eva <eva@example.org>\nADA\nEva\nA, B"
    answer = alice.post(path, {"text": text, "dry_run": True})
    assert answer.status_code == 200
    content = answer.json()
    assert outcomes(content) == [
        (2, "new", True),
        (3, "exists", False),
        (4, "twice", False),
        (5, "unreadable", False),
    ]
    first, second, third, fourth = content["lines"]
    assert (first["name"], first["email"], first["player"]) == ("Eva", "eva@example.org", None)
    assert (second["player"], third["first_line"]) == (world.players[0].pk, 2)
    assert (fourth["name"], fourth["problem"]["code"]) == ("", "comma")
    assert content["counts"] == {"new": 1, "exists": 1, "twice": 1, "unreadable": 1}
    assert (content["dry_run"], content["added"], world.club.players.count()) == (True, 1, count)


def test_new_players_come_with_their_ids(world, alice, path):
    answer = alice.post(path, {"text": "Eva\nFinn"}).json()
    ids = [line["player"] for line in answer["lines"]]
    assert sorted(ids) == sorted(
        world.club.players.filter(name__in=["Eva", "Finn"]).values_list("pk", flat=True)
    )


def test_one_key_adds_the_names_once(world, alice, path):
    body = {"text": "Ada", "add_existing": [1]}
    first = alice.post(path, body, Idempotency_Key="paste")
    again = alice.post(path, body, Idempotency_Key="paste")
    assert first.json() == again.json()
    assert world.club.players.filter(name="Ada").count() == 2


def test_people_of_existing_names_need_the_list_that_was_seen(world, alice, path):
    newest = alice.post(path, {"text": "Ada", "dry_run": True}).json()["newest"]
    body = {"text": "Ada", "add_existing": [1], "newest": newest}
    assert alice.post(path, body).status_code == 200
    assert alice.post(path, body).status_code == 409


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, ("missing_key", "text")),
        ({"text": 1}, ("not_text", "text")),
        ({"text": " \n "}, ("blank", "text")),
        ({"text": "x\n" * 2001}, ("too_long", "text")),
        ({"text": "Ada", "dry_run": "yes"}, ("not_a_flag", "dry_run")),
        ({"text": "Ada", "add_existing": [2]}, ("unknown_line", "add_existing.0")),
        ({"text": "Ada", "add_existing": [0]}, ("too_small", "add_existing.0")),
        ({"text": "Ada", "newest": -1}, ("too_small", "newest")),
        ({"text": "Ada", "existing": "skip"}, ("unknown_key", "existing")),
    ],
)
def test_bodies_without_valid_players_add_none(world, alice, path, body, problem):
    count = world.club.players.count()
    answer = alice.post(path, body)
    assert answer.status_code == 422
    assert problem_codes(answer) == [problem]
    assert world.club.players.count() == count


def test_similar_lines_are_named_and_left_out(world, alice, path):
    text = "Jean Luc\nJean-Luc\nChloe Moreau\nChloé Moreaux"
    (chloe,) = make.players(world.club, ["Chloé Moreau"])
    seen = alice.post(path, {"text": text, "dry_run": True}).json()["lines"]
    alike = [(line["outcome"], line["looks_like"], line["looks_like_line"]) for line in seen]
    assert alike == [
        ("new", None, None), ("new", None, 1), ("exists", None, None), ("new", chloe.pk, None)
    ]  # fmt: skip
    done = alice.post(path, {"text": text, "leave_out": [2, 4]}).json()
    assert [line["added"] for line in done["lines"]] == [True, False, False, False]
    refused = alice.post(path, {"text": text, "leave_out": [7]})
    assert problem_codes(refused) == [("unknown_line", "leave_out.0")]
