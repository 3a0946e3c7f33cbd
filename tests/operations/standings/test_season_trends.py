"""The trends of a large table, which the database counts, are those that all its results give."""

import pytest

from league.operations.standings import season_trends
from scoring import projection, standings_queries
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def view():
    """Return the table of a season with a penalty."""
    season = make.penalised_season({"drop_worst": 1, "attendance": 7})
    projection.refresh(standings_queries.find_table(season.pk).pk)
    return standings_queries.read(standings_queries.find_table(season.pk))


@pytest.mark.parametrize("without_first", [False, True])
def test_large_tables_move_as_small_ones_do(view, monkeypatch, without_first):
    sessions = season_trends.sessions_of(view.table)
    left_out = set(sessions[0].matches.values_list("pk", flat=True)) if without_first else set()

    def trends(most_read_rows):
        monkeypatch.setattr(season_trends, "MOST_READ_ROWS", most_read_rows)
        trends = season_trends.trends_of(view, without=left_out)
        moves = trends.moved(sessions[1])
        leaders = trends.leaders
        return [(move.places, move.points) for move in moves], sorted(leaders.facts), leaders[1]

    by_database = trends(0)
    assert by_database == trends(100)
    assert any(places for places, _points in by_database[0])


def test_the_form_has_the_latest_places_at_the_end(view):
    trends = season_trends.trends_of(view)
    places = {
        player: [fact.place for fact in trends.history.facts if fact.player == player]
        for player in trends.recent
    }
    forms = {player: list(form.places) for player, form in trends.recent.items()}
    assert forms == places
    assert any(form != sorted(form) for form in forms.values())
