"""Problems of a body say where in it they are, as a pointer (RFC 6901)."""

import pytest

from tests import make


def pointers(response):
    return {problem["path"]: problem.get("pointer") for problem in response.json()["problems"]}


def resolved(body, pointer):
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        body = body[int(step)] if isinstance(body, list) else body[step]
    return body


def test_a_pointer_leads_to_the_wrong_value(alice, world):
    body = {"name": "Automne", "starts_on": "tomorrow", "games": ["neurotrio", "chess"]}
    response = alice.post(f"clubs/{world.club.slug}/seasons/", body)
    assert response.status_code == 422
    assert pointers(response) == {"starts_on": "/starts_on"}
    body["starts_on"] = "2026-09-01"
    (pointer,) = pointers(alice.post(f"clubs/{world.club.slug}/seasons/", body)).values()
    assert resolved(body, pointer) in ("chess", body["games"])


def test_a_missing_key_has_the_pointer_at_which_it_belongs(alice, world):
    response = alice.post(f"clubs/{world.club.slug}/seasons/", {"name": "Automne"})
    assert pointers(response) == {"starts_on": "/starts_on"}


def test_an_unknown_key_is_escaped(alice):
    assert pointers(alice.post("clubs/", {"name": "A", "a/b.c~d": 1})) == {"a/b.c~d": "/a~1b.c~0d"}


def test_a_round_is_pointed_at_as_it_was_sent(alice, world):
    rounds = f"matches/{world.match.pk}/rounds/"
    assert alice.post(rounds, make.sheet(12, 5, 6)).status_code == 201
    sent = {**make.sheet(12, 5, 0), "scores": [12, 5, "x"]}
    assert pointers(alice.post(rounds, sent)) == {"rounds.1.scores.2": "/scores/2"}
    assert pointers(alice.put(f"{rounds}1/", sent)) == {"rounds.0.scores.2": "/scores/2"}


def test_rounds_of_several_matches_are_pointed_at_in_their_list(alice, world):
    bad = {"match": world.match.pk, **make.sheet(12, 5, 0), "scores": [12, 5, "x"]}
    response = alice.post(f"sessions/{world.session.pk}/rounds/", {"rounds": [bad]})
    (pointer,) = pointers(response).values()
    assert resolved({"rounds": [bad]}, pointer) == "x"


@pytest.mark.parametrize("path", ["clubs/?limit=all", "clubs/nowhere/"])
def test_a_request_without_a_body_has_no_pointer(alice, path):
    assert set(pointers(alice.get(path)).values()) == {None}
