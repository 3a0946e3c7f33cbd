import pytest

from tests import make
from tests.web.desk import sign_in


@pytest.fixture
def alice(client):
    """Return a signed-in user, the owner of the clubs that `make` creates."""
    return sign_in(client, make.user())
