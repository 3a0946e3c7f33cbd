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


def test_a_player_without_an_entry_is_entered_and_checked_in(tournament):
    (zoe,) = make.players(tournament.season.club, ["Zoé"])
    assert arrivals.enter_and_check_in(tournament, zoe.pk, by=None).state == EntrantState.HERE
    arrivals.enter_and_check_in(tournament, zoe.pk, by=None)
    assert tournament.entrants.filter(player=zoe).count() == 1


def test_an_entered_player_keeps_their_seeding(tournament):
    (zoe,) = make.players(tournament.season.club, ["Zoé"])
    entrants.enter(tournament, [EntryData(zoe.pk, rank=4)], by=None)
    assert arrivals.enter_and_check_in(tournament, zoe.pk, by=None).rank == 4


def test_a_player_who_dropped_out_comes_back(tournament):
    one = tournament.entrants.first()
    entrants.drop_out(tournament, [one.player_id], by=None)
    assert (
        arrivals.enter_and_check_in(tournament, one.player_id, by=None).state == EntrantState.HERE
    )


def test_a_player_of_another_club_is_refused(tournament):
    (other,) = make.players(make.club(name="Other"), ["Zoé"])
    with pytest.raises(Invalid):
        arrivals.enter_and_check_in(tournament, other.pk, by=None)


def test_a_walk_in_joins_the_club(tournament):
    arrivals.walk_in(tournament, "  Zoé  Roux ", by=None)
    assert Player.objects.get(name="Zoé Roux").club == tournament.season.club


@pytest.mark.parametrize("name", ["player 01", "", "x" * 200])
def test_a_known_or_empty_name_adds_no_player(tournament, name):
    with pytest.raises((Conflict, Invalid)):
        arrivals.walk_in(tournament, name, by=None)
    assert Player.objects.count() == 3


def test_a_new_player_can_be_the_substitute(tournament):
    one = tournament.entrants.first()
    new = arrivals.substitute_person(tournament, one.player_id, "Zoé", Creation.NEW, by=None)
    one.refresh_from_db()
    assert (new.player.name, one.substitute) == ("Zoé", new)


def test_no_player_is_added_if_the_substitution_is_impossible(tournament):
    one = tournament.entrants.first()
    entrants.drop_out(tournament, [one.player_id], by=None)
    with pytest.raises(Conflict):
        arrivals.substitute_person(tournament, one.player_id, "Zoé", Creation.NEW, by=None)
    assert not Player.objects.filter(name="Zoé").exists()


def test_a_closed_tournament_accepts_no_arrivals(tournament):
    tournaments.close(tournament, by=None)
    with pytest.raises(Conflict):
        arrivals.walk_in(tournament, "Zoé", by=None)
    assert not Player.objects.filter(name="Zoé").exists()
