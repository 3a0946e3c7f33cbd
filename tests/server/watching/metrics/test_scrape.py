"""What /metrics says of standings, jobs, webhooks, mail, tasks and queues."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from celery import current_app
from django.core.cache import cache
from django.db.utils import OperationalError
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from league.models import Job, JobState, OutgoingState
from league.operations.webhooks import outbox
from league.server.watching.metrics import scrape
from scoring import tasks
from scoring.models import Result
from tests import make
from tests.outgoing import add_mail, deliveries

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _reset_counters() -> None:
    cache.clear()


def figures() -> dict[str, float]:
    """Return the value of each series of a scrape; its labels are in the order of their names."""
    families = text_string_to_metric_families(scrape.exposition().decode())
    return {
        "/".join([sample.name, *sample.labels.values()]): sample.value
        for family in families
        for sample in family.samples
    }


def test_an_idle_server_has_zeros_and_no_error() -> None:
    values = figures()
    for name in (
        *("manche_tables_behind", "manche_standings_staleness_seconds", "manche_ratings_behind"),
        *("manche_jobs/waiting", "manche_jobs/failed", "manche_jobs_oldest_seconds"),
        *("manche_webhook_deliveries/pending", "manche_webhook_deliveries_oldest_seconds"),
        *("manche_mails/pending", "manche_mails_oldest_seconds", "manche_queue_tasks/jobs"),
    ):
        assert values[name] == 0, name
    assert {values[f"manche_scrape_errors/{part.name}"] for part in scrape.PARTS} == {0}


def test_standings_that_are_behind_have_an_age() -> None:
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    Result.objects.update(recorded_at=timezone.now() - timedelta(seconds=90))
    values = figures()
    assert values["manche_tables_behind"] == season.tables.count()
    assert 90 <= values["manche_standings_staleness_seconds"] < 150
    assert values["manche_ratings_behind"] == 1
    tasks.refresh_season(season.pk)
    tasks.rate_club(season.club_id)
    values = figures()
    assert values["manche_tables_behind"] == values["manche_standings_staleness_seconds"] == 0
    assert values["manche_ratings_behind"] == 0


def test_waiting_and_failed_items_are_counted_by_state() -> None:
    ago = timezone.now() - timedelta(seconds=600)
    for state in [*OutgoingState.values, OutgoingState.PENDING]:
        add_mail(state=state, created_at=ago)
    webhook = make.webhook(make.club())
    for _ in range(3):
        outbox.send_test(webhook)
    failed = deliveries().order_by("pk").first()
    deliveries().filter(pk=failed.pk).update(
        state="failed", next_attempt_at=None, created_at=ago - timedelta(days=1)
    )
    for state in JobState.values:
        Job.objects.create(kind="export_club", state=state)
    Job.objects.update(created_at=ago)
    values = figures()
    mails = [values[f"manche_mails/{state}"] for state in ("pending", "refused", "failed")]
    assert mails == [2, 1, 1]
    assert "manche_mails/delivered" not in values
    assert [values[f"manche_webhook_deliveries/{s}"] for s in ("pending", "failed")] == [2, 1]
    assert [values[f"manche_jobs/{s}"] for s in ("waiting", "running", "failed")] == [1, 1, 1]
    assert 600 <= values["manche_mails_oldest_seconds"] < 660
    assert 600 <= values["manche_jobs_oldest_seconds"] < 660
    assert values["manche_webhook_deliveries_oldest_seconds"] < 60, "what failed does not wait"


def test_tasks_are_counted_by_outcome_and_the_sweep_has_an_age() -> None:
    assert "manche_worker_sweep_age_seconds" not in figures(), "there was none"
    tasks.sweep.apply()
    tasks.sweep.apply()
    assert tasks.refresh_season.apply(("none",)).failed()
    values = figures()
    assert values["manche_tasks_total/success/scoring.sweep"] == 2
    assert values["manche_tasks_total/failure/scoring.sweep"] == 0
    assert values["manche_tasks_total/failure/scoring.refresh_season"] == 1
    assert values["manche_tasks_total/success/scoring.refresh_season"] == 0
    assert values["manche_tasks_begun_total/scoring.sweep"] == 2
    assert values["manche_task_seconds_total/scoring.sweep"] >= 0
    assert 0 <= values["manche_worker_sweep_age_seconds"] < 60


@pytest.fixture
def empty_queues() -> Iterator[None]:
    current_app.control.purge()
    yield
    current_app.control.purge()


@pytest.mark.usefixtures("empty_queues")
def test_queues_have_lengths() -> None:
    for name in ("league.run_job", "league.run_job", "league.mail_send"):
        current_app.send_task(name)
    values = figures()
    assert [values[f"manche_queue_tasks/{q}"] for q in ("jobs", "mail", "webhooks")] == [2, 1, 0]


def test_a_source_that_is_away_is_tried_once_and_costs_its_own_metrics_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    def away(now: object) -> scrape.Metrics:
        tried.append(now)
        raise OperationalError("connection refused")

    parts = [
        part._replace(read=away) if part.source == "database" else part for part in scrape.PARTS
    ]
    monkeypatch.setattr(scrape, "PARTS", parts)
    values = figures()
    assert len(tried) == 1
    errors = {part.name for part in parts if values[f"manche_scrape_errors/{part.name}"]}
    assert errors == {"standings", "jobs", "webhooks", "mails"}
    assert "manche_tables_behind" not in values
    assert values["manche_queue_tasks/jobs"] >= 0
