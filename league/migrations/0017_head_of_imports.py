from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0016_published_to_everybody")]

    operations = [
        migrations.AlterField(
            model_name="jobfile",
            name="role",
            field=models.CharField(
                choices=[("given", "Given"), ("made", "Made"), ("head", "Head")], max_length=5
            ),
        ),
    ]
