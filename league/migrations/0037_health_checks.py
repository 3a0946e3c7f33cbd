from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0036_words_of_stored_players"),
    ]

    operations = [
        migrations.CreateModel(
            name="HealthCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=30, unique=True)),
                (
                    "colour",
                    models.CharField(
                        choices=[
                            ("green", "Well"),
                            ("amber", "Look at this soon"),
                            ("red", "Act now"),
                        ],
                        default="green",
                        max_length=5,
                    ),
                ),
                ("since", models.DateTimeField()),
                ("announced_at", models.DateTimeField(null=True)),
                ("judged_at", models.DateTimeField(null=True)),
                ("figures", models.JSONField(default=dict)),
                ("measured_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("colour__in", ["green", "amber", "red"])),
                        name="health_check_colour_known",
                    )
                ],
            },
        ),
    ]
