from importlib import import_module

from django.db import migrations

append_only = import_module("league.migrations.0033_log_of_clubs_is_append_only")


class Migration(migrations.Migration):
    dependencies = [("league", "0068_carry_logs_over")]

    operations = [
        migrations.RunPython(
            append_only.on_postgresql(append_only.REFUSE_CHANGES), migrations.RunPython.noop
        ),
        migrations.DeleteModel(name="EveningAction"),
        migrations.DeleteModel(name="Incident"),
    ]
