"""Hints: few, in time, and none that would be missed. The broker is the one in memory."""

from datetime import datetime

import pytest
from django.core.cache import cache
from django.db.models import F

from league.config.celery import app
from scoring import rating, tasks
from scoring.models import Encounter, Rating, RatingBook, Table
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache_and_queues():
    cache.clear()
    hints()
    hints("ratings")


def hints(name="standings"):
    """Return (task, arguments, planned time) of each message in the queue, which is empty
    afterwards."""
    messages = []
    with app.connection_for_read() as connection, connection.SimpleQueue(name) as queue:
        while queue.qsize():
            message = queue.get(block=False)
            message.ack()
            arguments, _, _ = message.payload
            messages.append((message.headers["task"], *arguments, message.headers["eta"]))
    return messages


def stale_season():
    return make.played(make.match(), *[[22, 5, 6]] * 3).session.season


def stale_count(season):
    return Table.objects.behind().filter(season=season).count()


def test_an_idle_season_is_refreshed_at_once():
    tasks.announce(7)
    assert hints() == [("scoring.refresh_season", 7, None)]


def test_a_hundred_results_send_one_hint():
    for _ in range(100):
        tasks.announce(7)
    assert len(hints()) == 1


def test_seasons_do_not_wait_for_each_other():
    tasks.announce(7)
    tasks.announce(8)
    assert [season for _, season, _ in hints()] == [7, 8]


def test_a_result_after_the_refresh_began_sends_a_new_hint_for_later():
    tasks.announce(7)
    tasks.refresh_season(7)
    hints()
    tasks.announce(7)
    ((_, _, eta),) = hints()
    assert datetime.fromisoformat(eta)


def test_a_cache_that_forgets_sends_one_hint_more():
    tasks.announce(7)
    cache.clear()
    tasks.announce(7)
    assert len(hints()) == 2


def test_a_result_commits_one_hint_for_its_season(django_capture_on_commit_callbacks):
    match = make.match()
    hints()
    with django_capture_on_commit_callbacks(execute=True):
        make.played(match, *[[22, 5, 6]] * 3)
    assert hints() == [("scoring.refresh_season", match.session.season_id, None)]


def test_one_hint_refreshes_all_tables_of_its_season_and_no_other():
    season = stale_season()
    other = make.season(season.club, "Saison 2027")
    tasks.refresh_season(season.pk)
    assert (stale_count(season), stale_count(other) > 0) == (0, True)


def test_a_season_that_is_gone_is_no_error():
    tasks.refresh_season(10**9)


def test_the_sweep_finds_each_season_behind_once():
    season = stale_season()
    hints()
    cache.clear()  # so the hint of this season is as good as lost
    tasks.sweep()
    tasks.sweep()
    assert [pk for _, pk, _ in hints()] == [season.pk]


def test_the_sweep_is_quiet_when_all_is_shown():
    season = stale_season()
    tasks.refresh_season(season.pk)
    hints()
    tasks.sweep()
    assert hints() == []


@pytest.mark.parametrize(
    ("unfinished", "seconds"),
    [(0, 0.8), (1, 0.8), (2, 1.6), (3, 3.2), (4, 6.4), (20, 60.0), (1000, 60.0)],
)
def test_refreshes_that_never_ended_keep_the_next_one_away(unfinished, seconds):
    assert tasks.spacing(unfinished) == seconds


def broken_season():
    """Return a season in which one table has a scheme that cannot be read."""
    season = stale_season()
    Table.objects.filter(season=season, game="").update(scheme={"points": "?"})
    return season


def test_a_season_that_fails_again_and_again_is_left_to_the_sweep():
    season = broken_season()
    for _ in range(6):
        with pytest.raises(ValueError, match="points"):
            tasks.refresh_season(season.pk)
    hints()
    tasks.announce(season.pk)
    assert hints() == []


def test_a_refresh_that_ends_makes_up_for_those_that_failed():
    season = broken_season()
    for _ in range(6):
        with pytest.raises(ValueError, match="points"):
            tasks.refresh_season(season.pk)
    Table.objects.filter(season=season, game="").update(scheme={})
    tasks.refresh_season(season.pk)
    hints()
    tasks.announce(season.pk)
    assert len(hints()) == 1


def test_the_overall_table_comes_first():
    season = stale_season()
    for _ in range(3):
        tasks.refresh_season(season.pk)
        stamps = Table.objects.filter(season=season).order_by("projection__computed_at")
        assert stamps.first().game == ""
        Table.objects.filter(season=season).update(facts_version=F("facts_version") + 1)


def test_a_broken_table_holds_up_no_other():
    """Each begins in its turn, also those that were last refreshed before it."""
    season = stale_season()
    tasks.refresh_season(season.pk)
    overall = Table.objects.get(season=season, game="")
    Table.objects.filter(pk=overall.pk).update(scheme={"points": "?"})
    tables = Table.objects.filter(season=season)
    for round_ in range(tables.count() + 2):
        tables.update(facts_version=overall.facts_version + round_ + 1)
        with pytest.raises(ValueError, match="points"):
            tasks.refresh_season(season.pk)
    assert list(Table.objects.behind().filter(season=season)) == [overall]


def test_a_dead_cache_fails_neither_submission_nor_refresh(
    settings, django_capture_on_commit_callbacks
):
    settings.CACHES = {
        "default": {
            "BACKEND": "league.operations.support.shared_cache.SharedCache",
            "LOCATION": "redis://127.0.0.1:9/0",
        }
    }
    match = make.match()
    with django_capture_on_commit_callbacks(execute=True):
        season = make.played(match, *[[22, 5, 6]] * 3).session.season
    assert stale_count(season) > 0
    tasks.refresh_season(season.pk)
    assert stale_count(season) == 0


# --- ratings of a club
def test_a_hundred_results_send_one_hint_for_the_ratings_of_a_club():
    for _ in range(100):
        tasks.announce_ratings(3)
    tasks.announce_ratings(4)
    assert [club for _, club, _ in hints("ratings")] == [3, 4]


def test_a_season_and_a_club_of_one_number_do_not_share_a_flag():
    tasks.announce(7)
    tasks.announce_ratings(7)
    assert (len(hints()), len(hints("ratings"))) == (1, 1)


def test_a_result_commits_one_hint_for_the_ratings_of_its_club(django_capture_on_commit_callbacks):
    match = make.match()
    with django_capture_on_commit_callbacks(execute=True):
        make.played(match, *[[22, 5, 6]] * 3)
    assert hints("ratings") == [("scoring.rate_club", match.session.season.club_id, None)]


def test_the_hint_rates_its_club():
    club = stale_season().club_id
    tasks.rate_club(club)
    assert Rating.objects.filter(club=club, game="").count() == 3
    assert rating.stale_clubs() == []


def test_the_sweep_finds_a_club_whose_hint_was_lost():
    club = stale_season().club_id
    cache.clear()
    tasks.sweep()
    tasks.sweep()
    assert [pk for _, pk, _ in hints("ratings")] == [club]
    tasks.rate_club(club)
    cache.clear()
    hints("ratings")
    tasks.sweep()
    assert hints("ratings") == []


def test_ratings_that_fail_again_and_again_are_left_to_the_sweep():
    club = stale_season().club_id
    Encounter.objects.update(ranks=["?"])
    for _ in range(6):
        with pytest.raises(ValueError, match="shorter"):
            tasks.rate_club(club)
    hints("ratings")
    tasks.announce_ratings(club)
    assert hints("ratings") == []


@pytest.mark.parametrize(
    ("task", "model", "queue"),
    [(tasks.check, Table, "standings"), (tasks.check_ratings, RatingBook, "ratings")],
)
def test_a_check_that_takes_long_goes_on_in_another_task(monkeypatch, caplog, task, model, queue):
    for name in ("Ici", "Ailleurs"):
        season = make.season(make.club(name=name))
        make.played(make.match(make.session(season)), *[[22, 5, 6]] * 3)
        rating.refresh(season.club_id)
    hints(), hints("ratings")
    monkeypatch.setattr(tasks, "CHECK_SECONDS", 0.0)
    task()
    first, *_ = ids = sorted(model.objects.values_list("pk", flat=True))
    assert len(ids) >= 2
    assert hints(queue) == [(task.name, first, None)]
    task(ids[-1])
    assert hints(queue) == []
