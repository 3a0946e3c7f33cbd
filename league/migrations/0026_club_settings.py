import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0025_mail"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="accent_colour",
            field=models.CharField(blank=True, max_length=7),
        ),
        migrations.AddField(
            model_name="club",
            name="contact",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="club",
            name="description",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="club",
            name="logo_version",
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name="club",
            name="main_colour",
            field=models.CharField(blank=True, max_length=7),
        ),
        migrations.AddField(
            model_name="club",
            name="meeting_place",
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name="club",
            name="meeting_time",
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.CreateModel(
            name="ClubAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="addresses",
                        to="league.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubLogo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("size", models.PositiveSmallIntegerField()),
                ("content", models.BinaryField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="logos",
                        to="league.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "size"), name="club_logo_once_per_size")
                ],
            },
        ),
    ]
