from datetime import date, datetime

import pytest
from django.db import IntegrityError, transaction

from league import permissions
from league.errors import Conflict, Forbidden, Invalid, NotFound
from league.models import Club, Membership, Player, Role, Season, User
from league.operations.people import clubs, members
from league.operations.seasons import seasons
from league.permissions import Action
from tests import make

pytestmark = pytest.mark.django_db


def test_whoever_creates_a_club_owns_it():
    club = make.club()
    assert club.memberships.get().role == Role.OWNER


def test_clubs_of_one_name_get_addresses_of_their_own():
    slugs = [make.club(name="Les Ardoises").slug for _ in range(3)]
    assert slugs == ["les-ardoises", "les-ardoises-2", "les-ardoises-3"]


def test_a_name_without_latin_letters_gets_an_address_too():
    assert make.club(name="将棋クラブ 🎲").slug == "club"


@pytest.mark.parametrize("name", ["", "   ", "\n\t", "x" * 101])
def test_refuses_an_unreadable_name(name):
    with pytest.raises(Invalid):
        clubs.add_player(make.club(), name=name)


@pytest.mark.parametrize("name", ["O’Brien", 'Zoé "Zaza"', "<script>alert(1)</script>", "🦊"])
def test_keeps_odd_names_as_they_are(name):
    assert clubs.add_player(make.club(), name=name).name == name


@pytest.mark.parametrize(
    ("visibility", "public_name"),
    [("full", "Zoé van Dijk"), ("initial", "Zoé D."), ("hidden", None)],
)
def test_the_public_sees_what_the_player_chose(visibility, public_name):
    player = clubs.add_player(make.club(), name="Zoé van Dijk", visibility=visibility)
    assert player.public_name == (public_name or f"Player {player.pk}")


def test_refuses_an_unknown_time_zone():
    with pytest.raises(Invalid) as refused:
        clubs.create(by=make.user(), name="X", timezone="Mars/Olympus")
    assert refused.value.problems[0]["path"] == "timezone"


def test_a_member_joins_a_club_once():
    club, bob = make.club(), make.user("bob@example.org")
    members.enrol(club, bob, Role.SCORER)
    with pytest.raises(Conflict):
        members.enrol(club, bob, Role.PLAYER)


def test_a_season_name_is_used_once_in_a_club():
    club = make.club()
    make.season(club)
    with pytest.raises(Conflict):
        make.season(club)


def test_refuses_a_season_that_ends_before_it_starts():
    with pytest.raises(Invalid):
        make.season(make.club(), ends_on=date(2025, 1, 1))


def test_a_season_has_a_table_overall_and_per_game():
    season = make.season(make.club())
    assert set(season.tables.values_list("game", flat=True)) == {"", *season.games}


def test_a_game_that_was_played_stays_in_the_season():
    season = make.match().session.season
    with pytest.raises(Invalid) as refused:
        seasons.update(season, games=[])
    assert refused.value.problems[0]["path"] == "games"


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        (Role.OWNER, {"view", "submit", "organise", "own"}),
        (Role.ORGANISER, {"view", "submit", "organise"}),
        (Role.SCORER, {"view", "submit"}),
        (Role.PLAYER, {"view"}),
    ],
)
def test_each_role_may_do_what_the_table_says(role, allowed):
    club = make.club()
    bob = make.member(club, role, "bob@example.org")
    assert {action.value for action in Action if permissions.may(bob, club, action)} == allowed


def test_a_stranger_does_not_learn_that_a_club_exists():
    club = make.club()
    charlie = make.user("charlie@example.org")
    with pytest.raises(NotFound):
        permissions.find_club(charlie, club.slug, Action.VIEW)


def test_a_player_sees_the_club_but_may_not_organise():
    club = make.club()
    bob = make.member(club, Role.PLAYER, "bob@example.org")
    with pytest.raises(Forbidden):
        permissions.find_club(bob, club.slug, Action.ORGANISE)


@pytest.mark.parametrize(
    "break_it",
    [
        lambda club: Club.objects.create(slug=club.slug, name="X"),
        lambda club: Player.objects.create(club=club, name=""),
        lambda club: Player.objects.create(club=club, name="X", visibility="loud"),
        lambda club: Membership.objects.create(club=club, user=make.user(), role="player"),
        lambda club: Membership.objects.create(club=club, user=make.user("b@x.org"), role="king"),
        lambda club: User.objects.create(email="Alice@Example.org"),
        lambda club: User.objects.create(email="alice@example.org"),
        lambda club: Season.objects.create(
            club=club, name="S", starts_on=date(2026, 2, 1), ends_on=date(2026, 1, 1)
        ),
    ],
)
def test_the_database_itself_refuses(break_it):
    club = make.club()
    with pytest.raises(IntegrityError), transaction.atomic():
        break_it(club)


@pytest.mark.parametrize(
    "at",
    [
        "1970-01-01T00:00:00+01:00",
        "2999-12-31T23:59:00-08:00",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:00-12:00",
    ],
)
def test_an_evening_is_in_a_year_of_utc_that_archives_know(at):
    with pytest.raises(Invalid) as refused:
        seasons.open_session(make.season(make.club()), starts_at=datetime.fromisoformat(at))
    assert [problem["code"] for problem in refused.value.problems] == ["bad_time"]
