"""Deliveries of webhooks become rows of the one outbox, and keep their ids. The old version has to
stop: it knows neither the table nor the rows."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

STATES = [
    ("pending", "waiting"),
    ("delivered", "sent"),
    ("failed", "failed"),
    ("refused", "refused"),
    ("dropped", "no longer needed"),
]
CHANNELS = [
    ("mail", "Mail"),
    ("webhook", "Webhooks and chats"),
    ("push", "Notifications"),
    ("message", "Message"),
    ("digest", "Digest"),
]


def key(model):
    return models.ForeignKey(
        null=True,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="deliveries",
        to=model,
    )


class Migration(migrations.Migration):
    dependencies = [("league", "0069_remove_second_logs")]

    operations = [
        migrations.RemoveConstraint("delivery", "delivery_pending_once"),
        migrations.RemoveConstraint("delivery", "delivery_pending_has_a_time"),
        migrations.RemoveIndex("delivery", "delivery_due"),
        migrations.RenameModel("Delivery", "Outgoing"),
        migrations.AlterModelOptions(
            "outgoing", {"ordering": ["id"], "verbose_name_plural": "outgoing"}
        ),
        migrations.RenameField("outgoing", "finished_at", "ended_at"),
        migrations.AlterField("outgoing", "ended_at", models.DateTimeField(null=True)),
        migrations.AlterField(
            "outgoing",
            "state",
            models.CharField(choices=STATES, default="pending", max_length=10),
        ),
        migrations.AlterField("outgoing", "webhook", key("league.webhook")),
        migrations.AlterField("outgoing", "event", key("league.event")),
        migrations.AddField("outgoing", "message", key("league.message")),
        migrations.AddField("outgoing", "subscription", key("league.pushsubscription")),
        migrations.AddField(
            "outgoing",
            "channel",
            models.CharField(choices=CHANNELS, default="webhook", max_length=7),
            preserve_default=False,
        ),
        migrations.AddField(
            "outgoing",
            "to",
            models.EmailField(blank=True, default="", max_length=254),
            preserve_default=False,
        ),
        migrations.AddField(
            "outgoing",
            "category",
            models.CharField(
                blank=True,
                choices=[("account", "about an account"), ("club", "of a club")],
                default="",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "outgoing",
            "subject",
            models.CharField(blank=True, default="", max_length=200),
            preserve_default=False,
        ),
        migrations.AddField("outgoing", "content", models.JSONField(default=dict)),
        migrations.AddField(
            "outgoing",
            "answer",
            models.CharField(blank=True, default="", max_length=300),
            preserve_default=False,
        ),
    ]
