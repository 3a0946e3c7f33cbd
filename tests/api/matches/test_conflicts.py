"""Who comes second hears what stands there, and where his own differs from it."""

import pytest

from league.operations.matches import differences
from tests import make
from tests.api.caller import problem_codes


@pytest.fixture
def rounds(world):
    make.played(world.match, [12, 5, 3], by=world.owner)
    return f"matches/{world.match.pk}/rounds/"


def test_a_round_under_a_taken_number_shows_the_one_that_stands(bob, rounds):
    answer = bob.post(rounds, {**make.sheet(12, 5, 5), "number": 1})
    assert answer.status_code == 409
    assert answer.json()["current"] == bob.get(f"{rounds}1/").json()
    assert problem_codes(answer) == [("not_the_next_round", "number"), ("differs", "scores.2")]
    assert answer.json()["problems"][1]["message"] == "3 is stored, but you sent 5."


def test_the_same_round_again_is_said_to_be_stored(bob, rounds):
    answer = bob.post(rounds, {**make.sheet(12, 5, 3), "number": 1})
    assert answer.status_code == 409
    assert problem_codes(answer) == [("not_the_next_round", "number"), ("already_submitted", "")]


def test_the_latest_version_is_the_one_that_stands(bob, rounds):
    bob.put(f"{rounds}1/", make.sheet(12, 6, 3))
    answer = bob.post(rounds, {**make.sheet(12, 6, 3), "number": 1})
    assert answer.json()["current"]["version"] == 2
    assert problem_codes(answer)[1] == ("already_submitted", "")


@pytest.mark.parametrize("number", [0, 3, -1, 10**30])
def test_a_conflict_without_a_stored_round_shows_no_current_one(bob, rounds, number):
    answer = bob.post(rounds, {**make.sheet(12, 5, 3), "number": number})
    assert answer.status_code == 409
    assert "current" not in answer.json()
    assert problem_codes(answer) == [("not_the_next_round", "number")]
    assert ("numbered from 1" in answer.json()["detail"]) == (number < 1)


@pytest.mark.parametrize("number", [0, 1, 5])
def test_the_conflict_names_no_next_round_of_a_match_that_is_over(bob, world, number):
    make.played(world.match, [22, 5, 0], [16, 8, 11], [12, 11, 3])
    answer = bob.post(
        f"matches/{world.match.pk}/rounds/", {**make.sheet(12, 5, 5), "number": number}
    )
    assert answer.status_code == 409
    assert answer.json()["detail"].startswith("This match has ended. Correct its rounds")


def test_a_round_for_a_match_that_moved_on_shows_the_match(bob, world, rounds):
    answer = bob.post(rounds, make.sheet(12, 5, 3), If_Match='"m1.v1"')
    assert answer.status_code == 412
    assert answer.json()["current"] == bob.get(f"matches/{world.match.pk}/").json()


def test_a_correction_that_comes_late_shows_the_round(bob, rounds):
    answer = bob.put(f"{rounds}1/", make.sheet(12, 5, 4), If_Match='"x"')
    assert answer.status_code == 412
    assert answer.json()["current"] == bob.get(f"{rounds}1/").json()


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("clubs/{club}/", {"name": "Trop tard"}),
        ("seasons/{season}/", {"name": "Trop tard"}),
        ("sessions/{session}/", {"place": "Trop tard"}),
    ],
)
def test_a_stale_edit_shows_the_current_state(world, alice, path, change):
    path = path.format(club=world.club.slug, season=world.season.pk, session=world.session.pk)
    answer = alice.patch(path, change, If_Match='"x"')
    assert answer.status_code == 412
    assert answer.json()["current"] == alice.get(path).json()


@pytest.mark.parametrize(
    ("before", "after", "paths"),
    [
        ({"a": [1, 2]}, {"a": [1, 2]}, []),
        ({"a": [1, 2]}, {"a": [1, 3]}, ["a.1"]),
        ({"a": [1, 2]}, {"a": [1]}, ["a"]),
        ({"a": 1}, {"b": 1}, ["a", "b"]),
        ({"a": {"b": [{"c": 1}]}}, {"a": {"b": [{"c": 2}]}}, ["a.b.0.c"]),
        ({"a": 1}, {"a": True}, ["a"]),
        ({"a": 1}, {"a": 1.0}, ["a"]),
        ({"a": [0] * 99}, {"a": [1] * 99}, [f"a.{n}" for n in range(50)]),
    ],
)
def test_differences_are_listed_by_path(before, after, paths):
    assert [difference.path for difference in differences.between(before, after)] == paths


def test_a_long_value_is_shortened(bob, rounds):
    answer = bob.post(rounds, {"evidence": "sheet", "scores": list(range(99)), "number": 1})
    assert "…" in answer.json()["problems"][1]["message"]
