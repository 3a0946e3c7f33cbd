"""ETag, If-None-Match and If-Match."""

import re

import pytest

from league.operations.people import club_settings, clubs
from league.operations.seasons import seasons
from tests import make
from tests.api.caller import BASE


@pytest.fixture
def match(world):
    return make.played(world.match, [12, 5, 5])


@pytest.fixture
def paths(world, match):
    return {
        "match": f"matches/{match.pk}/",
        "rounds": f"matches/{match.pk}/rounds/",
        "round": f"matches/{match.pk}/rounds/1/",
        "club": f"clubs/{world.club.slug}/",
        "season": f"seasons/{world.season.pk}/",
        "session": f"sessions/{world.session.pk}/",
    }


NAMES = ["match", "rounds", "round", "club", "season", "session"]
CHANGES = [("club", {"language": "en"}), ("season", {"name": "N"}), ("session", {"place": "N"})]


def test_tags_are_those_of_the_contract(alice, match, paths):
    for name in ("match", "rounds"):
        assert re.fullmatch(rf'"m{match.pk}\.v2\.e\d+"', alice.get(paths[name])["ETag"])
    assert alice.get(paths["round"])["ETag"] == f'"m{match.pk}.r1.v1"'


@pytest.mark.parametrize("name", NAMES)
def test_an_unchanged_resource_is_not_sent_again(alice, paths, name):
    tag = alice.get(paths[name])["ETag"]
    for header in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        response = alice.get(paths[name], If_None_Match=header)
        assert (response.status_code, response["ETag"]) == (304, tag)
    for header in ("", '"x"', "x", tag.strip('"')):
        assert alice.get(paths[name], If_None_Match=header).status_code == 200


@pytest.mark.parametrize("name", ["match", "rounds"])
def test_a_round_changes_the_tag_of_its_match(alice, match, paths, name):
    tag = alice.get(paths[name])["ETag"]
    make.played(match, [12, 5, 5])
    assert alice.get(paths[name], If_None_Match=tag).status_code == 200


STALE = ['"m1.v999"', '"x"', "", "x"]
FRESH = ["{tag}", "W/{tag}", '"x", {tag}', "*", " * "]


@pytest.mark.parametrize("header", STALE)
def test_a_round_for_a_match_that_moved_on_is_412(alice, match, paths, header):
    tag = alice.get(paths["match"])["ETag"]
    response = alice.post(paths["rounds"], make.sheet(12, 5, 5), If_Match=header.format(tag=tag))
    assert response.status_code == 412
    assert alice.get(paths["match"])["ETag"] == tag


@pytest.mark.parametrize("header", FRESH)
def test_a_round_for_the_match_as_seen_is_taken(alice, match, paths, header):
    tag = alice.get(paths["match"])["ETag"]
    response = alice.post(paths["rounds"], make.sheet(12, 5, 5), If_Match=header.format(tag=tag))
    assert response.status_code == 201


@pytest.mark.parametrize("header", STALE)
def test_a_correction_of_another_version_is_412(alice, paths, header):
    tag = alice.get(paths["round"])["ETag"]
    response = alice.put(paths["round"], make.sheet(13, 5, 5), If_Match=header.format(tag=tag))
    assert response.status_code == 412
    assert alice.get(paths["round"])["ETag"] == tag


@pytest.mark.parametrize("seen", ["round", "match"])
@pytest.mark.parametrize("header", FRESH)
def test_a_correction_of_the_round_or_match_as_seen_is_taken(alice, paths, seen, header):
    tag = alice.get(paths[seen])["ETag"]
    response = alice.put(paths["round"], make.sheet(13, 5, 5), If_Match=header.format(tag=tag))
    assert response.status_code == 200


def test_the_tag_of_a_match_does_not_fit_after_another_round(alice, match, paths):
    tag = alice.get(paths["match"])["ETag"]
    make.played(match, [12, 5, 5])
    response = alice.put(paths["round"], make.sheet(13, 5, 5), If_Match=tag)
    assert response.status_code == 412


def test_the_tag_of_an_accepted_round_fits_its_correction(alice, match, paths):
    posted = alice.post(paths["rounds"], make.sheet(12, 5, 5))
    path = posted["Location"].removeprefix(BASE)
    put = alice.put(path, make.sheet(13, 5, 5), If_Match=posted["ETag"])
    assert put.status_code == 200
    assert alice.put(path, make.sheet(14, 5, 5), If_Match=posted["ETag"]).status_code == 412
    assert alice.put(path, make.sheet(14, 5, 5), If_Match=put["ETag"]).status_code == 200


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_a_change_of_what_was_seen_is_taken_once(alice, paths, name, change):
    seen = alice.get(paths[name])
    changed = alice.patch(paths[name], change, If_Match=seen["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != seen["ETag"]
    assert alice.get(paths[name])["ETag"] == changed["ETag"]
    again = alice.patch(paths[name], change, If_Match=seen["ETag"])
    assert again.status_code == 412
    assert alice.patch(paths[name], change, If_Match="*").status_code == 200


SHOWN = {
    "a name": lambda world: clubs.update_player(world.players[0], name="Adèle"),
    "who confirms": lambda world: seasons.update(world.season, confirmation="all"),
    "the clock": lambda world: club_settings.update(world.club, timezone="Asia/Tokyo"),
}


@pytest.mark.parametrize("change", SHOWN)
def test_related_data_changes_the_tag_of_a_match_but_not_its_version(world, alice, change):
    match = make.match(world.session, world.players[:3], options={"target": 1})
    make.played(match, [22, 5, 5])
    path = f"matches/{match.pk}/"
    before = alice.get(path)
    SHOWN[change](world)
    after = alice.get(path, If_None_Match=before["ETag"])
    assert (after.status_code, after["ETag"] != before["ETag"]) == (200, True)
    put = alice.put(f"{path}rounds/1/", make.sheet(22, 4, 5), If_Match=before["ETag"])
    assert put.status_code == 200
