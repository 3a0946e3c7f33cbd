import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0034_correction_policy"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", models.BinaryField()),
                ("is_public", models.BooleanField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="words",
                        to="league.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["word", "is_public", "player"], name="word_of_player")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "word"), name="word_once_per_player")
                ],
            },
        ),
    ]
