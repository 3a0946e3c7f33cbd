"""Readers without a token get what the public pages of a club show, and nothing private."""

import json

import pytest
from django.db.models import F, TextField, Value
from django.db.models.functions import Cast, Concat
from django.test import Client

from api.description import docs
from api.http.public_answers import PLAYERS
from league.models import (
    Club,
    ClubVisibility,
    Dispute,
    Invitation,
    Match,
    Period,
    Player,
    Sitting,
    Submission,
    Token,
    Tournament,
    User,
    Webhook,
)
from league.operations.people import clubs
from league.operations.sessions import session_log
from league.operations.tournaments.play import publication
from tests import make
from tests.api.addresses import PUBLIC, TABLE
from tests.api.caller import BASE, Caller
from tests.api.playing import fill, play

PRIVATE = "private"
PATHS = [
    path for _name, method, path, _body, statuses in TABLE if (method, statuses) == ("GET", PUBLIC)
]
TEXTS = {
    User: ["name", "email"],
    Player: ["name", "email", "nickname", "guest_note"],
    Submission: ["reason"],
    Match: ["stop_reason", "postpone_reason"],
    Dispute: ["reason"],
    Tournament: ["seed"],
    Sitting: ["seed", "note"],
    Webhook: ["url", "description"],
    Token: ["name"],
    Invitation: ["email"],
}
SHOWN_TO_MEMBERS = {
    "user",
    "player",
    "submission",
    "match",
    "tournament",
    "sitting",
    "club",
    "period",
}
# keys of things with an id and a name
NOT_PLAYERS = {"season", "league", "results", "period", "team"}


@pytest.fixture
def played(world):
    play(world)
    for model, names in TEXTS.items():
        number = Cast(F("pk"), TextField())
        for name in names:
            words = Concat(Value(f"{PRIVATE}-{model.__name__.lower()}-"), number)
            model._base_manager.update(**{name: words})
    Player._base_manager.update(visibility="hidden")
    Player._base_manager.filter(pk=world.players[1].pk).update(visibility="alias", alias="B")
    Player._base_manager.filter(pk=world.players[2].pk).update(is_child=True)
    Club.objects.update(penalty_reasons=[f"{PRIVATE}-club"])
    Period.objects.update(forced=[f"{PRIVATE}-period"])
    return world


def texts_of(caller, world):
    return {path: caller.get(fill(path, world)).content.decode(errors="replace") for path in PATHS}


def test_strangers_read_no_private_text(played, alice):
    strangers, members = texts_of(Caller(), played), texts_of(alice, played)
    assert {path for path, text in strangers.items() if PRIVATE in text} == set()
    of_members = "".join(members.values())
    assert {kind for kind in SHOWN_TO_MEMBERS if f"{PRIVATE}-{kind}" not in of_members} == set()
    everything = "".join(strangers.values())
    assert f'"Player {played.players[0].pk}"' in everything
    assert '"B"' in everything


def test_pages_of_other_sites_may_read_all_of_it(played):
    for path in PATHS:
        answer = Caller().get(fill(path, played))
        assert answer["Access-Control-Allow-Origin"] == "*", path
        assert answer["RateLimit-Policy"].startswith('"address"')


@pytest.mark.parametrize(
    ("visibility", "status"), [(ClubVisibility.UNLISTED, 200), (ClubVisibility.MEMBERS, 404)]
)
def test_the_visibility_of_the_club_applies(played, visibility, status):
    Club.objects.update(visibility=visibility)
    assert {Caller().get(fill(path, played)).status_code for path in PATHS} == {status}


def test_a_record_for_strangers_has_public_names(world):
    ada, bruno, chloe = world.players[:3]
    clubs.update_player(ada, visibility="hidden")
    clubs.update_player(bruno, visibility="alias", alias="B")
    record = Caller().get(f"matches/{world.match.pk}/record/").json()
    assert record["players"] == [f"Player {ada.pk}", "B", chloe.public_name]


def test_a_new_choice_of_a_player_changes_the_tag(world):
    ada = world.players[0]
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    for path in (f"matches/{world.match.pk}/", f"players/{ada.pk}/history/"):
        clubs.update_player(ada, visibility="full")
        tag = Caller().get(path)["ETag"]
        assert Caller().get(path, If_None_Match=tag).status_code == 304
        clubs.update_player(ada, visibility="hidden")
        changed = Caller().get(path, If_None_Match=tag)
        assert changed.status_code == 200
        assert ada.name not in changed.content.decode()


def test_hidden_achievements_are_hidden(world):
    ada = world.players[0]
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    assert Caller().get(f"players/{ada.pk}/achievements/").json()["results"]
    clubs.update_player(ada, visibility="hidden", hides_achievements=True)
    answer = Caller().get(f"players/{ada.pk}/achievements/").json()
    assert (answer["hidden"], answer["results"]) == (True, [])


def test_members_of_a_league_and_the_seed_of_a_team_draw_stay_private(world, alice):
    young = {"name": "Young", "member_rule": "under_18"}
    league = alice.post(f"seasons/{world.season.pk}/leagues/", young).json()["id"]
    session_log.check_in(world.session, [player.pk for player in world.players], by=None)
    table = alice.post(f"sessions/{world.session.pk}/team_draw/", {"number": 2}).json()
    for path in (f"leagues/{league}/", f"seasons/{world.season.pk}/leagues/"):
        assert "under_18" in alice.get(path).content.decode()
        public = Caller().get(path)
        assert public.status_code == 200
        assert not {"under_18", "players"} & set(public.content.decode().split('"'))
    for path in (f"team_tables/{table['id']}/", f"seasons/{world.season.pk}/team_tables/"):
        assert table["draw"]["seed"] in alice.get(path).content.decode()
        public = Caller().get(path)
        assert public.status_code == 200
        assert table["draw"]["seed"] not in public.content.decode()


@pytest.fixture
def sitting(world):
    """A sitting that its players see and the public does not."""
    cup = make.tournament(world.club, here=world.players[:3])
    return publication.withdraw(make.published(cup), ["screens", "public"], by=None)


def test_a_sitting_is_public_once_it_is_published_to_the_public(sitting, alice):
    match, cup = Match.objects.get(sitting_table__sitting=sitting), sitting.tournament
    lists = [
        f"tournaments/{cup.pk}/sittings/",
        f"tournaments/{cup.pk}/bracket/",
        f"sessions/{sitting.session_id}/matches/",
        f"seasons/{cup.season_id}/matches/",
    ]
    single = [f"sittings/{sitting.pk}/", f"matches/{match.pk}/", f"matches/{match.pk}/rounds/"]
    single.append(f"matches/{match.pk}/record/")
    assert {len(alice.get(path).json()["results"]) for path in lists} == {1}
    assert {alice.get(path).status_code for path in single} == {200}
    assert [Caller().get(path).json()["results"] for path in lists] == [[]] * 4
    assert matches_in_document(Caller(), cup) == []
    assert matches_in_document(alice, cup) == [match.pk]
    assert {Caller().get(path).status_code for path in single} == {404}
    publication.publish(sitting, ["public"], by=None)
    assert {len(Caller().get(path).json()["results"]) for path in lists} == {1}
    assert {Caller().get(path).status_code for path in single} == {200}
    assert matches_in_document(Caller(), cup) == [match.pk]


def matches_in_document(reader, cup):
    """Return the matches in the document of a season, which the page offers to the public too."""
    content = reader.get(f"seasons/{cup.season_id}/export/").json()
    if not reader.headers:
        page = Client(headers={"host": "testserver"})
        assert page.get(f"/en/seasons/{cup.season_id}/season.json").json() == content
    return [match["id"] for session in content["sessions"] for match in session["matches"]]


def test_every_name_of_a_player_in_public_answers_has_a_known_key():
    description = docs.description()
    schemas = description["components"]["schemas"]
    for path in PATHS:
        operation = operation_at(description, path)
        content = operation["responses"]["200"]["content"]
        for media in content.values():
            keys = set(keys_of_named_things(media["schema"], schemas, "results"))
            assert keys <= PLAYERS | NOT_PLAYERS, path


def operation_at(description, path):
    """Return the operation of an address whose parameters may have other names."""
    parts = (BASE + path.partition("?")[0]).split("/")
    for template, methods in description["paths"].items():
        pairs = list(zip(parts, template.split("/"), strict=False))
        same = len(parts) == len(template.split("/"))
        if same and all(one == other or other[:1] == "{" for one, other in pairs):
            return methods["get"]
    raise LookupError(path)


def keys_of_named_things(shape, schemas, key, seen=()):
    """Yield the keys under which a shape has objects with an id and a name."""
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from keys_of_named_things(schemas[name], schemas, key, (*seen, name))
        return
    for part in ("allOf", "anyOf", "oneOf"):
        for inner in shape.get(part, []):
            yield from keys_of_named_things(inner, schemas, key, seen)
    properties = shape.get("properties", {})
    if properties.keys() >= {"id", "name"}:
        yield key
    for name, inner in properties.items():
        yield from keys_of_named_things(inner, schemas, name, seen)
    if "items" in shape:
        yield from keys_of_named_things(shape["items"], schemas, key, seen)


def test_strangers_get_the_rounds_as_the_page_shows_them(world, bob):
    bob.post(f"matches/{world.match.pk}/rounds/", make.sheet(22, 5, 5))
    path = f"matches/{world.match.pk}/rounds/1/"
    mine, public = bob.get(path).json(), Caller().get(path).json()
    assert mine["submitted_by"]
    assert json.dumps(public["round"]) == json.dumps(mine["round"])
    assert {key for key in mine if mine[key] != public[key]} == {"submitted_by"}
