"""Substitutes in running matches, and matches that others of a table go on with."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0007_tournament_formats"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="continues",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="continued_by",
                to="league.match",
            ),
        ),
        migrations.CreateModel(
            name="Substitution",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("from_round", models.PositiveIntegerField()),
                ("after_rounds", models.PositiveIntegerField()),
                ("effect", models.CharField(max_length=10)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("taken_back_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entering",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="taken_seats",
                        to="league.player",
                    ),
                ),
                (
                    "leaving",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="left_seats",
                        to="league.player",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitutions",
                        to="league.match",
                    ),
                ),
                (
                    "taken_back_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "substitutions",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("taken_back_at", None)),
                        fields=("match", "seat", "from_round"),
                        name="substitution_once_from_round",
                        violation_error_message="Another player has this seat from this round.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_round__gte", 2)),
                        name="substitution_after_first_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("leaving", models.F("entering")), _negated=True),
                        name="substitution_of_two_players",
                    ),
                ],
            },
        ),
    ]
