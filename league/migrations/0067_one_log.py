from importlib import import_module

from django.db import migrations, models

append_only = import_module("league.migrations.0033_log_of_clubs_is_append_only")


class Migration(migrations.Migration):
    """The log of clubs gets what undoing takes; the next migration fills it."""

    dependencies = [("league", "0066_nickname")]

    operations = [
        migrations.AddField(
            model_name="auditentry", name="undo_data", field=models.JSONField(default=dict)
        ),
        migrations.AlterField(
            model_name="auditsubject", name="kind", field=models.CharField(max_length=10)
        ),
        migrations.RunPython(
            append_only.on_postgresql(append_only.ALLOW_CHANGES), migrations.RunPython.noop
        ),
    ]
