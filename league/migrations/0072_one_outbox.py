"""The outbox is the only table of what leaves the server. A migration of its own, since PostgreSQL
alters no table that has checks waiting for the end of the transaction."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0071_outgoing_rows"),
    ]

    operations = [
        migrations.DeleteModel(
            name="Mail",
        ),
        migrations.AddIndex(
            model_name="outgoing",
            index=models.Index(
                condition=models.Q(("state", "pending")),
                fields=["channel", "attempts", "next_attempt_at"],
                name="outgoing_due",
            ),
        ),
        migrations.AddIndex(
            model_name="outgoing",
            index=models.Index(fields=["created_at"], name="outgoing_by_time"),
        ),
        migrations.AddConstraint(
            model_name="outgoing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "pending"), ("next_attempt_at__isnull", False)),
                    models.Q(
                        ("next_attempt_at", None),
                        ("state__in", ["delivered", "failed", "refused", "dropped"]),
                    ),
                    _connector="OR",
                ),
                name="outgoing_pending_has_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="outgoing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("channel", "mail"),
                        ("event__isnull", True),
                        ("message__isnull", True),
                        ("subscription__isnull", True),
                        ("webhook__isnull", True),
                    ),
                    models.Q(
                        ("channel", "webhook"),
                        ("event__isnull", False),
                        ("message__isnull", True),
                        ("subscription__isnull", True),
                        ("webhook__isnull", False),
                    ),
                    models.Q(
                        ("channel", "push"),
                        ("event__isnull", True),
                        ("message__isnull", False),
                        ("subscription__isnull", False),
                        ("webhook__isnull", True),
                    ),
                    models.Q(
                        ("channel", "message"),
                        ("event__isnull", True),
                        ("message__isnull", False),
                        ("subscription__isnull", True),
                        ("webhook__isnull", True),
                    ),
                    models.Q(
                        ("channel", "digest"),
                        ("event__isnull", True),
                        ("message__isnull", False),
                        ("subscription__isnull", True),
                        ("webhook__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="outgoing_fits_its_channel",
            ),
        ),
        migrations.AddConstraint(
            model_name="outgoing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "pending")),
                fields=("webhook", "event"),
                name="outgoing_event_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="outgoing",
            constraint=models.UniqueConstraint(
                fields=("message", "subscription"), name="outgoing_message_once_per_device"
            ),
        ),
        migrations.AddConstraint(
            model_name="outgoing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("channel__in", ["message", "digest"])),
                fields=("message",),
                name="outgoing_message_mailed_once",
            ),
        ),
        migrations.DeleteModel(
            name="MessageDelivery",
        ),
    ]
