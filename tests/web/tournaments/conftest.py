"""A tournament with eight players."""

import pytest

from tests import make
from tests.made_once import made_once
from tests.web.desk import before_alice


@pytest.fixture
@before_alice
@made_once
def tournament():
    return make.tournament(here=8)
