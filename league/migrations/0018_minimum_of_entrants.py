from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0017_head_of_imports")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="minimum",
            field=models.PositiveSmallIntegerField(
                null=True, verbose_name="points needed to finish"
            ),
        ),
    ]
