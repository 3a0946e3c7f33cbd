"""The page of a player for programs: results, opponents, records and achievements."""

from datetime import datetime

import pytest

from league.models import Player
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import caller, problem_codes


@pytest.fixture
def career(world):
    """Play three matches: Ada wins, shares the first place with Bruno, and comes last."""
    ada, bruno, chloe, _dov = world.players
    session = make.session(world.season, 8)
    return [
        make.played(make.match(session, seats, options={"target": 1}), scores)
        for seats, scores in (
            ([ada, bruno, chloe], [22, 5, 3]),
            ([bruno, ada], [10, 10]),
            ([chloe, bruno, ada], [22, 6, 5]),
        )
    ]


def ask(alice, world, what, number=0, **headers):
    response = alice.get(f"players/{world.players[number].pk}/{what}", **headers)
    assert response.status_code == 200, response.content
    return response.json()


def test_a_history_has_totals_and_every_match(world, alice, career):
    history = ask(alice, world, "history/")
    assert history["player"] == {"id": world.players[0].pk, "name": "Ada"}
    assert (history["played"], history["wins"]) == (3, 2)
    # one of two beaten twice over, a shared place counts as a win
    totals = {"game": "neurotrio", "played": 3, "wins": 2, "beaten": 67}
    assert history["by_game"] == [totals]
    assert history["by_table_size"] == [
        {"players": 2, "places": [1, 0]},
        {"players": 3, "places": [1, 0, 1]},
    ]
    assert [line["seat"] for line in history["by_seat"]] == [1, 2, 3]
    assert [match["match"] for match in history["matches"]] == [match.pk for match in career]
    first = history["matches"][0]
    assert first == {
        "match": career[0].pk,
        "game": "neurotrio",
        "season": world.season.pk,
        "session": career[0].session_id,
        "played_at": first["played_at"],
        "place": 1,
        "players": 3,
        "score": 22,
        "seat": 1,
        "evidence": "sheet",
        "provisional": False,
    }
    assert datetime.fromisoformat(first["played_at"]) == career[0].session.starts_at


def test_a_history_has_the_rows_in_seasons_and_leagues(world, alice, career):
    league = make.league(world.season)
    for table in Table.every.filter(season=world.season):
        projection.refresh(table.pk)
    rows = ask(alice, world, "history/")["seasons"]
    assert [(row["season"]["id"], row["league"]) for row in rows] == [
        (world.season.pk, None),
        (world.season.pk, {"id": league.pk, "name": league.name}),
    ]
    of_season = alice.get(f"seasons/{world.season.pk}/standings/").json()["rows"]
    mine = next(row for row in of_season if row["player"]["id"] == world.players[0].pk)
    shared = ("place", "points", "played", "wins")
    assert {key: rows[0][key] for key in shared} == {key: mine[key] for key in shared}


def test_results_that_are_not_final_are_provisional(world, alice):
    season = make.season(world.club, "Confirmed", games=["neurotrio"], confirmation="all")
    match = make.match(make.session(season), world.players[:3], options={"target": 1})
    make.played(match, [22, 5, 3])
    (row,) = ask(alice, world, "history/")["matches"]
    assert row["provisional"]


def test_all_opponents_come_with_numbers_of_matches(world, alice, career):
    _ada, bruno, chloe, _dov = world.players
    assert ask(alice, world, "head_to_head/")["opponents"] == [
        {
            "player": {"id": bruno.pk, "name": "Bruno"},
            "met": 3,
            "ahead": 1,
            "behind": 1,
            "equal": 1,
        },
        {
            "player": {"id": chloe.pk, "name": "Chloé"},
            "met": 2,
            "ahead": 1,
            "behind": 1,
            "equal": 0,
        },
    ]


def test_one_opponent_comes_with_the_matches(world, alice, career):
    bruno = world.players[1]
    (opponent,) = ask(alice, world, f"head_to_head/?opponent={bruno.pk}")["opponents"]
    numbers = {"met": 3, "ahead": 1, "behind": 1, "equal": 1}
    assert {key: opponent[key] for key in numbers} == numbers
    # 17, 0 and -1 points more
    assert opponent["by_game"] == [{"game": "neurotrio", "mean_difference": "5.3", **numbers}]
    assert [match["match"] for match in opponent["matches"]] == [match.pk for match in career]
    assert [match["places"] for match in opponent["matches"]] == [[1, 2], [1, 1], [3, 2]]
    assert [match["scores"] for match in opponent["matches"]] == [[22, 5], [10, 10], [5, 6]]
    ada = world.players[0]
    (other,) = ask(alice, world, f"head_to_head/?opponent={ada.pk}", number=1)["opponents"]
    assert other["by_game"][0]["mean_difference"] == "-5.3"


def test_players_who_never_met_have_no_matches(world, alice, career):
    (opponent,) = ask(alice, world, f"head_to_head/?opponent={world.players[3].pk}")["opponents"]
    assert (opponent["met"], opponent["by_game"], opponent["matches"]) == (0, [], [])


def test_other_opponents_are_refused(world, alice):
    foreign = make.players(make.club(world.stranger, name="Far away"), ["Far"])[0].pk
    for player, code in (
        (world.players[0].pk, "unknown_player"),
        (foreign, "unknown_player"),
        (10**15, "unknown_player"),
        ("x", "bad_filter"),
    ):
        response = alice.get(f"players/{world.players[0].pk}/head_to_head/?opponent={player}")
        assert (response.status_code, problem_codes(response)) == (422, [(code, "opponent")])


def test_records_are_the_best_matches(world, alice, career):
    records = ask(alice, world, "records/")
    assert [match["match"] for match in records["highest"]] == [career[0].pk]
    assert [match["match"] for match in records["longest_run"]] == [career[0].pk, career[1].pk]
    assert records["largest_win"]["match"] == career[0].pk


def test_a_player_without_matches_has_no_records(world, alice):
    records = ask(alice, world, "records/")
    assert (records["highest"], records["longest_run"], records["largest_win"]) == ([], [], None)
    assert ask(alice, world, "history/")["matches"] == []
    assert ask(alice, world, "head_to_head/")["opponents"] == []
    assert ask(alice, world, "achievements/")["achievements"] == []


def test_achievements_have_words_and_a_proof(world, alice, career):
    page = ask(alice, world, "achievements/")
    assert not page["hidden"]
    (first_win,) = page["achievements"]
    assert first_win == {
        "code": "first_win",
        "title": "First win",
        "detail": "Neurotrio",
        "number": 1,
        "game": "neurotrio",
        "at": first_win["at"],
        "match": career[0].pk,
        "session": None,
    }
    french = ask(alice, world, "achievements/", Accept_Language="fr")["achievements"][0]
    assert french["title"] != "First win"


def test_hidden_achievements_are_not_listed(world, alice, career):
    Player.objects.filter(pk=world.players[0].pk).update(hides_achievements=True)
    page = ask(alice, world, "achievements/")
    assert (page["hidden"], page["achievements"]) == (True, [])


@pytest.mark.parametrize("what", ["history/", "head_to_head/", "records/", "achievements/"])
def test_an_unchanged_page_is_not_sent_again(world, alice, career, what):
    path = f"players/{world.players[0].pk}/{what}"
    tag = alice.get(path)["ETag"]
    assert alice.get(path, If_None_Match=tag).status_code == 304
    again = make.match(career[0].session, world.players[:4], options={"target": 1})
    make.played(again, [22, 5, 3, 2])
    # with twelve results of the club, its best score is an achievement
    assert alice.get(path, If_None_Match=tag).status_code == 200


def test_the_page_of_people_shows_the_same_matches(world, alice, client, career):
    page = client.get(f"/en/players/{world.players[0].pk}/")
    shown = [result.match for result in page.context["results"]]
    listed = ask(alice, world, "history/")["matches"]
    assert [match["match"] for match in listed] == shown[::-1]
    titles = [badge.title for badge in page.context["badges"]]
    badges = ask(alice, world, "achievements/")["achievements"]
    assert [badge["title"] for badge in badges] == titles


def test_strangers_see_no_player(world, career):
    stranger = caller(world.stranger)
    for what in ("history/", "head_to_head/", "records/", "achievements/"):
        assert stranger.get(f"players/{world.players[0].pk}/{what}").status_code == 404
