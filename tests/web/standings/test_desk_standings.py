import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from league.operations.seasons import seasons
from scoring import staleness, tasks
from scoring.models import Projection, Result, Table
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(client):
    """Return a season of Alice, who is signed in; its tables are behind."""
    cache.clear()
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    client.force_login(make.user())
    return season


def page(client, season, language="en"):
    answer = client.get(f"/{language}/desk/clubs/{season.club.slug}/standings/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_a_table_behind_tells_how_far_and_since_when(client, season):
    tasks.refresh_season(season.pk)
    at = timezone.now() + timedelta(days=1)
    late(season, 37, 40)
    Result.objects.filter(season=season).update(recorded_at=at, since=38)
    text = page(client, season)
    assert '<td class="num">40</td><td class="num">37</td>' in text
    assert f"3, since {at.astimezone(zone(season)):%-d %B %Y, %H:%M:%S}" in text


def late(season, version, facts):
    """Make the overall table show one version while a newer one is due."""
    Projection.objects.filter(table__season=season, table__game="").update(
        standings_version=version
    )
    Table.objects.filter(season=season, game="").update(facts_version=facts)


def zone(season):
    import zoneinfo

    return zoneinfo.ZoneInfo(season.club.timezone)


def test_a_table_up_to_date_tells_its_last_refresh_and_how_long_it_took(client, season):
    tasks.refresh_season(season.pk)
    text = page(client, season)
    assert 'class="pending"' not in text
    assert text.count("up to date") == season.tables.count()
    assert re.search(r'<td class="num">\d+ ms</td>', text)


def test_other_clubs_stay_out_of_the_page(client, season):
    make.season(make.club(make.user("charlie@example.org"), "Ailleurs"), "Leur saison")
    assert "Leur saison" not in page(client, season)


def test_the_tasks_of_the_worker_are_shown(client, season):
    tasks.sweep.apply()
    assert re.search(
        r'<code>scoring.sweep</code></th><td class="num">1</td><td class="num">0</td>',
        page(client, season),
    )


def test_without_a_cache_the_page_still_tells_the_tables(client, season, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "league.operations.support.shared_cache.SharedCache",
            "LOCATION": "redis://127.0.0.1:9/0",
        }
    }
    assert "or the cache is not responding" in page(client, season)


def test_the_number_of_queries_does_not_grow_with_the_tables(
    client, season, django_assert_max_num_queries
):
    for number in range(20):
        tasks.refresh_season(make.season(season.club, f"Saison {number}").pk)
    tasks.refresh_season(season.pk)
    with django_assert_max_num_queries(8):
        page(client, season)


def test_a_club_without_season_says_so(client):
    club = make.club()
    client.force_login(make.user())
    assert "No season yet." in client.get(f"/en/desk/clubs/{club.slug}/standings/").content.decode()


# --- since when


def overall(season):
    return Table.objects.get(season=season, game="")


def test_a_table_that_shows_all_is_not_behind(season):
    tasks.refresh_season(season.pk)
    assert staleness.stale_since(overall(season)) is None


def test_a_table_never_refreshed_is_behind_since_its_first_result(season):
    assert (
        staleness.stale_since(overall(season)) == Result.objects.earliest("recorded_at").recorded_at
    )


def test_a_table_of_a_new_season_is_behind_since_it_exists(season):
    new = make.season(season.club, "2027")
    assert staleness.stale_since(overall(new)) == overall(new).facts_at


def test_a_voided_result_counts_from_when_it_was_voided(season):
    tasks.refresh_season(season.pk)
    at = timezone.now() + timedelta(hours=1)
    late(season, 49, 50)
    Result.objects.filter(pk=Result.objects.first().pk).update(voided_at=at, until=50)
    assert staleness.stale_since(overall(season)) == at


def test_a_new_scheme_counts_from_the_moment_it_came(season):
    tasks.refresh_season(season.pk)
    seasons.update(season, scheme={"scale": 30})
    assert staleness.stale_since(overall(season)) == overall(season).facts_at


def test_a_table_of_one_game_is_not_behind_for_another(season):
    tasks.refresh_season(season.pk)
    table = Table.objects.get(season=season, game="njet")
    Table.objects.filter(pk=table.pk).update(facts_version=50)
    Result.objects.update(recorded_at=timezone.now() - timedelta(hours=1), since=49)
    table.refresh_from_db()
    assert staleness.stale_since(table) == table.facts_at


def test_the_oldest_is_the_one_behind_for_longest(season):
    other = make.season(season.club, "2027")
    Table.objects.filter(season=other, game="").update(facts_at=timezone.now() - timedelta(9))
    assert staleness.stalest_table(timezone.now() - timedelta(days=10)) is None
    oldest = staleness.stalest_table(timezone.now() + timedelta(days=1))
    assert oldest is not None
    assert (oldest[0].season_id, oldest[0].game) == (other.pk, "")
