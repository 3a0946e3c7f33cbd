from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0051_tables_and_evenings"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("public", "public"),
                    ("unlisted", "unlisted"),
                    ("members", "members only"),
                ],
                db_default="public",
                default="public",
                max_length=10,
                verbose_name="visibility",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="player_visibility",
            field=models.CharField(
                choices=[
                    ("full", "full name"),
                    ("initial", "first name and initial"),
                    ("alias", "alias"),
                    ("hidden", "no name"),
                ],
                db_default="full",
                default="full",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("visibility__in", ["public", "unlisted", "members"])),
                name="club_visibility_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("player_visibility__in", ["full", "initial", "alias", "hidden"])
                ),
                name="club_player_visibility_known",
            ),
        ),
    ]
