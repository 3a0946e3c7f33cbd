"""Ratings on pages: of a club, and of a player with a chart."""

import re

import pytest

from league.models import Visibility
from league.operations.people import clubs
from league.web.standings import ratings as charts
from scoring import rating
from scoring.models import Rating as StoredRating
from scoring.pure.ratings import Rating
from scoring.rating_queries import RatingCareer, RatingPoint
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """Return a match in which Ada wins, Chloé is second and Bruno third."""
    match = make.played(make.match(), *[[22, 5, 6]] * 3)
    rating.refresh(match.session.season.club_id)
    return match


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert not answer.cookies
    return answer.content.decode()


def test_the_ratings_of_a_club_stand_best_first(client, match):
    text = page(client, "/en/clubs/les-ardoises/ratings/")
    order = [text.index(f"</i>{name}") for name in ("Ada", "Chloé", "Bruno")]
    assert order == sorted(order)
    best = StoredRating.objects.get(player__name="Ada", game="")
    assert f"<b>{Rating(best.mu, best.sigma).shown}</b>" in text
    assert page(client, "/en/clubs/les-ardoises/ratings/neurotrio/").count("<tr") == 4


def test_equal_ratings_share_their_place(client):
    match = make.played(make.match(), *[[22, 5, 5]] * 3)
    rating.refresh(match.session.season.club_id)
    text = page(client, "/en/clubs/les-ardoises/ratings/")
    assert re.findall(r'class="place p(\d)"', text) == ["1", "2", "2"]


def test_the_club_page_leads_to_its_ratings(client, match):
    assert 'href="/fr/clubs/les-ardoises/ratings/"' in page(client, "/fr/clubs/les-ardoises/")


def test_a_club_without_matches_says_so(client):
    make.club()
    assert "No finished match yet." in page(client, "/en/clubs/les-ardoises/ratings/")


def test_results_that_are_not_rated_yet_are_announced(client):
    make.played(make.match(), *[[22, 5, 6]] * 3)
    assert "being counted" in page(client, "/en/clubs/les-ardoises/ratings/")


@pytest.mark.parametrize("path", ["clubs/nowhere/ratings/", "clubs/les-ardoises/ratings/chess/"])
def test_what_has_no_ratings_is_not_found(client, match, path):
    assert client.get(f"/en/{path}").status_code == 404


def test_a_player_sees_the_rating_of_each_game_with_its_chart(client, match):
    text = page(client, f"/en/players/{match.seats.first().player_id}/")
    assert text.count("<polyline") == 2
    assert "after 1 match" in text
    assert "Ratings of the club" in text
    assert "<polyline" not in page(
        client, f"/en/players/{make.players(match.session.season.club, ['Zoé'])[0].pk}/"
    )


@pytest.mark.parametrize("visibility", [Visibility.INITIAL, Visibility.HIDDEN])
def test_names_are_shown_as_the_player_chose(client, visibility):
    session = make.session(make.season(make.club()))
    ada = clubs.add_player(session.season.club, name="Ada Lovelace", visibility=visibility)
    seated = [ada, *make.players(session.season.club, ["Bob"])]
    make.played(make.match(session, seated), *[[22, 5]] * 3)
    rating.refresh(session.season.club_id)
    for path in ("/en/clubs/les-ardoises/ratings/", f"/en/players/{ada.pk}/"):
        assert "Lovelace" not in page(client, path)
        assert ada.public_name in page(client, path)
    client.force_login(make.user())
    for path in ("/en/clubs/les-ardoises/ratings/", f"/en/players/{ada.pk}/"):
        assert "Ada Lovelace" in client.get(path).content.decode()


def test_the_list_costs_as_many_queries_for_many_as_for_few(
    client, match, django_assert_max_num_queries
):
    def queries():
        with django_assert_max_num_queries(20) as captured:
            page(client, "/en/clubs/les-ardoises/ratings/")
        return len(captured)

    few = queries()
    seated = make.players(match.session.season.club, [f"P{number}" for number in range(12)])
    for three in zip(seated[::3], seated[1::3], seated[2::3], strict=True):
        make.played(make.match(match.session, three), *[[22, 5, 6]] * 3)
    rating.refresh(match.session.season.club_id)
    assert queries() == few


# --- the chart alone
def career(*mus):
    points = [RatingPoint(number, None, Rating(mu, 2.0)) for number, mu in enumerate(mus)]
    return RatingCareer("", Rating(mus[-1], 2.0), points)


def heights(chart):
    return [float(pair.split(",")[1]) for pair in chart.path.split()]


def test_a_chart_begins_with_the_newcomer_and_rises_to_the_top():
    chart = charts.chart(career(20, 26, 30))
    assert (chart.least, chart.most, chart.played) == (1000, 1960, 3)
    assert heights(chart) == sorted(heights(chart), reverse=True)
    assert (heights(chart)[0], heights(chart)[-1]) == (56.0, 4.0)


def test_small_moves_look_small():
    chart = charts.chart(career(*[25] * 150, 25.5))
    assert len(heights(chart)) == charts.MOST_MATCHES + 1
    assert max(heights(chart)) - min(heights(chart)) < 6
