import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

ACCOUNT = {
    "null": True,
    "on_delete": django.db.models.deletion.SET_NULL,
    "related_name": "+",
    "to": settings.AUTH_USER_MODEL,
}


class Migration(migrations.Migration):
    dependencies = [("league", "0028_visibility_of_players")]

    operations = [
        migrations.CreateModel(
            name="PlayerMerge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rows", models.JSONField(default=dict)),
                ("texts", models.JSONField(default=list)),
                ("last_ids", models.JSONField(default=dict)),
                ("players_before", models.JSONField(default=dict)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("undone_at", models.DateTimeField(null=True)),
                ("by", models.ForeignKey(**ACCOUNT)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="league.club",
                    ),
                ),
                (
                    "merged",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.player",
                    ),
                ),
                (
                    "survivor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="league.player",
                    ),
                ),
                ("undone_by", models.ForeignKey(**ACCOUNT)),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(undone_at=None), fields=("merged",), name="merged_once"
                    ),
                    models.CheckConstraint(
                        condition=~models.Q(merged=models.F("survivor")),
                        name="merge_of_two_players",
                    ),
                ],
            },
        ),
    ]
