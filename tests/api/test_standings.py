import csv
import io

import pytest

from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import caller


def refresh() -> None:
    for table in Table.objects.all():
        projection.refresh(table.pk)


@pytest.fixture
def path(world):
    make.played(world.match, [22, 5, 0], [16, 8, 11], [12, 11, 3])
    second = make.match(world.session, world.players[1:3])
    make.played(second, [22, 5], [16, 8], [5, 22], [12, 3])
    refresh()
    return f"seasons/{world.season.pk}/standings/"


def test_the_table_over_all_games(world, alice, path):
    table = alice.get(path).json()
    assert table["game"] is None
    assert table["version"] >= 1
    assert table["computed_at"][-6:] in {"+01:00", "+02:00"}
    rows = [
        (r["place"], r["player"]["name"], r["points"], r["played"], r["wins"])
        for r in table["rows"]
    ]
    assert rows == [
        (1, "Bruno", "90.00", 2, 1),
        (2, "Ada", "60.00", 1, 1),
        (3, "Chloé", "0.00", 2, 0),
    ]


def test_tie_breaks_are_shown_where_they_were_looked_at(world, alice, path):
    third = make.match(world.session, [world.players[0], world.players[2]])
    make.played(third, [22, 5], [16, 8], [12, 3])
    fourth = make.match(world.session, [world.players[2], world.players[3]])
    make.played(fourth, [5, 22], [8, 16], [3, 12])
    refresh()
    rows = {row["player"]["name"]: row for row in alice.get(path).json()["rows"]}
    assert rows["Bruno"]["tiebreaks"] == {"wins": None, "mini_table": None, "best_evening": None}
    make.played(
        make.match(world.session, [world.players[1], world.players[3]]), [22, 5], [16, 8], [12, 3]
    )
    refresh()
    rows = {row["player"]["name"]: row for row in alice.get(path).json()["rows"]}
    assert rows["Bruno"]["points"] == "150.00"
    assert [set(row["tiebreaks"]) for row in rows.values()] == [
        {"wins", "mini_table", "best_evening"}
    ] * 4


def test_tied_players_show_exact_tie_breaks(world, alice):
    four = make.match(world.session, world.players)
    make.played(four, [22, 0, 0, 0], [22, 0, 0, 0], [12, 0, 0, 0])
    refresh()
    rows = alice.get(f"seasons/{world.season.pk}/standings/").json()["rows"]
    assert [(row["place"], row["points"]) for row in rows] == [(1, "60.00")] + [(2, "20.00")] * 3
    assert rows[1]["tiebreaks"] == {"wins": 0, "mini_table": "1.00", "best_evening": "20.00"}


def test_the_table_of_one_game(world, alice, path):
    assert alice.get(f"{path}?game=neurotrio").json()["game"] == "neurotrio"


@pytest.mark.parametrize("game", ["chess", "NEUROTRIO", "%00", "neurotrio%00", "a" * 3000, "%FF"])
def test_a_table_of_an_unknown_game_is_404(world, alice, path, game):
    assert alice.get(f"{path}?game={game}").status_code == 404


def test_only_players_with_a_finished_match_have_a_row(world, alice):
    make.played(world.match, [22, 5, 0])
    refresh()
    assert alice.get(f"seasons/{world.season.pk}/standings/").json()["rows"] == []


def test_the_same_version_is_not_sent_twice(world, alice, path):
    first = alice.get(path)
    again = alice.get(path, If_None_Match=first["ETag"])
    assert again.status_code == 304
    assert again["ETag"] == first["ETag"]
    assert alice.get(path, If_None_Match='"other", W/' + first["ETag"]).status_code == 304
    assert alice.get(path, If_None_Match='"other"').status_code == 200
    make.played(make.match(world.session, world.players[:2]), [22, 5], [16, 8], [12, 3])
    assert alice.get(path, If_None_Match=first["ETag"]).status_code == 200


def test_the_csv_holds_the_same_rows(world, alice, path):
    response = alice.get(path.rstrip("/") + ".csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert list(csv.reader(io.StringIO(response.content.decode()))) == [
        ["place", "player", "points", "played", "wins"],
        ["1", "Bruno", "90.00", "2", "1"],
        ["2", "Ada", "60.00", "1", "1"],
        ["3", "Chloé", "0.00", "2", "0"],
    ]
    assert alice.get(path.rstrip("/") + ".csv", If_None_Match=response["ETag"]).status_code == 304


@pytest.mark.parametrize("accept", ["*/*", "text/csv", "application/json", "text/html"])
def test_the_csv_is_csv_whatever_is_preferred(world, alice, path, accept):
    response = alice.get(path.rstrip("/") + ".csv", Accept=accept)
    assert response["Content-Type"].startswith("text/csv")


@pytest.mark.parametrize("name", ["=1+1", "+33 6", "-x", "@SUM(A1)"])
def test_a_spreadsheet_does_not_compute_names(world, name):
    players = make.players(world.club, [name, '"Zoé", <script> 🎲'])
    make.played(make.match(world.session, players), [22, 5], [16, 8], [12, 3])
    refresh()
    alice = caller(world.owner)
    text = alice.get(f"seasons/{world.season.pk}/standings.csv").content.decode()
    names = [row["player"] for row in csv.DictReader(io.StringIO(text))]
    assert names == ["'" + name, '"Zoé", <script> 🎲']
    rows = alice.get(f"seasons/{world.season.pk}/standings/").json()["rows"]
    assert rows[0]["player"]["name"] == name
