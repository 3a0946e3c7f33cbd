"""The way back from every page of the desk: crumbs up to “My clubs”, each of which opens."""

import re

import pytest

from league.models import Role
from tests import make
from tests.web.accounts.addresses import paths
from tests.web.accounts.test_roles import be

pytestmark = pytest.mark.django_db

CRUMBS = re.compile(r'<nav class="crumbs".*?</nav>', re.S)
TOPS = {"/en/desk/", "/en/desk/first/"}  # which nothing stands above


def crumbs(page):
    nav = CRUMBS.search(page)
    return re.findall(r'href="([^"]+)"', nav[0]) if nav else []


@pytest.mark.long
def test_every_page_of_the_desk_leads_back_to_my_clubs(client):
    match = make.match()
    be(client, Role.OWNER, match.session.season.club)
    targets, lost = {}, []
    for name, path in sorted(paths(match).items()):
        if not path.startswith("/en/desk/") or path in TOPS:
            continue
        page = client.get(path)
        is_page = page.status_code == 200 and page["Content-Type"].startswith("text/html")
        if not is_page or "<main" not in page.text:
            continue
        way = crumbs(page.text)
        targets |= dict.fromkeys(way, name)
        if way[:1] != ["/en/desk/"] or path in way:
            lost.append((name, way))
    assert lost == []
    assert {name: client.get(way).status_code for way, name in targets.items()} == dict.fromkeys(
        targets.values(), 200
    )


def test_a_table_of_a_tournament_leads_back_to_its_sitting(client, alice):
    sitting = make.published(make.tournament(here=8))
    match = sitting.tables.first().match
    club = sitting.tournament.season.club
    way = crumbs(client.get(f"/en/desk/matches/{match.pk}/rounds/1/").text)
    assert way == [
        "/en/desk/",
        f"/en/desk/clubs/{club.slug}/",
        f"/en/desk/tournaments/{sitting.tournament_id}/",
        f"/en/desk/sittings/{sitting.pk}/",
    ]
