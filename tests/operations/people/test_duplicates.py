"""Names that may be one person's."""

import random

import pytest

from league.operations.people import duplicates
from league.operations.people.duplicates import LookAlikes
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
    ("Jean-Luc Martin", "Jean Luc Martin"),
    ("J.-L. Martin", "Jean-Luc Martin"),
    ("Łukasz O’Neil", "Lukasz O'Neil"),
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


def test_many_names_are_compared_like_two():
    """The buckets of LookAlikes hold each name that is likely the same as another."""
    words = ["Jean-Luc", "Jean", "Mc", "Donald", "van", "der", "Meer", "Élise", "Dupont", "O’Hara"]
    rng = random.Random(7)
    for _case in range(300):
        name = " ".join(rng.sample(words, rng.randint(1, 3)))
        place = rng.randrange(len(name))
        other = rng.choice(
            [
                name[:place] + name[place + 1 :],
                name[:place] + rng.choice("ax -") + name[place:],
                name[:place] + rng.choice("ax -") + name[place + 1 :],
                name[: place - 1] + name[place - 1 : place + 1][::-1] + name[place + 1 :],
                " ".join(reversed(name.split())),
                name.replace("-", " "),
            ]
        )
        alike = LookAlikes([(other, other)]).find(name)
        assert bool(alike) == duplicates.likely_same(name, other), (name, other)
