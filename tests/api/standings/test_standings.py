import csv
import io

import pytest

from league.operations.seasons import seasons
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import caller, problem_codes


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


# --- past evenings and what has moved since
@pytest.fixture
def two_evenings(world):
    """Return the second of two evenings: Ada wins the first over Bruno, and Bruno the second over
    Ada and over Chloé."""
    ada, bruno, chloe, _ = world.players
    later = make.session(world.season, day=8)
    make.played(make.match(world.session, [ada, bruno], options={"target": 1}), [22, 5])
    make.played(make.match(later, [bruno, ada], options={"target": 1}), [22, 5])
    make.played(make.match(later, [bruno, chloe], options={"target": 1}), [22, 5])
    refresh()
    return later


def standing(table):
    return [(row["place"], row["player"]["name"], row["points"]) for row in table["rows"]]


def test_the_table_as_it_stood_after_an_evening(world, alice, two_evenings):
    path = f"seasons/{world.season.pk}/standings/"
    then = alice.get(f"{path}?as_of={world.session.pk}").json()
    assert standing(then) == [(1, "Ada", "60.00"), (2, "Bruno", "0.00")]
    assert alice.get(f"{path}?as_of={two_evenings.pk}").json() == alice.get(path).json()
    csv_then = alice.get(f"{path.rstrip('/')}.csv?as_of={world.session.pk}").content.decode()
    assert csv_then.splitlines()[1] == "1,Ada,60.00,1,1"


def test_each_row_says_what_has_moved_since(world, alice, two_evenings):
    path = f"seasons/{world.season.pk}/standings/?since={world.session.pk}"
    rows = {row["player"]["name"]: row["moved"] for row in alice.get(path).json()["rows"]}
    assert rows == {
        "Bruno": {"places": 1, "points": "120.00"},
        "Ada": {"places": -1, "points": "0.00"},
        "Chloé": {"places": None, "points": "0.00"},
    }
    plain = alice.get(f"seasons/{world.season.pk}/standings/").json()["rows"]
    assert not any("moved" in row for row in plain)


def test_each_query_has_a_tag_of_its_own(world, alice, two_evenings):
    first, later = world.session.pk, two_evenings.pk
    path = f"seasons/{world.season.pk}/standings/"
    queries = ["", f"?as_of={first}", f"?as_of={later}", f"?since={first}", f"?since={later}"]
    tags = [alice.get(path + query)["ETag"] for query in queries]
    assert len(set(tags)) == len(tags)
    for query, tag in zip(queries, tags, strict=True):
        assert alice.get(path + query, If_None_Match=tag).status_code == 304
    for day in (20, 2):  # the second time the table is pending already
        seasons.update_session(world.session, starts_at=two_evenings.starts_at.replace(day=day))
        tags.append(alice.get(f"{path}?as_of={first}")["ETag"])
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("name", ["as_of", "since"])
@pytest.mark.parametrize("evening", ["0", "999999", "x", "-1", "²", "", "9" * 400])
def test_an_evening_that_the_season_does_not_have_is_422(world, alice, path, name, evening):
    response = alice.get(f"{path}?{name}={evening}")
    assert response.status_code == 422
    assert problem_codes(response) == [("unknown_session", name)]


def test_an_evening_of_another_season_is_422(world, alice, path):
    other = make.session(make.season(world.club, "Une autre"))
    assert alice.get(f"{path}?as_of={other.pk}").status_code == 422


def pages(caller, path, limit):
    """Yield every page of a table, one after the other."""
    following = f"/api/v1/{path}?limit={limit}"
    while following:
        page = caller.get(following.removeprefix("http://testserver"))
        assert page.status_code == 200, page.content
        yield page.json()
        following = page.json()["next"]


def test_a_table_comes_page_by_page(world, alice, path):
    whole = alice.get(path).json()
    assert whole["next"] is None
    rows = list(pages(alice, path, 2))
    assert [len(page["rows"]) for page in rows] == [2, 1]
    assert [row for page in rows for row in page["rows"]] == whole["rows"]
    assert {page["version"] for page in rows} == {whole["version"]}


@pytest.mark.parametrize("game", ["", "&game=neurotrio"])
def test_all_pages_of_one_reading_tell_the_same_version(world, alice, path, game):
    whole = alice.get(f"{path}?{game}").json()
    first = alice.get(f"{path}?limit=1{game}").json()
    third = make.match(world.session, [world.players[3], world.players[0]])
    make.played(third, [22, 5], [16, 8], [12, 3])
    refresh()
    assert alice.get(f"{path}?{game}").json()["rows"] != whole["rows"]
    second = alice.get(first["next"].removeprefix("http://testserver")).json()
    last = alice.get(second["next"].removeprefix("http://testserver")).json()
    assert first["rows"] + second["rows"] + last["rows"] == whole["rows"]
    assert (last["version"], last["next"]) == (whole["version"], None)
    assert (second["pending"], second["computed_at"]) == (True, None)


def test_later_pages_keep_the_standings_of_the_first_page(world, alice, path):
    whole = alice.get(path).json()
    first = alice.get(f"{path}?limit=2").json()
    alice.put(f"matches/{world.match.pk}/rounds/3/", make.sheet(3, 11, 12))
    refresh()
    assert alice.get(path).json()["rows"] != whole["rows"]
    second = alice.get(first["next"].removeprefix("http://testserver")).json()
    assert first["rows"] + second["rows"] == whole["rows"]


@pytest.mark.parametrize("change", ["scheme", "evening"])
def test_a_version_by_other_rules_is_gone(world, alice, path, change):
    following = alice.get(f"{path}?limit=1").json()["next"].removeprefix("http://testserver")
    if change == "scheme":
        alice.patch(f"seasons/{world.season.pk}/", {"scheme": {"scale": 100}})
    else:
        alice.patch(f"sessions/{world.session.pk}/", {"starts_at": "2026-09-09T20:00:00Z"})
    assert alice.get(following).status_code == 200  # still what is stored
    refresh()
    gone = alice.get(following)
    assert (gone.status_code, problem_codes(gone)) == (409, [("version_gone", "cursor")])


def test_a_page_has_a_tag_of_its_own(world, alice, path):
    tags = {alice.get(f"{path}{query}")["ETag"] for query in ("", "?limit=1", "?limit=2")}
    assert len(tags) == 3
    page = alice.get(f"{path}?limit=2")
    assert alice.get(f"{path}?limit=2", If_None_Match=page["ETag"]).status_code == 304
    following = page.json()["next"].removeprefix("http://testserver")
    assert alice.get(following, If_None_Match=page["ETag"]).status_code == 200


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("gmae=njet", ("unknown_parameter", "gmae")),
        ("limit=0", ("bad_limit", "limit")),
        ("limit=2&since={session}", ("not_with_pages", "since")),
        ("limit=2&as_of={session}", ("not_with_pages", "as_of")),
        ("cursor=x", ("bad_cursor", "cursor")),
        ("cursor={other}", ("bad_cursor", "cursor")),
        ("cursor={players}", ("bad_cursor", "cursor")),
    ],
)
def test_pages_that_cannot_be(world, alice, path, query, problem):
    def cursor(address):
        return alice.get(address).json()["next"].partition("cursor=")[2].partition("&")[0]

    query = query.format(
        session=world.session.pk,
        other=cursor(f"{path}?limit=1&game=neurotrio"),
        players=cursor(f"clubs/{world.club.slug}/players/?limit=1"),
    )
    answer = alice.get(f"{path}?{query}")
    assert (answer.status_code, problem_codes(answer)) == (422, [problem])


def test_an_organiser_sees_the_lag_of_each_table(world, alice, path):
    lag = f"clubs/{world.club.slug}/standings/"
    tables = alice.get(lag).json()["results"]
    assert len(tables) == 5
    assert {(table["behind"], table["season"]["id"]) for table in tables} == {(0, world.season.pk)}
    third = make.match(world.session, [world.players[3], world.players[0]])
    make.played(third, [22, 5], [16, 8], [12, 3])
    behind = {table["game"]: table["behind"] for table in alice.get(lag).json()["results"]}
    assert behind[None] > 0
    assert behind["neurotrio"] > 0
    assert behind["njet"] == 0
