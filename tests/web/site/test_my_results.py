"""“My results”, on which players begin after signing in."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Player, Role
from league.operations.people import invitations
from league.operations.seasons import seasons
from scoring import projection
from scoring.models import Table
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
PAGE = "/en/account/results/"
PASSWORD = "a-good-pass-phrase"


@pytest.fixture
def club():
    return make.club()


@pytest.fixture
def mia(club):
    """Return the account of a player."""
    user = make.member(club, Role.PLAYER, "mia@example.org")
    user.set_password(PASSWORD)
    user.save()
    player = make.players(club, ["Mia"])[0]
    Player.objects.filter(pk=player.pk).update(account=user)
    return user


def sent_to(client, email):
    return client.post("/en/login/", {"login": email, "password": PASSWORD}).url


def test_players_begin_with_their_results_and_organisers_with_the_desk(client, club, mia):
    assert sent_to(client, mia.email) == PAGE
    client.logout()
    owner = club.memberships.get(role=Role.OWNER).user
    owner.set_password(PASSWORD)
    owner.save()
    Player.objects.filter(pk=make.players(club, ["Olga"])[0].pk).update(account=owner)
    assert sent_to(client, owner.email) == "/en/desk/"


def test_page_shows_place_next_evening_table_and_results(client, club, mia):
    season = make.season(club)
    player = Player.objects.get(account=mia)
    others = make.players(club, ["Noé", "Pia"])
    make.played(
        make.match(make.session(season), [player, *others], options={"target": 20}), [22, 5, 5]
    )
    for table in Table.objects.all():
        projection.refresh(table.pk)
    now = timezone.now()
    tonight = seasons.open_session(season, starts_at=now - timedelta(hours=1), place="Bar")
    running = make.match(tonight, [player, *others])
    seasons.open_session(season, starts_at=now + timedelta(days=7), place="Halle 9")
    sign_in(client, mia)
    page = " ".join(client.get(PAGE).content.decode().split())
    assert "You sit at table 1" in page
    assert f'href="/en/desk/matches/{running.pk}/rounds/1/"> Enter round 1' in page
    assert "Halle 9" in page
    assert "<b>1st</b>" in page
    assert "1 / 3" in page


def test_member_without_a_player_reads_what_to_do(client, club):
    sign_in(client, make.member(club, Role.PLAYER, "pat@example.org"))
    assert "Ask an organiser" in client.get(PAGE).content.decode()


def test_invited_player_begins_with_the_results(client, club):
    owner = club.memberships.get().user
    player = make.players(club, ["Zoé"])[0]
    invitation = invitations.create(club, by=owner, role=Role.PLAYER, player=player.pk)
    sign_in(client, make.user("zoe@example.org"))
    assert client.post(f"/en/join/{invitations.token_of(invitation)}/accept/").url == PAGE
