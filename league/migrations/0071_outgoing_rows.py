"""Mails and messages to people move into the outbox: waiting rows, and ended ones that are still
kept. Messages that became mails before are these mails."""

from itertools import chain, islice

from django.db import migrations
from django.db.models import CharField, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Coalesce, NullIf

BATCH = 500
STATES = {
    "waiting": "pending",
    "pending": "pending",
    "sent": "delivered",
    "refused": "refused",
    "given_up": "failed",
    "dropped": "dropped",
}


def move(apps, schema_editor):
    models = {
        name: apps.get_model("league", name)
        for name in ("Outgoing", "Attempt", "Mail", "MessageDelivery")
    }
    last = models["Attempt"].objects.filter(delivery=OuterRef("pk")).order_by("-number")
    error, status = Subquery(last.values("error")[:1]), Subquery(last.values("status")[:1])
    models["Outgoing"].objects.update(
        answer=Coalesce(NullIf(error, Value("")), Cast(status, CharField()), Value(""))
    )
    mails = models["Mail"].objects.order_by("pk").iterator(BATCH)
    rows = chain(map(mail_values, mails), message_values(models["MessageDelivery"]))
    while batch := [models["Outgoing"](**values) for values in islice(rows, BATCH)]:
        models["Outgoing"].objects.bulk_create(batch)


def mail_values(mail):
    headers = {"Message-ID": mail.message_id, **mail.headers}
    content = {"text": mail.text, "html": mail.html, "headers": headers} if mail.text else {}
    names = ("to", "category", "subject", "answer", "created_at")
    return {
        "channel": "mail",
        "content": content,
        **{name: getattr(mail, name) for name in names},
        **progress(mail),
    }


def message_values(deliveries):
    rows = deliveries.objects.select_related("message", "subscription").order_by("pk")
    for row in rows.iterator(BATCH):
        if row.channel != "push" and row.state != "pending":
            continue  # it is a mail already
        is_failed = row.state == "given_up"
        yield {
            "channel": "message" if row.channel == "mail" else row.channel,
            "message_id": row.message_id,
            "subscription_id": row.subscription_id,
            "content": {"is_short": True} if row.is_short else {},
            "answer": row.subscription.last_error if is_failed and row.subscription else "",
            "created_at": row.message.created_at,
            **progress(row),
        }


def progress(row):
    state = STATES[row.state]
    return {
        "state": state,
        "attempts": row.attempts,
        "next_attempt_at": row.next_attempt_at if state == "pending" else None,
        "ended_at": row.ended_at,
    }


class Migration(migrations.Migration):
    dependencies = [("league", "0070_outgoing")]

    operations = [migrations.RunPython(move, migrations.RunPython.noop)]
