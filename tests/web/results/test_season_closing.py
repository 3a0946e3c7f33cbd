"""Closing an evening or a season in the browser: what is open, the typed name, reopening."""

import pytest

from league.models import ConfirmationWay, Role
from league.operations.results import disputes, season_closing
from league.operations.results.confirmations import Speaker
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def disputed(client):
    sign_in(client, make.user())
    match = make.played(make.match(options={"target": 20}), [22, 9, 5])
    speaker = Speaker(match.seats.first().player_id, ConfirmationWay.TABLE)
    disputes.open_dispute(match, speaker, reason="Not so", by=None)
    return match


def season_page(match):
    return f"/en/desk/seasons/{match.session.season_id}/close/"


def test_season_is_closed_by_its_name_and_reopened(client, disputed):
    season = disputed.session.season
    page = one_line(client.get(season_page(disputed)).text)
    assert "The result is disputed." in page
    assert "type “Saison 2026”" in page
    refused = client.post(season_page(disputed), {"do": "close", "force": ""})
    assert refused.status_code == 409
    wrong = client.post(season_page(disputed), {"do": "close", "force": "Saison 2025"})
    assert (wrong.status_code, 'value="Saison 2025"' in wrong.text) == (422, True)
    closed = client.post(
        season_page(disputed), {"do": "close", "force": "Saison 2026"}, follow=True
    )
    assert "The season is closed." in closed.text
    assert "The season is closed." in client.get(f"/en/desk/seasons/{season.pk}/").text
    again = client.post(season_page(disputed), {"do": "reopen"}, follow=True)
    assert "The season is open again." in again.text
    season.refresh_from_db()
    assert season.closed_at is None


def test_evening_asks_for_its_date_over_a_dispute(client, disputed):
    path = f"/en/desk/sessions/{disputed.session_id}/close/"
    page = client.get(path).text
    assert "The result is disputed." in page
    assert 'name="force"' not in page
    refused = client.post(path)
    assert refused.status_code == 409
    assert "type “2026-10-01”" in one_line(refused.text)
    assert client.post(path, {"force": "2026-10-01"}).status_code == 302


def test_correction_page_asks_for_one_confirmation(client, disputed):
    season_closing.close(disputed.session.season, force="Saison 2026", by=None)
    entry = f"/en/desk/matches/{disputed.pk}/rounds/1/"
    words = "The season is closed. I want to correct this result anyway"
    assert words in one_line(client.get(entry).text)
    form = {"evidence": "sheet", "seen": 1, "score-0": 22, "score-1": 9, "score-2": 4}
    assert client.post(entry, form).status_code == 422
    assert client.post(entry, {**form, "confirmed": "yes"}).status_code == 302
    assert words in one_line(client.get(f"/en/desk/matches/{disputed.pk}/result/").text)


def test_page_is_for_organisers(client, disputed):
    club = disputed.session.season.club
    sign_in(client, make.member(club, Role.SCORER, "scorer@example.org"))
    assert client.get(season_page(disputed)).status_code == 403
    assert client.post(season_page(disputed), {"do": "close"}).status_code == 403
