"""Players whose results count from a day: guests who joined without their earlier results."""

from datetime import UTC, date, datetime

import pytest

from league.models import Player
from league.operations.identity import merging
from league.operations.people import clubs
from league.operations.privacy import erasing
from league.operations.seasons import penalties, seasons
from scoring import fact_queries, projection, standings_queries
from scoring.__main__ import main
from scoring.models import Penalty, Result, SitOut, Standing, Table
from scoring.sql.fact_filters import FactFilter
from tests import make
from tests.archives import changed, exported, imported

pytestmark = pytest.mark.django_db
TARGET = {"target": 1}


def refresh():
    for table in Table.every.all():
        projection.refresh(table.pk)


def played(season, player):
    """Return how many matches of the player count in the season."""
    refresh()
    rows = Standing.objects.filter(table__season=season, table__game="", player=player)
    return dict(rows.values_list("table__league__name", "played"))


@pytest.fixture
def season():
    """Return a season of three evenings, in which Ada plays each time, and a league of all."""
    season = make.season(make.club(), scheme={"sit_out": "own_mean"})
    ada, bruno, chloe, _dov = make.players(season.club)
    for day, scores in ((1, [22, 5, 6]), (8, [5, 22, 6]), (15, [6, 5, 22])):
        session = make.session(season, day)
        make.played(make.match(session, [ada, bruno, chloe], options=TARGET), scores)
        penalties.penalise(
            season, session=session.pk, player=ada.pk, points=1, reason="Late", by=None
        )
        penalties.sit_out(session, player=ada.pk)
    make.league(season, "Everyone")
    return season


@pytest.fixture
def ada(season):
    return season.club.players.order_by("pk").first()


@pytest.mark.parametrize(
    ("day", "expected"), [(None, 3), (1, 3), (2, 2), (8, 2), (9, 1), (15, 1), (16, 0)]
)
def test_results_count_from_the_day_on(season, ada, day, expected):
    clubs.update_player(ada, counts_from=day and date(2026, 10, day))
    counted = {None: expected, "Everyone": expected} if expected else {}
    assert played(season, ada) == counted
    facts = FactFilter.of_table(season.tables.get(game=""))
    for kind in (Result, Penalty, SitOut):
        assert facts.select(kind.objects).filter(player=ada).count() == expected
    assert all(projection.check(table.pk) == [] for table in Table.every.all())


def test_the_day_is_by_the_clock_of_the_club(season, ada):
    """22:30 in UTC is the next day in Paris."""
    session = season.sessions.get(starts_at__day=15)
    seasons.update_session(session, starts_at=datetime(2026, 10, 14, 22, 30, tzinfo=UTC))
    clubs.update_player(ada, counts_from=date(2026, 10, 15))
    assert played(season, ada)[None] == 1
    assert (
        FactFilter.of_table(season.tables.get(game=""))
        .select(Result.objects)
        .filter(player=ada)
        .exists()
    )


def test_earlier_results_come_back(season, ada):
    refresh()
    before = list(Standing.objects.order_by("table", "player").values_list("table", "points"))
    clubs.update_player(ada, counts_from=date(2026, 10, 9))
    assert played(season, ada)[None] == 1
    clubs.update_player(ada, counts_from=None)
    assert played(season, ada)[None] == 3
    after = Standing.objects.order_by("table", "player").values_list("table", "points")
    assert list(after) == before


def test_other_changes_leave_the_day(season, ada):
    clubs.update_player(ada, counts_from=date(2026, 10, 9))
    clubs.update_player(ada, nickname="Countess")
    ada.refresh_from_db()
    assert ada.counts_from == date(2026, 10, 9)


def test_a_guest_with_a_day_counts_nowhere(season, ada):
    clubs.update_player(ada, is_guest=True, counts_from=date(2026, 10, 9))
    assert played(season, ada) == {}
    clubs.update_player(ada, is_guest=False)
    assert played(season, ada)[None] == 1


def test_a_result_that_does_not_count_is_none_of_an_opponent_among_members(season, ada):
    """With places among members the others of the first two evenings play without Ada."""
    league = make.league(
        season,
        "Members",
        member_rule="listed",
        place_rule="members",
        players=[player.pk for player in season.club.players.all()[:3]],
    )
    clubs.update_player(ada, counts_from=date(2026, 10, 9))
    table = Table.every.get(league=league, game="")
    facts = fact_queries.season_facts(table).facts
    assert sorted(fact.players for fact in facts) == [2, 2, 2, 2, 3, 3, 3]


def test_former_guest_without_a_counted_result_is_a_newcomer(season, ada):
    table = standings_queries.find_table(season.pk)
    assert standings_queries.count_newcomers(table) == 1
    clubs.update_player(ada, counts_from=date(2026, 12, 1))
    assert standings_queries.count_newcomers(standings_queries.find_table(season.pk)) == 2


def test_archive_keeps_the_day_and_proves_the_tables(season, ada, tmp_path):
    clubs.update_player(ada, counts_from=date(2026, 10, 9))
    refresh()
    content = exported(season.club)
    (tmp_path / "club.zip").write_bytes(content)
    assert main(["check", str(tmp_path / "club.zip")]) == 0
    other = changed(content, "players.ndjson", 1, lambda row: row.update(counts_from=None))
    (tmp_path / "other.zip").write_bytes(other)
    assert main(["check", str(tmp_path / "other.zip")]) == 1
    copy = imported(content, make.user("bob@example.org")).club
    assert copy.players.get(name=ada.name).counts_from == date(2026, 10, 9)


def test_merged_players_count_from_the_earlier_day(season, ada):
    [twin] = make.players(season.club, ["Adah"])
    pair = [twin, season.club.players.order_by("pk")[1]]
    other = make.match(make.session(season, 20), pair, options=TARGET)
    make.played(other, [22, 5])
    clubs.update_player(ada, counts_from=date(2026, 10, 9))
    clubs.update_player(twin, counts_from=date(2026, 10, 2))
    stored = merging.merge(twin, Player.objects.get(pk=ada.pk), by=None)
    assert played(season, ada)[None] == 3
    merging.undo(stored, by=None)
    ada.refresh_from_db()
    assert ada.counts_from == date(2026, 10, 9)
    assert played(season, ada)[None] == 1
    assert played(season, twin)[None] == 1


def test_merging_a_member_into_a_guest_makes_the_guest_count(season, ada):
    """Also in seasons in which the member has not played."""
    clubs.update_player(ada, is_guest=True)
    assert played(season, ada) == {}
    [twin] = make.players(season.club, ["Adah"])
    stored = merging.merge(twin, Player.objects.get(pk=ada.pk), by=None)
    assert played(season, ada)[None] == 3
    merging.undo(stored, by=None)
    assert played(season, ada) == {}


def test_ghost_of_a_guest_counts_nowhere_although_a_member_was_merged_into_them(season, ada):
    [twin] = make.players(season.club, ["Adah"])
    clubs.update_player(ada, is_guest=True)
    merging.merge(twin, Player.objects.get(pk=ada.pk), by=None)
    ada.refresh_from_db()
    clubs.update_player(ada, is_guest=True)
    assert played(season, ada) == {}
    erasing.erase(ada, name=ada.name, by=make.user())
    ghost = Player.every.get(is_ghost=True)
    assert played(season, ghost) == {}


def test_ghosts_count_what_the_person_did(season, ada):
    """No two ghosts have the day, so that nothing shows that they were one person."""
    later = make.season(season.club, name="2027")
    earlier = make.season(season.club, name="2025")
    for other, day in ((earlier, -300), (later, 300)):
        start = datetime(2026, 10, 1, 18, tzinfo=UTC).replace(year=2026 + (day > 0) - (day < 0))
        session = seasons.open_session(other, starts_at=start)
        pair = list(season.club.players.order_by("pk")[:2])
        make.played(make.match(session, pair, options=TARGET), [22, 5])
    clubs.update_player(ada, counts_from=date(2026, 10, 9))
    refresh()
    before = sorted(Standing.objects.filter(player=ada).values_list("table", "points", "played"))
    ada.refresh_from_db()
    erasing.erase(ada, name=ada.name, by=make.user())
    refresh()
    ghosts = Player.every.filter(is_ghost=True)
    rows = Standing.objects.filter(player__in=ghosts).values_list("table", "points", "played")
    assert sorted(rows) == before
    assert sorted((ghost.is_guest, str(ghost.counts_from)) for ghost in ghosts) == [
        (False, "2026-10-09"),
        (False, "None"),
        (True, "None"),
    ]
