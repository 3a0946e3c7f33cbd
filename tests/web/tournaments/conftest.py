"""A tournament with eight players."""

import pytest

from tests import make


@pytest.fixture
def tournament(alice):
    return make.tournament(here=8)
