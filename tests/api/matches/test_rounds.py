import pytest

from league.models import Submission
from tests import make
from tests.api.caller import caller, problem_codes


@pytest.fixture
def rounds(world):
    return f"matches/{world.match.pk}/rounds/"


def test_a_round_answers_with_number_verdict_and_match(world, bob, rounds):
    response = bob.post(rounds, make.sheet(12, 5, 3))
    assert response.status_code == 201
    answer = response.json()
    assert answer["number"] == 1
    assert answer["verdict"]["ok"] is True
    assert answer["match"]["totals"] == [12, 5, 3]
    assert answer["match"]["version"] == 2
    assert response["Location"] == f"/api/v1/{rounds}1/"
    assert response["ETag"] == f'"m{world.match.pk}.r1.v1"'
    assert bob.get(response["Location"])["ETag"] == response["ETag"]


def test_a_stored_round_shows_who_when_and_how_it_came_about(world, bob, rounds):
    bob.post(rounds, make.sheet(12, 5, 3, finisher=0))
    row = bob.get(f"{rounds}1/").json()
    assert row["round"] == {"evidence": "sheet", "scores": [12, 5, 3], "finisher": 0}
    assert (row["number"], row["version"], row["scores"]) == (1, 1, [12, 5, 3])
    assert (row["evidence"], row["reason"], row["submitted_by"]) == ("sheet", "", "Bob")
    assert row["submitted_at"][-6:] in {"+01:00", "+02:00"}
    assert len(row["breakdown"]) in {0, 3}
    assert bob.get(rounds).json() == {"results": [row], "next": None}


def test_an_e_mail_is_no_name(world, rounds):
    world.scorer.name = ""
    world.scorer.save()
    bob = caller(world.scorer)
    bob.post(rounds, make.sheet(12, 5, 3))
    assert bob.get(f"{rounds}1/").json()["submitted_by"] is None


def test_the_number_is_no_part_of_the_round(world, bob, rounds):
    assert bob.post(rounds, {**make.sheet(12, 5, 3), "number": 1}).status_code == 201
    assert Submission.objects.get().body == make.sheet(12, 5, 3)


@pytest.mark.parametrize("number", [0, 2, -1, 10**30])
def test_another_number_than_the_next_is_a_conflict(world, bob, rounds, number):
    response = bob.post(rounds, {**make.sheet(12, 5, 3), "number": number})
    assert response.status_code == 409
    assert not Submission.objects.exists()


@pytest.mark.parametrize("number", [True, "1", 1.0, None, [1]])
def test_a_number_is_a_whole_number(world, bob, rounds, number):
    response = bob.post(rounds, {**make.sheet(12, 5, 3), "number": number})
    assert response.status_code == 422
    assert problem_codes(response) == [("not_an_integer", "number")]


@pytest.mark.parametrize("body", [[], "round", 3, [make.sheet(12, 5, 3)]])
def test_a_round_is_an_object(world, bob, rounds, body):
    response = bob.post(rounds, body)
    assert response.status_code == 422
    assert problem_codes(response) == [("not_an_object", "")]


def test_a_round_against_the_rules_carries_the_problems_of_the_verdict(world, bob, rounds):
    bob.post(rounds, make.sheet(12, 5, 3))
    response = bob.post(rounds, make.sheet(17, 40, 3))
    assert response.status_code == 422
    problems = response.json()["problems"]
    assert problems
    assert all(problem["path"].startswith("rounds.1") for problem in problems)
    assert all(problem["clause"].startswith("N") for problem in problems)
    assert Submission.objects.count() == 1


def test_the_problems_of_a_round_come_in_french(world, bob, rounds):
    english = bob.post(rounds, make.sheet(17, 4, 3)).json()["problems"]
    french = bob.post(rounds, make.sheet(17, 4, 3), Accept_Language="fr").json()["problems"]
    assert [p["code"] for p in english] == [p["code"] for p in french]
    assert english[0]["message"] != french[0]["message"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"evidence": "rumour"},
        {"evidence": "sheet"},
        {"evidence": "sheet", "scores": None},
        {"evidence": "sheet", "scores": [True, 5, 3]},
        {"evidence": "sheet", "scores": [10**40, 5, 3]},
        {"evidence": "sheet", "scores": [12, 5]},
        {"evidence": "sheet", "scores": [12, 5, 3], "extra": 1},
        {"evidence": "final", "hands": [], "finisher": 0},
        {"evidence": "final", "hands": [[0] * 300_000], "finisher": 0},
        {"evidence": "transcript", "moves": [{}]},
        {"evidence": [], "scores": {}},
    ],
)
def test_impossible_rounds_are_refused(world, bob, rounds, body):
    response = bob.post(rounds, body)
    assert response.status_code == 422
    assert response.json()["problems"]
    assert bob.get(f"matches/{world.match.pk}/").json()["version"] == 1


def test_a_round_after_the_end_is_refused(world, bob, rounds):
    make.played(world.match, [22, 5, 0], [16, 8, 11], [12, 11, 3])
    response = bob.post(rounds, make.sheet(12, 0, 0))
    assert response.status_code == 422
    assert problem_codes(response)[0][1].startswith("rounds.3")


def test_a_round_that_was_not_played_is_404(world, bob, rounds):
    assert bob.get(f"{rounds}1/").status_code == 404
    assert bob.put(f"{rounds}1/", make.sheet(12, 0, 0)).status_code == 404


def test_the_last_round_from_another_token_is_stored_with_a_notice(
    alice, bob, rounds, django_capture_on_commit_callbacks
):
    def notices(who, **headers):
        with django_capture_on_commit_callbacks(execute=True):
            response = who.post(rounds, make.sheet(4, 5, 3), **headers)
        assert response.status_code == 201
        return [
            (notice["code"], notice["path"])
            for notice in response.json()["verdict"]["notices"]
            if notice["code"] == "same_as_last_round"
        ]

    assert notices(bob) == notices(bob) == []
    content = notices(alice, Idempotency_Key="one")
    assert content == [("same_as_last_round", "rounds.2")]
    assert notices(alice, Idempotency_Key="one") == content, "the first answer again"
    assert notices(alice) == []
    assert Submission.objects.count() == 4


def test_a_refused_round_links_its_clauses_and_keeps_the_keys_of_problems(world, bob, rounds):
    response = bob.post(rounds, make.sheet(17, 5, 3))
    assert response.status_code == 422
    assert response["Link"].startswith('</rules/neurotrio/#N27>; rel="help"; title*=')
    assert set(response.json()["problems"][0]) <= {"code", "path", "message", "clause", "pointer"}
