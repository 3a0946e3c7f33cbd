from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0054_name_keys"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="cancel_reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
    ]
