"""Names that may be one person's."""

import pytest

from league.operations.people import duplicates
from tests import make

ALIKE = [
    ("Ada Lovelace", "ada  LOVELACE"),
    ("Ada Lovelace", "Lovelace Ada"),
    ("Ada L.", "Ada Lovelace"),
    ("A. Lovelace", "Ada Lovelace"),
    ("Élodie Martin", "Elodie Martin"),
    ("Jean Dupont", "Jean Dupond"),
    ("Jean Dupont", "Jean Duponts"),
    ("Jean Dupont", "Jean Dupnot"),
    ("Zoé 🎲", "Zoe 🎲"),
]
DIFFERENT = [
    ("Bob", "Rob"),
    ("Ada", "Ada Lovelace"),
    ("A. L.", "Ada Lovelace"),
    ("Ada B.", "Ada Lovelace"),
    ("Player 1", "Player 2"),
    ("Jean Dupont", "Jeanne Dupond"),
    ("", "Ada"),
]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_may_be_one_persons(name, other):
    assert duplicates.likely_same(name, other)
    assert duplicates.likely_same(other, name)


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_names_of_two_people(name, other):
    assert not duplicates.likely_same(name, other)
    assert not duplicates.likely_same(other, name)


@pytest.mark.django_db
def test_the_players_of_the_club_are_compared():
    club = make.club()
    ada, twin, _bob = make.players(club, ["Ada Lovelace", "Ada Lovelase", "Bob"])
    assert duplicates.look_alikes(club, "ada lovelace") == [ada, twin]
    assert duplicates.look_alikes(club, twin.name, but=twin.pk) == [ada]
