"""Many rounds in one request: all of them are stored or none."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.matches import session_rounds
from league.models import Match, Submission
from league.operations.webhooks import events
from scoring.models import Result
from tests import make
from tests.api.caller import problem_codes


@pytest.fixture
def path(world):
    return f"sessions/{world.session.pk}/rounds/"


@pytest.fixture
def other(world):
    return make.match(world.session)


def entry(match, *scores, **more):
    return {"match": match.pk, **make.sheet(*scores), **more}


def test_rounds_of_several_matches_are_stored_at_once(bob, world, other, path):
    rounds = [entry(world.match, 12, 5, 5), entry(other, 4, 5, 6), entry(world.match, 7, 8, 9)]
    response = bob.post(path, {"rounds": rounds})
    assert response.status_code == 201
    content = response.json()["rounds"]
    assert [(stored_round["match"], stored_round["number"]) for stored_round in content] == [
        (world.match.pk, 1),
        (other.pk, 1),
        (world.match.pk, 2),
    ]
    assert [stored_round["scores"] for stored_round in content] == [
        [12, 5, 5],
        [4, 5, 6],
        [7, 8, 9],
    ]
    assert content[0]["totals"] == content[2]["totals"] == [19, 13, 14]
    world.match.refresh_from_db()
    assert (world.match.rounds_played, world.match.version) == (2, 3)


def test_they_leave_what_rounds_sent_one_by_one_leave(bob, world, other, path):
    scores = [[22, 5, 6], [16, 8, 11], [13, 11, 3]]
    bob.post(path, {"rounds": [entry(world.match, *score) for score in scores]})
    make.played(other, *scores)
    one, two = (Match.objects.get(pk=match.pk) for match in (world.match, other))
    for name in ("totals", "places", "rounds_played", "over", "evidence", "version"):
        assert getattr(one, name) == getattr(two, name), name
    facts = [
        list(Result.objects.live().filter(match=match).values_list("seat", "score", "place"))
        for match in (one, two)
    ]
    assert facts[0] == facts[1] != []
    rows = [
        list(match.submissions.values_list("number", "version", "body", "verdict", "evidence"))
        for match in (one, two)
    ]
    assert rows[0] == rows[1]


def test_one_bad_round_refuses_them_all(bob, world, other, path):
    rounds = [entry(world.match, 12, 5, 5), entry(other, 4, 5, 6), entry(world.match, 17, 8, 9)]
    response = bob.post(path, {"rounds": rounds})
    assert response.status_code == 422
    assert [path for _, path in problem_codes(response)] == ["rounds.2.scores.0"]
    assert not Submission.objects.exists()


def test_a_round_after_the_end_is_refused_at_its_place(bob, world, path):
    rounds = [entry(world.match, 22, 5, 6)] * 4
    response = bob.post(path, {"rounds": rounds})
    assert problem_codes(response) == [("round_after_end", "rounds.3")]
    assert not Submission.objects.exists()


def test_a_number_that_is_not_the_next_is_a_conflict(bob, world, path):
    rounds = [entry(world.match, 12, 5, 5, number=1), entry(world.match, 12, 5, 5, number=1)]
    response = bob.post(path, {"rounds": rounds})
    assert response.status_code == 409
    assert problem_codes(response) == [("not_the_next_round", "rounds.1.number")]
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ([], [("not_a_list", "rounds")]),
        ("x", [("not_a_list", "rounds")]),
        ([{}] * (session_rounds.MOST + 1), [("not_a_list", "rounds")]),
        ([1], [("not_an_object", "rounds.0")]),
        ([{"evidence": "sheet"}], [("not_an_integer", "rounds.0.match")]),
        ([{"match": True, "number": "1"}],
         [("not_an_integer", "rounds.0.match"), ("not_an_integer", "rounds.0.number")]),
        ([{"match": 2**70, "evidence": "sheet"}], [("unknown_match", "rounds.0.match")]),
        ([{"match": -1, "evidence": "sheet"}], [("unknown_match", "rounds.0.match")]),
    ],
)  # fmt: skip
def test_an_invalid_list_of_rounds_is_refused(bob, path, rounds, expected):
    response = bob.post(path, {"rounds": rounds})
    assert response.status_code == 422
    assert problem_codes(response) == expected


def test_unknown_keys_and_missing_ones_are_named(bob, path):
    assert problem_codes(bob.post(path, {"round": []})) == [("unknown_key", "round")]
    assert problem_codes(bob.post(path, {})) == [("not_a_list", "rounds")]


def test_a_match_of_another_evening_is_not_known_here(bob, world, path):
    elsewhere = make.match(make.session(world.season))
    response = bob.post(path, {"rounds": [entry(elsewhere, 12, 5, 5)]})
    assert problem_codes(response) == [("unknown_match", "rounds.0.match")]
    assert not Submission.objects.exists()


def test_the_same_key_stores_them_once(bob, world, path):
    body = {"rounds": [entry(world.match, 12, 5, 5)] * 2}
    first, again = (bob.post(path, body, Idempotency_Key="k") for _ in range(2))
    assert first.content == again.content
    assert Submission.objects.count() == 2


def test_a_failure_halfway_stores_no_round(bob, world, path, monkeypatch):
    def explode(*_facts, **_named):
        raise RuntimeError("the disk is full")

    bob.client.raise_request_exception = False
    monkeypatch.setattr(events, "round_submitted", explode)
    body = {"rounds": [entry(world.match, 12, 5, 5)]}
    assert bob.post(path, body, Idempotency_Key="k").status_code == 500
    assert not Submission.objects.exists()


def test_more_rounds_cost_no_more_statements(bob, world, path):
    def query_count(count):
        matches = [make.match(world.session) for _ in range(count)]
        body = {"rounds": [entry(match, 4, 5, 6) for match in matches]}
        with CaptureQueriesContext(connection) as captured:
            assert bob.post(path, body).status_code == 201
        return len(captured)

    query_count(1)  # notes the use of the token
    assert query_count(2) == query_count(20)


def test_the_last_round_from_another_token_comes_with_a_notice(alice, bob, world, path):
    alice.post(f"matches/{world.match.pk}/rounds/", make.sheet(12, 5, 5))
    rounds = [entry(world.match, 12, 5, 5), entry(world.match, 12, 5, 5)]
    content = bob.post(path, {"rounds": rounds}).json()["rounds"]
    codes = [[notice["code"] for notice in stored_round["notices"]] for stored_round in content]
    assert codes == [["same_as_last_round"], []]
