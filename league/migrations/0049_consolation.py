from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0048_room"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="consolation",
            field=models.BooleanField(
                db_default=False,
                default=False,
                verbose_name="those who are out play on beside the final",
            ),
        ),
    ]
