import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0005_seating_plan"),
    ]

    operations = [
        migrations.CreateModel(
            name="Clock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField(default=0)),
                ("extra_minutes", models.PositiveSmallIntegerField(default=0)),
                ("started_at", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                ("paused_seconds", models.PositiveIntegerField(default=0)),
                ("starts_with_tables", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "match",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="league.match",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="league.session",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("match__isnull", False), ("session", None)),
                            models.Q(("match", None), ("session__isnull", False)),
                            _connector="OR",
                        ),
                        name="clock_of_evening_or_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("started_at__isnull", False),
                            models.Q(("paused_at", None), ("paused_seconds", 0)),
                            _connector="OR",
                        ),
                        name="clock_paused_after_start",
                    ),
                ],
            },
        ),
    ]
