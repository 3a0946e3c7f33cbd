"""Answers to signed-in readers: never in shared caches, and with entity tags of their own."""

from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from league.models import Role, Visibility
from league.operations.people import clubs
from tests import make
from tests.web.accounts.test_roles import cache_control
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """Return a match of Ada, whose full name is for members."""
    session = make.session(make.season(make.club()))
    ada = clubs.add_player(session.season.club, name="Ada Lovelace", visibility=Visibility.INITIAL)
    bruno = make.players(session.season.club, ["Bruno", "Chloé", "Dov"])[0]
    make.published(make.tournament(session.season.club, here=4))
    return make.played(make.match(session, [ada, bruno]), [22, 5])


def public(match):
    """Return every address of the site that needs no account, and those of the desk by name."""
    season, club = match.session.season, match.session.season.club
    numbers = {
        "seasons": season.pk,
        "sessions": match.session_id,
        "matches": match.pk,
        "players": match.seats.first().player_id,
        "tournaments": club.seasons.exclude(tournament=None).get().tournament.pk,
        "ladders": 1,
        "clubs": 1,
    }
    patterns: dict[Any, Any] = get_resolver().namespace_dict["web"][1].reverse_dict
    for name, entries in patterns.items():
        ((pattern, arguments),) = entries[0]
        if not isinstance(name, str) or pattern.startswith("desk") or name == "accept_invitation":
            continue
        values = {
            "slug": club.slug,
            "game": "neurotrio",
            "number": 1,
            "code": "0000-0000",
            "token": "forged",
            "player": numbers["players"],
            "other": match.seats.last().player_id,
            "suffix": "csv",
            "subject": "sign-ups",
            "pk": next((numbers[part] for part in pattern.split("/") if part in numbers), 1),
        }
        yield f"/en/{pattern % {key: values[key] for key in arguments}}"


def test_no_cache_of_others_keeps_what_was_made_for_a_member(client, match):
    addresses = [*public(match), "/nowhere/", "/en/nowhere/", "/embed/seasons/1/"]
    for path in addresses:
        assert not cache_control(client.get(path)) & {"public"}
    nobody = [path for path in addresses if "private" in cache_control(client.get(path))]
    secret = ("/t/", "/join/", "/sign-up/")  # the address is the permission
    assert [
        path
        for path in nobody
        if not (path.endswith(".pdf") or any(part in path for part in secret))
    ] == []
    sign_in(client, make.user())
    assert [path for path in addresses if "private" not in cache_control(client.get(path))] == []
    assert "private" in cache_control(client.post("/en/logout/"))
    form = {"login": "alice@example.org", "password": "a good pass phrase"}
    assert "private" in cache_control(client.post("/en/login/", form))


def pieces(match):
    season, club = match.session.season, match.session.season.club
    tournament = club.seasons.exclude(tournament=None).get().tournament.pk
    return [
        f"/en/matches/{match.pk}/live/",
        f"/en/sessions/{match.session_id}/live/",
        f"/en/clubs/{club.slug}/live/",
        f"/en/seasons/{season.pk}/table/",
        f"/en/tournaments/{tournament}/live/",
    ]


def test_a_tag_is_good_for_readers_of_its_own_sort(match):
    """A tag depends on the language and on what the reader's role shows."""
    club = match.session.season.club
    readers = {name: Client() for name in ("public", "stranger", "scorer", "player")}
    sign_in(readers["stranger"], make.user("charlie@example.org"))
    for role in (Role.SCORER, Role.PLAYER):
        sign_in(readers[role], make.member(club, role, f"{role}@example.org"))
    sorts = {**{name: name for name in readers}, "stranger": "public"}
    for path in pieces(match):
        tags = {name: reader.get(path)["ETag"] for name, reader in readers.items()}
        for name, reader in readers.items():
            for other, tag in tags.items():
                answer = reader.get(path, headers={"if-none-match": tag})
                same = sorts[name] == sorts[other]
                assert answer.status_code == (304 if same else 200), (path, name, other)
                assert ("private" in cache_control(answer)) == (name != "public")
        for name in ("public", "player"):
            french = path.replace("/en/", "/fr/")
            answer = readers[name].get(french, headers={"if-none-match": tags[name]})
            assert answer.status_code == 200


def test_a_member_who_is_one_no_more_reads_as_the_public_does(client, match):
    person = sign_in(client, make.member(match.session.season.club, Role.PLAYER, "b@example.org"))
    page = f"/en/seasons/{match.session.season_id}/"
    tag = Client().get(page)["ETag"]
    assert client.get(page, headers={"if-none-match": tag}).status_code == 200
    path = pieces(match)[0]
    before = client.get(path)
    assert "Lovelace" in before.content.decode()
    person.memberships.all().delete()
    after = client.get(path, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert "Lovelace" not in after.content.decode()
