import pytest

from league.models import Player
from league.operations.messages import devices
from tests import make
from tests.push_service import push_service


@pytest.fixture(autouse=True)
def _own_network(settings):
    settings.WEBHOOKS_ALLOW_PRIVATE = True


@pytest.fixture
def club():
    return make.club()


@pytest.fixture
def people(club):
    """Return the players of a club, of whom Ada has an account."""
    players = make.players(club)
    ada = make.user("ada@example.org")
    Player.objects.filter(pk=players[0].pk).update(account=ada)
    return players


@pytest.fixture
def ada(people):
    return make.user("ada@example.org")


@pytest.fixture
def service(ada):
    """Return a push service with the browser of Ada."""
    with push_service() as service:
        devices.add(ada, **service.subscription)
        yield service
