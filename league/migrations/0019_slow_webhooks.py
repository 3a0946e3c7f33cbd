from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0018_minimum_of_entrants")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="slow_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
