from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0044_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="progress",
            field=models.JSONField(null=True),
        ),
    ]
