"""An index with all that sums are made of; it stands in for the one by player alone."""

from django.db import migrations, models

SUMMED = ["season", "player", "session", "match", "game", "players", "place", "sharing"]
SUMMED += ["score", "total", "target", "since", "until"]


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0016_published_to_everybody"),
        ("scoring", "0006_encounters_so_far"),
    ]

    operations = [
        migrations.AddIndex("result", models.Index(fields=SUMMED, name="result_summed")),
        migrations.RemoveIndex("result", "result_of_player"),
    ]
