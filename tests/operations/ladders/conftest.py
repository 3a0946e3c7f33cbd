import pytest

from tests import make
from tests.operations.ladders.building import NAMES, a_ladder, ids


@pytest.fixture
def club(db):
    return make.club()


@pytest.fixture
def ladder(club):
    """Two divisions of three: Ada, Bruno, Chloé above Dov, Eva, Finn."""
    people = ids(make.players(club, NAMES))
    return a_ladder(club, people[:3], people[3:])
