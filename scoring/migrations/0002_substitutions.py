"""Shares of results, for players who took turns at a seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0003_append_only_log"),
        ("scoring", "0001_initial"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="result",
            options={"ordering": ["match", "seat", "share_from"]},
        ),
        migrations.RemoveConstraint(
            model_name="result",
            name="result_live_once_per_seat",
        ),
        migrations.RemoveIndex(
            model_name="result",
            name="result_summed",
        ),
        migrations.AddField(
            model_name="result",
            name="share_from",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="result",
            name="share_of",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="result",
            name="share_to",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(
                fields=[
                    "season",
                    "player",
                    "session",
                    "match",
                    "game",
                    "players",
                    "place",
                    "sharing",
                    "score",
                    "total",
                    "target",
                    "since",
                    "until",
                    "seat",
                    "share_from",
                    "share_to",
                    "share_of",
                ],
                name="result_summed_shares",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until__isnull", True)),
                fields=("match", "seat", "share_from"),
                name="result_live_once_per_share",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("share_from__lt", models.F("share_to")),
                    ("share_to__lte", models.F("share_of")),
                ),
                name="result_share_of_the_seat",
            ),
        ),
    ]
