"""Every number of a row, followed back to matches."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.operations.seasons import seasons
from scoring import ledger, projection
from tests import make

QUICK = {"target": 1}


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


@pytest.fixture
def season(world):
    """Return a season in which the better of Ada's two evenings counts, each evening is worth 5,
    and 10 points are taken off."""
    scheme = {"best_evenings": 1, "attendance": 5, "tiebreaks": ["mini_table", "wins"]}
    seasons.update(world.season, scheme=scheme)
    ada, bruno, chloe, _ = world.players
    later = make.session(world.season, day=8)
    make.played(make.match(world.session, [ada, bruno], options=QUICK), [22, 5])
    make.played(make.match(later, [bruno, ada, chloe], options=QUICK), [22, 5, 5])
    ledger.penalise(
        season_id=world.season.pk,
        session_id=later.pk,
        player_id=ada.pk,
        points=10,
        reason="Late twice",
        by_id=None,
    )
    ledger.record_sit_out(season_id=world.season.pk, session_id=later.pk, player_id=ada.pk)
    refresh(world.season)
    return world.season


def origin(caller, season, player, query=""):
    return caller.get(f"seasons/{season.pk}/standings/{player.pk}/{query}")


def test_points_are_followed_back_to_matches(world, alice, season):
    content = origin(alice, season, world.players[0]).json()
    assert (content["place"], content["points"]) == (2, "60.00")
    assert (content["counted"], content["attendance"], content["penalty"]) == (
        "60.00",
        "10.00",
        "10.00",
    )
    evenings = [
        (
            session["points"],
            session["counted"],
            session["reason"],
            session["attendance"],
            session["sit_outs"],
        )
        for session in content["evenings"]
    ]
    assert evenings == [
        ("60.00", True, None, "5.00", 0),
        ("15.00", False, "only the best evening counts", "5.00", 1),
    ]
    (result,) = content["evenings"][1]["results"]
    assert result["text"] == "place 2 shared by 2 of 3 players: 15 of 60 points"
    assert (result["score"], result["players"], result["sharing"]) == (5, 3, 2)
    (penalty,) = content["penalties"]
    assert (penalty["points"], penalty["reason"]) == (10, "Late twice")
    assert content["possible"] is None, "the scheme tells no plan"
    rows = alice.get(f"seasons/{season.pk}/standings/").json()["rows"]
    assert {row["player"]["name"]: row["points"] for row in rows}["Ada"] == content["points"]


def test_a_mean_is_explained(world, alice, season):
    assert origin(alice, season, world.players[0]).json()["mean_text"] == ""
    seasons.update(season, scheme={"aggregate": "mean", "attendance": 5, "minimum_matches": 3})
    refresh(season)
    content = origin(alice, season, world.players[0]).json()
    assert (content["counted"], content["points"]) == ("37.50", "37.50")
    assert content["mean_text"] == "mean of all matches: 75 ÷ 2 = 37.50"
    assert not content["qualified"]


def test_the_reader_hears_it_in_french(world, alice, season):
    path = f"seasons/{season.pk}/standings/{world.players[0].pk}/"
    content = alice.get(path, Accept_Language="fr").json()
    assert content["evenings"][0]["results"][0]["text"].startswith("place 1 sur 2 joueurs")


def test_tie_breaks_say_with_whom_and_over_which_matches(world, alice):
    ada, bruno, chloe, dov = world.players
    first = make.played(make.match(world.session, [ada, bruno, chloe], options=QUICK), [22, 5, 0])
    second = make.played(make.match(world.session, [bruno, ada, dov], options=QUICK), [22, 5, 0])
    third = make.played(make.match(world.session, [bruno, ada], options=QUICK), [5, 5])
    make.played(make.match(world.session, [ada, chloe], options=QUICK), [5, 22])
    make.played(make.match(world.session, [bruno, dov], options=QUICK), [5, 22])
    refresh(world.season)
    wins, mini, best = origin(alice, world.season, ada).json()["tiebreaks"]
    assert (wins["code"], wins["value"], wins["matches"]) == ("wins", "2", [])
    assert [row["player"]["name"] for row in wins["tied"]] == ["Ada", "Bruno"]
    assert (mini["value"], [match["match"] for match in mini["matches"]]) == (
        "1.50",
        [first.pk, second.pk, third.pk],
    )
    seats = [
        [(seat["player"]["name"], seat["place"], seat["value"]) for seat in match["seats"]]
        for match in mini["matches"]
    ]
    assert seats == [
        [("Ada", 1, "1.00"), ("Bruno", 2, "0.00")],
        [("Bruno", 1, "1.00"), ("Ada", 2, "0.00")],
        [("Ada", 1, "0.50"), ("Bruno", 1, "0.50")],
    ]
    assert best["value"] == "120.00"


def test_tiebreaks_of_an_untied_player_list_no_rivals(world, alice, season):
    steps = origin(alice, season, world.players[1]).json()["tiebreaks"]
    assert [(step["code"], step["value"], step["tied"]) for step in steps] == [
        ("mini_table", None, []),
        ("wins", None, []),
    ]


def test_as_it_was_after_an_evening(world, alice, season):
    content = origin(alice, season, world.players[0], f"?as_of={world.session.pk}").json()
    assert (content["as_of"], content["place"], content["points"]) == (world.session.pk, 1, "65.00")
    assert len(content["evenings"]) == 1
    assert content["penalties"] == []
    bad = origin(alice, season, world.players[0], "?as_of=0")
    assert bad.status_code == 422


def test_origin_of_a_player_without_results_is_404(world, alice, season):
    assert origin(alice, season, world.players[3]).status_code == 404
    then = origin(alice, season, world.players[2], f"?as_of={world.session.pk}")
    assert then.status_code == 404
    assert origin(alice, season, world.players[0], "?game=njet").status_code == 404


def test_newer_facts_wait_for_the_table(world, alice, season):
    """The explanation is that of the points shown, not of those to come."""
    ada, bruno, *_ = world.players
    make.played(make.match(world.session, [ada, bruno], options=QUICK), [22, 5])
    content = origin(alice, season, ada).json()
    assert (content["pending"], content["points"]) == (True, "60.00")
    refresh(season)
    assert origin(alice, season, ada).json()["points"] == "120.00"


def test_the_same_is_not_sent_twice(world, alice, season):
    first = origin(alice, season, world.players[0])
    path = f"seasons/{season.pk}/standings/{world.players[0].pk}/"
    assert alice.get(path, If_None_Match=first["ETag"]).status_code == 304


def test_many_matches_cost_no_more_queries_than_few(world, alice, season):
    ada, bruno, *_ = world.players

    def count():
        with CaptureQueriesContext(connection) as captured:
            assert origin(alice, season, ada).status_code == 200
        return len(captured)

    origin(alice, season, ada)  # the use of the token is noted once
    few = count()
    for day in range(10, 20):
        session = make.session(season, day=day)
        make.played(make.match(session, [ada, bruno], options=QUICK), [22, 5])
    refresh(season)
    assert count() <= few <= 17
