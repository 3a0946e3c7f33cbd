"""The part of a point in which a row of a table is counted. Rows of tables for up to eight players
stay as they are; going back cuts the others to 4200ths, as all were counted before."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COARSE_UNIT = 4200


def cut_to_coarse_unit(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("scoring", "Standing").objects.exclude(unit=COARSE_UNIT)
    for row in rows.iterator():
        fine_per_coarse = row.unit // COARSE_UNIT
        for name in ("points", "best_evening", "penalty"):
            setattr(row, name, getattr(row, name) // fine_per_coarse)
        row.tiebreaks = {
            code: None if value is None else value // fine_per_coarse
            for code, value in row.tiebreaks.items()
        }
        row.unit = COARSE_UNIT
        row.save()


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_substitutions")]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="unit",
            field=models.PositiveIntegerField(db_default=COARSE_UNIT, default=277200),
        ),
        migrations.RunPython(migrations.RunPython.noop, cut_to_coarse_unit),
    ]
