"""Standings of a period, and two evenings compared, as the pages of the season show them."""

from datetime import UTC, datetime

import pytest

from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import problem_codes

QUICK = {"target": 1}


def refresh():
    for table in Table.every.all():
        projection.refresh(table.pk)


@pytest.fixture
def evenings(world):
    """Play on three evenings: Ada beats Bruno, Bruno beats Chloé, and Chloé beats Ada. The third
    evening begins after midnight in Paris, but on the 14th in UTC. A fourth evening has no
    matches."""
    ada, bruno, chloe, _dov = world.players
    sessions = [world.session, make.session(world.season, 8), make.session(world.season, 15)]
    sessions[2].starts_at = datetime(2026, 10, 14, 22, 30, tzinfo=UTC)
    sessions[2].save()
    for session, seated in zip(sessions, ((ada, bruno), (bruno, chloe), (chloe, ada)), strict=True):
        make.played(make.match(session, seated, options=QUICK), [22, 5])
    make.session(world.season, 20)
    refresh()
    return sessions


def standing(answer):
    assert answer.status_code == 200, answer.content
    return [(row["player"]["name"], row["points"]) for row in answer.json()["rows"]]


FIRST = [("Ada", "60.00"), ("Bruno", "0.00")]
SECOND = [("Bruno", "60.00"), ("Chloé", "0.00")]
THIRD = [("Chloé", "60.00"), ("Ada", "0.00")]
PERIODS = [
    ("to=2026-10-01", FIRST),
    ("from=2026-10-02&to=2026-10-14", SECOND),
    ("from=2026-10-15", THIRD),
    ("from=2026-11-01", []),
    ("last=1", THIRD),
    ("last=1&to=2026-10-14", SECOND),
    ("last=999&game=neurotrio&to=2026-10-01", FIRST),
]


@pytest.mark.parametrize(("query", "rows"), PERIODS)
def test_standings_of_a_period(world, alice, evenings, query, rows):
    assert standing(alice.get(f"seasons/{world.season.pk}/standings/?{query}")) == rows


def test_standings_of_a_period_until_a_session(world, alice, evenings):
    path = f"seasons/{world.season.pk}/standings/?as_of={evenings[1].pk}"
    assert standing(alice.get(f"{path}&last=1")) == SECOND
    assert standing(alice.get(f"{path}&from=2026-10-15")) == []


def test_the_version_is_that_of_the_whole_table(world, alice, evenings):
    path = f"seasons/{world.season.pk}/standings/"
    whole, part = alice.get(path).json(), alice.get(f"{path}?last=1").json()
    assert part.pop("rows") == part.pop("results")
    assert whole.pop("rows") == whole.pop("results")
    assert standing(alice.get(path)) != standing(alice.get(f"{path}?last=1"))
    assert part == whole
    assert not part["pending"]


def test_the_standings_of_a_league_have_periods_too(world, alice, evenings):
    league = make.league(world.season)
    refresh()
    assert standing(alice.get(f"leagues/{league.pk}/standings/?last=1")) == THIRD
    assert standing(alice.get(f"leagues/{league.pk}/standings/?to=2026-10-01")) == FIRST


def test_a_file_of_a_period(world, alice, evenings):
    league = make.league(world.season)
    refresh()
    for path in (f"seasons/{world.season.pk}", f"leagues/{league.pk}"):
        lines = alice.get(f"{path}/standings.csv?to=2026-10-01").content.decode().splitlines()
        assert [line.split(",")[1] for line in lines[1:]] == ["Ada", "Bruno"]


def test_only_final_results_of_a_period(world, alice):
    season = make.season(world.club, "Confirmed", games=["neurotrio"], confirmation="all")
    make.played(make.match(make.session(season), world.players[:2], options=QUICK), [22, 5])
    refresh()
    path = f"seasons/{season.pk}/standings/?last=1"
    assert standing(alice.get(path)) == FIRST
    assert standing(alice.get(f"{path}&results=final")) == []


@pytest.mark.parametrize(("query", "_rows"), PERIODS)
def test_the_page_shows_the_same_rows(world, alice, client, evenings, query, _rows):
    if "game" in query:
        query = query.replace("&game=neurotrio", "")
    page = client.get(f"/en/seasons/{world.season.pk}/?{query}")
    shown = [row.player.name for row in page.context["view"].rows]
    listed = standing(alice.get(f"seasons/{world.season.pk}/standings/?{query}"))
    assert [name for name, _points in listed] == shown


def test_two_evenings_compared_are_those_of_the_page(world, alice, client, evenings):
    then, now = evenings[0].pk, evenings[1].pk
    page = client.get(f"/en/seasons/{world.season.pk}/comparison/?then={then}&now={now}")
    answer = alice.get(f"seasons/{world.season.pk}/standings/?as_of={now}&since={then}").json()
    assert [
        (row["player"]["id"], row["place"], row["moved"]["places"]) for row in answer["rows"]
    ] == [(move.row.player_id, move.row.place, move.places) for move in page.context["moves"]]
    assert {row["moved"]["points"] for row in answer["rows"]} == {"0.00", "60.00"}


def test_each_period_has_a_tag_of_its_own(world, alice, evenings):
    path = f"seasons/{world.season.pk}/standings/"
    queries = [
        "",
        "?from=2026-10-01",
        "?to=2026-10-01",
        "?last=1",
        "?last=2",
        "?last=1&to=2026-10-01",
    ]
    tags = [alice.get(path + query)["ETag"] for query in queries]
    assert len(set(tags)) == len(tags)
    for query, tag in zip(queries, tags, strict=True):
        assert alice.get(path + query, If_None_Match=tag).status_code == 304


def test_another_time_zone_gives_another_tag(world, alice, evenings):
    path = f"seasons/{world.season.pk}/standings/?from=2026-10-15"
    tag = alice.get(path)["ETag"]
    alice.patch(f"clubs/{world.club.slug}/", {"timezone": "America/New_York"})
    assert standing(alice.get(path, If_None_Match=tag)) == []


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("from=yesterday", ("bad_filter", "from")),
        ("to=2026-13-01", ("bad_filter", "to")),
        ("last=0", ("bad_filter", "last")),
        ("last=1000", ("bad_filter", "last")),
        ("last=x", ("bad_filter", "last")),
        ("from=2026-10-02&to=2026-10-01", ("ends_before_start", "to")),
        ("last=1&since={session}", ("not_with_since", "last")),
        ("from=2026-10-02&since={session}", ("not_with_since", "from")),
        ("last=1&limit=2", ("not_with_pages", "last")),
        ("to=2026-10-02&limit=2", ("not_with_pages", "to")),
    ],
)
def test_periods_that_cannot_be(world, alice, evenings, query, problem):
    query = query.format(session=world.session.pk)
    answer = alice.get(f"seasons/{world.season.pk}/standings/?{query}")
    assert (answer.status_code, problem_codes(answer)) == (422, [problem])


def test_a_refused_number_says_the_range_in_the_language_of_the_caller(world, alice, evenings):
    path = f"seasons/{world.season.pk}/standings/?last=0"
    assert alice.get(path).json()["detail"] == "Enter a whole number from 1 to 999."
    french = alice.get(path, Accept_Language="fr").json()["detail"]
    assert "999" in french
    assert not french.startswith("Enter")
