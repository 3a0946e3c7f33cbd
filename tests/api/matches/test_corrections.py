import pytest

from league.models import Submission
from scoring import projection, rating
from scoring.models import Result, Table
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


def test_a_correction_that_breaks_a_later_round_is_refused(world, bob, finished):
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


def test_a_new_round_has_no_reason(world, bob):
    match = make.match(world.session, world.players[:3])
    body = {**make.sheet(16, 8, 10), "reason": "typo"}
    response = bob.post(f"matches/{match.pk}/rounds/", body)
    assert response.status_code == 422
    assert problem_codes(response) == [("unknown_key", "rounds.0.reason")]


def test_each_version_of_a_round_lists_its_changes(world, bob, alice, finished):
    path = f"matches/{finished.pk}/rounds/2/"
    first = bob.get(path).json()
    bob.put(f"{path}?reason=%20Faute%20de%20frappe%20%F0%9F%99%82", make.sheet(16, 8, 10))
    last = alice.put(path, make.sheet(16, 9, 10)).json()
    versions = alice.get(f"{path}versions/").json()["results"]
    assert versions[0] == first | {"changes": []}
    assert versions[1]["reason"] == "Faute de frappe 🙂"
    assert versions[1]["changes"] == [{"path": "scores.2", "before": 11, "after": 10}]
    assert versions[2]["changes"] == [{"path": "scores.1", "before": 8, "after": 9}]
    assert [row["submitted_by"] for row in versions[1:]] == ["Bob", "Alice"]
    assert len(versions) == 3
    assert last["match"]["version"] == alice.get(f"matches/{finished.pk}/").json()["version"]


def test_versions_come_page_by_page(world, bob, finished):
    path = f"matches/{finished.pk}/rounds/2/"
    for score in (8, 9, 10):
        bob.put(path, make.sheet(16, score, 10))
    everything = bob.get(f"{path}versions/").json()["results"]
    page = bob.get(f"{path}versions/?limit=2").json()
    rest = bob.get(page["next"].removeprefix("http://testserver")).json()
    assert page["results"] + rest["results"] == everything


def test_versions_of_a_round_that_was_not_played_are_404(world, bob, finished):
    assert bob.get(f"matches/{finished.pk}/rounds/77/versions/").status_code == 404


def test_a_reason_has_its_limit(world, bob, finished):
    path = f"matches/{finished.pk}/rounds/2/"
    refused = bob.put(f"{path}?reason={'x' * 201}", make.sheet(16, 8, 10))
    assert (refused.status_code, problem_codes(refused)) == (422, [("too_long", "reason")])
    refused = bob.put(f"{path}?reason=%00", make.sheet(16, 8, 10))
    assert (refused.status_code, problem_codes(refused)) == (422, [("bad_text", "reason")])
    assert Submission.objects.filter(number=2).count() == 1


def test_the_rules_say_what_they_would_of_the_next_round(world, bob):
    match = make.played(world.match, [12, 5, 3])
    path = f"matches/{match.pk}/rounds/check/"
    verdict = bob.post(path, make.sheet(16, 3, 3)).json()
    assert (verdict["ok"], verdict["totals"]) == (True, [28, 8, 6])
    broken = bob.post(path, make.sheet(17, 3, 3))
    assert broken.status_code == 200
    assert broken.json()["ok"] is False
    assert broken.json()["problems"][0]["path"].startswith("rounds.1")
    assert Submission.objects.count() == 1


def test_a_correction_is_tried_out_with_the_rounds_that_follow(world, bob):
    match = make.match(world.session, world.players[:2], options={"target": 30})
    make.played(match, [12, 4], [12, 4], [12, 4])
    path = f"matches/{match.pk}/rounds/check/"
    fits = bob.post(path, {**make.sheet(13, 4), "number": 1}).json()
    assert (fits["ok"], fits["totals"]) == (True, [37, 12])
    breaks = bob.post(path, {**make.sheet(22, 4), "number": 1}).json()
    assert breaks["problems"][0]["path"].startswith("rounds.2")


@pytest.mark.parametrize("number", [0, 3, -1, 10**30])
def test_a_round_that_cannot_come_is_not_judged(world, bob, number):
    match = make.played(world.match, [12, 5, 3])
    answer = bob.post(
        f"matches/{match.pk}/rounds/check/", {**make.sheet(16, 3, 3), "number": number}
    )
    assert (answer.status_code, problem_codes(answer)) == (422, [("no_such_round", "number")])


def test_the_effects_of_a_correction_are_previewed_without_being_stored(world, bob, finished):
    for table in Table.objects.filter(season=world.season.pk):
        projection.refresh(table.pk)
    rating.refresh(world.club.pk)
    path = f"matches/{finished.pk}/rounds/3/"
    seen = bob.post(path + "effects/", make.sheet(12, 0, 11)).json()
    assert seen["match"]["totals"] == [50, 13, 22]
    assert (seen["promotions"], seen["seats"]) == ([], {"moves": [], "unknown": []})
    overall, of_game = seen["tables"]
    assert (overall["game"], of_game["game"]) == (None, "neurotrio")
    _, bruno, chloe = world.players[:3]
    assert overall["rows"] == [
        {
            "player": {"id": chloe.pk, "name": "Chloé"},
            "before": {"place": 3, "points": "0.00"},
            "after": {"place": 2, "points": "30.00"},
        },
        {
            "player": {"id": bruno.pk, "name": "Bruno"},
            "before": {"place": 2, "points": "30.00"},
            "after": {"place": 3, "points": "0.00"},
        },
    ]
    assert {row["player"]["name"] for row in seen["ratings"]} == {"Bruno", "Chloé"}
    assert bob.get(path).json()["version"] == 1
    gone = bob.post(path + "effects/", make.sheet(3, 11, 12)).json()["tables"][0]["rows"]
    assert [row["after"] for row in gone] == [None] * 3


def test_effects_of_a_round_that_cannot_be_are_refused(world, bob, finished):
    path = f"matches/{finished.pk}/rounds/"
    assert problem_codes(bob.post(f"{path}9/effects/", make.sheet(1, 2, 3))) == [("not_found", "")]
    refused = bob.post(f"{path}1/effects/", make.sheet(60, 5, 0))
    assert refused.status_code == 422
    other = bob.post(f"{path}1/effects/", {**make.sheet(22, 5, 0), "number": 2})
    assert problem_codes(other) == [("other_number", "number")]
