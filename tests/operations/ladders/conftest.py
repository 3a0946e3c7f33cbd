import pytest

from tests import make
from tests.operations.ladders.building import NAMES, a_ladder, ids


@pytest.fixture
def club(db):
    return make.club()


@pytest.fixture
def ladder(club):
    """Return a ladder of two divisions of three: Ada, Bruno and Chloé above Dov, Eva and Finn."""
    people = ids(make.players(club, NAMES))
    return a_ladder(club, people[:3], people[3:])
