"""Awards that a club defines, and their winners."""

import pytest

from league.errors import Invalid
from league.models import ClubAward, Player
from league.operations.standings import club_awards
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import problem_codes


def refresh():
    for table in Table.every.all():
        projection.refresh(table.pk)


@pytest.fixture
def path(world):
    """Return the list of the awards of a club in which Ada won a match of three."""
    make.played(world.match, [22, 5, 0], [16, 8, 11], [12, 11, 3])  # Ada, Bruno, Chloé
    refresh()
    return f"clubs/{world.club.slug}/awards/"


def created(alice, path, **body):
    response = alice.post(path, {"name": "Prix", "statistic": "wins", **body})
    assert response.status_code == 201, response.json()
    return response.json()["id"]


def winners(alice, path, **body):
    """Return the names of the winners with their values, and why there are none."""
    body = {"name": "Prix", "statistic": "wins", **body}
    response = alice.post(f"{path}preview/", body)
    assert response.status_code == 200, response.json()
    shown = response.json()
    return [(each["player"]["name"], each["value"]) for each in shown["winners"]] or shown[
        "not_given"
    ]


def test_an_award_counts_all_seasons_unless_it_says_otherwise(world, alice, path):
    response = alice.post(path, {"name": "Prix", "statistic": "points"})
    assert response.status_code == 201
    award = ClubAward.objects.get()
    assert response["Location"] == f"/api/v1/awards/{award.pk}/"
    assert response.json() == {
        "id": award.pk,
        "name": "Prix",
        "statistic": "points",
        "lowest": False,
        "season": None,
        "league": None,
        "game": None,
        "starts_on": None,
        "ends_on": None,
        "category": "all",
        "minimum_matches": 0,
        "minimum_sessions": 0,
        "minimum_evenings": 0,
        "prize": "",
        "amount": 0,
        "currency": "EUR",
    }
    assert alice.get(path).json()["results"] == [response.json()]


def test_the_winners_come_with_their_proof(world, alice, path):
    award = created(alice, path, statistic="win_share", amount=1001)
    ada, bruno, chloe, _dov = world.players
    loser = {"value": "0.00", "exact": "0", "played": 1, "evenings": 1, "matches": []}
    assert alice.get(f"awards/{award}/winners/").json() == {
        "winners": [
            {
                "player": {"id": ada.pk, "name": "Ada"},
                "value": "100.00",
                "exact": "1",
                "played": 1,
                "evenings": 1,
                "matches": [world.match.pk],
                "sessions": [],
            }
        ],
        "runners_up": [
            {**loser, "player": {"id": each.pk, "name": each.name}, "sessions": []}
            for each in (bruno, chloe)
        ],
        "not_given": None,
        "tied": 1,
        "amount_each": 1001,
        "amount_left": 0,
    }


def test_equal_winners_share_the_money_in_whole_cents(world, alice, path):
    award = created(alice, path, statistic="matches", amount=1000)
    shown = alice.get(f"awards/{award}/winners/").json()
    assert [each["player"]["name"] for each in shown["winners"]] == ["Ada", "Bruno", "Chloé"]
    assert (shown["amount_each"], shown["amount_left"]) == (333, 1)


def test_a_later_result_moves_the_award(world, alice, path):
    award = created(alice, path, game="neurotrio", statistic="highest_score")
    before = alice.get(f"awards/{award}/winners/").json()["winners"]
    later = make.match(world.session, world.players[1:], options={"target": 60})
    make.played(later, [22, 5, 0], [22, 8, 11], [22, 5, 0])
    refresh()
    after = alice.get(f"awards/{award}/winners/").json()["winners"]
    assert [each["player"]["name"] for each in before] == ["Ada"]
    assert [(each["player"]["name"], each["value"]) for each in after] == [("Bruno", "66.00")]


def test_days_limit_what_counts(world, alice, path):
    season = world.season.pk
    day = world.session.starts_at.date().isoformat()
    assert winners(alice, path, season=season, starts_on=day, ends_on=day) == [("Ada", "1")]
    assert winners(alice, path, season=season, ends_on="2026-01-01") == "no_result"
    assert winners(alice, path, starts_on="2030-01-01") == "no_result"


def test_a_season_counts_its_own_results(world, alice, path):
    other = make.season(world.club, "Other")
    make.played(
        make.match(make.session(other, 9), world.players[1:], options={"target": 1}), [2, 22, 0]
    )
    refresh()
    assert winners(alice, path, season=other.pk) == [("Chloé", "1")]
    assert winners(alice, path, season=world.season.pk) == [("Ada", "1")]
    assert winners(alice, path) == [("Ada", "1"), ("Chloé", "1")]


def test_a_league_counts_its_members_and_points(world, alice, path):
    league = make.league(
        world.season,
        member_rule="listed",
        players=[player.pk for player in world.players[1:3]],
        place_rule="members",
        scheme={"scale": 10},
    )
    refresh()
    of_league = {"season": world.season.pk, "league": league.pk}
    assert winners(alice, path, **of_league) == [("Bruno", "1")]
    assert winners(alice, path, **of_league, statistic="points") == [("Bruno", "10.00")]


def test_newcomers_have_no_result_before_the_period(world, alice, path):
    other = make.season(world.club, "Other")
    (eva,) = make.players(world.club, ["Eva"])
    ada, bruno, *_others = world.players
    match = make.match(make.session(other, 9), [ada, bruno, eva], options={"target": 1})
    make.played(match, [22, 5, 2])
    refresh()
    terms = {"season": other.pk, "starts_on": "2026-10-09", "statistic": "matches"}
    assert winners(alice, path, **terms, category="newcomers") == [("Eva", "1")]
    assert winners(alice, path, **terms, category="all")[0] == ("Ada", "1")
    assert winners(alice, path, starts_on="2026-10-10", category="newcomers") == "no_result"


def test_guests_never_win(world, alice, path):
    Player.objects.filter(name="Ada").update(is_guest=True)
    refresh()
    assert winners(alice, path, statistic="points") == [("Bruno", "30.00")]
    assert winners(alice, path) == "zero"


def test_minimums_can_leave_an_award_without_a_winner(world, alice, path):
    assert winners(alice, path, minimum_matches=1, minimum_evenings=1) == [("Ada", "1")]
    assert winners(alice, path, minimum_matches=2) == "minimum"
    assert winners(alice, path, minimum_evenings=2) == "minimum"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"statistic": "beauty"}, ("not_a_choice", "statistic")),
        ({"name": " "}, ("blank", "name")),
        ({"minimum_matches": -1}, ("too_small", "minimum_matches")),
        ({"minimum_evenings": 1001}, ("too_large", "minimum_evenings")),
        ({"amount": -5}, ("too_small", "amount")),
        ({"currency": "XXX"}, ("not_a_choice", "currency")),
        ({"starts_on": "2026-10-02", "ends_on": "2026-10-01"}, ("ends_before_start", "ends_on")),
        ({"season": "FOREIGN"}, ("unknown_season", "season")),
        ({"league": "FOREIGN"}, ("unknown_league", "league")),
        ({"league": "OWN"}, ("unknown_league", "league")),
        ({"season": "OTHER", "league": "OWN"}, ("unknown_league", "league")),
        ({"season": "OTHER", "game": "neurotrio"}, ("unknown_game", "game")),
        ({"game": "chess"}, ("unknown_game", "game")),
        ({"statistic": "highest_score"}, ("game_needed", "game")),
        ({"category": "newcomers"}, ("no_first_day", "starts_on")),
        ({"prize": "x" * 101}, ("too_long", "prize")),
    ],
)
def test_terms_that_contradict_each_other_are_refused(world, alice, path, body, problem):
    foreign = make.season(make.club(make.user("charlie@example.org"), "Elsewhere"))
    ids = {
        "season": {
            "FOREIGN": foreign.pk,
            "OTHER": make.season(world.club, "Other", games=["njet"]).pk,
        },
        "league": {"FOREIGN": make.league(foreign).pk, "OWN": make.league(world.season).pk},
    }
    body = {
        name: ids[name][value] if name in ids and value in ids[name] else value
        for name, value in body.items()
    }
    for address in (path, f"{path}preview/"):
        refused = alice.post(address, {"name": "Prix", "statistic": "wins", **body})
        assert problem_codes(refused) == [problem]
    assert not ClubAward.objects.exists()


def test_numbers_are_checked_without_the_api_too(world):
    for name in ("minimum_matches", "minimum_evenings", "amount"):
        with pytest.raises(Invalid) as refused:
            make.award(world.club, "Prix", **{name: -1})
        assert [(each["code"], each["path"]) for each in refused.value.problems] == [
            ("out_of_range", name)
        ]


def test_an_award_changes_and_goes(world, alice, path):
    award = created(alice, path)
    league = make.league(world.season)
    of_award = f"awards/{award}/"
    changed = alice.patch(of_award, {"season": world.season.pk, "league": league.pk}).json()
    assert (changed["season"], changed["league"]) == (world.season.pk, league.pk)
    assert alice.patch(of_award, {"season": None}).json()["league"] is None
    stale = alice.get(of_award)["ETag"]
    alice.patch(of_award, {"lowest": True})
    assert alice.patch(of_award, {"lowest": False}, If_Match=stale).status_code == 412
    assert alice.send("DELETE", of_award).status_code == 204
    assert alice.get(of_award).status_code == 404


def test_a_name_is_taken_once(world, alice, path):
    created(alice, path)
    assert alice.post(path, {"name": "Prix", "statistic": "points"}).status_code == 409
    other = created(alice, path, name="Autre")
    assert alice.patch(f"awards/{other}/", {"name": "Prix"}).status_code == 409


def test_a_club_has_a_limited_number_of_awards(world, alice, path, monkeypatch):
    monkeypatch.setattr(club_awards, "MOST_AWARDS", 1)
    created(alice, path)
    assert alice.post(path, {"name": "Autre", "statistic": "wins"}).status_code == 409


def test_a_game_that_an_award_names_stays(world, alice, path):
    league = make.league(world.season, games=["njet"])
    created(alice, path, season=world.season.pk, game="neurotrio")
    of_league = {"season": world.season.pk, "league": league.pk, "game": "njet"}
    created(alice, path, name="Ligue", **of_league)
    refused = alice.patch(f"seasons/{world.season.pk}/", {"games": ["njet"]})
    assert problem_codes(refused) == [("game_in_use", "games")]
    refused = alice.patch(f"leagues/{league.pk}/", {"games": ["neurotrio"]})
    assert problem_codes(refused) == [("game_in_use", "games")]


def test_an_award_goes_with_its_league(world, alice, path):
    league = make.league(world.season)
    award = created(alice, path, season=world.season.pk, league=league.pk)
    alice.send("DELETE", f"leagues/{league.pk}/")
    assert alice.get(f"awards/{award}/").status_code == 404
