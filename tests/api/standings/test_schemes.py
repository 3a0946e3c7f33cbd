import pytest

from league.operations.seasons import seasons
from scoring import projection
from scoring.models import SchemeVersion
from tests import make
from tests.api.caller import problem_codes

QUICK = {"target": 1}


@pytest.fixture
def path(world):
    """Return the path of the preview of a season in which Ada is first and Chloé last by places,
    and the other way round by scores."""
    ada, bruno, chloe, _ = world.players
    make.played(make.match(world.session, [ada, bruno, chloe], options=QUICK), [6, 5, 3])
    make.played(make.match(world.session, [bruno, chloe], options=QUICK), [11, 11])
    make.played(make.match(world.session, [ada, chloe], options=QUICK), [5, 4])
    for table in world.season.tables.all():
        projection.refresh(table.pk)
    return f"seasons/{world.season.pk}/scheme/preview/"


def test_a_scheme_is_previewed_without_being_stored(world, alice, path):
    before = alice.get(f"seasons/{world.season.pk}/standings/").json()
    answer = alice.post(path, {"scheme": {"points": "raw", "tiebreaks": []}})
    assert answer.status_code == 200
    rows = [
        (row["place"], row["player"]["name"], row["points"], row["before"], row["moved"])
        for row in answer.json()["rows"]
    ]
    assert rows == [
        (1, "Chloé", "18.00", {"place": 3, "points": "30.00"}, {"places": 2, "points": "-12.00"}),
        (2, "Bruno", "16.00", {"place": 2, "points": "60.00"}, {"places": 0, "points": "-44.00"}),
        (3, "Ada", "11.00", {"place": 1, "points": "120.00"}, {"places": -2, "points": "-109.00"}),
    ]
    assert alice.get(f"seasons/{world.season.pk}/standings/").json() == before
    assert SchemeVersion.objects.filter(season=world.season).count() == 1


def test_it_may_be_tried_on_another_season_of_the_club(world, alice, path):
    fresh = make.season(world.club, "Printemps")
    answer = alice.post(
        f"seasons/{fresh.pk}/scheme/preview/",
        {"scheme": {"scale": 6}, "on": world.season.pk, "game": "neurotrio"},
    ).json()
    assert answer["season"]["id"] == world.season.pk
    first = answer["rows"][0]
    assert (first["points"], first["before"]["points"]) == ("12.00", "120.00")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, ("missing_key", "scheme")),
        ({"scheme": {"scale": 0}}, ("too_small", "scheme.scale")),
        ({"scheme": {"tiebreaks": ["wins", "luck"]}}, ("not_a_choice", "scheme.tiebreaks.1")),
        ({"scheme": {}, "on": 999_999}, ("unknown_season", "on")),
        ({"scheme": {}, "on": "1"}, ("not_an_integer", "on")),
        ({"scheme": {}, "game": "chess"}, ("unknown_game", "game")),
        ({"scheme": {}, "extra": 1}, ("unknown_key", "extra")),
    ],
)
def test_an_invalid_scheme_preview_is_refused(world, alice, path, body, problem):
    answer = alice.post(path, body)
    assert answer.status_code == 422
    assert problem_codes(answer) == [problem]


def test_a_season_of_another_club_is_not_known(world, alice, path):
    other = make.season(world.stranger.memberships.get().club, "Ailleurs")
    answer = alice.post(path, {"scheme": {}, "on": other.pk})
    assert problem_codes(answer) == [("unknown_season", "on")]


def test_every_adopted_scheme_is_kept_with_who_adopted_it(world, alice):
    alice.patch(f"seasons/{world.season.pk}/", {"scheme": {"scale": 12}})
    alice.patch(f"seasons/{world.season.pk}/", {"scheme": {"scale": 12}})  # the same: no new one
    seasons.update(world.season, scheme={"attendance": 3})
    content = alice.get(f"seasons/{world.season.pk}/schemes/").json()["results"]
    assert [(row["number"], row["adopted_by"]) for row in content] == [
        (1, None),
        (2, "Alice"),
        (3, None),
    ]
    assert [row["scheme"]["scale"] for row in content] == [60, 12, 60]
    assert content[2]["scheme"]["attendance"] == 3
