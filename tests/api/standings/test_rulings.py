"""Penalties, sit-outs and lots: what is checked, what counts, what stays in the list."""

from random import Random

import pytest

from league.operations.seasons import penalties, seasons
from scoring import projection
from scoring.models import Draw, Penalty, SitOut
from tests import make
from tests.api.caller import problem_codes

QUICK = {"target": 1}


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


@pytest.fixture
def season(world):
    """Return a season that Ada won; Bruno, Chloé and Dov share the second place."""
    seasons.update(world.season, scheme={"tiebreaks": ["wins", "lots"]})
    make.played(make.match(world.session, world.players, options=QUICK), [22, 5, 5, 5])
    refresh(world.season)
    return world.season


def penalty(world, **changes):
    ada = world.players[0].pk
    return {"session": world.session.pk, "player": ada, "points": 7, "reason": "Late"} | changes


def points(caller, season):
    refresh(season)
    rows = caller.get(f"seasons/{season.pk}/standings/").json()["rows"]
    return {row["player"]["name"]: row["points"] for row in rows}


def test_a_penalty_takes_points_off_until_it_is_lifted(world, alice, season):
    path = f"seasons/{season.pk}/penalties/"
    given = alice.post(path, penalty(world, reason="  Late \n again "))
    assert given.status_code == 201
    assert (given.json()["reason"], given.json()["given_by"]) == ("Late again", "Alice")
    assert points(alice, season)["Ada"] == "53.00"
    lifted = alice.post(f"{path}{given.json()['id']}/lift/", {"reason": "The train"})
    assert lifted.status_code == 200
    assert (lifted.json()["lifted"]["reason"], lifted.json()["lifted"]["by"]) == (
        "The train",
        "Alice",
    )
    assert points(alice, season)["Ada"] == "60.00"
    assert alice.get(path).json()["results"] == [lifted.json()]


def test_a_penalty_is_lifted_once(world, alice, season):
    path = f"seasons/{season.pk}/penalties/"
    address = f"{path}{alice.post(path, penalty(world)).json()['id']}/lift/"
    assert alice.post(address, {"reason": "The train"}).status_code == 200
    assert alice.post(address, {"reason": "Another"}).status_code == 409
    assert Penalty.objects.get().voided_for == "The train"


@pytest.mark.parametrize("points", [0, 100_000])
def test_the_least_and_the_most_of_a_penalty(world, alice, season, points):
    body = penalty(world, points=points, reason="x" * 200)
    assert alice.post(f"seasons/{season.pk}/penalties/", body).status_code == 201


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"points": -1}, ("too_small", "points")),
        ({"points": 100_001}, ("too_large", "points")),
        ({"points": 10**40}, ("too_large", "points")),
        ({"points": "5"}, ("not_an_integer", "points")),
        ({"points": 1.5}, ("not_an_integer", "points")),
        ({"reason": " "}, ("blank", "reason")),
        ({"reason": "x" * 201}, ("too_long", "reason")),
        ({"player": 999_999}, ("unknown_player", "player")),
        ({"session": 999_999}, ("unknown_session", "session")),
        ({"extra": 1}, ("unknown_key", "extra")),
    ],
)
def test_a_penalty_that_is_not_possible(world, alice, season, changes, problem):
    answer = alice.post(f"seasons/{season.pk}/penalties/", penalty(world, **changes))
    assert answer.status_code == 422
    assert problem_codes(answer) == [problem]
    assert not Penalty.objects.exists()


def test_all_that_is_wrong_is_said_at_once(world, alice, season):
    body = penalty(world, points=-1, player=999_999, session=999_999)
    answer = alice.post(f"seasons/{season.pk}/penalties/", body)
    assert {path for _, path in problem_codes(answer)} == {"points", "player", "session"}


def test_players_and_evenings_of_others_are_not_known(world, alice, season):
    (guest,) = make.players(world.stranger.memberships.get().club, ["Guest"])
    other = make.session(make.season(world.club, "Printemps"))
    path = f"seasons/{season.pk}/penalties/"
    assert alice.post(path, penalty(world, player=guest.pk)).status_code == 422
    assert alice.post(path, penalty(world, session=other.pk)).status_code == 422
    answer = alice.post(f"sessions/{world.session.pk}/sit_outs/", {"player": guest.pk})
    assert problem_codes(answer) == [("unknown_player", "player")]


def test_a_penalty_of_another_season_is_404(world, alice, season):
    given = alice.post(f"seasons/{season.pk}/penalties/", penalty(world)).json()["id"]
    other = make.season(world.club, "Printemps")
    answer = alice.post(f"seasons/{other.pk}/penalties/{given}/lift/", {"reason": "x"})
    assert answer.status_code == 404


@pytest.mark.parametrize("path", ["seasons/{season}/penalties/", "sessions/{session}/sit_outs/"])
def test_the_same_key_does_it_once(world, alice, season, path):
    body = penalty(world) if "penalties" in path else {"player": world.players[0].pk}
    path = path.format(season=season.pk, session=world.session.pk)
    first = alice.post(path, body, Idempotency_Key="once")
    again = alice.post(path, body, Idempotency_Key="once")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert Penalty.objects.count() + SitOut.objects.count() == 1


def test_a_sit_out_is_recorded_and_removed(world, alice, season):
    path = f"sessions/{world.session.pk}/sit_outs/"
    ada = world.players[0].pk
    for _ in range(2):
        assert alice.post(path, {"player": ada}).status_code == 201
    first, second = alice.get(path).json()["results"]
    gone = alice.send("DELETE", f"{path}{first['id']}/", Idempotency_Key="strike")
    assert (gone.status_code, gone.content) == (204, b"")
    again = alice.send("DELETE", f"{path}{first['id']}/", Idempotency_Key="strike")
    assert again.status_code == 204
    assert alice.send("DELETE", f"{path}{first['id']}/").status_code == 404
    assert alice.get(path).json()["results"] == [second]
    other = make.session(season, day=9)
    assert alice.send("DELETE", f"sessions/{other.pk}/sit_outs/{second['id']}/").status_code == 404


def test_lots_decide_among_who_shares_a_place(world, alice, season):
    path = f"seasons/{season.pk}/draws/"
    tied = [player.pk for player in world.players[1:]]
    drawn = alice.post(path, {"players": tied[::-1]})
    assert drawn.status_code == 201
    content = drawn.json()
    repeated = sorted(tied)
    Random(content["seed"]).shuffle(repeated)
    assert content["players"] == repeated
    assert (content["drawn_by"], content["game"]) == ("Alice", None)
    assert alice.get(path).json()["results"] == [content]
    refresh(season)
    rows = alice.get(f"seasons/{season.pk}/standings/").json()["rows"]
    assert [row["player"]["id"] for row in rows[1:]] == content["players"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4]


def test_lots_are_not_drawn_twice(world, alice, season):
    path = f"seasons/{season.pk}/draws/"
    body = {"players": [player.pk for player in world.players[1:]]}
    assert alice.post(path, body).status_code == 201
    assert problem_codes(alice.post(path, body)) == [("not_tied", "players")]  # unrefreshed too
    assert Draw.objects.count() == 1


@pytest.mark.parametrize("chosen", [[], [1], [1, 2], [0, 1, 2, 3], [1, 2, 3, 3], [0]])
def test_lots_are_drawn_among_all_who_share_a_place(world, alice, season, chosen):
    body = {"players": [world.players[number].pk for number in chosen]}
    answer = alice.post(f"seasons/{season.pk}/draws/", body)
    assert problem_codes(answer) == [("not_tied", "players")]
    assert not Draw.objects.exists()


def test_each_table_has_lots_of_its_own(world, alice, season):
    body = {"players": [player.pk for player in world.players[1:]], "game": "neurotrio"}
    assert alice.post(f"seasons/{season.pk}/draws/", body).json()["game"] == "neurotrio"
    assert penalties.tied_groups(season.tables.get(game="neurotrio")) == []
    assert len(penalties.tied_groups(season.tables.get(game=""))) == 1
    unknown = alice.post(f"seasons/{season.pk}/draws/", body | {"game": "chess"})
    assert problem_codes(unknown) == [("unknown_game", "game")]


def test_no_lots_where_the_scheme_does_not_ask_for_them(world, alice, season):
    seasons.update(season, scheme={"tiebreaks": ["wins"]})
    body = {"players": [player.pk for player in world.players[1:]]}
    answer = alice.post(f"seasons/{season.pk}/draws/", body)
    assert problem_codes(answer) == [("no_lots", "")]


def test_a_penalty_that_was_lifted_since_is_412_with_how_it_is(world, alice, season):
    path = f"seasons/{season.pk}/penalties/"
    given = alice.post(path, penalty(world))
    one = f"{path}{given.json()['id']}/"
    assert alice.get(one)["ETag"] == given["ETag"]
    assert alice.get(one, If_None_Match=given["ETag"]).status_code == 304
    lifted = alice.post(f"{one}lift/", {"reason": "The train"}, If_Match=given["ETag"])
    assert lifted.status_code == 200
    again = alice.post(f"{one}lift/", {"reason": "Another"}, If_Match=given["ETag"])
    assert (again.status_code, again.json()["current"]) == (412, lifted.json())
    fresh = alice.post(f"{one}lift/", {"reason": "Another"}, If_Match=lifted["ETag"])
    assert (fresh.status_code, fresh.json()["current"]) == (409, alice.get(one).json())


def test_only_the_sit_out_that_was_seen_is_struck(world, alice, season):
    path = f"sessions/{world.session.pk}/sit_outs/"
    noted = alice.post(path, {"player": world.players[0].pk})
    one = f"{path}{noted.json()['id']}/"
    assert alice.get(one).json() == noted.json()
    stale = alice.send("DELETE", one, If_Match='"x"')
    assert (stale.status_code, stale.json()["current"]) == (412, noted.json())
    assert alice.send("DELETE", one, If_Match=noted["ETag"]).status_code == 204
    assert alice.get(one).status_code == 404
