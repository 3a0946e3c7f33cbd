import pytest

from league.models import Submission
from scoring.models import Result
from tests import make
from tests.api.caller import problem_codes


@pytest.fixture
def finished(world):
    return make.played(world.match, [22, 5, 0], [16, 8, 11], [12, 11, 3])


def test_a_correction_is_a_new_version_and_keeps_the_old_one(world, bob, finished):
    path = f"matches/{finished.pk}/rounds/2/"
    response = bob.put(path, make.sheet(16, 9, 11))
    assert response.status_code == 200
    assert response.json()["number"] == 2
    assert response.json()["match"]["totals"] == [50, 25, 14]
    assert response["ETag"] == f'"m{finished.pk}.r2.v2"'
    assert bob.get(path).json()["version"] == 2
    assert Submission.objects.filter(number=2).count() == 2
    listed = bob.get(f"matches/{finished.pk}/rounds/").json()["results"]
    assert [(row["number"], row["version"]) for row in listed] == [(1, 1), (2, 2), (3, 1)]


def test_a_finished_match_that_is_not_finished_any_more_leaves_the_standings(world, bob, finished):
    assert Result.objects.live().count() == 3
    answer = bob.put(f"matches/{finished.pk}/rounds/3/", make.sheet(3, 11, 12)).json()
    assert answer["match"]["over"] is False
    assert not Result.objects.live().exists()


def test_a_correction_that_breaks_a_later_round_changes_nothing(world, bob, finished):
    response = bob.put(f"matches/{finished.pk}/rounds/2/", make.sheet(5, 22, 5))
    assert response.status_code == 200, "22, 5, 0 and 5, 22, 5 leave room for round 3"
    other = make.match(world.session, world.players[:2])
    make.played(other, [22, 0], [16, 0], [12, 0])
    before = bob.get(f"matches/{other.pk}/").json()
    response = bob.put(f"matches/{other.pk}/rounds/1/", make.sheet(0, 22))
    assert response.status_code == 200
    response = bob.put(f"matches/{other.pk}/rounds/2/", make.sheet(0, 16))
    assert response.status_code == 200
    after = bob.get(f"matches/{other.pk}/").json()
    assert after["version"] == before["version"] + 2


def test_a_later_round_that_now_comes_after_the_end_is_named(world, bob):
    match = make.match(world.session, world.players[:2], options={"target": 30})
    make.played(match, [12, 4], [12, 4], [12, 4])
    before = bob.get(f"matches/{match.pk}/").json()
    response = bob.put(f"matches/{match.pk}/rounds/1/", make.sheet(22, 4))
    assert response.status_code == 422
    assert problem_codes(response)[0][1].startswith("rounds.2")
    assert bob.get(f"matches/{match.pk}/").json() == before


def test_the_same_round_again_is_no_new_version(world, bob, finished):
    response = bob.put(f"matches/{finished.pk}/rounds/2/", make.sheet(16, 8, 11))
    assert response.status_code == 200
    assert response["ETag"].endswith('.r2.v1"')


def test_the_number_may_be_repeated_but_not_changed(world, bob, finished):
    path = f"matches/{finished.pk}/rounds/2/"
    assert bob.put(path, {**make.sheet(16, 8, 10), "number": 2}).status_code == 200
    response = bob.put(path, {**make.sheet(16, 8, 11), "number": 3})
    assert response.status_code == 422
    assert problem_codes(response) == [("other_number", "number")]


def test_a_reason_is_no_key_of_a_round(world, bob, finished):
    body = {**make.sheet(16, 8, 10), "reason": "typo"}
    response = bob.put(f"matches/{finished.pk}/rounds/2/", body)
    assert response.status_code == 422
    assert problem_codes(response) == [("unknown_key", "rounds.1.reason")]
