"""Standings of a period, and two evenings compared: what the address chooses."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from league.models import Session, Visibility
from league.operations.people import clubs
from league.web.standings import filters, season_page
from league.web.standings.filters import SessionsFilter
from scoring import projection
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
QUICK = {"target": 1}


@pytest.fixture
@made_once
def season():
    """Return a season of three evenings, won by Ada, Bruno and Chloé over the next one."""
    season = make.season(make.club())
    ada, bruno, chloe, _ = make.players(season.club)
    for day, seated in ((1, (ada, bruno)), (8, (bruno, chloe)), (15, (chloe, ada))):
        make.played(make.match(make.session(season, day=day), seated, options=QUICK), [22, 5])
    for table in season.tables.all():
        projection.refresh(table.pk)
    return season


def get(client, season, query, status=200):
    answer = client.get(f"/en/seasons/{season.pk}/{query}")
    assert answer.status_code == status
    return answer.content.decode()


def table(text):
    """Return name and points of each row, as the page of the season shows them."""
    return re.findall(r"players/\d+/[^>]*>([^<]+)</a>.*?<td>(-?[\d.]+)", text)


@pytest.mark.parametrize(
    ("query", "rows", "words"),
    [
        ("?to=2026-10-01", [("Ada", "60"), ("Bruno", "0")], "until 1 October 2026"),
        ("?from=2026-10-15", [("Chloé", "60"), ("Ada", "0")], "since 15 October 2026"),
        ("?last=1", [("Chloé", "60"), ("Ada", "0")], "latest evening"),
        (
            "?from=2026-10-02&to=2026-10-14",
            [("Bruno", "60"), ("Chloé", "0")],
            "1 of 3 evenings, counted by the season’s rules",
        ),
        ("neurotrio/?to=2026-10-01", [("Ada", "60"), ("Bruno", "0")], "Show all evenings"),
        ("?from=2026-11-01", [], "No match was finished on these evenings."),
    ],
)
def test_a_period_counts_its_evenings_alone(client, season, query, rows, words):
    text = get(client, season, query)
    assert table(text) == rows
    assert words in text
    assert "data-live" not in text


def test_chosen_filters_stay_in_the_links_of_the_page(client, season):
    last = season.sessions.order_by("starts_at")[1]
    query = f"as_of={last.pk}&amp;last=1"
    text = get(client, season, f"neurotrio/?last=1&from=&as_of={last.pk}")
    canonical = re.search(r'rel="canonical"\s+href="http://testserver([^"]+)"', text)
    assert canonical[1] == f"/en/seasons/{season.pk}/neurotrio/?{query}"
    assert f"/en/seasons/{season.pk}/?{query}" in text
    row = re.search(r'href="(players/\d+/)\?([^"]+)"', text)
    assert row[2] == query
    origin = get(client, season, f"neurotrio/{row[1]}?last=1&as_of={last.pk}")
    assert "latest evening" in origin
    assert "60" in origin


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?from=yesterday", "“yesterday” is not a date: write it like 2026-05-31."),
        ("?to=2026-02-30", "“2026-02-30” is not a date"),
        ("?from=2026-10-02&to=2026-10-01", "The last day is before the first one."),
        ("?last=0", "“0” is not a number of evenings: enter one from 1 to 999."),
        ("?last=²", "“²” is not a number of evenings"),
    ],
)
def test_an_unreadable_filter_is_reported_beside_its_field(client, season, query, words):
    text = get(client, season, query, status=400)
    assert words in text
    assert len(table(text)) == 3


def test_two_evenings_stand_side_by_side(client, season):
    first, second, third = season.sessions.order_by("starts_at")
    row = re.compile(r'players/\d+/\?as_of=\d+">(.*?)</a>(.*?)</tr>', re.DOTALL)

    def rows(text):
        bare = re.compile("<[^>]*>")
        return {
            bare.sub("", who).strip(): bare.sub(" ", cells).split()
            for who, cells in row.findall(text)
        }

    both = rows(get(client, season, f"comparison/?then={third.pk}&now={first.pk}"))
    assert both["Chloé"][0] == "–"
    assert both["Bruno"][-3:] == ["0", "60", "+60"]
    latest = rows(get(client, season, "comparison/"))
    assert latest == rows(get(client, season, f"comparison/?then={second.pk}&now={third.pk}"))
    get(client, season, "comparison/?then=9999", status=404)
    chloe = season.club.players.get(name="Chloé")
    clubs.update_player(chloe, name=chloe.name, visibility=Visibility.HIDDEN)
    assert "Chloé" not in get(client, season, "neurotrio/comparison/")


def test_all_pages_of_a_long_table_are_one_for_the_printer(client, season, monkeypatch):
    monkeypatch.setattr(season_page, "WHOLE_TABLE_ROWS", 2)
    monkeypatch.setattr(season_page, "PAGE_ROWS", 2)
    assert len(table(get(client, season, ""))) == 2
    everything = get(client, season, "?page=all")
    assert len(table(everything)) == 3
    assert "data-print" in everything
    assert len(table(get(client, season, "?page=all&last=3"))) == 3


def test_months_and_quarters_are_offered_where_there_are_several():
    # by the clock of Paris the first one is on 1 October
    late = Session(starts_at=datetime(2026, 9, 30, 22, 30, tzinfo=UTC))
    played = [late, autumn(10, 9), autumn(11, 6), autumn(11, 13)]
    paris, chosen = ZoneInfo("Europe/Paris"), SessionsFilter(latest=3)
    offered = filters.periods(played, chosen, paris)
    assert [(period.label, period.query) for period in offered] == [
        ("Last 3 evenings", "last=3"),
        ("October 2026", "from=2026-10-01&to=2026-10-31"),
        ("November 2026", "from=2026-11-01&to=2026-11-30"),
    ]
    assert [period.chosen for period in offered] == [True, False, False]
    quarters = [period.query for period in filters.periods([*played, autumn(9, 1)], chosen, paris)]
    assert quarters[-2:] == ["from=2026-07-01&to=2026-09-30", "from=2026-10-01&to=2026-12-31"]
    assert filters.periods(played[:1], chosen, paris) == []


def autumn(month, day):
    return Session(starts_at=datetime(2026, month, day, 18, tzinfo=UTC))


def test_the_latest_evenings_are_offered_and_the_chosen_one(client, season, monkeypatch):
    monkeypatch.setattr(season_page, "MOST_SESSIONS", 2)
    first, second, third = season.sessions.order_by("starts_at")

    def offered(query):
        return re.findall(r'<option value="(\d+)"( selected)?', get(client, season, query))

    latest = [(str(third.pk), ""), (str(second.pk), "")]
    assert offered("") == latest
    assert offered(f"?as_of={first.pk}") == [*latest, (str(first.pk), " selected")]
