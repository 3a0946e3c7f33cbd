"""New evenings are at the meeting place of the club, unless a place is given."""

from datetime import UTC, date, datetime

import pytest

from league.models import Role, Session
from league.operations.people import club_settings
from league.operations.seasons import seasons, session_series
from league.operations.seasons.session_series import Series
from league.operations.tournaments import tournaments
from tests import make
from tests.api.caller import caller
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
START = datetime(2027, 1, 8, 19, tzinfo=UTC)


@pytest.fixture
def season(client):
    club = make.club(sign_in(client, make.user()))
    club_settings.update(club, meeting_place="Chez Zoé")
    return make.season(club)


def places():
    return set(Session.objects.values_list("place", flat=True))


def test_evenings_series_and_tournaments_take_the_place_of_the_club(season):
    seasons.open_session(season, starts_at=START)
    session_series.open_series(season, Series(START, 1, date(2027, 1, 31), set()), by=None)
    tournaments.create(season.club, name="Masters", starts_at=START, game="njet")
    assert places() == {"Chez Zoé"}


def test_place_that_is_given_counts_even_if_it_is_empty(season):
    seasons.open_session(season, starts_at=START, place="Halle 9")
    seasons.open_session(season, starts_at=START, place="")
    assert places() == {"Halle 9", ""}


def test_api_without_a_place_takes_that_of_the_club(season):
    owner = season.club.memberships.get(role=Role.OWNER).user
    session = {"starts_at": START.isoformat()}
    sent = caller(owner).send("POST", f"seasons/{season.pk}/sessions/", session)
    assert sent.json()["place"] == "Chez Zoé"


@pytest.mark.parametrize(
    "page", ["seasons/{0}/", "seasons/{0}/series/", "clubs/les-ardoises/tournaments/"]
)
def test_forms_propose_the_place_of_the_club(client, season, page):
    form = client.get(f"/en/desk/{page.format(season.pk)}").content.decode()
    assert 'value="Chez Zoé"' in form


def test_invitation_is_for_a_player_unless_chosen_otherwise(client, season):
    page = client.get("/en/desk/clubs/les-ardoises/members/").content.decode()
    assert '<option value="player" selected>' in page
