"""The awards of a season: so far, at its end, and what its page says of the champion."""

import re
from datetime import date

import pytest

from league.operations.seasons import seasons
from scoring import projection
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return make.season(make.club())


def play_evenings(season, *days):
    people = list(season.club.players.order_by("pk")) or make.players(season.club)
    for day in days:
        match = make.match(make.session(season, day), people[:3], options={"target": 20})
        make.played(match, [22, 5, 3])
    for table in season.tables.all():
        projection.refresh(table.pk)


def words(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    text = re.sub(r"<[^>]*>", " ", answer.content.decode().split("<main")[1])
    return re.sub(r"\s+", " ", text)


def test_before_the_last_day_a_player_leads(client, season):
    seasons.update(season, ends_on=date(2999, 1, 31))
    play_evenings(season, 1, 2, 3)
    text = words(client, f"/en/seasons/{season.pk}/awards/")
    assert "The season is still open, until 31 January 2999." in text
    assert "Ada leads." in text
    assert "3 wins in a row" in text
    page = words(client, f"/en/seasons/{season.pk}/")
    assert "Awards so far" in page
    assert "champion" not in page


def test_after_the_last_day_there_is_a_champion(client, season):
    seasons.update(season, ends_on=date(2026, 10, 3))
    play_evenings(season, 1, 2, 3)
    text = words(client, f"/en/seasons/{season.pk}/awards/")
    assert "Ada is the champion." in text
    assert re.findall(r"(\d)\w\w place (\w+)", text) == [
        ("1", "Ada"),
        ("2", "Bruno"),
        ("3", "Chloé"),
    ]
    assert "3 of 3 evenings" in text
    page = words(client, f"/en/seasons/{season.pk}/")
    assert "Ada is the champion of this season. Podium and awards" in page
    assert "champion" not in words(client, f"/en/seasons/{season.pk}/neurotrio/")


def test_a_season_without_a_last_day_has_no_champion_and_one_evening_no_awards(client, season):
    play_evenings(season, 1)
    text = words(client, f"/en/seasons/{season.pk}/awards/")
    assert "The season is still open" in text
    assert "No awards yet" in text


def test_more_evenings_need_no_more_queries(client, season, django_assert_max_num_queries):
    play_evenings(season, *range(1, 5))
    with django_assert_max_num_queries(16):
        client.get(f"/en/seasons/{season.pk}/awards/")


def test_a_tournament_has_its_own_page(client):
    tournament = make.tournament()
    answer = client.get(f"/en/seasons/{tournament.season_id}/awards/")
    assert answer.headers["Location"] == f"/en/tournaments/{tournament.pk}/"
