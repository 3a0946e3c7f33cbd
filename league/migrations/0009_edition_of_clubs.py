from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0008_codes_of_tables")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="edition",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
