import pytest

from league.operations.matches import submissions
from scoring import rating
from tests import make


@pytest.fixture
def rated(world):
    make.played(world.match, *[[22, 5, 6]] * 3)
    rating.refresh(world.club.pk)
    return world


def test_the_ratings_of_a_club_stand_best_first(rated, alice):
    answer = alice.get("clubs/les-ardoises/ratings/").json()
    assert [(row["place"], row["player"]["name"]) for row in answer["rows"]] == [
        (1, "Ada"),
        (2, "Chloé"),
        (3, "Bruno"),
    ]
    best, second, third = (row["rating"] for row in answer["rows"])
    assert best > second > third
    assert best > 1000
    assert (answer["game"], answer["version"], answer["pending"]) == (None, 1, False)


def test_of_one_game_only(rated, alice):
    assert len(alice.get("clubs/les-ardoises/ratings/?game=neurotrio").json()["rows"]) == 3
    assert alice.get("clubs/les-ardoises/ratings/?game=njet").json()["rows"] == []
    assert alice.get("clubs/les-ardoises/ratings/?game=chess").status_code == 404


def test_the_tag_holds_until_a_result_is_to_be_rated(rated, alice):
    tag = alice.get("clubs/les-ardoises/ratings/")["ETag"]
    assert alice.get("clubs/les-ardoises/ratings/", If_None_Match=tag).status_code == 304
    submissions.correct(rated.match.pk, 3, make.sheet(22, 9, 5), by=None)
    pending = alice.get("clubs/les-ardoises/ratings/", If_None_Match=tag)
    assert pending.json()["pending"]
    rating.refresh(rated.club.pk)
    fresh = alice.get("clubs/les-ardoises/ratings/", If_None_Match=pending["ETag"])
    assert [row["player"]["name"] for row in fresh.json()["rows"]] == ["Ada", "Bruno", "Chloé"]


def test_a_player_has_a_history_for_each_game(rated, alice):
    second = make.played(make.match(rated.session, rated.players[:2]), *[[5, 22]] * 3)
    rating.refresh(rated.club.pk)
    answer = alice.get(f"players/{rated.players[0].pk}/ratings/").json()
    assert answer["player"]["name"] == "Ada"
    assert [career["game"] for career in answer["ratings"]] == [None, "neurotrio"]
    overall = answer["ratings"][0]
    assert [point["match"] for point in overall["history"]] == [rated.match.pk, second.pk]
    assert overall["history"][0]["played_at"] == "2026-10-01T20:30:00+02:00"
    first, last = (point["rating"] for point in overall["history"])
    assert first > last == overall["rating"]


def test_the_tag_of_a_history_is_the_players_own(rated, alice):
    paths = [f"players/{player.pk}/ratings/" for player in rated.players[:2]]
    tags = [alice.get(path)["ETag"] for path in paths]
    assert tags[0] != tags[1]
    assert alice.get(paths[0], If_None_Match=tags[0]).status_code == 304


def test_a_player_without_matches_has_no_rating(rated, alice):
    answer = alice.get(f"players/{rated.players[3].pk}/ratings/").json()
    assert answer["ratings"] == []
    assert alice.get("players/999999/ratings/").status_code == 404
