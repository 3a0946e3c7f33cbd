"""Standings and results as CSV, XLSX and a file of BG Stats: what the page shows, for everybody."""

import csv
import json
from datetime import datetime
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook

from league.models import Player, Session, Visibility
from league.operations.matches import submissions
from league.operations.people import clubs
from league.operations.results import stopped_matches
from league.operations.seasons import teams
from league.operations.seasons.team_checks import MemberData
from scoring import projection
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def match():
    """Return a match that Ada, who is hidden, has won."""
    season = make.season(make.club(), games=["neurotrio"])
    ada = clubs.add_player(season.club, name="Ada Lovelace", visibility=Visibility.HIDDEN)
    seated = [ada, *make.players(season.club, ["Bruno", "Chloé"])]
    match = make.played(make.match(make.session(season), seated), *[[22, 5, 6]] * 3)
    refresh(season)
    return match


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


def download(client, path, media_type):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == media_type
    assert not answer.cookies
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    return answer.content


def read_csv(client, path):
    content = download(client, path, "text/csv; charset=utf-8").decode()
    assert content.startswith("\ufeff"), "spreadsheets would take it for another encoding"
    content = content.removeprefix("\ufeff")
    return list(csv.reader(StringIO(content, newline=""), strict=True))


def read_xlsx(client, path):
    media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    page = load_workbook(BytesIO(download(client, path, media_type))).active
    return [list(row) for row in page.values]


def read_plays(client, path):
    return json.loads(download(client, path, "application/json"))


def hidden_name(match):
    return f"Player {match.seats.first().player_id}"


def test_the_standings_have_the_columns_of_the_page(client, match):
    rows = read_csv(client, f"/en/seasons/{match.session.season_id}/standings.csv")
    assert rows[0][:5] == ["Place", "Player", "Points", "Played", "Wins"]
    assert rows[0][5:] == ["Mini-table", "Best evening"]
    assert [row[:5] for row in rows[1:]] == [
        ["1", hidden_name(match), "60.00", "1", "1"],
        ["2", "Chloé", "30.00", "1", "0"],
        ["3", "Bruno", "0.00", "1", "0"],
    ]


def test_names_of_columns_are_in_the_language_of_the_address(client, match):
    (header, *rows) = read_csv(client, f"/fr/seasons/{match.session.season_id}/standings.csv")
    assert header[1] == "Joueur"
    assert rows[0][2] == "60.00"


def test_a_workbook_holds_numbers_and_days(client, match):
    season = match.session.season_id
    _header, first, *_rest = read_xlsx(client, f"/en/seasons/{season}/standings.xlsx")
    assert first[:5] == [1, hidden_name(match), 60, 1, 1]
    header, first, second, third = read_xlsx(client, f"/en/seasons/{season}/results.xlsx")
    assert header == [
        *("Day", "Where", "Game", "Match", "Seat"),
        *("Player", "Score", "Place", "Rounds"),
    ]
    day = datetime(2026, 10, 1)  # noqa: DTZ001 - a workbook has no time zones
    here = [day, "Salle Pascal", "Neurotrio", match.pk]
    assert first == [*here, 1, hidden_name(match), 66, 1, 3]
    assert second == [*here, 2, "Bruno", 15, 3, 3]
    assert third == [*here, 3, "Chloé", 18, 2, 3]


def test_results_are_those_of_finished_matches(client, match):
    season = match.session.season
    make.played(make.match(match.session), [2, 5, 6])
    rows = read_csv(client, f"/en/seasons/{season.pk}/results.csv")
    assert {row[3] for row in rows[1:]} == {str(match.pk)}
    assert rows[1][0] == "2026-10-01"


def test_a_day_is_that_of_the_clock_of_the_club(client, match):
    late = datetime.fromisoformat("2026-10-01T22:30:00+00:00")
    Session.objects.filter(pk=match.session_id).update(starts_at=late)
    rows = read_csv(client, f"/en/seasons/{match.session.season_id}/results.csv")
    assert rows[1][0] == "2026-10-02"


def test_each_game_has_its_own_files(client, match):
    season = make.season(match.session.season.club, "Two", games=["neurotrio", "triominos"])
    make.played(make.match(make.session(season), players(match)), *[[22, 5, 6]] * 3)
    refresh(season)
    page = f"/en/seasons/{season.pk}"
    assert len(read_csv(client, f"{page}/neurotrio/standings.csv")) == 4
    assert len(read_csv(client, f"{page}/triominos/standings.csv")) == 1
    assert len(read_csv(client, f"{page}/neurotrio/results.csv")) == 4
    assert len(read_csv(client, f"{page}/triominos/results.csv")) == 1


def players(match):
    return [seat.player for seat in match.seats.select_related("player")]


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+33", "-2+3", "@SUM(A1)", "\tx"])
def test_a_name_is_no_formula(client, match, name):
    Player.objects.filter(name="Bruno").update(name=name)
    season = match.session.season_id
    for what, column in (("standings", 1), ("results", 5)):
        names = {row[column] for row in read_csv(client, f"/en/seasons/{season}/{what}.csv")}
        assert f"'{name}" in names
        assert name not in names
    content = client.get(f"/en/seasons/{season}/results.xlsx").content
    cells = [cell for row in load_workbook(BytesIO(content)).active.rows for cell in row]
    assert [cell.data_type for cell in cells if cell.value == name] == ["s"]


def test_a_name_with_characters_that_no_workbook_holds(client, match):
    Player.objects.filter(name="Bruno").update(name='Bru\x01no, "le\nGrand" 🎲 نادي')
    season = match.session.season_id
    assert 'Bruno, "le\nGrand" 🎲 نادي' in str(
        [row[5] for row in read_xlsx(client, f"/en/seasons/{season}/results.xlsx")]
    ).replace("\\n", "\n")


FILES = [
    "standings.csv", "standings.xlsx", "results.csv", "results.xlsx", "plays.bgsplay",
    "season.json",
]  # fmt: skip


@pytest.mark.parametrize("file", FILES)
def test_files_ask_as_often_for_many_matches_as_for_few(
    client, match, file, django_assert_max_num_queries
):
    path = f"/en/seasons/{match.session.season_id}/{file}"
    client.force_login(make.user("charlie@example.org"))  # so that nothing comes from the cache
    client.get(path)
    with django_assert_max_num_queries(15) as few:
        client.get(path)
    for number in range(4):
        seated = make.players(match.session.season.club, [f"{n} {number}" for n in make.NAMES])
        make.played(make.match(match.session, seated[:3]), *[[22, 5, 6]] * 3)
    refresh(match.session.season)
    with django_assert_max_num_queries(len(few)):
        client.get(path)


@pytest.mark.parametrize("file", FILES)
def test_an_unchanged_file_is_not_sent_again(client, match, file):
    path = f"/en/seasons/{match.session.season_id}/{file}"
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    submissions.correct(match.pk, 3, make.sheet(22, 6, 5), by=None)
    refresh(match.session.season)
    client.post("/en/search/")  # lets this process forget the versions that it has read
    assert client.get(path, headers={"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "seasons/999/standings.csv", "seasons/999/results.csv", "seasons/999/plays.bgsplay",
        "seasons/{0}/standings.ods", "seasons/{0}/results.txt", "seasons/{0}/chess/standings.csv",
        "seasons/{0}/chess/results.csv", "seasons/{0}/njet/results.csv", "matches/999/play.bgsplay",
    ],
)  # fmt: skip
def test_a_missing_season_or_match_has_no_file(client, match, path):
    for _login in range(2):
        assert client.get(f"/en/{path.format(match.session.season_id)}").status_code == 404
        client.force_login(make.user())


def test_the_pages_lead_to_the_files(client, match):
    season = match.session.season_id
    text = client.get(f"/en/seasons/{season}/").text
    for file in [*FILES, "evenings.ics"]:
        assert f'href="/en/seasons/{season}/{file}"' in text
    assert (
        f'href="/en/matches/{match.pk}/play.bgsplay"' in client.get(f"/en/matches/{match.pk}/").text
    )


# --- team tables
@pytest.fixture
def team_table(match):
    return teams_of(match)


def teams_of(match, **frame):
    """Open a team table with Ada (hidden) and Bruno as Red against Chloé as Blue."""
    table = teams.create_table(match.session.season, rule="mean", **frame)
    ada, bruno, chloe = (seat.player_id for seat in match.seats.order_by("number"))
    for name, players in (("Red", (ada, bruno)), ("Blue", (chloe,))):
        teams.create_team(table, name=name, members=[MemberData(player) for player in players])
    return table


def test_team_tables_are_files_of_numbers(client, match, team_table):
    path = f"/en/team-tables/{team_table.pk}/standings"
    red = f"{hidden_name(match)}, Bruno"
    header = ["Place", "Team", "Points", "Played", "Wins", "Members"]
    assert read_csv(client, f"{path}.csv") == [
        header,
        ["1", "Red", "30.00", "1", "1", red],
        ["2", "Blue", "30.00", "1", "0", "Chloé"],
    ]
    assert read_xlsx(client, f"{path}.xlsx") == [
        header,
        [1, "Red", 30, 1, 1, red],
        [2, "Blue", 30, 1, 0, "Chloé"],
    ]
    assert read_csv(client, path.replace("/en", "/fr") + ".csv")[0][1] == "Équipe"


def test_team_tables_of_a_league_and_of_an_evening_have_files(client, match):
    league = make.league(match.session.season)
    refresh(match.session.season)
    for frame in ({"league": league}, {"session": match.session}):
        table = teams_of(match, **frame)
        path = f"/en/team-tables/{table.pk}/standings"
        rows = read_csv(client, f"{path}.csv")
        assert [row[:3] for row in rows[1:]] == [["1", "Red", "30.00"], ["2", "Blue", "30.00"]]
        assert len(read_xlsx(client, f"{path}.xlsx")) == 3
    name = client.get(f"{path}.csv")["Content-Disposition"]
    assert f"teams-of-evening-{match.session_id}.csv" in name


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+33", "-2+3", "@SUM(A1)"])
def test_names_of_teams_and_members_are_no_formulas(client, match, team_table, name):
    Player.objects.filter(name="Chloé").update(name=name)
    team_table.teams.filter(name="Blue").update(name=name)
    path = f"/en/team-tables/{team_table.pk}/standings"
    row = read_csv(client, f"{path}.csv")[2]
    assert (row[1], row[5]) == (f"'{name}", f"'{name}")
    cells = load_workbook(BytesIO(client.get(f"{path}.xlsx").content)).active["3"]
    assert [cell.data_type for cell in cells if cell.value == name] == ["s", "s"]


def test_file_of_a_team_table_follows_its_members(client, match, team_table):
    path = f"/en/team-tables/{team_table.pk}/standings.csv"
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    blue = team_table.teams.get(name="Blue")
    teams.update_team(blue, name="Bleus", by=None)
    assert read_csv(client, path)[2][1] == "Bleus"


def test_pages_lead_to_the_files_of_team_tables(client, match, team_table):
    season = match.session.season_id
    for page in (f"/en/seasons/{season}/", f"/en/team-tables/{team_table.pk}/"):
        text = client.get(page).text
        for suffix in ("csv", "xlsx"):
            assert f'href="/en/team-tables/{team_table.pk}/standings.{suffix}"' in text
    for path in (f"{team_table.pk}/standings.ods", "999/standings.csv"):
        assert client.get(f"/en/team-tables/{path}").status_code == 404


# --- BG Stats
def test_a_season_for_bg_stats(client, match):
    content = read_plays(client, f"/en/seasons/{match.session.season_id}/plays.bgsplay")
    (game,), (location,), (play,) = content["games"], content["locations"], content["plays"]
    assert (game["name"], game["highestWins"]) == ("Neurotrio", True)
    assert location["name"] == "Salle Pascal"
    assert (play["gameRefId"], play["locationRefId"]) == (game["id"], location["id"])
    assert play["playDate"] == "2026-10-01 20:30:00"
    assert not play["manualWinner"]
    names = {player["id"]: player["name"] for player in content["players"]}
    assert [
        (names[row["playerRefId"]], row["score"], row["rank"], row["winner"], row["seatOrder"])
        for row in play["playerScores"]
    ] == [
        (hidden_name(match), "66", 1, True, 1),
        ("Bruno", "15", 3, False, 2),
        ("Chloé", "18", 2, False, 3),
    ]


def test_members_get_full_names_only_for_bg_stats(client, match):
    client.force_login(make.user())
    season = match.session.season_id
    plays = read_plays(client, f"/en/matches/{match.pk}/play.bgsplay")
    assert "Ada Lovelace" in {player["name"] for player in plays["players"]}
    for file in FILES[:4]:
        assert "Lovelace" not in str(client.get(f"/en/seasons/{season}/{file}").content)
    assert "Lovelace" not in str(read_xlsx(client, f"/en/seasons/{season}/results.xlsx"))


def test_a_file_that_is_opened_again_has_the_same_identifiers(client, match):
    path = f"/en/matches/{match.pk}/play.bgsplay"
    before = read_plays(client, path)
    submissions.correct(match.pk, 3, make.sheet(22, 6, 5), by=None)
    after = read_plays(client, path)
    for name in ("games", "players", "locations", "plays"):
        assert [line["uuid"] for line in after[name]] == [line["uuid"] for line in before[name]]
    assert after["plays"] != before["plays"]


def test_a_winner_against_the_score_is_marked_as_winner(client, match):
    running = make.played(make.match(match.session, players(match)), [22, 5, 6])
    stopped_matches.stop(running, forfeited=[players(match)[0].pk], reason="Left", by=None)
    running.refresh_from_db()
    assert running.over
    (play,) = read_plays(client, f"/en/matches/{running.pk}/play.bgsplay")["plays"]
    assert play["manualWinner"]
    assert [row["winner"] for row in play["playerScores"]] == [False, False, True]


def test_a_running_match_has_no_file(client, match):
    running = make.played(make.match(match.session, players(match)), [22, 5, 6])
    assert client.get(f"/en/matches/{running.pk}/play.bgsplay").status_code == 404
