"""Desk pages of a club of 10,000 players: how many bytes they have. Each list is as long as in such
a club, so that one that is neither paged nor searched shows."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import (
    Entrant,
    EntrantState,
    Invitation,
    Membership,
    PersonalLink,
    Player,
    Presence,
    Role,
    Season,
    Session,
    SignUp,
    SignUpSheet,
    Tournament,
    User,
)
from league.operations.people import player_words
from tests import make
from tests.web.accounts.addresses import paths
from tests.web.accounts.role_table import ALLOWED
from tests.web.accounts.test_roles import be

pytestmark = pytest.mark.django_db

PLAYERS, MEMBERS, SIGNED_UP, ENTRANTS = 10_000, 1000, 300, 500
MOST_BYTES = 200_000
FILES = {"evening_paper_zip", "evening_paper_file", "season_paper_standings", "blank_sheet"}
FILES |= {"import_sample", "job_file"}


@pytest.fixture
def _pages_without_layout():
    """Leave the pages as they are sent."""


@pytest.fixture
def large_club(client):
    """Return the addresses of all pages of the desk, for an owner of the club and of the server."""
    match = make.match()
    season = match.session.season
    be(client, Role.OWNER, season.club)
    addresses = paths(match)
    User.objects.filter(pk=make.user().pk).update(is_operator=True)
    players = Player.objects.bulk_create(
        [Player(club=season.club, name=f"Joséphine Numéro {n:05}") for n in range(PLAYERS)]
    )
    player_words.store(players[-2:])
    add_members(season.club, players)
    add_seasons(season)
    present = [Presence(session=match.session, player=player) for player in players[:100]]
    Presence.objects.bulk_create(present)
    for sheet in SignUpSheet.objects.filter(session__isnull=False):
        rows = enumerate(players[100 : 100 + SIGNED_UP], 1000)
        SignUp.objects.bulk_create(
            SignUp(sheet=sheet, player=row, answer="yes", number=number, has_place=True)
            for number, row in rows
        )
    for tournament in Tournament.objects.all():
        states = (EntrantState.HERE, EntrantState.ENTERED)
        Entrant.objects.bulk_create(
            Entrant(tournament=tournament, player=player, state=states[number % 2])
            for number, player in enumerate(players[:ENTRANTS])
        )
    return addresses


def add_members(club, players):
    users = User.objects.bulk_create(
        User(email=f"p{n}@example.org", name=f"Membre {n}", password="!") for n in range(MEMBERS)
    )
    Membership.objects.bulk_create(
        Membership(club=club, user=user, role=Role.PLAYER) for user in users
    )
    PersonalLink.objects.bulk_create(
        PersonalLink(player=player, nonce=f"nonce {player.pk}") for player in players[:400]
    )
    offer = {"role": Role.PLAYER, "expires_at": timezone.now() + timedelta(days=7)}
    Invitation.objects.bulk_create(
        Invitation(club=club, player=player, invited_by=make.user(), nonce="n", **offer)
        for player in players[400:800]
    )


def add_seasons(season):
    now = timezone.now()
    Session.objects.bulk_create(
        Session(season=season, starts_at=now + timedelta(days=day), place="Salle Pascal")
        for day in range(-500, 500)
    )
    Season.objects.bulk_create(
        Season(club=season.club, name=f"Season {number}", starts_on=now - timedelta(days=number))
        for number in range(1, 500)
    )


@pytest.mark.long
def test_pages_of_the_desk_stay_small_in_a_large_club(client, large_club):
    pages = {name: client.get(large_club[name]) for name in set(ALLOWED) - FILES}
    sizes = {name: len(page.content) for name, page in pages.items() if not page.streaming}
    assert {name: size for name, size in sizes.items() if size >= MOST_BYTES} == {}
    # the last of the list is found by pages, by search, and by typing the name
    club = large_club["desk_club"]
    last = "Joséphine Numéro 09999"
    assert last not in client.get(club).content.decode()
    end = client.get(f"{club}?page=10000").content.decode()
    assert last in end
    assert "Joséphine Numéro 00001" not in end
    match = client.get(f"{club}?q=josephine+09999").content.decode()
    assert last in match
    assert "Joséphine Numéro 09998" not in match
    for name in ("evening_people", "sign_up_people", "tournament_people", "club_people"):
        assert last in client.get(f"{large_club[name]}?q=numero+09999").content.decode(), name
