import pytest

from tests import make
from tests.web.desk import sign_in


@pytest.fixture
def alice(client):
    """Signed in; she owns the clubs that `make` makes."""
    return sign_in(client, make.user())
