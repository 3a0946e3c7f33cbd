"""Readers of a club that is public, unlisted or for members only, at each address of its pages."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import record
from league.models import Club, ClubVisibility, Role
from league.operations.matches import submissions, table_codes
from league.operations.people import club_settings
from league.web.support import drawing_limit
from tests import make
from tests.made_once import made_once
from tests.web.accounts.public_pages import FOR_EVERYBODY
from tests.web.desk import sign_in
from tests.web.site.public_outputs import busy_club, outputs
from tests.web.site.test_outputs_keep_names import AT_THE_TABLE, WITHOUT_PLAYERS

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(180)]

OF_ALL_CLUBS = {"home", "search"}
# the address is a secret that the club gives away: it goes on opening what it opened
BY_SECRET = {
    "own_calendar", "personal_link", "personal_link_now", "sign_up_by_code", "sign_up_by_name",
    "door", "door_people",
}  # fmt: skip
LOGO_VERSION = "0123456789ab"


@pytest.fixture
@made_once
def club():
    club = busy_club()
    club_settings.update(club, slug="former")
    club_settings.update(club, slug="les-ardoises")
    Club.objects.filter(pk=club.pk).update(logo_version=LOGO_VERSION)
    club.logos.create(size=64, content=b"\x89PNG")
    return club


@pytest.fixture
def readers(club):
    """Return browsers of a stranger, of the owner of another club and of a member."""
    browsers = {name: Client() for name in ("stranger", "other club", "member")}
    make.club(sign_in(browsers["other club"], make.user("eve@example.org")), "Ailleurs")
    sign_in(browsers["member"], make.member(club, Role.PLAYER, "mia@example.org"))
    return browsers


def paths_of(club):
    """Return an address of each page of the club, and those that a secret opens."""
    rows = {name: paths[0] for name, paths in outputs(club).items() if name not in OF_ALL_CLUBS}
    rows["club_logo"] = reverse("club_logo", args=[club.pk, LOGO_VERSION, 64])
    rows["former_club"] = "/en/clubs/former/"
    replay = f"/en/matches/{_transcript(club).pk}/rounds/1/"
    rows |= {"replay": replay, "replay_step": f"{replay}step/"}
    secret = [rows.pop(name) for name in BY_SECRET]
    return list(rows.values()), secret


def _transcript(club):
    """Return a match of which all moves of a round are known."""
    match = make.match(club.seasons.order_by("pk").first().sessions.get(place="Salle Pascal"))
    names = [seat.player.name for seat in match.seats.all()]
    played: dict[str, Any] = record.play("neurotrio", Random(1), names, "transcript")
    return submissions.submit(match.pk, played["rounds"][0], by=None).match


def refused(client, paths, **headers):
    """Return the addresses that are not shown, with their status."""
    answers = {path: client.get(path, headers=headers).status_code for path in paths}
    return {path: status for path, status in answers.items() if status not in (200, 301)}


def test_each_page_of_a_club_has_the_readers_of_its_visibility(club, readers, monkeypatch):
    monkeypatch.setattr(drawing_limit, "MOST_DRAWN", 1000)
    open_to_all, by_secret = paths_of(club)
    answers = {path: readers["stranger"].get(path) for path in open_to_all}
    assert {path: answer.status_code for path, answer in answers.items()} == {
        path: 301 if "former" in path else 200 for path in open_to_all
    }
    assert not any("X-Robots-Tag" in answer for answer in answers.values())
    tags = {path: answer["ETag"] for path, answer in answers.items() if "ETag" in answer}

    club_settings.update(club, visibility=ClubVisibility.UNLISTED)
    for path in open_to_all:
        answer = readers["stranger"].get(path, follow=True)
        assert (answer.status_code, answer.get("X-Robots-Tag")) == (200, "noindex"), path

    club_settings.update(club, visibility=ClubVisibility.MEMBERS)
    assert refused(readers["member"], open_to_all) == {}
    for name in ("stranger", "other club"):
        hidden = refused(readers[name], open_to_all)
        assert hidden == dict.fromkeys(open_to_all, 404), f"{name}, or from a cache of before"
        assert refused(readers[name], by_secret) == {}
    for path, tag in tags.items():
        assert refused(readers["stranger"], [path], if_none_match=tag) == {path: 404}


def test_lists_and_searches_show_public_clubs_and_ones_own(club, readers):
    make.club(make.user("zoe@example.org"), "Zebras")
    for_robots = [f"/sitemap-{part}.xml" for part in ("clubs", "seasons", "tournaments")]
    lists = ["/en/", *(f"/en/search/?q={word}" for word in ("Ardoises", "Bruno", "2026"))]
    links = [
        f"/clubs/{club.slug}/",
        f"/seasons/{club.seasons.order_by('pk').first().pk}/",
        f"/players/{club.players.get(name='Bruno Full').pk}/",
        "/tournaments/",
        "/sessions/",
    ]

    def listing(name):
        texts = {path: readers[name].get(path).content.decode() for path in lists + for_robots}
        return [path for path, text in texts.items() if any(link in text for link in links)]

    assert listing("stranger") == lists + for_robots
    for visibility in (ClubVisibility.UNLISTED, ClubVisibility.MEMBERS):
        club_settings.update(club, visibility=visibility)
        assert listing("stranger") == listing("other club") == []
        assert listing("member") == lists


def test_table_code_opens_the_table_of_a_club_for_members(club, client):
    session = club.seasons.order_by("pk").first().sessions.first()
    match = make.match(session, club.players.all()[:3])
    code = table_codes.renew(match, by=make.user()).code
    club_settings.update(club, visibility=ClubVisibility.MEMBERS)
    assert client.get(f"/en/t/{code}/", follow=True).status_code == 200


def test_all_public_pages_of_clubs_are_visited(club):
    assert FOR_EVERYBODY - set(outputs(club)) <= WITHOUT_PLAYERS | AT_THE_TABLE


def test_hidden_page_looks_like_a_missing_one_and_offers_to_sign_in(club, client):
    club_settings.update(club, visibility=ClubVisibility.MEMBERS)
    hidden, absent = (client.get(f"/en/clubs/{slug}/") for slug in (club.slug, "nowhere"))
    assert hidden.status_code == absent.status_code == 404
    assert f"?next=/en/clubs/{club.slug}/" in hidden.content.decode()
    assert hidden.content.decode().replace(club.slug, "nowhere") == absent.content.decode()
