"""Lists as ready bytes: the same as made anew, for nobody else, never older than what stands."""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.http import cached_lists
from league.models import Role
from league.operations.people import clubs
from league.operations.results import postponements, stopped_matches
from league.operations.seasons import seasons
from league.operations.sessions import session_log
from tests import make
from tests.api.caller import caller
from tests.api.playing import AFTERNOON


@pytest.fixture
def path(world):
    return f"sessions/{world.session.pk}/matches/"


def questions(ask):
    with CaptureQueriesContext(connection) as captured:
        assert ask().status_code == 200
    return len(captured)


def test_a_list_that_has_not_changed_is_made_once(alice, path):
    first = alice.get(path)
    cost = questions(lambda: alice.get(path))
    again = alice.get(path)
    assert (again.content, again["ETag"], again["Content-Type"], again["Vary"]) == (
        *(first.content, first["ETag"], first["Content-Type"], first["Vary"]),
    )
    cached_lists.responses.clear()
    assert questions(lambda: alice.get(path)) > cost
    assert alice.get(path).content == first.content


def test_each_query_has_a_list_of_its_own(world, alice, path):
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    content = {query: alice.get(path + query).json() for query in ("", "?over=true", "?limit=1")}
    assert [len(content[query]["results"]) for query in content] == [2, 1, 1]
    assert {query: alice.get(path + query).json() for query in content} == content
    assert alice.get(path + "?ovre=true").status_code == 422


def test_indented_json_is_sent_only_on_request(alice, path):
    wide = alice.get(path, Accept="application/json; indent=4").content
    assert b"\n    " in wide
    assert b"\n    " not in alice.get(path).content
    assert alice.get(path, Accept="application/json; indent=4").content == wide


def test_a_shared_cached_list_is_for_members_only(world, alice, bob, path):
    tag = alice.get(path)["ETag"]
    assert bob.get(path)["ETag"] == tag
    stranger = caller(world.stranger)
    assert stranger.get(path).status_code == 404
    assert stranger.get(path, If_None_Match=tag).status_code == 404


CHANGES = {
    "a round": lambda world: make.played(world.match, [12, 5, 5]),
    "another match": lambda world: make.match(world.session, world.players[:3]),
    "a name": lambda world: clubs.update_player(world.players[0], name="Adèle"),
    "put off": lambda world: postponements.postpone(
        world.match, to=AFTERNOON, reason="Snow", by=None
    ),
    "called off": lambda world: session_log.call_off(world.match, by=None),
    "abandoned": lambda world: stopped_matches.abandon(world.match, by=None),
    "who confirms": lambda world: seasons.update(world.season, confirmation="all"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_the_list_changes_its_tag(world, alice, path, change):
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    before = alice.get(path)
    CHANGES[change](world)
    after = alice.get(path, If_None_Match=before["ETag"])
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]
    cached_lists.responses.clear()
    assert after.content == alice.get(path).content != before.content


def test_the_oldest_of_many_lists_is_let_go(alice, path, monkeypatch):
    monkeypatch.setattr(cached_lists.responses, "max_entries", 2)
    cost = [questions(partial(alice.get, f"{path}?limit={limit}")) for limit in (1, 2, 3, 3, 1)]
    assert cost[3] < cost[2] == cost[4]


def test_a_list_that_is_too_long_is_not_kept(alice, path, monkeypatch):
    monkeypatch.setattr(cached_lists.responses, "max_bytes", 10)
    cost = [questions(lambda: alice.get(path)) for _ in range(3)]
    assert cost[1] == cost[2]


def test_a_player_role_reads_it_too(world, path):
    assert caller(world.player).get(path)["ETag"] == caller(world.owner).get(path)["ETag"]
    assert world.player.memberships.get().role == Role.PLAYER
