"""Ratings on pages: of a club, and of a player with a chart."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from league.models import Visibility
from league.operations.people import clubs
from league.web.standings import ratings as charts
from scoring import rating
from scoring.models import Rating as StoredRating
from scoring.pure.ratings import Rating
from scoring.rating_queries import RatingCareer, RatingPoint
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
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
    assert re.findall(r"(Ada|Bruno|Chloé)\s*</a>", text) == ["Ada", "Chloé", "Bruno"]
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
def test_pages_without_ratings_are_404(client, match, path):
    assert client.get(f"/en/{path}").status_code == 404


def test_a_player_sees_the_rating_of_each_game_with_its_chart(client, match):
    session = make.session(match.session.season, day=8)
    seated = [seat.player for seat in match.seats.all()]
    for _match in range(4):  # a chart needs five
        make.played(make.match(session, seated), *[[22, 5, 6]] * 3)
    rating.refresh(match.session.season.club_id)
    text = page(client, f"/en/players/{seated[0].pk}/")
    assert text.count('class="plot-band"') == 2
    assert "after 5 matches." in text
    assert "Club ratings" in text
    (zoe,) = make.players(match.session.season.club, ["Zoé"])
    assert "Club ratings" not in page(client, f"/en/players/{zoe.pk}/")


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
    points = [
        RatingPoint(number, datetime(2026, 1, 1, tzinfo=UTC) + timedelta(number), Rating(mu, 2.0))
        for number, mu in enumerate(mus)
    ]
    return RatingCareer("", Rating(mus[-1], 2.0), points)


def line(*mus):
    (line,) = charts.chart(career(*mus), "UTC").chart.lines
    return line


def heights(*mus):
    return [int(pair.split(",")[1]) for pair in line(*mus).points.split()]


def test_the_band_is_as_wide_as_the_deviation():
    figure = charts.chart(career(20, 26, 30), "UTC")
    assert figure.summary.startswith("1960 ± 80 after 3 matches.")
    assert "between 1560 and 1960" in figure.summary
    upper = line(20, 26, 30).band.split()[:3]
    gaps = [
        middle - int(pair.split(",")[1])
        for middle, pair in zip(heights(20, 26, 30), upper, strict=True)
    ]
    assert max(gaps) - min(gaps) <= 1
    assert heights(20, 26, 30) == sorted(heights(20, 26, 30), reverse=True)


def test_small_moves_look_small_and_the_latest_evenings_are_shown():
    shown = heights(*[25] * 150, 25.5)
    assert len(shown) == charts.MOST_SESSIONS
    assert max(shown) - min(shown) < 120
