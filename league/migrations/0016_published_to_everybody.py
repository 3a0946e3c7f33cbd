from django.db import migrations
from django.db.models import F


def show_to_all(apps, schema_editor):
    """Until now a sitting was published to everybody at once."""
    sittings = apps.get_model("league", "Sitting").objects.exclude(published_at=None)
    sittings.update(screens_at=F("published_at"), public_at=F("published_at"))


class Migration(migrations.Migration):
    dependencies = [("league", "0015_publication_by_audience")]

    operations = [migrations.RunPython(show_to_all, migrations.RunPython.noop)]
