"""A match with a code, and the phone of its table."""

import pytest
from django.core.cache import cache
from django.test import Client

from league.operations.matches import table_codes
from tests import make


@pytest.fixture(autouse=True)
def nobody_has_guessed_yet():
    cache.clear()


@pytest.fixture
def match(db):
    return make.match()


@pytest.fixture
def code(match):
    return str(table_codes.renew(match, by=make.user()))


@pytest.fixture
def phone():
    """Return a client without an account, which must send the CSRF token where one is needed."""
    return Client(enforce_csrf_checks=True)
