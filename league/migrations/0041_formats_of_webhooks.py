from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0040_addresses_of_calendars"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="format",
            field=models.CharField(
                choices=[
                    ("events", "data for a program"),
                    ("discord", "messages for Discord"),
                    ("slack", "messages for Slack, Mattermost or Rocket.Chat"),
                    ("telegram", "messages for Telegram"),
                ],
                db_default="events",
                default="events",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(("format__in", ["events", "discord", "slack", "telegram"])),
                name="webhook_format_known",
            ),
        ),
    ]
