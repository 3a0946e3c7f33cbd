from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0046_skipped_rounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="divisionmember",
            name="wish",
            field=models.CharField(
                blank=True,
                choices=[("content", "declines to move up"), ("leaves", "leaves")],
                db_default="",
                default="",
                max_length=8,
            ),
        ),
    ]
