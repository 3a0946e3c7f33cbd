"""The pages of awards that a club defines: edited by an organiser, read by the public."""

import re

import pytest
from django.test import Client

from league.models import ClubAward, Player
from scoring import projection
from scoring.models import Table
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    """Return a season in which Ada has won three evenings."""
    season = make.season(make.club(), games=["neurotrio", "njet"])
    people = make.players(season.club)
    for day in (1, 2, 3):
        match = make.match(make.session(season, day), people[:3], options={"target": 20})
        make.played(match, [22, 5, 3])
    refresh()
    return season


@pytest.fixture
def alice(season):
    client = Client()
    sign_in(client, make.user())
    return client


def refresh():
    for table in Table.every.all():
        projection.refresh(table.pk)


def words(response, status=200):
    assert response.status_code == status
    text = re.sub(r"<[^>]*>", " ", response.content.decode().split("<main")[1])
    return re.sub(r"\s+", " ", text)


def form(**values):
    return {
        "name": "Best newcomer",
        "statistic": "wins",
        "category": "all",
        "minimum_matches": 0,
        "minimum_evenings": 0,
        "currency": "EUR",
        **values,
    }


def desk_of(season):
    return f"/en/desk/clubs/{season.club.slug}/awards/"


def test_an_organiser_previews_and_creates_an_award_that_the_public_reads(season, alice):
    terms = form(over=f"season-{season.pk}", amount="12.50", prize="Chocolates", minimum_matches=3)
    preview = words(alice.post(desk_of(season), {**terms, "do": "preview"}))
    assert "Ada Wins: 3" in preview
    assert not ClubAward.objects.exists()
    response = alice.post(desk_of(season), terms)
    award = ClubAward.objects.get()
    assert response["Location"] == f"/en/desk/awards/{award.pk}/"
    assert (award.season, award.amount, award.prize) == (season, 1250, "Chocolates")
    for page in (f"/en/clubs/{season.club.slug}/awards/", f"/en/seasons/{season.pk}/awards/"):
        text = words(Client().get(page))
        assert "Best newcomer" in text
        assert "Ada Wins: 3" in text
        assert "Next: Bruno 0, Chloé 0" in text
        assert "Prize: Chocolates, 12.50 €" in text
        assert "Wins · Saison 2026 · at least 3 matches" in text


def test_a_form_is_refused_beside_its_field(season, alice):
    for terms, message in (
        (form(statistic="highest_score"), "Choose a game: scores of different games"),
        (form(category="newcomers"), "Choose a season or a first day"),
        (form(starts_on="2026-10-02", ends_on="2026-10-01"), "must not be before the first"),
        (form(minimum_matches=-1), "greater than or equal to 0"),
        (form(statistic="beauty"), "beauty is not one of the available choices"),
        (form(over="season-999999"), "season-999999 is not one of the available choices"),
        (form(amount="1.234"), "no more than 2 decimal places"),
    ):
        for do in ("preview", ""):
            assert message in words(alice.post(desk_of(season), {**terms, "do": do}), 422)
    assert not ClubAward.objects.exists()


def test_only_seasons_and_leagues_of_the_club_are_offered(season, alice):
    other = make.season(make.club(make.user("charlie@example.org"), "Elsewhere"), "Foreign")
    league = make.league(other, "Strangers")
    page = words(alice.get(desk_of(season)))
    assert "Saison 2026" in page
    assert "Foreign" not in page
    for over in (f"season-{other.pk}", f"league-{league.pk}"):
        words(alice.post(desk_of(season), form(over=over)), 422)
    award = make.award(other.club)
    assert alice.get(f"/en/desk/awards/{award.pk}/").status_code == 404
    assert alice.post(f"/en/desk/awards/{award.pk}/delete/").status_code == 404


def test_an_award_is_changed_field_by_field(season, alice):
    award = make.award(season.club, season=season, amount=1250)
    page = f"/en/desk/awards/{award.pk}/"
    assert "Ada Wins: 3" in words(alice.get(page))
    stored = form(
        name=award.name,
        over=f"season-{season.pk}",
        amount="12.50",
        **{f"initial-{name}": value for name, value in form(name=award.name).items()},
    )
    stored |= {"initial-over": f"season-{season.pk}", "initial-amount": "12.5"}
    shown = words(alice.post(page, {**stored, "lowest": "on", "do": "preview"}))
    assert "Bruno Wins: 0" in shown
    award.refresh_from_db()
    assert not award.lowest
    make.league(season, "Friday")
    ClubAward.objects.filter(pk=award.pk).update(minimum_evenings=2)  # by another person
    over = f"league-{season.leagues.get().pk}"
    assert alice.post(page, {**stored, "over": over}).status_code == 302
    award.refresh_from_db()
    assert (award.league, award.amount) == (season.leagues.get(), 1250)
    assert award.minimum_evenings == 2, "what this person has not changed stays"


def test_an_award_is_deleted_after_a_question(season, alice):
    award = make.award(season.club)
    page = f"/en/desk/awards/{award.pk}/delete/"
    assert "Results stay." in words(alice.get(page))
    assert alice.post(page)["Location"] == desk_of(season)
    assert not ClubAward.objects.exists()


def test_the_page_says_why_an_award_has_no_winner(season):
    make.award(season.club, "Diligent", minimum_matches=9)
    make.award(season.club, "Future", starts_on="2030-01-01")
    make.award(season.club, "Upset", statistic="upset_matches")
    make.award(season.club, "Debut", category="newcomers", starts_on="2026-10-02")
    text = words(Client().get(f"/en/clubs/{season.club.slug}/awards/"))
    assert "Debut Not given: no newcomer has a result in this period." in text
    assert "Diligent Not given: no player has enough matches or evenings yet." in text
    assert "Future Not given: there are no results in this period." in text
    assert "Upset Not given: no player has achieved it yet." in text


def test_the_page_adds_up_the_prizes_that_are_given(season):
    club = season.club
    make.award(club, "One", amount=1000, statistic="evenings")
    make.award(club, "Two", amount=250, currency="CHF")
    make.award(club, "Three", amount=5050)
    make.award(club, "None", amount=9999, minimum_matches=9)
    text = words(Client().get(f"/en/clubs/{club.slug}/awards/"))
    assert "(3.33 € each, 0.01 € stay with the club)" in text
    assert "Prize money given: 2.50 CHF, 60.50 €" in text


def test_names_are_shown_as_players_allow(season):
    Player.objects.filter(name="Ada").update(visibility="hidden")
    make.award(season.club)
    assert "Ada" not in words(Client().get(f"/en/clubs/{season.club.slug}/awards/"))


def test_more_awards_over_the_same_results_need_no_more_queries(
    season, django_assert_max_num_queries
):
    for number in range(6):
        make.award(season.club, f"Award {number}", season=season, minimum_matches=number)
    with django_assert_max_num_queries(22):
        Client().get(f"/en/seasons/{season.pk}/awards/")
