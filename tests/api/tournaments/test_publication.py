"""Who sees a sitting, as a program decides it."""

import pytest

from league.models import Match
from league.operations.tournaments.play import sittings
from tests import make
from tests.api.caller import caller, problem_codes

TIMES = ("published_at", "screens_at", "public_at")


@pytest.fixture
def sitting(world):
    "Return a checked round of nine players."
    drawn = sittings.draw(make.tournament(world.club, here=9, name="Coupe"), by=None)[0]
    return sittings.check(drawn, by=None)


def ok(response, status=200):
    assert response.status_code == status, response.content
    return response.json()


def seen(content):
    return [content[name] is not None for name in TIMES]


def test_publishing_without_a_body_publishes_to_all_audiences(alice, sitting):
    content = ok(alice.send("POST", f"sittings/{sitting.pk}/publish/"))
    assert (content["state"], seen(content)) == ("published", [True, True, True])
    assert Match.objects.filter(sitting_table__sitting=sitting).count() == 3
    again = ok(alice.post(f"sittings/{sitting.pk}/publish/", {}))
    assert again == content


def test_the_old_publish_step_publishes_to_all_audiences(alice, sitting):
    content = ok(alice.post(f"sittings/{sitting.pk}/state/", {"state": "published"}))
    assert seen(content) == [True, True, True]


def test_one_after_the_other_and_back(alice, sitting):
    path = f"sittings/{sitting.pk}"
    for name, body, expected in (
        ("publish", {"to": ["players"]}, [True, False, False]),
        ("publish", {"to": ["public"]}, [True, False, True]),
        ("publish", {"to": ["screens"]}, [True, True, True]),
        ("withdraw", {"hide_from": ["public"]}, [True, True, False]),
        ("withdraw", {"hide_from": ["players"]}, [False, False, False]),
    ):
        assert seen(ok(alice.post(f"{path}/{name}/", body))) == expected
    assert ok(alice.get(f"{path}/"))["state"] == "checked"
    ok(alice.send("POST", f"{path}/publish/"))
    assert seen(ok(alice.send("POST", f"{path}/withdraw/"))) == [False, False, False]


@pytest.mark.parametrize(
    ("name", "body", "problem", "status"),
    [
        ("publish", {"to": ["public"]}, ("players_first", "to"), 409),
        ("publish", {"to": []}, ("blank", "to"), 422),
        ("publish", {"to": ["press"]}, ("not_a_choice", "to.0"), 422),
        ("publish", {"to": "players"}, ("not_a_list", "to"), 422),
        ("publish", {"to": ["players"] * 4}, ("too_long", "to"), 422),
        ("publish", {"for": ["players"]}, ("unknown_key", "for"), 422),
        ("withdraw", {"hide_from": ["public"]}, ("wrong_state", "state"), 409),
        ("withdraw", {"hide_from": [None]}, ("null", "hide_from.0"), 422),
    ],
)
def test_an_impossible_publication_is_refused(alice, sitting, name, body, problem, status):
    answer = alice.post(f"sittings/{sitting.pk}/{name}/", body)
    assert answer.status_code == status, answer.content
    assert problem in problem_codes(answer)
    assert seen(ok(alice.get(f"sittings/{sitting.pk}/"))) == [False, False, False]


def test_members_see_what_players_see(world, alice, sitting):
    scorer = caller(world.scorer)
    ok(alice.post(f"sittings/{sitting.pk}/publish/", {"to": ["players"]}))
    content = ok(scorer.get(f"sittings/{sitting.pk}/"))
    assert ok(scorer.get(f"matches/{content['tables'][0]['match']}/"))["rounds_played"] == 0
    assert scorer.post(f"sittings/{sitting.pk}/publish/", {}).status_code == 403
    assert scorer.post(f"sittings/{sitting.pk}/withdraw/", {}).status_code == 403


def test_a_publication_based_on_a_stale_sitting_is_refused(alice, sitting):
    path = f"sittings/{sitting.pk}"
    seen = alice.get(f"{path}/")["ETag"]
    assert alice.post(f"{path}/publish/", {"to": ["players"]}, If_Match=seen).status_code == 200
    assert alice.post(f"{path}/publish/", {}, If_Match=seen).status_code == 412
