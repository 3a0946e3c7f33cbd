import pytest
from celery.exceptions import QueueNotFound

from league.config.celery import app

QUEUES = {"standings", "ratings", "mail", "jobs", "webhooks"}


def queue_of(task):
    return app.amqp.router.route({}, task)["queue"].name


def test_a_worker_listens_to_all_queues_by_default():
    assert set(app.amqp.queues.consume_from) == QUEUES


def test_every_task_goes_to_a_queue_with_a_worker():
    assert {queue_of(task) for task in app.tasks} <= QUEUES


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("scoring.refresh_season", "standings"),
        ("scoring.sweep", "standings"),
        ("scoring.rate_season", "ratings"),
        ("league.mail_invitation", "mail"),
        ("league.run_job", "jobs"),
        ("league.sweep_jobs", "standings"),
        ("league.webhooks_send", "webhooks"),
        ("league.watch_health", "mail"),
        ("league.measure_files", "standings"),
    ],
)
def test_tasks_are_routed_by_name(task, queue):
    assert queue_of(task) == queue


def test_a_misspelt_queue_is_an_error():
    with pytest.raises(QueueNotFound):
        app.send_task("scoring.sweep", queue="standigns")
