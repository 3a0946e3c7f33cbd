import pytest

from games import GAMES
from league.models import Season
from scoring.models import Table
from tests import make
from tests.api.caller import problem_codes

SCHEME = {
    "points": "place_fraction",
    "scale": 60,
    "aggregate": "sum",
    "tiebreaks": ["wins", "mini_table", "best_evening"],
}


def test_a_season_takes_the_default_games_and_scheme(world, alice):
    path = f"clubs/{world.club.slug}/seasons/"
    response = alice.post(path, {"name": "Printemps", "starts_on": "2027-01-01"})
    assert response.status_code == 201
    season = Season.objects.get(name="Printemps")
    assert response.json() == {
        "id": season.pk,
        "club": "les-ardoises",
        "name": "Printemps",
        "starts_on": "2027-01-01",
        "ends_on": None,
        "games": list(GAMES),
        "scheme": SCHEME,
        "house_rules": {},
        "confirmation": "nobody",
        "confirm_after_hours": 0,
        "correction_policy": "free",
        "corrections_close_after": None,
        "closed_at": None,
    }
    assert response["Location"] == f"/api/v1/seasons/{season.pk}/"


def test_part_of_a_scheme_is_enough(world, alice):
    path = f"clubs/{world.club.slug}/seasons/"
    body = {"name": "P", "starts_on": "2027-01-01", "scheme": {"scale": 100, "tiebreaks": []}}
    assert alice.post(path, body).json()["scheme"] == SCHEME | {"scale": 100, "tiebreaks": []}


def test_a_new_scheme_reaches_all_tables(world, alice):
    response = alice.patch(f"seasons/{world.season.pk}/", {"scheme": {"scale": 12}})
    assert response.json()["scheme"]["scale"] == 12
    tables = Table.objects.filter(season=world.season)
    assert {table.scheme["scale"] for table in tables} == {12}


def test_a_change_touches_only_what_it_names(world, alice):
    path = f"seasons/{world.season.pk}/"
    before = alice.get(path).json()
    after = alice.patch(path, {"ends_on": "2026-12-31"}).json()
    assert after == before | {"ends_on": "2026-12-31"}
    assert alice.patch(path, {"ends_on": None}).json() == before
    assert alice.patch(path, {}).json() == before


def test_a_name_is_used_once_in_a_club(world, alice):
    path = f"clubs/{world.club.slug}/seasons/"
    body = {"name": world.season.name, "starts_on": "2027-01-01"}
    assert alice.post(path, body).status_code == 409
    other = make.season(world.club, name="Printemps")
    assert alice.patch(f"seasons/{other.pk}/", {"name": world.season.name}).status_code == 409


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"starts_on": "2026-13-01"}, ("not_a_date", "starts_on")),
        ({"starts_on": "20260901"}, ("not_a_date", "starts_on")),
        ({"starts_on": 20260901}, ("not_a_date", "starts_on")),
        ({"starts_on": "２０２６-09-01"}, ("not_a_date", "starts_on")),
        ({"starts_on": None}, ("null", "starts_on")),
        ({"ends_on": "2026-01-01"}, ("ends_before_start", "ends_on")),
        ({"games": "neurotrio"}, ("not_a_list", "games")),
        ({"games": [1]}, ("not_text", "games.0")),
        ({"games": ["neurotrio", "chess"]}, ("unknown_game", "games.1")),
        ({"games": ["neurotrio", "neurotrio"]}, ("bad_games", "games")),
        ({"games": ["neurotrio"] * 21}, ("too_long", "games")),
        ({"scheme": []}, ("not_an_object", "scheme")),
        ({"scheme": {"scale": "60"}}, ("not_an_integer", "scheme.scale")),
        ({"scheme": {"scale": True}}, ("not_an_integer", "scheme.scale")),
        ({"scheme": {"scale": 60.0}}, ("not_an_integer", "scheme.scale")),
        ({"scheme": {"scale": 0}}, ("too_small", "scheme.scale")),
        ({"scheme": {"points": "magic"}}, ("not_a_choice", "scheme.points")),
        ({"scheme": {"tiebreaks": ["luck"]}}, ("not_a_choice", "scheme.tiebreaks.0")),
        ({"scheme": {"extra": 1}}, ("unknown_key", "scheme.extra")),
        ({"club": "x"}, ("unknown_key", "club")),
    ],
)
def test_impossible_changes_of_a_season_are_refused(world, alice, body, problem):
    path = f"seasons/{world.season.pk}/"
    before = alice.get(path).json()
    response = alice.patch(path, body)
    assert response.status_code == 422
    assert problem_codes(response) == [problem]
    assert alice.get(path).json() == before


def test_the_default_scheme_is_answered_just_as_it_is_written(alice, world):
    season = alice.post(
        f"clubs/{world.club.slug}/seasons/", {"name": "Plain", "starts_on": "2027-01-01"}
    )
    assert season.json()["scheme"] == {
        "points": "place_fraction",
        "scale": 60,
        "aggregate": "sum",
        "tiebreaks": ["wins", "mini_table", "best_evening"],
    }
