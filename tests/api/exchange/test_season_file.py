"""A season as one JSON document: the parts are as in their own answers; the public reads public
names."""

import json

import pytest
from django.test import Client

from league.models import Club, ClubVisibility, ConfirmationWay
from league.operations.people import clubs
from league.operations.results import confirmations, stopped_matches
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import Caller, caller
from tests.web.desk import sign_in


@pytest.fixture
def season(world):
    """Return a season with a finished, a stopped and a new match on two evenings; Ada is hidden."""
    ada, bruno, chloe = world.players[:3]
    make.played(world.match, [22, 5, 5], [22, 7, 6], [9, 3, 2])
    second = make.session(world.season, 8)
    stopped = make.played(make.match(second, [ada, bruno, chloe]), [22, 5, 6])
    stopped_matches.stop(stopped, forfeited=[bruno.pk], reason="Bruno was ill", by=world.owner)
    make.match(second, [ada, bruno])
    projection.refresh_together(list(Table.objects.values_list("pk", flat=True)))
    clubs.update_player(ada, visibility="hidden")
    return world.season


def test_parts_are_as_in_their_own_answers(world, alice, season):
    content = alice.get(f"seasons/{season.pk}/export/").json()
    assert list(content) == ["season", "standings", "sessions"]
    assert content["season"] == alice.get(f"seasons/{season.pk}/").json()
    assert content["standings"] == alice.get(f"seasons/{season.pk}/standings/").json()
    evenings = alice.get(f"seasons/{season.pk}/sessions/").json()["results"]
    matches = {
        match["id"]: match for match in alice.get(f"seasons/{season.pk}/matches/").json()["results"]
    }
    scores = {}
    for evening in content["sessions"]:
        for match in evening.pop("matches"):
            scores[match["id"]] = match.pop("scores")
            assert (match["session"], match) == (evening["id"], matches[match["id"]])
    assert sorted(content["sessions"], key=lambda each: each["id"]) == sorted(
        evenings, key=lambda each: each["id"]
    )
    assert set(scores) == set(matches)
    assert scores[world.match.pk] == [[22, 5, 5], [22, 7, 6], [9, 3, 2]]
    assert sorted(map(len, scores.values())) == [0, 1, 3]


def test_the_public_reads_public_names_only(world, alice, season):
    ada = world.players[0]
    season.confirmation = "one"
    season.save()
    referee = confirmations.Speaker(None, ConfirmationWay.REFEREE)
    confirmations.confirm(world.match, referee, by=world.owner)
    public = Caller().get(f"seasons/{season.pk}/export/")
    text = public.content.decode()
    assert public.status_code == 200
    for secret in (ada.name, "Bruno was ill", world.owner.name):
        assert secret not in text
        assert secret in alice.get(f"seasons/{season.pk}/export/").content.decode()
    content = public.json()
    rows = content["standings"]["rows"]
    assert f"Player {ada.pk}" in {row["player"]["name"] for row in rows}
    first = content["sessions"][0]["matches"][0]
    assert first["players"][0] == {"id": ada.pk, "name": f"Player {ada.pk}"}
    assert first["result"]["confirmations"][0]["by"] is None


def test_an_unchanged_document_is_not_sent_again(world, alice, season):
    for reader in (alice, Caller()):
        tag = reader.get(f"seasons/{season.pk}/export/")["ETag"]
        again = reader.get(f"seasons/{season.pk}/export/", If_None_Match=tag)
        assert again.status_code == 304
    assert Caller().get(f"seasons/{season.pk}/export/", If_None_Match=tag).status_code == 304
    make.session(season, 15)
    assert Caller().get(f"seasons/{season.pk}/export/", If_None_Match=tag).status_code == 200


def test_other_clubs_and_seasons_stay_unknown(world, season):
    path = f"seasons/{season.pk}/export/"
    assert caller(world.stranger).get(path).status_code == 404
    assert Caller().get("seasons/999999/export/").status_code == 404
    Club.objects.update(visibility=ClubVisibility.MEMBERS)
    assert Caller().get(path).status_code == 404
    assert Client().get(f"/en/seasons/{season.pk}/season.json").status_code == 404


def test_the_page_offers_the_same_document_as_a_file(world, alice, season):
    path = f"/en/seasons/{season.pk}/season.json"
    client = Client(headers={"host": "testserver"})
    answer = client.get(path)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="season-{season.pk}.json"'
    assert json.loads(answer.content) == Caller().get(f"seasons/{season.pk}/export/").json()
    Club.objects.update(visibility=ClubVisibility.MEMBERS)
    sign_in(client, world.owner)
    members = json.loads(client.get(path).content)
    assert members == alice.get(f"seasons/{season.pk}/export/").json()


def test_a_season_without_evenings_has_the_same_form(world, alice):
    empty = make.season(world.club, "Empty")
    content = alice.get(f"seasons/{empty.pk}/export/").json()
    assert (content["sessions"], content["standings"]["rows"]) == ([], [])
