from django.db import migrations
from django.db.models import F


def forwards(apps, schema_editor):
    """Results that are known already date from the last change of their match."""
    match = apps.get_model("league", "Match")
    match.objects.filter(over=True).update(result_at=F("updated_at"))


class Migration(migrations.Migration):
    dependencies = [("league", "0013_results")]

    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
