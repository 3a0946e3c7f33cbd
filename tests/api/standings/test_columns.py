"""Statistics that a scheme shows beside the points: the same in the API, in CSV and on pages."""

import csv
import io
import re

import pytest

from league.operations.seasons import seasons
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import problem_codes

QUICK = {"target": 1}
SHOWN = ["win_share", "best_evening", "winning_run", "mean_score"]


@pytest.fixture
def path(world):
    ada, bruno, chloe, _ = world.players
    for scores in ([6, 5, 3], [5, 6, 3], [6, 5, 3]):
        make.played(make.match(world.session, [ada, bruno, chloe], options=QUICK), scores)
    seasons.update(world.season, scheme={"columns": SHOWN})
    refresh()
    return f"seasons/{world.season.pk}/standings/"


def refresh():
    for table in Table.every.all():
        projection.refresh(table.pk)


def columns(rows):
    return {row["player"]["name"]: row["columns"] for row in rows}


def test_the_api_has_the_statistics_of_the_scheme(world, alice, path):
    shown = columns(alice.get(path).json()["rows"])
    assert shown == {
        "Ada": dict(zip(SHOWN, ["66.67", "150.00", "1", "5.67"], strict=True)),
        "Bruno": dict(zip(SHOWN, ["33.33", "120.00", "1", "5.33"], strict=True)),
        "Chloé": dict(zip(SHOWN, ["0.00", "0.00", "0", "3.00"], strict=True)),
    }
    as_of = alice.get(f"{path}?as_of={world.session.pk}").json()["rows"]
    assert columns(as_of) == shown
    assert columns(alice.get(f"{path}?limit=2").json()["rows"])["Ada"] == shown["Ada"]


def test_they_change_no_place(world, alice, path):
    places = [row["place"] for row in alice.get(path).json()["rows"]]
    seasons.update(world.season, scheme={})
    refresh()
    rows = alice.get(path).json()["rows"]
    assert [row["place"] for row in rows] == places
    assert all("columns" not in row for row in rows)


def test_csv_has_them_last(world, alice, path):
    content = alice.get(path.removesuffix("/") + ".csv").content.decode("utf-8-sig")
    header, first, *_rest = csv.reader(io.StringIO(content))
    assert header == ["place", "player", "points", "played", "wins", *SHOWN]
    assert first[5:] == ["66.67", "150.00", "1", "5.67"]


def test_the_page_shows_and_explains_them(world, alice, path, client):
    page = client.get(f"/en/seasons/{world.season.pk}/").content.decode()
    table = page[page.index("<thead>") : page.index("</table>")]
    headings = re.findall(r'<a href="#said-shown-[a-z_]*">([^<]*)</a>', table)
    assert headings == [
        *("Share of matches won", "Points on one evening", "Wins in a row", "Mean score"),
    ]
    assert "<td>66.67%<td>150<td>1<td>5.67" in table
    assert page.count("For information: this column does not change the places.") == len(SHOWN)


@pytest.mark.parametrize(
    ("shown", "problem"),
    [
        (["wins"], ("not_a_choice", "scheme.columns.0")),
        (["upset_matches"], ("not_a_choice", "scheme.columns.0")),
        (["win_share", "win_share"], ("column_twice", "scheme.columns.1")),
        ([*SHOWN, "evenings"], ("too_long", "scheme.columns")),
        ("win_share", ("not_a_list", "scheme.columns")),
    ],
)
def test_columns_that_cannot_be(world, alice, shown, problem):
    answer = alice.patch(f"seasons/{world.season.pk}/", {"scheme": {"columns": shown}})
    assert answer.status_code == 422
    assert problem_codes(answer) == [problem]


def test_spreadsheets_have_them_after_the_tie_breaks(world, path, client):
    page = client.get(f"/en/seasons/{world.season.pk}/standings.csv")
    header, first, *_rest = csv.reader(io.StringIO(page.content.decode("utf-8-sig")))
    assert header[-4:] == [
        *("Share of matches won", "Points on one evening", "Wins in a row", "Mean score"),
    ]
    assert first[-4:] == ["66.67", "150.00", "1", "5.67"]
