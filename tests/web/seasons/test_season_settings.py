"""The settings of a season: name, days, games, and who confirms its results."""

import pytest

from league.models import Role, Season
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
SETTINGS = {
    "name": "Autumn",
    "starts_on": "2026-09-01",
    "ends_on": "",
    "games": ["neurotrio"],
    "confirmation": "majority",
    "confirm_after_hours": "48",
}


@pytest.fixture
def season():
    return make.played(make.match(make.session(make.season(make.club())))).session.season


@pytest.fixture
def address(season, client):
    sign_in(client, make.member(season.club, Role.ORGANISER, "otto@example.org"))
    return f"/en/desk/seasons/{season.pk}/settings/"


def test_saved_settings_are_stored_and_shown_in_the_form(season, address, client):
    assert client.post(address, SETTINGS).status_code == 302
    season = Season.objects.get()
    assert (season.name, str(season.starts_on), season.ends_on) == ("Autumn", "2026-09-01", None)
    assert (season.games, season.confirmation) == (["neurotrio"], "majority")
    assert season.confirm_after_hours == 48
    page = client.get(address).content.decode()
    assert 'value="Autumn"' in page
    assert '<option value="majority" selected>' in page


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": " "}, "This field is required."),
        ({"ends_on": "2026-08-31"}, "before the first"),
        ({"games": ["njet"]}, "played"),
        ({"confirmation": "everyone"}, "Select a valid choice"),
        ({"confirm_after_hours": "1441"}, "1440"),
    ],
)
def test_impossible_settings_are_refused_with_a_message(season, address, client, wrong, words):
    before = Season.objects.values().get()
    page = client.post(address, SETTINGS | wrong)
    assert page.status_code in {200, 422}
    assert words in page.content.decode()
    assert Season.objects.values().get() == before


def test_two_who_change_it_at_once_keep_what_the_other_has_changed(season, address, client):
    client.post(address, SETTINGS)
    assert 'type="hidden" name="initial-confirmation" value="majority"' in client.get(address).text
    before = {f"initial-{name}": value for name, value in SETTINGS.items()}
    client.post(
        address, {**SETTINGS, **before, "confirmation": "referee", "games": ["neurotrio", "njet"]}
    )
    client.post(address, {**SETTINGS, **before, "name": "Fall"})
    season = Season.objects.get()
    assert (season.name, season.confirmation) == ("Fall", "referee")
    assert season.games == ["neurotrio", "njet"]


def test_a_refused_name_is_not_in_the_heading(season, address, client):
    page = client.post(address, SETTINGS | {"ends_on": "2026-08-31"}).text
    assert f'<p class="over">{season.name} · Manage season</p>' in page


def test_a_name_is_text(season, address, client):
    client.post(address, SETTINGS | {"name": "<script>alert(1)</script> 🎲"})
    page = client.get(address).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; 🎲" in page
