"""Who comes to a tournament without having been entered."""

import pytest

from league.errors import Conflict, Invalid
from league.models import EntrantState, Player
from league.operations.people.person_search import Creation
from league.operations.tournaments import arrivals, entrants, tournaments
from league.operations.tournaments.entrants import EntryData
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make.tournament(here=3)


def test_who_was_not_entered_is_entered_and_here(tournament):
    (zoe,) = make.players(tournament.season.club, ["Zoé"])
    assert arrivals.enter_and_check_in(tournament, zoe.pk, by=None).state == EntrantState.HERE
    arrivals.enter_and_check_in(tournament, zoe.pk, by=None)
    assert tournament.entrants.filter(player=zoe).count() == 1


def test_who_was_entered_keeps_seeding(tournament):
    (zoe,) = make.players(tournament.season.club, ["Zoé"])
    entrants.enter(tournament, [EntryData(zoe.pk, rank=4)], by=None)
    assert arrivals.enter_and_check_in(tournament, zoe.pk, by=None).rank == 4


def test_who_dropped_out_comes_back(tournament):
    one = tournament.entrants.first()
    entrants.drop_out(tournament, [one.player_id], by=None)
    assert (
        arrivals.enter_and_check_in(tournament, one.player_id, by=None).state == EntrantState.HERE
    )


def test_a_player_of_another_club_is_nobody_here(tournament):
    (other,) = make.players(make.club(name="Other"), ["Zoé"])
    with pytest.raises(Invalid):
        arrivals.enter_and_check_in(tournament, other.pk, by=None)


def test_somebody_new_joins_the_club(tournament):
    arrivals.walk_in(tournament, "  Zoé  Roux ", by=None)
    assert Player.objects.get(name="Zoé Roux").club == tournament.season.club


@pytest.mark.parametrize("name", ["player 01", "", "x" * 200])
def test_a_name_that_is_known_or_none_adds_nobody(tournament, name):
    with pytest.raises((Conflict, Invalid)):
        arrivals.walk_in(tournament, name, by=None)
    assert Player.objects.count() == 3


def test_somebody_new_comes_instead(tournament):
    one = tournament.entrants.first()
    new = arrivals.substitute_person(tournament, one.player_id, "Zoé", Creation.NEW, by=None)
    one.refresh_from_db()
    assert (new.player.name, one.substitute) == ("Zoé", new)


def test_nobody_is_added_where_the_place_cannot_be_taken(tournament):
    one = tournament.entrants.first()
    entrants.drop_out(tournament, [one.player_id], by=None)
    with pytest.raises(Conflict):
        arrivals.substitute_person(tournament, one.player_id, "Zoé", Creation.NEW, by=None)
    assert not Player.objects.filter(name="Zoé").exists()


def test_nobody_arrives_at_a_closed_tournament(tournament):
    tournaments.close(tournament, by=None)
    with pytest.raises(Conflict):
        arrivals.walk_in(tournament, "Zoé", by=None)
    assert not Player.objects.filter(name="Zoé").exists()
