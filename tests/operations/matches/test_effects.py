"""What a correction would change is what it then changes, and looking at it changes nothing."""

import pytest

from league.errors import Invalid, NotFound
from league.models import Match, Submission
from league.operations.matches import effects, submissions
from scoring import projection, rating, rating_queries, standings_queries
from scoring.models import Rating, Result, Standing, Table
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return make.played(make.match(), [22, 5, 0], [16, 8, 11], [12, 11, 3])


def refreshed(match):
    for table in Table.objects.filter(season=match.session.season_id):
        projection.refresh(table.pk)
    rating.refresh(match.session.season.club_id)


def stored():
    models = (Match, Submission, Result, Standing, Rating)
    return [list(model.objects.order_by("pk").values()) for model in models]


def placed(match, game=""):
    rows = standings_queries.read(standings_queries.find_table(match.session.season_id, game)).rows
    return {row.player.name: (row.place, row.points) for row in rows}


def test_the_places_and_points_foreseen_are_those_that_come(match):
    refreshed(match)
    before = placed(match)
    body = make.sheet(12, 0, 11)
    preview = effects.correction_effects(match.pk, 3, body, by=None)
    assert [effect.table.game for effect in preview.tables] == ["", "neurotrio"]
    foreseen = {
        move.row.player.name: (move.row.place, move.row.points) for move in preview.tables[0].moves
    }
    assert foreseen.keys() == {"Bruno", "Chloé"}, "the winner stays where she is"
    assert {move.row.player.name: move.places for move in preview.tables[0].moves} == {
        "Bruno": -1,
        "Chloé": 1,
    }
    submissions.correct(match.pk, 3, body, by=None)
    refreshed(match)
    after = placed(match)
    assert {name: row for name, row in after.items() if row != before[name]} == foreseen


def test_a_preview_stores_no_change(match):
    refreshed(match)
    before = stored()
    effects.correction_effects(match.pk, 3, make.sheet(12, 0, 11), by=None)
    assert stored() == before


def test_results_that_are_not_counted_yet_do_not_pass_for_effects(match):
    preview = effects.correction_effects(match.pk, 2, make.sheet(16, 8, 11), by=None)
    assert (list(preview.tables), preview.ratings) == ([], [])


def test_players_who_leave_the_standings_are_listed(match):
    refreshed(match)
    preview = effects.correction_effects(match.pk, 3, make.sheet(3, 11, 12), by=None)
    assert (preview.before.over, preview.match.over) == (True, False)
    assert {row.player.name for row in preview.tables[0].gone} == {"Ada", "Bruno", "Chloé"}
    assert not preview.tables[0].moves


def test_the_ratings_foreseen_are_those_that_come(match):
    refreshed(match)
    club = match.session.season.club_id
    body = make.sheet(12, 0, 11)
    preview = effects.correction_effects(match.pk, 3, body, by=None)
    assert {(change.game, change.row.player.name) for change in preview.ratings} == {
        (game, name) for game in ("", "neurotrio") for name in ("Bruno", "Chloé")
    }
    assert all(change.difference for change in preview.ratings)
    submissions.correct(match.pk, 3, body, by=None)
    refreshed(match)
    now = {
        row.player.name: row.rating
        for row in rating_queries.rating_table(
            rating_queries.rating_book(club), "", pending=False
        ).rows
    }
    for change in preview.ratings:
        if not change.game:
            assert now[change.row.player.name] == change.row.rating


def test_ratings_of_a_long_history_are_left_to_the_worker(match, monkeypatch):
    monkeypatch.setattr(effects, "MOST_RATED", 0)
    refreshed(match)
    preview = effects.correction_effects(match.pk, 3, make.sheet(12, 0, 11), by=None)
    assert preview.ratings is None
    assert preview.tables


def test_an_impossible_correction_is_refused_as_the_correction_would_be(match):
    with pytest.raises(Invalid) as refused:
        effects.correction_effects(match.pk, 1, make.sheet(60, 5, 0), by=None)
    with pytest.raises(Invalid) as again:
        submissions.correct(match.pk, 1, make.sheet(60, 5, 0), by=None)
    assert refused.value.problems == again.value.problems
    with pytest.raises(NotFound):
        effects.correction_effects(match.pk, 9, make.sheet(1, 2, 3), by=None)
