from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0045_progress"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="skips",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()),
                default=list,
            ),
        ),
    ]
