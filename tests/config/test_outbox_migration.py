"""Rows of the earlier outboxes continue in the one outbox."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.models import Attempt, Event, Outgoing
from tests.config.test_migrations import migrated
from tests.outgoing import claim_call, claim_mail

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
NOW = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)
SOON = NOW + timedelta(hours=1)


def store(apps: Any) -> list[int]:
    """Store rows of each state with the version of before; return the ids of the deliveries."""
    deliveries = []
    models = {model.__name__: model.objects for model in apps.get_models()}
    club = models["Club"].create(slug="les-ardoises", name="Les Ardoises")
    user = models["User"].create(email="ada@example.org")
    webhook = models["Webhook"].create(club=club, url="https://x.example/", events=[], secret="s")
    for number, state in enumerate(["pending", "delivered", "failed"]):
        event = models["Event"].create(club=club, code=f"evt_{number}", type="test", data={})
        times = {"next_attempt_at": NOW if state == "pending" else None}
        delivery = models["Delivery"].create(
            webhook=webhook, event=event, state=state, attempts=2, **times
        )
        deliveries.append(delivery.pk)
        for attempt, error in (
            (1, "timeout"),
            (2, "" if state == "delivered" else "no_connection"),
        ):
            status = None if error else 204
            models["Attempt"].create(
                delivery=delivery, number=attempt, status=status, error=error, milliseconds=5
            )
    for state in ("waiting", "sent", "refused", "given_up"):
        models["Mail"].create(
            to="ada@example.org",
            category="club",
            subject=state,
            text="" if state == "sent" else "words",
            html="" if state == "sent" else "<p>words",
            headers={"Auto-Submitted": "auto-generated"},
            message_id=f"<{state}@x>",
            state=state,
            next_attempt_at=NOW,
            answer="" if state == "waiting" else "250 ok",
            ended_at=None if state == "waiting" else NOW,
        )
    device = models["PushSubscription"].create(
        user=user, endpoint="https://push.example/", last_error="503"
    )
    for channel in ("mail", "digest", "push"):
        for state in ("pending", "sent", "dropped", "given_up"):
            key = f"{channel}:{state}"
            models["MessageDelivery"].create(
                message=models["Message"].create(user=user, kind="seated", key=key, batch="b"),
                channel=channel,
                subscription=device if channel == "push" else None,
                state=state,
                next_attempt_at=SOON,
                is_short=state == "pending",
                ended_at=None if state == "pending" else NOW,
            )
    return deliveries


def test_rows_of_each_channel_go_on_from_where_they_were() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        deliveries = store(migrated(("league", "0066_nickname")))
    finally:
        migrated(*newest)
    rows = Outgoing.objects.order_by("pk")
    columns = ("pk", "state", "answer", "next_attempt_at")
    assert list(rows.filter(channel="webhook").values_list(*columns)) == [
        (deliveries[0], "pending", "no_connection", NOW),
        (deliveries[1], "delivered", "204", None),
        (deliveries[2], "failed", "no_connection", None),
    ]
    assert [attempt.number for attempt in Attempt.objects.filter(delivery=deliveries[0])] == [1, 2]
    columns = ("subject", "state", "next_attempt_at", "ended_at")
    assert list(rows.filter(channel="mail").values_list(*columns)) == [
        ("waiting", "pending", NOW, None),
        ("sent", "delivered", None, NOW),
        ("refused", "refused", None, NOW),
        ("given_up", "failed", None, NOW),
    ]
    assert rows.get(subject="sent").content == {}
    assert rows.get(subject="waiting").content == {
        "text": "words",
        "html": "<p>words",
        "headers": {"Message-ID": "<waiting@x>", "Auto-Submitted": "auto-generated"},
    }
    of_messages = ("channel", "message__key", "state", "next_attempt_at", "answer")
    assert list(rows.filter(message__isnull=False).values_list(*of_messages)) == [
        ("message", "mail:pending", "pending", SOON, ""),
        ("digest", "digest:pending", "pending", SOON, ""),
        ("push", "push:pending", "pending", SOON, ""),
        ("push", "push:sent", "delivered", None, ""),
        ("push", "push:dropped", "dropped", None, ""),
        ("push", "push:given_up", "failed", None, "503"),
    ]
    assert rows.get(message__key="push:pending").content == {"is_short": True}
    assert (claim_mail(NOW).subject, claim_call(NOW).pk) == ("waiting", deliveries[0])
    event = Event.objects.get(code="evt_2")
    again = event.deliveries.create(channel="webhook", webhook_id=rows[0].webhook_id)
    assert again.pk > max(row.pk for row in rows if row != again)
